"""What a hand sells for now, to whom, and what one more card of a good would add."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.wording import counted, listed, opened
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.rules.selling import BONUS, FEW, GUILD_PAYS, MOST, MULTIPLE, PLIED
from souq.games.grand_bazaar.scene.desk import Desk, Proposal

Hand = tuple[int, ...]
"""Copies of each good."""


@dataclass(frozen=True, slots=True)
class Sale:
    """A sale to ``customer`` (3: Ply Your Wares) of so many of each good."""

    customer: int
    goods: tuple[tuple[int, int], ...]
    """Good and how many."""
    talents: int


@dataclass(frozen=True, slots=True)
class Worth:
    """The best that a hand can bring."""

    total: int
    sales: tuple[Sale, ...]
    """How."""
    gains: tuple[int, ...]
    """What one more card of each good would add."""

    def by_customer(self) -> tuple[tuple[int, int], ...]:
        """Each customer of the best sale with what it pays."""
        found = dict.fromkeys(sorted({sale.customer for sale in self.sales}), 0)
        for sale in self.sales:
            found[sale.customer] += sale.talents
        return tuple(found.items())


def own_worth(desk: Desk) -> Worth:
    """The best sale of the viewer's hand with the customers it may sell to now."""
    return worth(desk.hand, access_bits(desk), plies(desk))


def access_bits(desk: Desk) -> int:
    """The customers the viewer may still sell to in this round, a bit each."""
    if desk.stage == "selling" and desk.player != desk.seat and desk.view.sellers >> desk.seat & 1:
        return 0
    return sum(1 << customer for customer in desk.customers(desk.seat))


def plies(desk: Desk) -> bool:
    """Whether the viewer has not sold to a customer in this selling turn."""
    return not (desk.stage == "selling" and desk.player == desk.seat and desk.view.sold)


@lru_cache(maxsize=512)
def worth(hand: Hand, access: int, ply: bool) -> Worth:
    """The best sale of a hand, how, and what one more card would add."""
    total = best_sale(hand, access, ply)
    gains = tuple(best_sale(more(hand, good), access, ply) - total for good in range(g.GOODS))
    return Worth(total, _sales(hand, access, ply, total), gains)


def more(hand: Hand, good: int, count: int = 1) -> Hand:
    """A hand with other copies of a good."""
    return (*hand[:good], hand[good] + count, *hand[good + 1 :])


def gained(desk: Desk, deal: Proposal) -> int | None:
    """What a proposal to the viewer adds to the best sale and the Talents; None if he has not all that is wanted."""
    row = list(desk.hand)
    for good in deal.want:
        row[good] -= 1
    if min(row) < 0:
        return None
    for good in deal.give:
        row[good] += 1
    access, lent, asked = access_bits(desk), *(sum(1 << each for each in bits) for bits in (deal.lend, deal.borrow))
    after = best_sale(tuple(row), access & ~asked | lent, plies(desk))
    return after - own_worth(desk).total + deal.net


def buyer_of(hand: Hand, access: int, ply: bool, good: int) -> int:
    """The customer to whom one more card of a good adds most; -1: none in particular."""
    after, now = best_sale(more(hand, good), access, ply), best_sale(hand, access, ply)
    found, most = -1, 0
    for customer in range(g.CUSTOMERS):
        rest = access & ~(1 << customer)
        without = best_sale(more(hand, good), rest, ply)
        if rest != access and without < after:
            loss = after - now - (without - best_sale(hand, rest, ply))
            if loss > most or (not rest and found < 0):
                found, most = customer, max(most, loss)
    return found


# ---- how


def _sales(hand: Hand, access: int, ply: bool, total: int) -> tuple[Sale, ...]:
    """Sales that bring the total."""
    if total == 0:
        return ()
    if ply and (not access or best_sale(hand, access, False) < total):
        return (_ply(hand, total),)
    made, left = list[Sale](), hand
    for kind in range(g.TYPES):
        goods = range(g.RANKS * kind, g.RANKS * kind + g.RANKS)
        while access >> g.GUILD & 1 and all(left[good] for good in goods):
            rest = _without(left, goods)
            if GUILD_PAYS + best_sale(rest, access, False) < best_sale(left, access, False):
                break
            made.append(Sale(g.GUILD, tuple((good, 1) for good in goods), GUILD_PAYS))
            left = rest
    return (*made, *_haggled(left, access))


def _haggled(left: Hand, access: int) -> tuple[Sale, ...]:
    """What goes to the Haggler, then what goes to the Collector."""
    made = list[Sale]()
    for good in range(g.GOODS):
        for count in range(left[good] if access >> g.HAGGLER & 1 else 0, FEW - 1, -1):
            paid, rest = MULTIPLE * count * int(g.VALUE[good]), more(left, good, -count)
            if paid + best_sale(rest, access, False) == best_sale(left, access, False):
                made.append(Sale(g.HAGGLER, ((good, count),), paid))
                left = rest
                break
    while access >> g.COLLECTOR & 1 and best_sale(left, access, False):
        goods = [max(_held(left, kind), key=lambda good: int(g.VALUE[good])) for kind in range(g.TYPES)]
        paid = BONUS + sum(int(g.VALUE[good]) for good in goods)
        made.append(Sale(g.COLLECTOR, tuple((good, 1) for good in goods), paid))
        left = _without(left, goods)
    return tuple(made)


def _held(hand: Hand, kind: int) -> list[int]:
    return [good for good in range(g.RANKS * kind, g.RANKS * kind + g.RANKS) if hand[good]]


def _without(hand: Hand, goods: Sequence[int]) -> Hand:
    for good in goods:
        hand = more(hand, good, -1)
    return hand


def _ply(hand: Hand, total: int) -> Sale:
    """The dearest cards at face value."""
    left, chosen = MOST, list[tuple[int, int]]()
    for good in sorted(range(g.GOODS), key=lambda good: (-int(g.VALUE[good]), good)):
        if left and hand[good]:
            chosen.append((good, min(left, hand[good])))
            left -= chosen[-1][1]
    return Sale(PLIED, tuple(sorted(chosen)), total)


# ---- words


def named(goods: Sequence[tuple[int, int]]) -> str:
    """``3 Goats and Salt``."""
    return listed([g.NAMES[good] if count == 1 else f"{count} {g.NAMES[good]}" for good, count in goods])


def how(found: Worth) -> str:
    """``Haggler 20: 3 Goats and 2 Rugs. Collector 14: …``."""
    said = []
    for customer, paid in found.by_customer():
        if customer == PLIED:
            n = sum(count for _, count in found.sales[0].goods)
            said.append(f"{opened(counted(n))} cards at face value.")
            continue
        lots = [named(sale.goods) for sale in found.sales if sale.customer == customer]
        if customer != g.HAGGLER:
            lots = lots if len(lots) == 1 else [f"{counted(len(lots))} sets"]
        said.append(f"{g.CUSTOMER_NAMES[customer]} {paid}: {listed(lots)}.")
    return " ".join(said)
