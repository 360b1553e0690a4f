"""Whoever judges finds what is wrong: a clock that runs ahead, and what was acknowledged and is not there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.chaos import judging
from tests.chaos.players import Given, Table, Watch, stood_still

SEAT = 0


def watched(*seen: tuple[float, float], outages: tuple[tuple[float, float], ...] = ()) -> Watch:
    """A clock that was seen at some moments, and what was left then."""
    watch = Watch()
    for at, left in seen:
        watch.see(left, at, at, outages)
    return watch


def test_a_clock_that_runs_as_time_does_is_just_though_its_player_is_given_more() -> None:
    assert watched((0, 300), (10, 290), (11, 300), (100, 211)).worst == pytest.approx(0)


def test_a_clock_that_runs_ahead_bit_by_bit_is_not() -> None:
    assert watched((0, 300), (10, 288), (20, 276), (30, 264)).worst == pytest.approx(6)


def test_a_clock_that_runs_on_while_nobody_can_play_is_not() -> None:
    outages = ((10.0, 70.0),)
    assert stood_still(outages, 0, 100) == pytest.approx(53)
    assert stood_still(outages, 12, 20) == pytest.approx(1)
    assert watched((0, 300), (80, 273), outages=outages).worst == pytest.approx(0)
    assert watched((0, 300), (80, 220), outages=outages).worst == pytest.approx(53)


def test_a_clock_that_runs_out_early_is_found_by_what_was_seen_before() -> None:
    table = Table("one", "toy", {SEAT: "token"}, clock=True, opened=0.0)
    assert judging._early(table, SEAT, 300.0, ()) == pytest.approx(0)
    table.see([{"left": 200.0}], 100.0, ())
    assert judging._early(table, SEAT, 150.0, ()) == pytest.approx(150)
    assert judging._early(table, SEAT, 50.0, ()) == pytest.approx(250), "what was seen later counts for nothing"


def command(revision: int, key: str, ply: int) -> dict[str, Any]:
    """A choice as it is stored."""
    answer = json.dumps({"seq": revision})
    return {"revision": revision, "seat": SEAT, "key": key, "kind": "choose", "ply": ply, "answer": answer}


def said(key: str, outcome: str, seq: int, choice: int = 7) -> Given:
    """A choice, and what its player was told."""
    return Given(SEAT, "choose", {"id": key, "choice": choice}, outcome, {"seq": seq})


LOG = [{"seat": SEAT, "choice": 7}, {"seat": SEAT, "choice": 8}]
COMMANDS = [command(1, "a", 1), command(2, "b", 2)]


def test_what_was_acknowledged_and_stored_is_as_it_should_be() -> None:
    journal = [said("a", "acked", 1), said("b", "acked", 2, 8), said("c", "refused", 0), said("d", "lost", 0)]
    assert judging._against_journal(COMMANDS, LOG, journal) == []


@pytest.mark.parametrize(
    ("journal", "words"),
    [
        ([said("c", "acked", 3)], "acknowledged, and not stored"),
        ([said("a", "refused", 1)], "refused, and stored"),
        ([said("a", "acked", 2)], "stored otherwise"),
        ([said("b", "acked", 2, 8), said("a", "acked", 1)], "stored too early"),
        ([said("a", "acked", 1, 8)], "the log has"),
    ],
)
def test_what_is_not_is_found(journal: list[Given], words: str) -> None:
    found = judging._against_journal(COMMANDS, LOG, journal)
    assert len(found) == 1 and found[0].startswith(words), found
