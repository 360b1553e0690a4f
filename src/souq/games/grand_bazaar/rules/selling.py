"""Selling (GB-L01 to L09): customers, Ply Your Wares, and the hand limit."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.cards import cards_in, throw, value_of
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import (
    BOX,
    CARD,
    CARDS,
    COLLECT,
    COLLECTOR,
    DONE,
    FINISH,
    GOODS,
    GUILD,
    GUILD_SALE,
    HAGGLE,
    HAGGLER,
    NOTHING,
    PLY,
    QUANTITY,
    RANKS,
    TYPE,
    TYPES,
    Event,
    Phase,
    State,
)

MULTIPLE = BOX.customers["haggler"]
BONUS = BOX.customers["collector"]
GUILD_PAYS = BOX.customers["guild"]
FEWEST, MOST = BOX.ply
KEEP = BOX.limits["keep"]
FEW = 2
"""Minimum number of copies of a good that the Haggler buys."""
PLIED = 3
"""Number of Ply Your Wares in events and sales, where the customers have the numbers 0 to 2."""


@rule
def ask_seller(s: State, seat: int) -> bool:
    """Ask the first seat from ``seat`` onwards that hasn't had its selling turn; return False if all have (GB-L01).

    A seat with fewer than five cards and no access is skipped: everybody can see that it can't sell.
    """
    for step in range(s.players):
        other = (seat + step) % s.players
        if (s.sellers >> other) & 1 == 0:
            s.sellers |= 1 << other
            s.sold = 0
            if cards_in(s, other) >= FEWEST or access_of(s, other) != 0:
                ask_sale(s, other)
                return True
    return False


@rule
def ask_sale(s: State, seat: int) -> None:
    """Ask a seller to choose the next sale or to finish."""
    s.player = seat
    s.phase = s.asks = Phase.SELL
    clear_sale(s)


@rule
def clear_sale(s: State) -> None:
    """Blank the draft of a sale or a discard."""
    s.at = s.n_drawn = s.need = 0
    s.good = NOTHING
    for good in range(GOODS):
        s.drawn[good] = 0


@rule
def sales(s: State, out: Any) -> int:
    """Write the sales that the seller may begin, and FINISH, in ascending order (GB-L02 to L06); return how many."""
    n = 0
    seat = s.player
    access = access_of(s, seat)
    if (access >> HAGGLER) & 1 == 1:
        for good in range(GOODS):
            if s.hand[seat][good] >= FEW:
                out[n] = HAGGLE + good
                n += 1
    if (access >> COLLECTOR) & 1 == 1 and all_types(s, seat):
        out[n] = COLLECT
        n += 1
    if (access >> GUILD) & 1 == 1:
        for kind in range(TYPES):
            if all_goods(s, seat, kind):
                out[n] = GUILD_SALE + kind
                n += 1
    if may_ply(s, seat):
        out[n] = PLY
        n += 1
    out[n] = FINISH
    return n + 1


@rule
def may_ply(s: State, seat: int) -> bool:
    """Return whether a seller may choose Ply Your Wares: enough cards, and no sale to a customer so far (GB-L06)."""
    return s.sold == 0 and cards_in(s, seat) >= FEWEST


@rule
def price(customer: int, value: int) -> int:
    """Return the Talents that a customer pays for cards with a total face value of ``value`` (GB-L03 to L06)."""
    if customer == HAGGLER:
        return MULTIPLE * value
    if customer == COLLECTOR:
        return value + BONUS
    return GUILD_PAYS if customer == GUILD else value


@rule
def all_types(s: State, seat: int) -> bool:
    """Return whether a hand has a card of each type."""
    for kind in range(TYPES):
        if s.kinds[seat][kind] == 0:
            return False
    return True


@rule
def all_goods(s: State, seat: int, kind: int) -> bool:
    """Return whether a hand has every good of a type."""
    for rank in range(RANKS):
        if s.hand[seat][RANKS * kind + rank] == 0:
            return False
    return True


@rule
def choose(s: State, seat: int, choice: int) -> bool:
    """Apply a choice of a sale or a discard, and the forced ones after it; return whether the seller has finished."""
    if s.phase == Phase.SELL:
        return sell(s, seat, choice)
    return complete(s, seat) if add(s, choice) else draft(s, seat)


@rule
def sell(s: State, seat: int, choice: int) -> bool:
    """Begin a sale, and carry it out if nothing is left to choose; return whether the seller has finished."""
    if choice == FINISH:
        if s.sold == 0:
            emit(s, Event.IDLE, ALL, seat, 0, 0, 0)
        return True
    if choice < COLLECT:
        s.good = choice - HAGGLE
        s.phase = Phase.QUANTITY
    elif choice == COLLECT:
        s.phase = Phase.COLLECT
    elif choice == PLY:
        s.phase = Phase.PLY
    else:
        for rank in range(RANKS):
            s.drawn[RANKS * (choice - GUILD_SALE) + rank] = 1
        s.n_drawn = RANKS
        pay(s, seat, GUILD)
        ask_sale(s, seat)
        return False
    return draft(s, seat)


# ---- putting a sale together


@rule
def next_card(s: State, after: int) -> int:
    """Return the lowest legal choice of the present step of a sale or a discard above ``after``, or -1."""
    if s.phase == Phase.QUANTITY:
        most = QUANTITY + s.hand[s.player][s.good] - FEW
        choice = max(QUANTITY, after + 1)
        return choice if choice <= most else NOTHING
    if s.phase == Phase.PLY and after < DONE and s.n_drawn >= FEWEST:
        return DONE  # its number is lower than any CARD's
    first = 0
    if after >= CARD:
        first = after - CARD + 1
    for good in range(first, GOODS):
        if card_allowed(s, good):
            return CARD + good
    return NOTHING


@rule
def card_allowed(s: State, good: int) -> bool:
    """Return whether one more copy of a good may be added to the sale or the discard."""
    left = s.hand[s.player][good] - s.drawn[good]
    if left == 0:
        return False
    if s.phase == Phase.COLLECT:
        return TYPE[good] == s.n_drawn
    if good < s.at or (s.phase == Phase.PLY and s.n_drawn == MOST):
        return False
    # Goods come in ascending order, so enough cards must remain from this good on to reach the fewest allowed.
    after = left - 1
    for other in range(good + 1, GOODS):
        after += s.hand[s.player][other]
    fewest = FEWEST if s.phase == Phase.PLY else s.need
    return s.n_drawn + 1 + after >= fewest


@rule
def cards(s: State, out: Any) -> int:
    """Write the legal choices of the present step of a sale or a discard, in ascending order; return their number."""
    n = 0
    choice = next_card(s, NOTHING)
    while choice != NOTHING:
        out[n] = choice
        n += 1
        choice = next_card(s, choice)
    return n


@rule
def add(s: State, choice: int) -> bool:
    """Add a choice to the draft; return whether the sale or the discard is complete."""
    if s.phase == Phase.QUANTITY:
        s.n_drawn = s.drawn[s.good] = choice - QUANTITY + FEW
        return True
    if choice == DONE:
        return True
    s.drawn[choice - CARD] += 1
    s.n_drawn += 1
    s.at = choice - CARD
    if s.phase == Phase.COLLECT:
        return s.n_drawn == TYPES
    return s.n_drawn == (MOST if s.phase == Phase.PLY else s.need)


@rule
def draft(s: State, seat: int) -> bool:
    """Make every choice of a sale or a discard that has no alternative, and carry out the sale once it is complete.

    Return whether the seller has finished.
    """
    for _ in range(CARDS):
        choice = next_card(s, NOTHING)
        if next_card(s, choice) != NOTHING:
            return False
        if add(s, choice):
            break
    return complete(s, seat)


@rule
def complete(s: State, seat: int) -> bool:
    """Carry out a complete sale or discard; return whether the seller has finished."""
    if s.phase == Phase.DISCARD:
        give_up(s, seat)
        return True
    if s.phase == Phase.PLY:
        pay(s, seat, PLIED)
        return True
    pay(s, seat, HAGGLER if s.phase == Phase.QUANTITY else COLLECTOR)
    ask_sale(s, seat)
    return False


@rule
def pay(s: State, seat: int, customer: int) -> None:
    """Move the cards of a sale to the discard pile, and pay the seller (GB-L07, L08)."""
    talents = price(customer, value_of(s.drawn))
    s.talents[seat] += talents
    emit(s, Event.SELLS, ALL, seat, customer, s.n_drawn, talents)
    for good in range(GOODS):
        if s.drawn[good] > 0:
            emit(s, Event.SOLD, ALL, good, s.drawn[good], 0, 0)
        for _ in range(s.drawn[good]):
            throw(s, seat, good)
    if customer == PLIED:
        clear_sale(s)
    else:
        s.sold |= 1 << customer


# ---- the limit


@rule
def excess(s: State, seat: int) -> int:
    """Return the number of cards in a hand above the hand limit."""
    return max(0, cards_in(s, seat) - KEEP)


@rule
def over_limit(s: State, seat: int) -> bool:
    """Ask a seller to discard down to the hand limit; return False if its hand is within the limit (GB-L09)."""
    need = excess(s, seat)
    if need == 0:
        return False
    clear_sale(s)
    s.need = need
    s.player = seat
    s.phase = s.asks = Phase.DISCARD
    return True


@rule
def give_up(s: State, seat: int) -> None:
    """Discard the cards chosen to meet the hand limit."""
    for good in range(GOODS):
        if s.drawn[good] > 0:
            emit(s, Event.DISCARDS, ALL, seat, s.drawn[good], good, 0)
        for _ in range(s.drawn[good]):
            throw(s, seat, good)
    clear_sale(s)
