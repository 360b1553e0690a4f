"""Payment for a tile (DB-P01 to DB-P10): neighbours' offers, own cards, and trades of three cards for a missing one."""

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
"""Hand size from which a player can always trade for every missing card: three cards for each of three."""


def _payable(due: tuple[int, ...], hand: tuple[int, ...], pile: tuple[int, ...], cards: int) -> bool:
    """Return whether a hand can pay the cards that are due, with trades for missing ones (DB-P06).

    ``due``, ``hand`` and ``pile`` hold the cards of two or three resources; ``cards`` is the size of the whole hand.
    """
    missing = [max(0, d - h) for d, h in zip(due, hand, strict=True)]
    surplus = cards - sum(due) + sum(missing)
    return surplus >= 3 * sum(missing) and all(m <= p for m, p in zip(missing, pile, strict=True))


def _stripes(cost: list[int]) -> list[int]:
    """Return the resources that a tile costs; if it costs two cards of one resource, that resource is the last."""
    return sorted((r for r in range(RESOURCES) if cost[r]), key=lambda r: cost[r])


def _read(cost: list[int]) -> list[int]:
    """Return the three bit positions at which :func:`sufficient` reads two bits each of a :func:`purse`, for a cost."""
    return [at for r in _stripes(cost) for at in ((8 * r + 2, 8 * r) if cost[r] == 2 else (8 * r + 4,))]


def _sufficient(cost: list[int]) -> list[int]:
    """Return, for every possible purse, a bit mask of the parts of a cost that leave a remainder the purse can pay."""
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
    """Return a bit mask of the rows in which no number exceeds the number in the same place of ``most``."""
    return sum(1 << i for i, row in enumerate(rows) if all(n <= m for n, m in zip(row, most, strict=True)))


_PARTS, _FLAGS, _TRADES = PARTS.tolist(), FLAGS.tolist(), TRADES.tolist()
READ = table([_read(cost) for cost in _FLAGS])
"""For each kind of cost, the three bit positions at which :func:`sufficient` reads a purse."""
SUFFICIENT = table([_sufficient(cost) for cost in _FLAGS])
"""Results of :func:`sufficient`, indexed by the kind of cost and by the bits read from a purse."""
IN_HAND = table([min(n, 2) << 2 | min(n, 1) << 5 for n in range(max(BOX.cards) + 1)])
IN_PILE = table([min(n, 2) | min(n, 1) << 4 for n in range(max(BOX.cards) + 1)])
"""Bits that a purse stores for a pile, indexed by its number of cards; ``IN_HAND`` is the same for a hand."""
WITHIN = table([_numbers(_PARTS, most) for most in product(range(3), repeat=RESOURCES)])
"""Bit mask of the parts of costs that don't exceed given numbers of units, indexed by these numbers in base three."""
UP_TO = table([sum(1 << i for i, part in enumerate(_PARTS) if sum(part) <= n) for n in range(4)])
"""Bit mask of the parts of costs with ``n`` cards or fewer, for each ``n``."""
GIVEN = table([_numbers(_TRADES, most) for most in product(range(4), repeat=RESOURCES)])
"""Bit mask of the trades that a hand can make, indexed by its numbers of cards of each resource as base-four digits."""


# ---- whether a tile can be paid for


@rule
def purse(s: State, seat: int) -> int:
    """Pack into one number what decides which costs a seat can pay (DB-P06).

    There is a byte for each resource, and above these bytes the hand's size. A byte holds the cards in the hand and in
    the pile, first limited to two (two bits each), then limited to one (a bit each).
    """
    held = up_to(RICH, wealth(s, seat)) << 32
    for r in range(RESOURCES):
        held |= (IN_HAND[s.hand[seat][r]] | IN_PILE[s.pile[r]]) << (8 * r)
    return held


@rule
def sufficient(held: int, tile: int) -> int:
    """Return a bit mask of the parts of a tile's cost that leave a remainder which the purse can pay.

    The bit of a part answers whether the seat can build the tile if neighbours pay that part.
    """
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
    """Return the number of the part of a tile's cost that the neighbours of a site would pay (DB-P02)."""
    offered = 0
    for r in range(RESOURCES):
        offered += DIGIT[r] * up_to(COST[tile][r], units(s, site, r))
    return lowest(PART[offered])


@rule
def price(s: State, seat: int, tile: int, part: int) -> int:
    """Return how many cards a seat pays or trades away for a tile if neighbours pay ``part`` of the cost.

    A trade gives three cards and brings one, so it adds two.
    """
    cards = 0
    for r in range(RESOURCES):
        due = COST[tile][r] - PARTS[part][r]
        cards += due + 2 * beyond(s.hand[seat][r], due)
    return cards


# ---- paying


@rule
def missing(s: State, r: int) -> int:
    """Return how many cards of a resource the player lacks to pay for the tile (DB-P06)."""
    return beyond(s.hand[s.player][r], s.due[r])


@rule
def ask_payment(s: State) -> None:
    """Ask the player which of the neighbours' offers to decline, that is, to pay with own cards (DB-P02, DB-P04)."""
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
    """Decline what neighbours offer to pay: add this part of the cost to what the player must pay in cards (DB-P04)."""
    for r in range(RESOURCES):
        s.due[r] += PARTS[part][r]


@rule
def ask_trade(s: State) -> bool:
    """Ask which three cards to give for the first missing card of the payment; return False if no card is missing."""
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
    """Give three cards, as the trade ``given`` says, for the first card that the payment lacks (DB-P05)."""
    for r in range(RESOURCES):
        take(s, s.player, r, -TRADES[given][r])
    for r in range(RESOURCES):
        if missing(s, r) > 0:
            take(s, s.player, r, 1)
            emit(s, Event.TRADE, ALL, s.player, r, given, 0)
            break


@rule
def pay(s: State) -> None:
    """Put all cards that the player has to pay back on their piles at once (DB-P07, DB-P09)."""
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
