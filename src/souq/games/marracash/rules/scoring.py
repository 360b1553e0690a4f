"""The end of the game: the most cash wins, and shops count for nothing (MA-E04, MA-E05)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.engine.rules.ranking import ranked
from souq.games.marracash.state import Event, State


@rule
def finish(s: State) -> None:
    """End the game and emit each seat's rank."""
    s.over = 1
    s.asked[0] = s.asked[1] = 0
    emit(s, Event.END, ALL, 0, 0, 0, 0)
    for seat in range(s.players):
        emit(s, Event.RANK, ALL, seat, rank(s, seat), s.cash[seat], 0)


@rule
def order(s: State, seat: int) -> int:
    """Return the number that a seat is ranked by at the end: its cash (MA-E05)."""
    return s.cash[seat]


rank, ranks = ranked(order)


@rule
def points(s: State, out: Any) -> None:
    """Write every seat's cash to ``out``."""
    for seat in range(s.players):
        out[seat] = s.cash[seat]
