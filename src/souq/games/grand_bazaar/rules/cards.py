"""Cards on their way: the draw pile and the discard pile (GB-D01 to D04), hands, and what is known of them."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, tell
from souq.games.grand_bazaar.state import BACK, GOODS, NOTHING, PLAYERS, PUBLIC, TYPE, VALUE, Event, State


@rule
def draw(s: State) -> int:
    """The top card, taken off; -1 if both piles are empty (GB-D03). The next one is turned to the top (GB-D01)."""
    if s.top == NOTHING:
        turn_top(s)
    card = s.top
    s.top = NOTHING
    if card != NOTHING:
        turn_top(s)
    return card


@rule
def turn_top(s: State) -> None:
    """The next card comes to the top; of a new pile if this was the last (GB-D01, D02)."""
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
    """The discard pile becomes the draw pile."""
    n = 0
    for good in range(GOODS):
        s.pile[good] = s.discard[good]
        n += s.discard[good]
        s.discard[good] = 0
    s.below = n
    if n > 0:
        tell(s, Event.SHUFFLED, ALL, n, 0, 0, 0)


@rule
def kind_of(card: int) -> int:
    """Type of a card, also of one of which only the back is seen."""
    return card - BACK if card >= BACK else TYPE[card]


@rule
def available(s: State) -> bool:
    """Whether there is a card to draw."""
    if s.top != NOTHING or s.below > 0:
        return True
    for good in range(GOODS):
        if s.discard[good] > 0:
            return True
    return False


@rule
def gain(s: State, seat: int, good: int) -> None:
    """A card comes into a hand, its face unseen by others."""
    s.hand[seat][good] += 1
    s.kinds[seat][TYPE[good]] += 1


@rule
def lose(s: State, seat: int, good: int) -> None:
    """A card leaves a hand, face up."""
    s.hand[seat][good] -= 1
    s.kinds[seat][TYPE[good]] -= 1
    for viewer in range(PLAYERS + 1):
        if s.known[viewer][seat][good] > 0:
            s.known[viewer][seat][good] -= 1


@rule
def seen_to_come(s: State, seat: int, good: int, viewers: int) -> None:
    """Some viewers (a bit each) have seen a card come into a hand."""
    for viewer in range(PLAYERS + 1):
        if (viewers >> viewer) & 1 == 1:
            s.known[viewer][seat][good] += 1


@rule
def proved(s: State, seat: int, good: int, n: int) -> None:
    """Everybody knows that a hand has at least ``n`` copies of a good (GB-T21)."""
    for viewer in range(PLAYERS + 1):
        if s.known[viewer][seat][good] < n:
            s.known[viewer][seat][good] = n


@rule
def everybody() -> int:
    """All viewers, the public too, a bit each."""
    return (1 << (PUBLIC + 1)) - 1


@rule
def cards_in(s: State, seat: int) -> int:
    """Cards in a hand."""
    n = 0
    for kind in range(len(s.kinds[seat])):
        n += s.kinds[seat][kind]
    return n


@rule
def value_of(held: Any) -> int:
    """Value of some cards, a count of each good."""
    value = 0
    for good in range(GOODS):
        value += VALUE[good] * held[good]
    return value


@rule
def draw_for(s: State, seat: int, n: int, why: int) -> None:
    """A seat draws up to ``n`` cards; why: 0 Informant, 1 outbid, 2 Free Trader."""
    tell(s, Event.DRAWS, ALL, seat, n, why, 0)
    for _ in range(n):
        card = draw(s)
        if card != NOTHING:
            gain(s, seat, card)
            tell(s, Event.DREW, 1 << seat, seat, card, 0, 0)


@rule
def throw(s: State, seat: int, good: int) -> None:
    """A card of a hand goes face up to the discard pile (GB-L07)."""
    lose(s, seat, good)
    s.discard[good] += 1
