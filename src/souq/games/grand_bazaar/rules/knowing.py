"""Hidden information (specification, section 6): hiding it from a seat, and sampling it for a seat."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.games.grand_bazaar.rules.cards import kind_of
from souq.games.grand_bazaar.rules.floor import active, has_partner
from souq.games.grand_bazaar.rules.proposals import clear_draft
from souq.games.grand_bazaar.rules.selling import clear_sale
from souq.games.grand_bazaar.state import (
    BACK,
    COPIES,
    GOODS,
    MARKETS,
    NOTHING,
    PAIR,
    PLAYERS,
    PUBLIC,
    RANKS,
    Phase,
    State,
)


@rule
def hide(s: State, seat: int) -> None:
    """Blank everything that ``seat`` (-1: a spectator) may not know, including the state of the random generator."""
    s.key[0] = s.key[1] = s.draws = 0
    conceal(s, seat)


@rule
def conceal(s: State, seat: int) -> None:
    """Hide cards and an unfinished draft from ``seat``, and also what the other seats know of the hands.

    The types of the cards stay visible. After the game all hands are visible as well.
    """
    if s.player != seat:
        hide_draft(s)
    for good in range(GOODS):
        s.pile[good] = 0
    for other in range(PLAYERS):
        if other != seat and s.over == 0:
            for good in range(GOODS):
                s.hand[other][good] = 0
        for viewer in range(PLAYERS):
            if viewer != seat:
                for good in range(GOODS):
                    s.known[viewer][other][good] = NOTHING  # zeros too: they would reveal what others don't know
    for market in range(MARKETS):
        for place in range(PAIR):
            if seat < 0 or (s.looked[market][place] >> seat) & 1 == 0:
                s.market[market][place] = back(s.market[market][place])
    s.top = back(s.top)


@rule
def back(card: int) -> int:
    """Return the back of a card, which shows only its type; -1 (no card) is returned unchanged."""
    return BACK + kind_of(card) if card >= 0 else card


@rule
def hide_draft(s: State) -> None:
    """Replace an unfinished draft by the decision that it began with, as other seats see it (specification, 5)."""
    if s.phase != s.asks:
        s.phase = s.asks
        clear_draft(s)
        clear_sale(s)
        if s.asks == Phase.OPEN:
            s.player = speaker(s)
    elif s.phase == Phase.DISCARD:
        need = s.need
        clear_sale(s)
        s.need = need


@rule
def speaker(s: State) -> int:
    """Return the seat that other viewers see as the player while any seat composes a post in open trading.

    It is the first negotiator, from the holder of Hafid onwards, who has a partner.
    """
    for step in range(s.players):
        seat = (s.first + step) % s.players
        if active(s, seat) and has_partner(s, seat):
            return seat
    return s.first


@rule
def determinize(s: State, seat: int) -> None:
    """Sample what ``seat`` can't know: give each hidden card a random unseen good of its type.

    See section 6 of the specification. Other viewers are assumed to know only public information.
    """
    conceal(s, seat)
    viewer = seat if seat >= 0 else PUBLIC
    s.below = 0
    # ``pile`` becomes the pool of unseen cards: all copies less those that the viewer can locate. What is left of it
    # after the hands, the markets and the top card are filled is the draw pile.
    for good in range(GOODS):
        s.pile[good] = COPIES[good] - s.discard[good]
        for other in range(PLAYERS):
            if other < s.players:
                if other != seat and s.over == 0:
                    s.hand[other][good] = s.known[viewer][other][good]
                s.pile[good] -= s.hand[other][good]
            for watcher in range(PLAYERS):
                if watcher != seat:
                    s.known[watcher][other][good] = s.known[PUBLIC][other][good]
    for market in range(MARKETS):
        for place in range(PAIR):
            if 0 <= s.market[market][place] < BACK:
                s.pile[s.market[market][place]] -= 1
    for other in range(s.players):
        if other != seat:
            fill_hand(s, other)
    for market in range(MARKETS):
        for place in range(PAIR):
            if s.market[market][place] >= BACK:
                s.market[market][place] = unseen(s, s.market[market][place] - BACK)
    if s.top >= BACK:
        s.top = unseen(s, s.top - BACK)
    for good in range(GOODS):
        s.below += s.pile[good]


@rule
def fill_hand(s: State, seat: int) -> None:
    """Sample the unknown cards of a hand from the unseen cards, which are counted in ``pile``."""
    for kind in range(len(s.kinds[seat])):
        n = s.kinds[seat][kind]
        for rank in range(RANKS):
            n -= s.hand[seat][RANKS * kind + rank]
        for _ in range(n):
            s.hand[seat][unseen(s, kind)] += 1


@rule
def unseen(s: State, kind: int) -> int:
    """Draw a random good of a type from the unseen cards in ``pile``, each card equally likely, and remove it."""
    n = 0
    for rank in range(RANKS):
        n += s.pile[RANKS * kind + rank]
    k = below(s, n)
    good = RANKS * kind
    while k >= s.pile[good]:
        k -= s.pile[good]
        good += 1
    s.pile[good] -= 1
    return good
