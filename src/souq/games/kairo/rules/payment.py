"""Cost of building: a card, a joker for a fee, or three cards (KA-C01 to KA-C05), and money (KA-E08 to KA-E11)."""

from __future__ import annotations

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import Bits, lowest, triple
from souq.games.kairo.rules.cards import kinds
from souq.games.kairo.rules.sites import BOARD, CARD_SEGMENTS, SEGMENT, SEGMENT_BITS, SEGMENTS_SITES
from souq.games.kairo.state import BOX, COLOURS, JOKERS, THREE, Act, State

FEE = BOX.turn["joker_fee"]
CARDS_FOR_THREE = BOX.turn["three"]
SUBSTITUTES = BOX.turn["substitutes"]


@rule
def wealth(s: State, seat: int) -> int:
    """Return the amount of money of all colours that a seat has."""
    total = 0
    for colour in range(COLOURS):
        total += s.money[seat][colour]
    return total


@hot
def enough(own: int, others: int, cost: int) -> bool:
    """Return whether a cost can be paid with coins of its colour and two other coins for each one missing (KA-E09)."""
    return own >= 1 and SUBSTITUTES * (cost - own) <= others


@rule
def cost_of(s: State, seat: int, act: int, colour: int) -> int:
    """Return the money that an action costs: for an expansion, the stand's new size; otherwise 0 (KA-E08)."""
    return s.sizes[seat][colour] + 1 if act == Act.EXPAND else 0


@rule
def payable(s: State, seat: int, colour: int, cost: int, fee: int) -> bool:
    """Return whether a seat can pay a joker's fee and then a cost.

    ``fee`` is the colour of the fee, -1 without a fee. A cost of 0 means that there is nothing to pay but the fee.
    """
    total = wealth(s, seat)
    own = s.money[seat][colour]
    if fee >= 0:
        if s.money[seat][fee] < FEE:
            return False
        total -= FEE
        if fee == colour:
            own -= FEE
    return cost == 0 or enough(own, total - own, cost)


@rule
def fees(s: State, seat: int, colour: int, cost: int) -> int:
    """Return the colours in which a seat can pay a joker's fee and still pay the cost, as a bit mask (KA-E11)."""
    found = 0
    for fee in range(COLOURS):
        if payable(s, seat, colour, cost, fee):
            found |= 1 << fee
    return found


@rule
def any_fee(s: State, seat: int, colour: int, cost: int) -> bool:
    """Return whether the seat can pay a joker's fee in some colour and still pay the cost.

    Paying it in a colour other than ``colour`` is tried first, because that leaves more money for the cost.
    """
    total = wealth(s, seat)
    if cost == 0:
        return total >= FEE
    own = s.money[seat][colour]
    if total - own >= FEE and enough(own, total - own - FEE, cost):
        return True
    return enough(own - FEE, total - own, cost)


@rule
def covered_segments(s: State, seat: int, act: int, colour: int) -> int:
    """Return the segments where a seat has a card, and the money, for an action in a colour, as a bit mask."""
    cost = cost_of(s, seat, act, colour)
    if cost > 0 and not payable(s, seat, colour, cost, -1):
        return 0
    if s.held[seat] >= CARDS_FOR_THREE:  # KA-C03
        return SEGMENT_BITS
    jokers = any_fee(s, seat, colour, cost)
    found = 0
    left = kinds(s.hand[seat])
    while left != 0:
        t = lowest(left) >> 1
        left &= left - 1
        if t < JOKERS or jokers:  # KA-C01, KA-C02
            found |= CARD_SEGMENTS[t]
    return found


@rule
def covered(s: State, seat: int, act: int, colour: int) -> Bits:
    """Return the sites where a seat has a card, and the money, for an action. A ``colour`` of -1 means a cost of 0."""
    segments = covered_segments(s, seat, act, colour)
    return BOARD if segments == SEGMENT_BITS else triple(SEGMENTS_SITES[segments])


@rule
def card_options(s: State) -> int:
    """Return how the player can pay with cards for a building on the chosen site, as a bit mask.

    The bits are the kinds of cards that reach the site, and ``THREE`` for playing three cards.
    """
    seat = s.player
    cost = cost_of(s, seat, s.act, s.colour)
    jokers = any_fee(s, seat, s.colour, cost)
    segment = SEGMENT[s.site]
    found = 0
    left = kinds(s.hand[seat])
    while left != 0:
        t = lowest(left) >> 1
        left &= left - 1
        if (CARD_SEGMENTS[t] >> segment) & 1 == 1 and (t < JOKERS or jokers):
            found |= 1 << t
    if s.held[seat] >= CARDS_FOR_THREE:
        found |= 1 << THREE
    return found
