"""The checks detect fast clocks and acknowledged commands that are not stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.chaos import judging
from tests.chaos.players import ClockWatch, JournalEntry, Table, outage_seconds

SEAT = 0


def clock_readings(*seen: tuple[float, float], outages: tuple[tuple[float, float], ...] = ()) -> ClockWatch:
    """Return a clock with these readings."""
    watch = ClockWatch()
    for at, left in seen:
        watch.see(left, at, at, outages)
    return watch


def test_an_accurate_clock_with_added_time_passes() -> None:
    assert clock_readings((0, 300), (10, 290), (11, 300), (100, 211)).worst == pytest.approx(0)


def test_a_slowly_fast_clock_fails() -> None:
    assert clock_readings((0, 300), (10, 288), (20, 276), (30, 264)).worst == pytest.approx(6)


def test_a_clock_that_runs_during_an_outage_fails() -> None:
    outages = ((10.0, 70.0),)
    assert outage_seconds(outages, 0, 100) == pytest.approx(53)
    assert outage_seconds(outages, 12, 20) == pytest.approx(1)
    assert clock_readings((0, 300), (80, 273), outages=outages).worst == pytest.approx(0)
    assert clock_readings((0, 300), (80, 220), outages=outages).worst == pytest.approx(53)


def test_an_early_timeout_is_detected_from_earlier_readings() -> None:
    table = Table("one", "toy", {SEAT: "token"}, clock=True, opened=0.0)
    assert judging._time_left(table, SEAT, 300.0, ()) == pytest.approx(0)
    table.see([{"left": 200.0}], 100.0, ())
    assert judging._time_left(table, SEAT, 150.0, ()) == pytest.approx(150)
    assert judging._time_left(table, SEAT, 50.0, ()) == pytest.approx(250), "what was seen later counts for nothing"


def command(revision: int, key: str, ply: int) -> dict[str, Any]:
    """Return a choice as stored."""
    answer = json.dumps({"seq": revision})
    return {"revision": revision, "seat": SEAT, "key": key, "kind": "choose", "ply": ply, "answer": answer}


def logged_choice(key: str, outcome: str, seq: int, choice: int = 7) -> JournalEntry:
    """Return a choice with its outcome."""
    return JournalEntry(SEAT, "choose", {"id": key, "choice": choice}, outcome, {"seq": seq})


LOG = [{"seat": SEAT, "choice": 7}, {"seat": SEAT, "choice": 8}]
COMMANDS = [command(1, "a", 1), command(2, "b", 2)]


def test_a_stored_acknowledged_choice_passes() -> None:
    journal = [
        logged_choice("a", "acked", 1),
        logged_choice("b", "acked", 2, 8),
        logged_choice("c", "refused", 0),
        logged_choice("d", "lost", 0),
    ]
    assert judging._against_journal(COMMANDS, LOG, journal) == []


@pytest.mark.parametrize(
    ("journal", "words"),
    [
        ([logged_choice("c", "acked", 3)], "acknowledged, and not stored"),
        ([logged_choice("a", "refused", 1)], "refused, and stored"),
        ([logged_choice("a", "acked", 2)], "stored otherwise"),
        ([logged_choice("b", "acked", 2, 8), logged_choice("a", "acked", 1)], "stored too early"),
        ([logged_choice("a", "acked", 1, 8)], "the log has"),
    ],
)
def test_inconsistent_journals_are_detected(journal: list[JournalEntry], words: str) -> None:
    found = judging._against_journal(COMMANDS, LOG, journal)
    assert len(found) == 1 and found[0].startswith(words), found
