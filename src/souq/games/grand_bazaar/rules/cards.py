"""Movements of cards between piles and hands (GB-D01 to D04), and what each viewer knows about the hands."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.state import BACK, GOODS, NOTHING, PLAYERS, PUBLIC, TYPE, VALUE, Event, State


@rule
def draw(s: State) -> int:
    """Remove the top card and return it, or -1 if both piles are empty (GB-D03); then turn up the next one (GB-D01)."""
    if s.top == NOTHING:
        turn_top(s)
    card = s.top
    s.top = NOTHING
    if card != NOTHING:
        turn_top(s)
    return card


@rule
def turn_top(s: State) -> None:
    """Choose the new top card at random from the draw pile; if the pile is empty, shuffle first (GB-D01, D02)."""
    if s.below == 0:
        shuffle(s)
    if s.below > 0:
        k = below(s, s.below)
        good = 0
        while k >= s.pile[good]:
            k -= s.pile[good]
            good += 1
        s.pile[good] -= 1
        s.below -= 1
        s.top = good


@rule
def shuffle(s: State) -> None:
    """Turn the discard pile into the draw pile."""
    n = 0
    for good in range(GOODS):
        s.pile[good] = s.discard[good]
        n += s.discard[good]
        s.discard[good] = 0
    s.below = n
    if n > 0:
        emit(s, Event.SHUFFLED, ALL, n, 0, 0, 0)


@rule
def kind_of(card: int) -> int:
    """Return the type of a card, which is either a good or, for a hidden card, a back."""
    return card - BACK if card >= BACK else TYPE[card]


@rule
def available(s: State) -> bool:
    """Return whether the draw pile or the discard pile has a card."""
    if s.top != NOTHING or s.below > 0:
        return True
    for good in range(GOODS):
        if s.discard[good] > 0:
            return True
    return False


@rule
def gain(s: State, seat: int, good: int) -> None:
    """Add a card to a hand; the caller records which viewers saw the good (:func:`seen_to_come`)."""
    s.hand[seat][good] += 1
    s.kinds[seat][TYPE[good]] += 1


@rule
def lose(s: State, seat: int, good: int) -> None:
    """Remove a card from a hand, visible to all: each viewer who knew of a copy now knows of one fewer."""
    s.hand[seat][good] -= 1
    s.kinds[seat][TYPE[good]] -= 1
    for viewer in range(PLAYERS + 1):
        if s.known[viewer][seat][good] > 0:
            s.known[viewer][seat][good] -= 1


@rule
def seen_to_come(s: State, seat: int, good: int, viewers: int) -> None:
    """Record that the viewers in the bit mask ``viewers`` know of one more copy of a good in a hand."""
    for viewer in range(PLAYERS + 1):
        if (viewers >> viewer) & 1 == 1:
            s.known[viewer][seat][good] += 1


@rule
def prove(s: State, seat: int, good: int, n: int) -> None:
    """Record that every viewer knows of at least ``n`` copies of a good in a hand (GB-T21)."""
    for viewer in range(PLAYERS + 1):
        if s.known[viewer][seat][good] < n:
            s.known[viewer][seat][good] = n


@rule
def everybody() -> int:
    """Return the bit mask of all seats and of the public."""
    return (1 << (PUBLIC + 1)) - 1


@rule
def cards_in(s: State, seat: int) -> int:
    """Return the number of cards in a hand."""
    n = 0
    for kind in range(len(s.kinds[seat])):
        n += s.kinds[seat][kind]
    return n


@rule
def value_of(held: Any) -> int:
    """Return the total value of cards given as 25 counts, one for each good."""
    value = 0
    for good in range(GOODS):
        value += VALUE[good] * held[good]
    return value


@rule
def draw_for(s: State, seat: int, n: int, why: int) -> None:
    """Draw up to ``n`` cards for a seat; ``why`` is 0 for the Informant, 1 for being outbid, 2 for the Free Trader."""
    emit(s, Event.DRAWS, ALL, seat, n, why, 0)
    for _ in range(n):
        card = draw(s)
        if card != NOTHING:
            gain(s, seat, card)
            emit(s, Event.DREW, 1 << seat, seat, card, 0, 0)


@rule
def throw(s: State, seat: int, good: int) -> None:
    """Move a card from a hand to the discard pile, face up (GB-L07)."""
    lose(s, seat, good)
    s.discard[good] += 1
