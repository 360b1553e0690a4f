"""The end of the game: most cash wins, shops count nothing (MA-E04, MA-E05)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import rule
from souq.engine.events import ALL, tell
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
def rank(s: State, seat: int) -> int:
    """Place of a seat; equal cash is an equal place."""
    place = 1
    for other in range(s.players):
        if s.cash[other] > s.cash[seat]:
            place += 1
    return place


@rule
def points(s: State, out: Any) -> None:
    """Cash of every seat."""
    for seat in range(s.players):
        out[seat] = s.cash[seat]


@rule
def ranks(s: State, out: Any) -> None:
    """Place of every seat; 1 is best."""
    for seat in range(s.players):
        out[seat] = rank(s, seat)
