"""The end of the game (GB-E01 to E04): most Talents win; a tie goes to the lower value of cards left in hand."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.engine.rules.ranking import ranked
from souq.games.grand_bazaar.rules.cards import value_of
from souq.games.grand_bazaar.state import Event, State


@rule
def finish(s: State) -> None:
    """End the game, and emit each seat's rank, Talents and value of the cards left in hand."""
    s.over = 1
    emit(s, Event.END, ALL, 0, 0, 0, 0)
    for seat in range(s.players):
        emit(s, Event.RANK, ALL, seat, rank(s, seat), s.talents[seat], left_over(s, seat))


@rule
def left_over(s: State, seat: int) -> int:
    """Return the total value of the cards left in a hand (GB-E02)."""
    return value_of(s.hand[seat])


@rule
def order(s: State, seat: int) -> int:
    """Return a seat's sort key in the ranking: Talents, then the lower value left in hand (GB-E01, E02).

    The value left in hand counts only after the game.
    """
    # A hand is worth far less than 1000, so Talents decide first.
    return s.talents[seat] * 1000 - (left_over(s, seat) if s.over == 1 else 0)


rank, ranks = ranked(order)


@rule
def points(s: State, out: Any) -> None:
    """Write the Talents of every seat to ``out``."""
    for seat in range(s.players):
        out[seat] = s.talents[seat]
