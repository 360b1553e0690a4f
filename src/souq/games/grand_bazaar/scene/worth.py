"""What a hand sells for now, to whom, and what one more card of a good would add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present.wording import counted, listed, opened
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.deal import swapped
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.rules.selling import FEW, MOST, PLIED, price
from souq.games.grand_bazaar.scene.desk import Desk, Proposal
from souq.games.grand_bazaar.story.wording import named

Hand = tuple[int, ...]
"""Copies of each good."""

_price = interpreted(price)


@dataclass(frozen=True, slots=True)
class Sale:
    """A sale to ``customer`` (3: Ply Your Wares) of so many of each good."""

    customer: int
    goods: tuple[tuple[int, int], ...]
    """Good and how many, ascending."""

    @property
    def talents(self) -> int:
        """What is paid."""
        return pays(self.customer, self.goods)


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


def pays(customer: int, goods: Sequence[tuple[int, int]]) -> int:
    """What a customer pays for goods, each with how many."""
    return int(_price(customer, sum(int(g.VALUE[good]) * count for good, count in goods)))


def own_worth(desk: Desk) -> Worth:
    """The best sale of the viewer's hand with the customers it may sell to now."""
    return worth(desk.hand, access_bits(desk), plies(desk))


def access_bits(desk: Desk) -> int:
    """The customers the viewer may still sell to in this round, a bit each."""
    if desk.stage == "selling" and desk.player != desk.seat and desk.view.sellers >> desk.seat & 1:
        return 0
    return interpreted(access_of)(desk.view, desk.seat)


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
    then = swapped(desk.hand, deal.want, deal.give)
    if not then:
        return None
    after = best_sale(then, access_bits(desk) & ~deal.borrow | deal.lend, plies(desk))
    return after - own_worth(desk).total + deal.net


def gain_words(gain: int) -> str:
    """``+3 for you``, ``even for you``."""
    return f"{'+' if gain > 0 else '−'}{abs(gain)} for you" if gain else "even for you"


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
    if ply and best_sale(hand, access, False) < total:
        return (plied(hand),)
    made, left = list[Sale](), hand
    while most := best_sale(left, access, False):
        for sale in _possible(left, access):
            rest = _without(left, sale)
            if sale.talents + best_sale(rest, access, False) == most:
                break
        made.append(sale)
        left = rest
    return tuple(made)


def _possible(hand: Hand, access: int) -> Iterator[Sale]:
    """What each customer would buy: the Collector the dearest of each type."""
    held = [[good for good in range(g.RANKS * kind, g.RANKS * (kind + 1)) if hand[good]] for kind in range(g.TYPES)]
    if access >> g.GUILD & 1:
        yield from (Sale(g.GUILD, tuple((good, 1) for good in goods)) for goods in held if len(goods) == g.RANKS)
    if access >> g.HAGGLER & 1:
        yield from (Sale(g.HAGGLER, ((good, n),)) for good in range(g.GOODS) for n in range(hand[good], FEW - 1, -1))
    if access >> g.COLLECTOR & 1 and all(held):
        yield Sale(g.COLLECTOR, tuple((max(goods, key=lambda good: int(g.VALUE[good])), 1) for goods in held))


def _without(hand: Hand, sale: Sale) -> Hand:
    for good, count in sale.goods:
        hand = more(hand, good, -count)
    return hand


def plied(hand: Hand) -> Sale:
    """The dearest cards at face value (GB-L06)."""
    left, chosen = MOST, list[tuple[int, int]]()
    for good in sorted(range(g.GOODS), key=lambda good: (-int(g.VALUE[good]), good)):
        if left and hand[good]:
            chosen.append((good, min(left, hand[good])))
            left -= chosen[-1][1]
    return Sale(PLIED, tuple(sorted(chosen)))


# ---- words


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
