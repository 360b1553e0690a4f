"""A complete trade proposal: why it is illegal (GB-T06 to T10), how it is entered, and what it does to a hand.

It is entered as a series of choices (GB-T20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from souq.engine.match.decision import seats
from souq.engine.present.foresight import Foresight
from souq.engine.present.wording import counted, listed, many
from souq.engine.rules.choices import Forbidden
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.rules.floor import active, partner_for
from souq.games.grand_bazaar.rules.open_trading import POSTS, TRADES
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import Phase, State
from souq.games.grand_bazaar.story.wording import TYPE_NAMES, buyers, talents

PARTNER = "Your partner"
FIRST = {Phase.GIVE: g.GIVE, Phase.LEND: g.LEND, Phase.WANT: g.WANT, Phase.BORROW: g.BORROW}
"""Lowest choice of each step in which goods or customers are added to a proposal."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A trade as one of its two seats sees it; goods are in ascending order, and sets of customers are bit masks."""

    give: tuple[int, ...] = ()
    want: tuple[int, ...] = ()
    pays: int = 0
    asks: int = 0
    lend: int = 0
    borrow: int = 0

    @property
    def net(self) -> int:
        """Talents that this seat pays in total: those given minus those asked for."""
        return self.pays - self.asks


# ---- what forbids it


def forbidden(view: State, seat: int, other: int, deal: Deal, posts: bool = False) -> Forbidden | None:
    """Return the reason why ``seat`` can't propose a deal to ``other``, in words for the player, or None if it can.

    With ``posts`` the limits of open trading apply as well (GB-T23).
    """
    return (
        _partner(view, seat, other, posts)
        or _sizes(deal)
        or _sides(deal)
        or _access(view, seat, other, deal)
        or _own(view, seat, deal)
        or _theirs(view, other, deal)
    )


def _partner(view: State, seat: int, other: int, posts: bool) -> Forbidden | None:
    """Reject a partner that the seat can't trade with (GB-T01 to T03, T15, T23)."""
    if not 0 <= other < view.players or other == seat:
        seats_there = listed([str(each + 1) for each in range(view.players) if each != seat], "or")
        return Forbidden(g.Rule.GB_T01, f"Choose another player: {seats_there}.")
    if view.retired >> other & 1:
        return Forbidden(g.Rule.GB_T02, f"{PARTNER} has left the trading for this round.")
    if not any(interpreted(active)(view, each) for each in (seat, other)):
        return Forbidden(g.Rule.GB_T03, "One of you needs a cube on the Negotiator.")
    if posts and view.posts[seat] >= POSTS:
        return Forbidden(g.Rule.GB_T23, f"You have made {POSTS} offers this round, and that’s the limit.")
    if posts and max(view.trades[seat], view.trades[other]) >= TRADES:
        whose = "You have" if view.trades[seat] >= TRADES else f"{PARTNER} has"
        return Forbidden(g.Rule.GB_T23, f"{whose} made {counted(TRADES)} trades this round, and that’s the limit.")
    if not interpreted(partner_for)(view, seat, other):
        return Forbidden(g.Rule.GB_T15, "You two have nothing to swap: Talents alone aren’t a trade.")
    return None


def _sizes(deal: Deal) -> Forbidden | None:
    """Reject a side with too many cards or Talents (GB-T07)."""
    for cards, money, verb in ((deal.give, deal.pays, "give"), (deal.want, deal.asks, "want")):
        if len(cards) > g.SIDE:
            return Forbidden(
                g.Rule.GB_T07,
                f"Take some cards off: you {verb} {counted(len(cards))}, and {counted(g.SIDE)} is the limit.",
            )
        if money > g.TALENTS:
            return Forbidden(g.Rule.GB_T07, f"Take some Talents off: you {verb} {money}, and {g.TALENTS} is the limit.")
    return None


def _sides(deal: Deal) -> Forbidden | None:
    """Reject a deal with an empty side, or with the same thing on both sides (GB-T08)."""
    if not (deal.give or deal.pays or deal.lend):
        return Forbidden(g.Rule.GB_T08, "Give something too, even if it’s only one Talent.")
    if not (deal.want or deal.asks or deal.borrow):
        return Forbidden(g.Rule.GB_T08, "Ask for something too, even if it’s only one Talent.")
    if deal.pays and deal.asks:
        return Forbidden(g.Rule.GB_T08, "Leave Talents on one side only.")
    both = [g.NAMES[good] for good in dict.fromkeys(deal.give) if good in deal.want]
    both += buyers(deal.lend & deal.borrow)
    if both:
        return Forbidden(g.Rule.GB_T08, f"Leave {listed(both)} on one side only.")
    return None


def _access(view: State, seat: int, other: int, deal: Deal) -> Forbidden | None:
    """Reject a deal over access to a customer that its giver lacks or its receiver already has (GB-T09, T10)."""
    own, theirs = (interpreted(access_of)(view, each) for each in (seat, other))
    for mask, rule, said in (
        (deal.lend & ~own, g.Rule.GB_T10, "You have no access to {}."),
        (deal.lend & theirs, g.Rule.GB_T09, PARTNER + " already has access to {}."),
        (deal.borrow & ~theirs, g.Rule.GB_T10, PARTNER + " has no access to {}."),
        (deal.borrow & own, g.Rule.GB_T09, "You already have access to {}."),
    ):
        if mask:
            return Forbidden(rule, said.format(listed(buyers(mask), "and")))
    return None


def _own(view: State, seat: int, deal: Deal) -> Forbidden | None:
    """Reject a deal that gives more than the proposer has (GB-T10)."""
    for good in dict.fromkeys(deal.give):
        held = view.hand[seat][good]
        if deal.give.count(good) > held:
            has = f"only {many(held, 'card')} of" if held else "no"
            return Forbidden(g.Rule.GB_T10, f"You have {has} {g.NAMES[good]}.")
    if deal.pays > view.talents[seat]:
        return Forbidden(g.Rule.GB_T10, f"You have {_only(view.talents[seat])}.")
    return None


def _theirs(view: State, other: int, deal: Deal) -> Forbidden | None:
    """Reject a deal that asks for more than the partner could hold, judging by public information (GB-T10)."""
    for kind, name in enumerate(TYPE_NAMES):
        wanted, held = sum(int(g.TYPE[good]) == kind for good in deal.want), view.kinds[other][kind]
        if wanted > held:
            return Forbidden(g.Rule.GB_T10, f"{PARTNER} has {f'only {counted(held)}' if held else 'no'} {name}.")
    if deal.asks > view.talents[other]:
        return Forbidden(g.Rule.GB_T10, f"{PARTNER} has {_only(view.talents[other])}.")
    return None


def _only(money: int) -> str:
    return f"only {talents(money)}" if money else "no Talents"


# ---- the choices that make it


def chain(view: State, seat: int, first: int, deal: Deal) -> tuple[int, ...]:
    """Return ``first`` and the further choices that compose a deal; the game makes choices without alternative itself.

    The deal must be legal (see :func:`forbidden`).
    """
    chosen, draft = [first], _after(view, seat, first)
    while draft.player == seat and Phase.GIVE <= draft.phase <= Phase.BORROW:
        chosen.append(_next(draft, deal))
        draft = _after(draft, seat, chosen[-1])
    return tuple(chosen)


def _after(view: State, seat: int, choice: int) -> State:
    return Foresight[State](GAME, view, seat)(choice, seat=seat).view


def _next(view: State, deal: Deal) -> int:
    """Return the choice that adds the next part of the deal to the draft (the proposal being composed)."""
    phase = Phase(view.phase)
    if phase == Phase.NET:
        return g.NET + g.TALENTS + deal.net
    return next((FIRST[phase] + one for one in _left(view, phase, deal)), g.DONE)


def _left(view: State, phase: Phase, deal: Deal) -> Iterator[int]:
    """Yield the goods or customers that the draft's present step still lacks for this deal, in ascending order."""
    if phase in (Phase.GIVE, Phase.WANT):
        cards, said = (deal.give, view.giving) if phase == Phase.GIVE else (deal.want, view.wanting)
        return iter(cards[sum(good >= 0 for good in said) :])  # goods are named in ascending order
    mask = deal.lend & ~view.lending if phase == Phase.LEND else deal.borrow & ~view.borrowing
    return seats(mask)


# ---- its worth


def worth(view: State, seat: int, deal: Deal) -> str:
    """Describe in a few words how a deal changes the best sale of ``seat``; "" if the seat lacks a card that it gives.

    >>> from types import SimpleNamespace as View
    >>> hand = [[0] * 25]
    >>> hand[0][9] = 2
    >>> worth(View(hand=hand, access=[1, 0, 0]), 0, Deal(want=(9,), pays=1))
    '+1 for you: best sale 4 → 6, less 1 Talent.'
    """
    own = tuple(view.hand[seat])
    then = swapped(own, deal.give, deal.want)
    if not then:
        return ""
    access = interpreted(access_of)(view, seat)
    before, after = best_sale(own, access), best_sale(then, access & ~deal.lend | deal.borrow)
    gain = after - before - deal.net
    sale = f"best sale {before} → {after}" if after != before else f"best sale stays {before}"
    money = f", less {talents(deal.net)}" if deal.net > 0 else f", and {talents(-deal.net)}" if deal.net < 0 else ""
    head = f"{'+' if gain > 0 else '−'}{abs(gain)} for you" if gain else "No gain or loss for you"
    return f"{head}: {sale}{money}."


def swapped(hand: tuple[int, ...], away: Iterable[int], got: Iterable[int]) -> tuple[int, ...] | None:
    """Return the hand after a swap: without ``away`` and with ``got``. Return None if it lacks a good in ``away``."""
    counts = Counter(dict(enumerate(hand)))
    counts.subtract(away)
    if min(counts.values()) < 0:
        return None
    counts.update(got)
    return tuple(counts[good] for good in range(len(hand)))


def customers(word: str) -> int:
    """Return the bit of the customer whose name in lower case is ``word``, or 0 if there is none."""
    names = [name.lower() for name in g.CUSTOMER_NAMES]
    return 1 << names.index(word) if word in names else 0
