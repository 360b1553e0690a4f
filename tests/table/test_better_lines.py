"""Better lines: another way through a finished game, with the same dice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import souq
from souq.review.turns import Better
from souq.server.core.jobs.analysing import stored
from souq.server.core.jobs.better_lines import BetterLines, NoLine, branch, play
from souq.server.core.live.live import Live
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.rows import SeatRow, TableRow


def played(game: str, decisions: int):
    """Play a game at random, with its seats' drafts settled."""
    match, dice = souq.new(game, players=3, seed=5), random.Random(1)
    while not match.over and match.ply < decisions:
        seat = match.deciders.bit_length() - 1
        match.play(dice.choice(match.observe(seat).legal), seat)
    match.confirm()
    return match


def test_the_same_choices_lead_to_the_same_position():
    match = played("desert_bazaar", 60)
    line = branch(match, 20)
    assert play(line, [(decision.seat, decision.choice) for decision in match.log[20:]]) == 40
    assert np.array_equal(line.state, match.state), "the dice are those of the game"


def test_a_line_stops_at_what_is_illegal():
    match = played("desert_bazaar", 30)
    assert play(branch(match, 20), [(match.log[20].seat, -1)]) == 0


class Tables:
    """One table, always held."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def hold(self, table: str) -> Any:
        class Held:
            async def __aenter__(held) -> Live:
                return self.live

            async def __aexit__(held, *error: object) -> None:
                pass

        return Held()


def test_what_was_played_and_what_was_better_are_drawn_and_told():
    match = played("kairo", 120)
    seats = tuple(SeatRow(seat, "person", name) for seat, name in enumerate(match.names))
    row = TableRow("t", "kairo", "", 3, dict(match.options), match.secret, 0, 0, state="finished", seats=seats)
    live, ends = Live(row, match), match.entries
    at = 4
    start = ends.end(at)
    seat, state = match.log[start].seat, match.at(start)
    better = next(int(c) for c in match.game.bindings.legal(state, seat) if int(c) != match.log[start].choice)
    live.analysis = {"moments": [], "review": stored({at: Better((better,), 0.2, "It scores.")})}

    async def known(table: str) -> None:
        pass

    async def expect(request: Any) -> list[tuple[int, int]]:
        return [(1, -1)]

    @asynccontextmanager
    async def working(linger: float) -> AsyncIterator[Any]:
        yield SimpleNamespace(expect=expect)

    analysing: Any = SimpleNamespace(known=known, working=working)
    lines = BetterLines(Tables(live), analysing)  # type: ignore[arg-type]
    found = asyncio.run(lines.line("t", at, Viewer(seat)))
    assert found["seat"] == seat
    assert found["frames"], "the better choice itself"
    assert all(frame["scene"]["areas"] and "tally" not in frame["scene"] for frame in found["frames"])
    assert found["better"] != found["played"]
    with pytest.raises(NoLine):
        asyncio.run(lines.line("t", at + 1, Viewer(seat)))
