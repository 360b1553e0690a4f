"""Stall cards: the deck, the discards, the display, and the cards in hands that all players know.

A stack of cards is an integer with two bits for each kind of card. Nobody sees the order of the deck, so a card is
drawn
at random when it is needed, and nothing is ever shuffled.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import popcount
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.kairo.state import BOX, CARDS, DISPLAY, Event, State

ONES = sum(1 << (2 * t) for t in range(CARDS))
"""Mask of the lower of each kind's two bits."""
WHOLE = sum(card.copies << (2 * t) for t, card in enumerate(BOX.cards))
"""The stack of all stall cards."""


@hot
def copies(stack: int, t: int) -> int:
    """Return the number of cards of kind ``t`` in a stack."""
    return (stack >> (2 * t)) & 3


@hot
def one(t: int) -> int:
    """Return a stack that holds a single card of kind ``t``. Adding it to a stack adds the card."""
    return 1 << (2 * t)


@hot
def many(stack: int) -> int:
    """Return the number of cards in a stack."""
    return popcount(stack & ONES) + 2 * popcount((stack >> 1) & ONES)


@hot
def kinds(stack: int) -> int:
    """Return the kinds in a stack, as a stack of one card each."""
    return (stack | (stack >> 1)) & ONES


@rule
def kind_bits(stack: int) -> int:
    """Return the kinds in a stack, as a bit mask."""
    bits = 0
    for t in range(CARDS):
        if copies(stack, t) > 0:
            bits |= 1 << t
    return bits


@rule
def nth_card(stack: int, k: int) -> int:
    """Return the kind of the ``k``-th card of a stack, counted from 0; the stack must hold more than ``k``."""
    for t in range(CARDS):
        n = copies(stack, t)
        if k < n:
            return t
        k -= n
    return CARDS - 1


@rule
def draw_card(s: State) -> int:
    """Draw the top card of the deck and return its kind."""
    t = nth_card(s.deck, below(s, s.left))
    s.deck -= one(t)
    s.left -= 1
    return t


@rule
def renew_deck(s: State) -> None:
    """Turn the discards into a new deck if the last card has been drawn (KA-D04, KA-X24)."""
    if s.left == 0:
        s.deck = s.discards
        s.left = many(s.discards)
        s.discards = 0
        emit(s, Event.SHUFFLED, ALL, s.left, 0, 0, 0)


@rule
def refill(s: State) -> None:
    """Fill the empty slots of the display from left to right (KA-T03, KA-X25)."""
    for slot in range(DISPLAY):
        if s.display[slot] < 0:
            t = draw_card(s)
            s.display[slot] = t
            emit(s, Event.SHOWN, ALL, slot, t, s.left, 0)
            renew_deck(s)


@rule
def receive(s: State, seat: int, t: int, seen: bool) -> None:
    """Add a card to a hand. ``seen`` says whether all players know the card, because it comes from the display."""
    s.hand[seat] += one(t)
    s.held[seat] += 1
    if seen:
        s.known[seat] += one(t)


@rule
def give_up(s: State, seat: int, t: int) -> None:
    """Discard a card from a hand. If the hand has two of its kind, discard the publicly known one first (KA-C06)."""
    s.hand[seat] -= one(t)
    s.held[seat] -= 1
    s.discards += one(t)
    if copies(s.known[seat], t) > 0:
        s.known[seat] -= one(t)
