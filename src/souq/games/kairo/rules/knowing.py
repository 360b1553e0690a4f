"""Hidden information (KA-D05): cards in hands are secret unless taken from the display. The deck has no fixed order."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import store
from souq.engine.rules.chance import below
from souq.games.kairo.rules.asking import builds, options
from souq.games.kairo.rules.cards import copies, many, nth_card, one
from souq.games.kairo.rules.payment import card_options
from souq.games.kairo.rules.sites import NOWHERE
from souq.games.kairo.state import CARDS, Act, Phase, State

TRIES = 32
"""Number of random deals to try before the player gets a card that fits their action in progress."""


@rule
def hide(s: State, seat: int) -> None:
    """Remove what a seat may not know: others' secret cards go back to the deck, and others' options are cleared."""
    s.key[0] = s.key[1] = s.draws = 0
    if seat != s.player:
        store(s.asked, NOWHERE)
    s.deck = unseen(s, seat)
    for other in range(s.players):
        if other != seat:
            s.hand[other] = s.known[other]


@rule
def unseen(s: State, seat: int) -> int:
    """Return the cards a seat has not seen: the deck, and the cards in others' hands that are not publicly known."""
    cards = s.deck
    for other in range(s.players):
        if other != seat:
            cards += s.hand[other] - s.known[other]
    return cards


@rule
def determinize(s: State, seat: int) -> None:
    """Deal random hands to the other seats such that the player to move could have made their recent choices."""
    cards = unseen(s, seat)
    deal(s, seat, cards, -1)
    if seat == s.player or s.over == 1:
        return
    # First random deals, then deals that force one card of each kind into the player's hand in turn.
    tries = 0
    while not fits(s) and tries < TRIES + CARDS:
        deal(s, seat, cards, tries - TRIES)
        tries += 1
    store(s.asked, options(s))


@rule
def deal(s: State, seat: int, cards: int, witness: int) -> None:
    """Deal random cards to all seats except ``seat``.

    The player to move gets a card of kind ``witness`` if possible; -1 means no particular card.
    """
    for other in range(s.players):
        if other != seat:
            hand = s.known[other]
            due = s.held[other] - many(hand)
            if due > 0 and other == s.player and witness >= 0 and copies(cards, witness) > 0:
                hand += one(witness)
                cards -= one(witness)
                due -= 1
            for _ in range(due):
                t = nth_card(cards, below(s, many(cards)))
                hand += one(t)
                cards -= one(t)
            s.hand[other] = hand
    s.deck = cards


@rule
def fits(s: State) -> bool:
    """Return whether the hand of the player to move is compatible with the choices made so far in the action."""
    if s.phase == Phase.ACT:
        return s.final == 0 or builds(s) != 0
    if s.phase == Phase.ENTRY and s.act >= Act.NEW:
        return card_options(s) != 0
    a, b, c = options(s)
    return a != 0 or b != 0 or c != 0
