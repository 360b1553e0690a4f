"""Payment (DB-P01 to DB-P10): with neighbours' offers, cards, and trades of three cards for a missing one."""

from __future__ import annotations

from itertools import product

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import Bits, lowest, pair, union
from souq.engine.rules.events import ALL, emit
from souq.games.desert_bazaar.rules.asking import ask
from souq.games.desert_bazaar.rules.cards import beyond, take, up_to, wealth
from souq.games.desert_bazaar.rules.encampments import BESIDE, DIGIT, NOWHERE, PART, offering, units
from souq.games.desert_bazaar.state import (
    BOX,
    COST,
    FLAGS,
    KIND,
    PARTS,
    PAY,
    PRODUCT,
    RESOURCES,
    TRADE,
    TRADES,
    Event,
    Phase,
    State,
)

RICH = 9
"""Hand size from which on every payment leaves enough cards to trade: three for each of three missing ones."""


def _payable(due: tuple[int, ...], hand: tuple[int, ...], pile: tuple[int, ...], cards: int) -> bool:
    """Return whether a payment is possible (DB-P06).

    ``due``, ``hand`` and ``pile`` hold the cards of two or three resources; ``cards`` is the size of the whole hand.
    """
    missing = [max(0, d - h) for d, h in zip(due, hand, strict=True)]
    surplus = cards - sum(due) + sum(missing)
    return surplus >= 3 * sum(missing) and all(m <= p for m, p in zip(missing, pile, strict=True))


def _stripes(cost: list[int]) -> list[int]:
    """Return the resources of a flag, with the one that it asks for twice last."""
    return sorted((r for r in range(RESOURCES) if cost[r]), key=lambda r: cost[r])


def _read(cost: list[int]) -> list[int]:
    """Return, for a flag, the three shifts at which :func:`sufficient` reads two bits each of a :func:`purse`."""
    return [at for r in _stripes(cost) for at in ((8 * r + 2, 8 * r) if cost[r] == 2 else (8 * r + 4,))]


def _sufficient(cost: list[int]) -> list[int]:
    """Return, for every purse, the parts of a flag such that, if neighbours pay one, the purse can pay the rest."""
    asked = _stripes(cost)
    parts = [(i, part) for i, part in enumerate(PARTS.tolist()) if all(p <= c for p, c in zip(part, cost, strict=True))]
    due = [(i, tuple(cost[r] - part[r] for r in asked)) for i, part in parts]
    counts = [range(4) if cost[r] == 2 else range(2) for r in asked]
    made = []
    # The order is that of the index in :func:`sufficient`: hand size, then six bits, two for each shift in READ.
    # A doubled resource takes four of them (hand and pile up to two each), a single one two (up to one each).
    for cards in range(RICH + 1):
        for held in product(*(product(count, count) for count in counts)):
            hand, pile = zip(*held, strict=True)
            made.append(sum(1 << i for i, d in due if _payable(d, hand, pile, cards)))
    return made


def _numbers(rows: list[list[int]], most: tuple[int, ...]) -> int:
    """Return the indices of the rows in which no number exceeds that of ``most``, as a bit mask."""
    return sum(1 << i for i, row in enumerate(rows) if all(n <= m for n, m in zip(row, most, strict=True)))


_PARTS, _FLAGS, _TRADES = PARTS.tolist(), FLAGS.tolist(), TRADES.tolist()
READ = table([_read(cost) for cost in _FLAGS])
"""For each kind of flag, the shifts at which :func:`sufficient` reads a purse."""
SUFFICIENT = table([_sufficient(cost) for cost in _FLAGS])
"""For each kind of flag and each index that :func:`sufficient` computes from a purse, the parts it returns."""
IN_HAND = table([min(n, 2) << 2 | min(n, 1) << 5 for n in range(max(BOX.cards) + 1)])
IN_PILE = table([min(n, 2) | min(n, 1) << 4 for n in range(max(BOX.cards) + 1)])
"""For each number of cards in a pile, their bits in a purse's byte; ``IN_HAND`` is the same for a hand."""
WITHIN = table([_numbers(_PARTS, most) for most in product(range(3), repeat=RESOURCES)])
"""For each base-three number of units by resource, the parts of flags within it, as a bit mask."""
UP_TO = table([sum(1 << i for i, part in enumerate(_PARTS) if sum(part) <= n) for n in range(4)])
"""For each ``n``, the parts of flags with at most ``n`` units, as a bit mask."""
GIVEN = table([_numbers(_TRADES, most) for most in product(range(4), repeat=RESOURCES)])
"""Bit masks of the trades that a hand can give, indexed by its number of cards of each resource as base-four digits."""


# ---- whether a tile can be paid for


@rule
def purse(s: State, seat: int) -> int:
    """Pack all that decides what a seat can pay (DB-P06): a byte for each resource, and above them the hand's size.

    The byte holds the cards in hand and in the pile, clipped to two (two bits each), then clipped to one (a bit each).
    """
    held = up_to(RICH, wealth(s, seat)) << 32
    for r in range(RESOURCES):
        held |= (IN_HAND[s.hand[seat][r]] | IN_PILE[s.pile[r]]) << (8 * r)
    return held


@rule
def sufficient(held: int, tile: int) -> int:
    """Return, as a bit mask, the parts of a tile's flag such that, if neighbours pay one, a purse can pay the rest."""
    kind = KIND[tile]
    read = READ[kind]
    one = held >> read[0] & 3
    two = held >> read[1] & 3
    three = held >> read[2] & 3
    return SUFFICIENT[kind][held >> 32 << 6 | one << 4 | two << 2 | three]


@rule
def payable_sites(s: State, seat: int, tile: int) -> Bits:
    """Return the legal sites on which a seat can pay for a tile."""
    parts = sufficient(purse(s, seat), tile) & s.offered
    if parts & 1 == 1:  # part 0: payable without any offer
        return pair(s.open)
    sites = NOWHERE
    while parts != 0:
        sites = union(sites, offering(s, lowest(parts)))
        parts &= parts - 1
    return sites


@rule
def helping(s: State, site: int, tile: int) -> int:
    """Return the part of a tile's flag that the neighbours of a site offer (DB-P02)."""
    offered = 0
    for r in range(RESOURCES):
        offered += DIGIT[r] * up_to(COST[tile][r], units(s, site, r))
    return lowest(PART[offered])


@rule
def price(s: State, seat: int, tile: int, part: int) -> int:
    """Return the number of cards, including those traded away, that a tile costs if neighbours pay ``part``."""
    cards = 0
    for r in range(RESOURCES):
        due = COST[tile][r] - PARTS[part][r]
        cards += due + 2 * beyond(s.hand[seat][r], due)
    return cards


# ---- paying


@rule
def missing(s: State, r: int) -> int:
    """Return how many cards of a resource the player must pay for the tile and does not hold (DB-P06)."""
    return beyond(s.hand[s.player][r], s.due[r])


@rule
def ask_payment(s: State) -> None:
    """Ask which offers to decline: the player pays those with cards (DB-P04), neighbours pay the others (DB-P02)."""
    tile = s.display[s.side][s.slot]
    part = helping(s, s.site, tile)
    slack = wealth(s, s.player) - price(s, s.player, tile, part)
    most = 0
    for r in range(RESOURCES):
        s.due[r] = COST[tile][r] - PARTS[part][r]
        most = most * 3 + beyond(s.due[r], up_to(COST[tile][r], s.hand[s.player][r]))
    options = WITHIN[most] & UP_TO[up_to(3, slack)]
    ask(s, Phase.PAY, PAY, 1 if s.discount == 1 else options)


@rule
def decline(s: State, part: int) -> None:
    """Decline a part of the flag that neighbours offer, to pay it with cards (DB-P04)."""
    for r in range(RESOURCES):
        s.due[r] += PARTS[part][r]


@rule
def ask_trade(s: State) -> bool:
    """Ask which cards to give for the first missing one; return False if none is missing."""
    short = 0
    most = 0
    for r in range(RESOURCES):
        short += missing(s, r)
        most = most * 4 + up_to(3, beyond(s.due[r], s.hand[s.player][r]))  # DB-P05, DB-P08: only surplus cards
    if short == 0:
        return False
    ask(s, Phase.TRADE, TRADE, GIVEN[most])
    return True


@rule
def trade(s: State, given: int) -> None:
    """Give three cards for the first missing one (DB-P05)."""
    for r in range(RESOURCES):
        take(s, s.player, r, -TRADES[given][r])
    for r in range(RESOURCES):
        if missing(s, r) > 0:
            take(s, s.player, r, 1)
            emit(s, Event.TRADE, ALL, s.player, r, given, 0)
            break


@rule
def pay(s: State) -> None:
    """Return all cards that are due to their piles at once (DB-P07, DB-P09)."""
    if s.n_events >= 0:  # negative while events are off, as in random games: skip the search for payers
        emit_payment(s)
    for r in range(RESOURCES):
        take(s, s.player, r, -s.due[r])
        s.due[r] = 0


@rule
def emit_payment(s: State) -> None:
    """Emit an event for each unit that a neighbour pays, and for each resource that is paid in cards."""
    for r in range(RESOURCES):
        helped = COST[s.tile[s.site]][r] - s.due[r]
        for side in range(6):
            near = BESIDE[s.site][side]
            if helped > 0 and near >= 0 and s.tile[near] >= 0 and PRODUCT[s.tile[near]] == r:
                emit(s, Event.HELP, ALL, s.player, near, r, s.owner[near])
                helped -= 1
    for r in range(RESOURCES):
        if s.due[r] > 0:
            emit(s, Event.PAID, ALL, s.player, r, s.due[r], 0)
