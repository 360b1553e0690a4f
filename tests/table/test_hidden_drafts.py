"""Messages to other viewers do not reveal how many decisions a turn took."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.server.core.http import api
from souq.server.core.live.live import Live
from souq.server.core.realtime import frames, log
from souq.server.core.realtime.viewers import NOTHING, Since, Viewer
from souq.server.core.store.rows import SeatRow, TableRow
from souq.testing.worlds import pairs
from tests.test_contract import GAMES


def at_table(match: Match) -> Live:
    """Return a table in memory with a match."""
    seats = [SeatRow(seat, "person", name=match.called(seat)) for seat in range(match.players)]
    state: Any = "finished" if match.over else "playing"
    facts = match.game.name, match.game.rules_version, match.players, dict(match.options), match.secret
    row = TableRow("table", *facts, 0.0, 0.0, state, ply=match.ply, mark=match.mark, seats=seats)
    return Live(row, match)


def messages_for(match: Match, viewer: int) -> list[str]:
    """Return everything a viewer can receive of a match: news, story, log, every moment, and the view."""
    live, who = at_table(match), Viewer(viewer)
    messages: list[Any] = [frames.frames(live, who, since) for since in (Since(0), Since(0, True), Since(NOTHING))]
    messages += [log.log(live, viewer, 1), [frames.moment(live, who, at) for at in range(match.moments(viewer) + 1)]]
    return [*map(json.dumps, messages), api._view(live, viewer).model_dump_json()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_undone_drafts_do_not_change_messages_to_others(game: Game) -> None:
    @given(st.integers(0, 2**32))
    @settings(max_examples=12, deadline=None, database=None)
    def holds(seed: int) -> None:
        for viewer, one, other in pairs(game, seed):
            if not one.over:  # then all hands are open
                assert messages_for(one, viewer) == messages_for(other, viewer)

    holds()
