"""The best sale of a hand: its total, the sales that make it up, and what one more copy of each good would add."""

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
"""Number of copies of each good, in order of the goods."""

_price = interpreted(price)


@dataclass(frozen=True, slots=True)
class Sale:
    """A sale of goods to ``customer``, where 3 means Ply Your Wares."""

    customer: int
    goods: tuple[tuple[int, int], ...]
    """Pairs of a good and its number of copies, in ascending order of goods."""

    @property
    def talents(self) -> int:
        """Talents paid for the sale."""
        return pays(self.customer, self.goods)


@dataclass(frozen=True, slots=True)
class Worth:
    """The best sale of a hand, which may consist of several sales."""

    total: int
    sales: tuple[Sale, ...]
    """Sales that add up to the total."""
    gains: tuple[int, ...]
    """For each good, the increase of the total with one more copy."""

    def by_customer(self) -> tuple[tuple[int, int], ...]:
        """Return the customers of the best sale, each with the total that this customer pays."""
        found = dict.fromkeys(sorted({sale.customer for sale in self.sales}), 0)
        for sale in self.sales:
            found[sale.customer] += sale.talents
        return tuple(found.items())


def pays(customer: int, goods: Sequence[tuple[int, int]]) -> int:
    """Return the Talents that a customer pays for goods, given as pairs of a good and its number of copies."""
    return int(_price(customer, sum(int(g.VALUE[good]) * count for good, count in goods)))


def own_worth(desk: Desk) -> Worth:
    """Return the best sale of the viewer's hand to the customers that the viewer may sell to now."""
    return worth(desk.hand, access_bits(desk), may_ply(desk))


def access_bits(desk: Desk) -> int:
    """Return a bit mask of the customers that the viewer may still sell to in this round."""
    if desk.stage == "selling" and desk.player != desk.seat and desk.view.sellers >> desk.seat & 1:
        return 0
    return interpreted(access_of)(desk.view, desk.seat)


def may_ply(desk: Desk) -> bool:
    """Return whether Ply Your Wares is still possible for the viewer: not after a sale to a customer in its turn."""
    return not (desk.stage == "selling" and desk.player == desk.seat and desk.view.sold)


@lru_cache(maxsize=512)
def worth(hand: Hand, access: int, ply: bool) -> Worth:
    """Return the best sale of a hand, with what one more copy of each good would add."""
    total = best_sale(hand, access, ply)
    gains = tuple(best_sale(more(hand, good), access, ply) - total for good in range(g.GOODS))
    return Worth(total, _sales(hand, access, ply, total), gains)


def more(hand: Hand, good: int, count: int = 1) -> Hand:
    """Return a hand with ``count`` more copies of a good."""
    return (*hand[:good], hand[good] + count, *hand[good + 1 :])


def gained(desk: Desk, deal: Proposal) -> int | None:
    """Return what accepting a proposal adds to the viewer's best sale and Talents; None if the viewer lacks a good."""
    then = swapped(desk.hand, deal.want, deal.give)
    if not then:
        return None
    after = best_sale(then, access_bits(desk) & ~deal.borrow | deal.lend, may_ply(desk))
    return after - own_worth(desk).total + deal.net


def gain_words(gain: int) -> str:
    """Return a gain in words: ``+3 for you``, ``no gain or loss for you``."""
    return f"{'+' if gain > 0 else '−'}{abs(gain)} for you" if gain else "no gain or loss for you"


def buyer_of(hand: Hand, access: int, ply: bool, good: int) -> int:
    """Return the customer that contributes most to the gain from one more copy of a good, or -1 if none does."""
    after, now = best_sale(more(hand, good), access, ply), best_sale(hand, access, ply)
    found, most = -1, 0
    for customer in range(g.CUSTOMERS):
        rest = access & ~(1 << customer)
        without = best_sale(more(hand, good), rest, ply)
        if rest != access and without < after:
            # how much of the gain is lost without access to this customer
            loss = after - now - (without - best_sale(hand, rest, ply))
            # an only customer is named even if face value would gain as much
            if loss > most or (not rest and found < 0):
                found, most = customer, max(most, loss)
    return found


# ---- how


def _sales(hand: Hand, access: int, ply: bool, total: int) -> tuple[Sale, ...]:
    """Return sales that together bring ``total`` Talents, the most that the hand can bring."""
    if ply and best_sale(hand, access, False) < total:
        return (plied(hand),)
    made, left = list[Sale](), hand
    while most := best_sale(left, access, False):
        # a sale belongs to the best ones if the rest of the hand still brings what is missing
        for sale in _possible(left, access):
            rest = _without(left, sale)
            if sale.talents + best_sale(rest, access, False) == most:
                break
        made.append(sale)
        left = rest
    return tuple(made)


def _possible(hand: Hand, access: int) -> Iterator[Sale]:
    """Yield every single sale that the customers in ``access`` accept; to the Collector only the most valuable one."""
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
    """Return the sale of a hand's most valuable cards through Ply Your Wares, which pays face value (GB-L06)."""
    left, chosen = MOST, list[tuple[int, int]]()
    for good in sorted(range(g.GOODS), key=lambda good: (-int(g.VALUE[good]), good)):
        if left and hand[good]:
            chosen.append((good, min(left, hand[good])))
            left -= chosen[-1][1]
    return Sale(PLIED, tuple(sorted(chosen)))


# ---- words


def how(found: Worth) -> str:
    """Describe the sales of the best sale: ``Haggler 20: 3 Goats and 2 Rugs. Collector 14: …``."""
    sentences = []
    for customer, paid in found.by_customer():
        if customer == PLIED:
            n = sum(count for _, count in found.sales[0].goods)
            sentences.append(f"{opened(counted(n))} cards at face value.")
            continue
        lots = [named(sale.goods) for sale in found.sales if sale.customer == customer]
        if customer != g.HAGGLER:
            lots = lots if len(lots) == 1 else [f"{counted(len(lots))} sets"]
        sentences.append(f"{g.CUSTOMER_NAMES[customer]} {paid}: {listed(lots)}.")
    return " ".join(sentences)
