"""The end of the game: most cash wins, shops count nothing (MA-E04, MA-E05)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, tell
from souq.engine.rules.ranking import ranked
from souq.games.marracash.state import Event, State


@rule
def finish(s: State) -> None:
    """The game ends; nobody is asked any more."""
    s.over = 1
    s.asked[0] = s.asked[1] = 0
    tell(s, Event.END, ALL, 0, 0, 0, 0)
    for seat in range(s.players):
        tell(s, Event.RANK, ALL, seat, rank(s, seat), s.cash[seat], 0)


@rule
def order(s: State, seat: int) -> int:
    """What decides places: cash, and nothing else (MA-E05)."""
    return s.cash[seat]


rank, ranks = ranked(order)


@rule
def points(s: State, out: Any) -> None:
    """Cash of every seat."""
    for seat in range(s.players):
        out[seat] = s.cash[seat]
