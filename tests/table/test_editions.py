"""Tables begun under an older edition: they continue if the edition is compatible, else the page explains."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.errors import WrongVersion
from souq.engine.match.match import Match
from souq.server.core.live.replaying import begin, rebuild
from souq.server.core.store.rows import Decided, SeatRow, TableRow
from tests.toy import GAME

OLD = GAME.rules_version


def row(**columns: Any) -> TableRow:
    seats = [SeatRow(seat, "person", name=name) for seat, name in enumerate(("Amina", "Omar"))]
    facts = {"rules_version": OLD, "souq": "0.1.0", "state": "playing", "seats": seats, "secret": bytes(32)}
    return TableRow("t", "toy", players=2, options={}, created_at=0.0, updated_at=0.0, **facts | columns)


def played(choices: list[str], **columns: Any) -> tuple[TableRow, list[Decided], Match]:
    """Return a table at which these choices were made, its log, and its match."""
    table = row(**columns)
    match = begin(table)
    for choice in choices:
        seat = (match.deciders & -match.deciders).bit_length() - 1
        match.play(choice, seat)
    match.confirm()
    table.ply = table.mark = match.ply
    table.deciders = match.deciders
    return table, [Decided(made.seat, made.choice, made.goes_on) for made in match.log], match


@pytest.fixture
def edition(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that installs a newer edition of the game, declared compatible or not."""

    def install(*alike: str) -> None:
        newer = replace(GAME, edition="2", alike=alike)
        monkeypatch.setattr(registry, "find", lambda name: newer)

    return install


def test_a_table_continues_under_an_edition_declared_compatible(edition: Any) -> None:
    table, log, match = played(["swap", "keep"])
    edition("0-00000000", OLD)
    again = rebuild(table, log)
    assert (again.ply, again.deciders) == (match.ply, match.deciders)
    assert again.game.rules_version != OLD
    assert table.rules_version == OLD, "beside this server there may be one that knows these rules alone"


def test_a_table_in_play_stops_under_an_undeclared_edition_even_if_its_log_replays(edition: Any) -> None:
    """A changed final scoring leaves no trace in the log."""
    table, log, _ = played(["swap", "keep"])
    edition()
    with pytest.raises(WrongVersion, match=r"souq 0\.1\.0 can carry on"):
        rebuild(table, log)


def test_a_table_of_an_unknown_version_is_reported(edition: Any) -> None:
    table, log, _ = played(["keep"], souq="")
    edition()
    with pytest.raises(WrongVersion, match="The version of souq that began it can carry on"):
        rebuild(table, log)


def test_a_wrong_declaration_is_detected_by_an_illegal_decision(edition: Any) -> None:
    table, log, _ = played(["keep"])
    edition(OLD)
    with pytest.raises(WrongVersion, match="play differently"):
        rebuild(table, [log[0]._replace(seat=1)])


def test_a_wrong_declaration_is_detected_by_different_players_to_move(edition: Any) -> None:
    table, log, _ = played(["keep"])
    edition(OLD)
    table.deciders = 1
    with pytest.raises(WrongVersion, match="play differently"):
        rebuild(table, log)


def test_a_finished_game_is_shown_if_its_log_replays_to_the_same_result(edition: Any) -> None:
    table, log, match = played(["keep", "keep", "shout"], state="finished")
    assert match.over
    table.result = {"points": match.points(), "ranks": match.ranks(), "winners": match.winners()}
    edition()
    assert rebuild(table, log).points() == match.points()
    table.result["points"] = [points + 1 for points in match.points()]
    with pytest.raises(WrongVersion, match="play differently"):
        rebuild(table, log)


def test_a_game_ended_by_agreement_is_shown(edition: Any) -> None:
    table, log, match = played(["keep"], state="finished")
    table.result = {"points": match.points(), "ranks": [0, 0], "winners": [], "agreed": True}
    edition()
    assert rebuild(table, log).ply == 1
