"""The end (GB-E01 to E04): most Talents; among equals the least value left in hand."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, tell
from souq.engine.rules.ranking import ranked
from souq.games.grand_bazaar.rules.cards import value_of
from souq.games.grand_bazaar.state import Event, State


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
    return value_of(s.hand[seat])


@rule
def order(s: State, seat: int) -> int:
    """What decides places: Talents; once the hands are open, then the least value left there (GB-E03, GB-E04)."""
    return s.talents[seat] * 1000 - (left_over(s, seat) if s.over == 1 else 0)


rank, ranks = ranked(order)


@rule
def points(s: State, out: Any) -> None:
    """Talents of every seat."""
    for seat in range(s.players):
        out[seat] = s.talents[seat]
