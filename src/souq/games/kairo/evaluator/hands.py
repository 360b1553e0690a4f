"""Values of cards, coins and barkers."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import Bits, common, lowest, some, triple
from souq.games.kairo.evaluator.numbers import BARKER_WORTH, COIN, GROWING, JOKER, ONE_OF_THREE, SPARE_COINS
from souq.games.kairo.rules.cards import copies, kinds
from souq.games.kairo.rules.payment import covered
from souq.games.kairo.rules.sites import CARD_SITES
from souq.games.kairo.rules.stalls import spare
from souq.games.kairo.rules.stands import border
from souq.games.kairo.state import BARKER, COLOURS, DECK, JOKERS, TAKE, THREE, State


@rule
def cheapest(s: State, w: Any, seat: int, act: int, colour: int, sites: Bits) -> float:
    """Return the lowest price, in points, of cards to build on one of ``sites``; -1 if no card reaches any."""
    best = -1.0
    if not some(common(sites, covered(s, seat, act, colour))):
        return best
    left = kinds(s.hand[seat])
    while left != 0:
        t = lowest(left) >> 1
        left &= left - 1
        if some(common(sites, triple(CARD_SITES[t]))):
            price = card_price(w, t)
            if best < 0.0 or price < best:
                best = price
    # The sites are covered but no single card reaches one, so any three cards do.
    return best if best >= 0.0 else card_price(w, THREE)


@hot
def card_price(w: Any, way: int) -> float:
    """Return the price, in points, of playing a joker or three cards; playing one standard card is free."""
    if way == THREE:
        return 2 * w[ONE_OF_THREE]
    return w[JOKER] + COIN if way >= JOKERS else 0.0


@rule
def way_price(s: State, w: Any, seat: int, way: int) -> float:
    """Return the price, in points, of playing a card: its :func:`card_price` plus a tenth of its value in the hand."""
    return card_price(w, way) + (0.1 * card(s, seat, way) if way < THREE else 0.0)


@rule
def card(s: State, seat: int, t: int) -> float:
    """Estimate the value of a card in the hand, from the expansions and new stalls that it makes possible."""
    sites = triple(CARD_SITES[t])
    worth = 0.1 if t < JOKERS else 0.0
    for colour in range(COLOURS):
        size = s.sizes[seat][colour]
        if size > 0 and s.supply[colour] > 0 and some(common(border(s, seat, colour), sites)):
            worth += 0.3 + 0.08 * size
    if some(common(spare(s), sites)):
        worth += 0.15
    return worth / (1.0 + 0.6 * max(0, copies(s.hand[seat], t) - 1))


@rule
def coin(s: State, w: Any, seat: int, colour: int) -> float:
    """Estimate the value of a coin of a colour for a seat."""
    if s.sizes[seat][colour] == 0 or s.supply[colour] == 0 or s.money[seat][colour] >= w[SPARE_COINS]:
        return COIN
    return w[GROWING] if some(border(s, seat, colour)) else COIN


@rule
def take_worth(s: State, w: Any, seat: int, choice: int) -> float:
    """Estimate the value of taking a displayed card, an unknown card from the deck, or a barker."""
    if choice == BARKER:
        return w[BARKER_WORTH] - 0.15 * s.barkers[seat]
    if choice == DECK:
        return 0.45
    t = choice - TAKE
    return card(s, seat, t) / (1.0 + 0.6 * copies(s.hand[seat], t))
