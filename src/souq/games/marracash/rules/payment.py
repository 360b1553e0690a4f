"""Customers pay the owner, who pays the guide a cut (MA-P01 to MA-P05); souvenirs (MA-V01 to MA-V09)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import nth_bit, popcount
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.marracash.state import BOX, NOBODY, SHOP_COLOUR, SHOWN, SOUVENIR, Event, State

LADDER = table(BOX.ladder)
"""Amounts that a shop's first, second … customer pays; all later customers pay the last amount."""
LIMIT = BOX.guide["limit"]
LOW = BOX.guide["low"]
HIGH = BOX.guide["high"]
A_COLOUR = len(BOX.colours[0].souvenirs)
"""Number of souvenir cards per colour."""


@rule
def ladder(customers: int, n: int) -> int:
    """Return what the next ``n`` customers of a shop pay in total if it has had ``customers`` so far (MA-P01)."""
    paid = 0
    for k in range(customers, customers + n):
        paid += LADDER[min(k, len(LADDER) - 1)]
    return paid


@rule
def cut_of(profit: int, n: int) -> int:
    """Return the guide's share of ``profit``, which ``n`` customers paid in one shop (MA-P02)."""
    return n * (LOW if profit <= LIMIT else HIGH)


@rule
def enter(s: State, shop: int, n: int, guide: int) -> None:
    """Let ``n`` visitors enter an owned shop and pay; ``guide`` led them there, or is NOBODY if they stood at its door.

    A single customer who could buy either souvenir waits until the owner has chosen (MA-V04, MA-V09).
    """
    profit = ladder(s.customers[shop], n)
    emit(s, Event.ENTER, ALL, shop, n, s.customers[shop], profit)
    s.customers[shop] += n
    s.progress = 1
    if n == 1 and wanted(s, shop, 0) and wanted(s, shop, 1):
        s.sale = shop
        s.guide = guide
        s.profit = profit
        return
    for slot in range(SHOWN):
        if wanted(s, shop, slot):  # selling both takes two customers, and a single one was handled above
            profit += sell(s, shop, slot)
    settle(s, shop, n, profit, guide)


@rule
def settle(s: State, shop: int, n: int, profit: int, guide: int) -> None:
    """Pay a shop's owner for the customers of one move, and the guide who led them a cut of it (MA-P02 to MA-P04)."""
    owner = s.owner[shop]
    s.cash[owner] += profit
    s.income[shop] += profit
    emit(s, Event.INCOME, ALL, owner, profit, shop, n)
    if guide != NOBODY and guide != owner:
        cut = cut_of(profit, n)
        s.cash[owner] -= cut
        s.cash[guide] += cut
        s.cuts[shop] += cut
        emit(s, Event.CUT, ALL, owner, guide, cut, shop)


# ---- souvenirs


@rule
def wanted(s: State, shop: int, slot: int) -> bool:
    """Return whether customers of a shop buy the souvenir in a slot: if the card has the shop's colour."""
    return s.shown[slot] >= 0 and s.shown[slot] // A_COLOUR == SHOP_COLOUR[shop]


@rule
def sell(s: State, shop: int, slot: int) -> int:
    """Sell the card in a slot, which leaves the game (MA-V02, MA-V06); return its price."""
    card = s.shown[slot]
    s.shown[slot] = -1
    emit(s, Event.SOLD, ALL, s.owner[shop], card, slot, SOUVENIR[card])
    return SOUVENIR[card]


@rule
def turn_up(s: State) -> None:
    """Turn up souvenir cards until two are face up, slot 0 first (MA-V01, MA-V07, MA-V08)."""
    for slot in range(SHOWN):
        if s.shown[slot] < 0 and s.unseen != 0:
            card = nth_bit(s.unseen, below(s, popcount(s.unseen)))
            s.unseen &= ~(1 << card)
            s.shown[slot] = card
            emit(s, Event.CARD, ALL, card, slot, popcount(s.unseen), 0)
