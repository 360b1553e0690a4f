"""The end (GB-E01 to E04): most Talents; among equals the least value left in hand."""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import rule
from souq.engine.events import ALL, tell
from souq.games.grand_bazaar.state import GOODS, VALUE, Event, State


@rule
def finish(s: State) -> None:
    """The game ends, and what is left in hand is shown."""
    s.over = 1
    tell(s, Event.END, ALL, 0, 0, 0, 0)
    for seat in range(s.players):
        tell(s, Event.RANK, ALL, seat, rank(s, seat), s.talents[seat], left_over(s, seat))


@rule
def left_over(s: State, seat: int) -> int:
    """Value of the cards in a hand (GB-E02)."""
    value = 0
    for good in range(GOODS):
        value += VALUE[good] * s.hand[seat][good]
    return value


@rule
def order(s: State, seat: int) -> int:
    """Talents; with the value left in hand behind them once the hands are open."""
    return s.talents[seat] * 1000 - (left_over(s, seat) if s.over == 1 else 0)


@rule
def rank(s: State, seat: int) -> int:
    """Place of a seat; equals share it (GB-E03, E04). Before the end it tells nothing of hands: Talents alone count."""
    own = order(s, seat)
    place = 1
    for other in range(s.players):
        if order(s, other) > own:
            place += 1
    return place


@rule
def points(s: State, out: Any) -> None:
    """Talents of every seat."""
    for seat in range(s.players):
        out[seat] = s.talents[seat]


@rule
def ranks(s: State, out: Any) -> None:
    """Place of every seat; 1 is best."""
    for seat in range(s.players):
        out[seat] = rank(s, seat)
