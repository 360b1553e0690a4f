"""Payment (DB-P01 to DB-P10): neighbours' offers, cards, and three cards for one that is missing."""

from __future__ import annotations

from itertools import product

from souq.engine.bits import Bits, lowest, union
from souq.engine.compiled import hot, rule, table
from souq.engine.events import ALL, tell
from souq.games.desert_bazaar.rules.asking import ask
from souq.games.desert_bazaar.rules.cards import take, wealth
from souq.games.desert_bazaar.rules.encampments import BESIDE, NOWHERE, offering, units
from souq.games.desert_bazaar.state import (
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
"""With so many cards no payment fails for want of surplus: three traded for each of three."""


def _payable(due: tuple[int, ...], hand: tuple[int, ...], pile: tuple[int, ...], cards: int) -> bool:
    """DB-P06, for three resources or two: cards due, held and left of each, and all cards held."""
    missing = [max(0, d - h) for d, h in zip(due, hand, strict=True)]
    surplus = cards - sum(due) + sum(missing)
    return surplus >= 3 * sum(missing) and all(m <= p for m, p in zip(missing, pile, strict=True))


def _stripes(cost: list[int]) -> list[int]:
    """The resources of a flag, the doubled one first; three."""
    asked = sorted((r for r in range(RESOURCES) if cost[r]), key=lambda r: -cost[r])
    return [*asked, -1][:3]


def _sufficient(cost: list[int]) -> list[int]:
    """For all means: the parts of the flag that, when offered, leave a payment the hand and the piles can bear."""
    asked = [r for r in _stripes(cost) if r >= 0]
    parts = [(i, part) for i, part in enumerate(PARTS.tolist()) if all(p <= c for p, c in zip(part, cost, strict=True))]
    spans = [range(3) if cost[r] == 2 else range(2) for r in asked]
    made = []
    for cards in range(RICH + 1):
        for held in product(*(product(span, span) for span in spans)):
            hand, pile = zip(*held, strict=True)
            due = [(i, tuple(cost[r] - part[r] for r in asked)) for i, part in parts]
            made.append(sum(1 << i for i, d in due if _payable(d, hand, pile, cards)))
    return made


def _numbers(rows: list[list[int]], most: tuple[int, ...]) -> int:
    """The rows that have nowhere more than ``most``, a bit each."""
    return sum(1 << i for i, row in enumerate(rows) if all(n <= m for n, m in zip(row, most, strict=True)))


_PARTS, _FLAGS, _TRADES = PARTS.tolist(), FLAGS.tolist(), TRADES.tolist()
_SUFFICIENT = [_sufficient(cost) for cost in _FLAGS]

STRIPES = table([_stripes(cost) for cost in _FLAGS])
"""The resources of each kind of flag, the doubled one first; -1 where there is no third."""
SUFFICIENT = table([row + [0] * (max(map(len, _SUFFICIENT)) - len(row)) for row in _SUFFICIENT])
"""For each kind of flag and all means (see :func:`sufficient`): the parts that do when offered, a bit each."""
WITHIN = table([_numbers(_PARTS, most) for most in product(range(3), repeat=RESOURCES)])
"""The parts with no more of each resource than the digits of a number in base three."""
UP_TO = table([sum(1 << i for i, part in enumerate(_PARTS) if sum(part) <= n) for n in range(4)])
"""The parts of at most so many units."""
GIVEN = table([_numbers(_TRADES, most) for most in product(range(4), repeat=RESOURCES)])
"""The trades that give no more of each resource than the digits of a number in base four."""


# ---- whether a tile can be paid for


@hot
def means(s: State, seat: int, r: int, n: int) -> int:
    """Cards held and cards left of a resource, both counted up to ``n``, as one number."""
    return min(s.hand[seat][r], n) * (n + 1) + min(s.pile[r], n)


@hot
def sufficient(s: State, seat: int, cards: int, tile: int) -> int:
    """The parts of a tile's flag that do when offered: a seat with ``cards`` cards can pay the rest (DB-P06)."""
    kind = KIND[tile]
    flag = STRIPES[kind]
    at = min(cards, RICH)
    if flag[2] < 0:
        at = at * 9 + means(s, seat, flag[0], 2)
        at = at * 4 + means(s, seat, flag[1], 1)
    else:
        at = at * 4 + means(s, seat, flag[0], 1)
        at = at * 4 + means(s, seat, flag[1], 1)
        at = at * 4 + means(s, seat, flag[2], 1)
    return SUFFICIENT[kind][at]


@rule
def payable_sites(s: State, seat: int, tile: int) -> Bits:
    """The legal sites on which a seat can pay for a tile."""
    sites = NOWHERE
    parts = sufficient(s, seat, wealth(s, seat), tile) & s.offered
    while parts != 0:
        sites = union(sites, offering(s, lowest(parts)))
        parts &= parts - 1
    return sites


# ---- paying


@rule
def missing(s: State, r: int) -> int:
    """Cards of a resource that the player must pay for the tile and does not hold (DB-P06)."""
    return max(0, s.due[r] - s.hand[s.player][r])


@rule
def ask_payment(s: State) -> None:
    """Ask how to pay: neighbours pay what they offer (DB-P02), unless declined for a card held (DB-P04)."""
    cost = COST[s.display[s.side][s.slot]]
    slack = wealth(s, s.player)
    most = 0
    for r in range(RESOURCES):
        s.due[r] = cost[r] - min(cost[r], units(s, s.site, r))
        slack -= s.due[r] + 2 * missing(s, r)
        most = most * 3 + max(0, min(cost[r], s.hand[s.player][r]) - s.due[r])
    options = WITHIN[most] & UP_TO[min(slack, 3)]
    ask(s, Phase.PAY, PAY, 1 if s.discount == 1 else options)


@rule
def decline(s: State, part: int) -> None:
    """Pay part of the flag with cards although neighbours offer it (DB-P04)."""
    for r in range(RESOURCES):
        s.due[r] += PARTS[part][r]


@rule
def ask_trade(s: State) -> bool:
    """What is given for the first missing card? False if none is missing."""
    short = 0
    most = 0
    for r in range(RESOURCES):
        short += missing(s, r)
        most = most * 4 + min(3, max(0, s.hand[s.player][r] - s.due[r]))  # DB-P05, DB-P08: only surplus cards
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
            tell(s, Event.TRADE, ALL, s.player, r, given, 0)
            break


@rule
def pay(s: State) -> None:
    """All cards due go to their piles at once (DB-P07, DB-P09)."""
    if s.told >= 0:
        tell_payment(s)
    for r in range(RESOURCES):
        take(s, s.player, r, -s.due[r])
        s.due[r] = 0


@rule
def tell_payment(s: State) -> None:
    """Tell which neighbours pay which unit, and what is paid in cards."""
    for r in range(RESOURCES):
        helped = COST[s.tile[s.site]][r] - s.due[r]
        for side in range(6):
            near = BESIDE[s.site][side]
            if helped > 0 and near >= 0 and s.tile[near] >= 0 and PRODUCT[s.tile[near]] == r:
                tell(s, Event.HELP, ALL, s.player, near, r, s.owner[near])
                helped -= 1
    for r in range(RESOURCES):
        if s.due[r] > 0:
            tell(s, Event.PAID, ALL, s.player, r, s.due[r], 0)
