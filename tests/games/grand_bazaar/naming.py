"""Which rule of the Grand Bazaar may be named for what cannot be chosen: by the specification alone.

A rule is true of a refused choice if what it says stands in its way here, whatever else does too. Where several are,
any of them may be named. Of a choice that does not answer what is asked it is the rule that asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.games.grand_bazaar.reference import BUYERS, CODES, KINDS, MARKETS, TYPES, Bazaar, Proposal

BIDS = ("caravan", "informant", "free trader", "negotiator", "customer")
COMPOSING = {11: "give", 12: "lend", 13: "talents", 14: "want", 15: "borrow"}
"""By the number of the decision (specification, section 5), what a step of a proposal says; "done" ends most."""
ANSWERS: dict[int, tuple[str, ...]] = {
    1: BIDS, 2: ("look",), 3: ("take", "draw", "nothing"), 4: ("claim",), 5: ("hold", "send"), 6: ("allow", "deny"),
    7: ("go on", "stop"), 8: ("offer", "invite", "leave"), 9: ("seek",), 10: ("pass", "propose"), 11: ("give", "done"),
    12: ("lend", "done"), 13: ("talents",), 14: ("want", "done"), 15: ("borrow", "done"),
    16: ("accept", "reject", "counter"), 17: ("accept", "reject"), 18: ("pick", "none"),
    19: ("haggle", "collect", "guild", "ply", "finish"), 20: ("quantity",), 21: ("card",), 22: ("card", "done"),
    23: ("card",), 24: ("post", "withdraw", "refuse", "take up", "retire"),
}  # fmt: skip
"""By the number of the decision, the kinds of choices that answer it; 24 is open trading."""
ASKING = {
    1: "GB-B11", 2: "GB-C02", 3: "GB-C03", 4: "GB-C05", 5: "GB-F03", 6: "GB-F05", 7: "GB-F08", 8: "GB-T15",
    9: "GB-T17", 10: "GB-T17", **dict.fromkeys(COMPOSING, "GB-T20"), 16: "GB-T16", 17: "GB-T16", 18: "GB-T17",
    19: "GB-L02", 20: "GB-L03", 21: "GB-L04", 22: "GB-L06", 23: "GB-L09", 24: "GB-T23",
}  # fmt: skip
"""By the number of the decision, the rule that asks it."""


class Refused:
    """An illegal choice of a seat: the position in plain words, the kind of choice and its index in its kind."""

    def __init__(self, s: Any, seat: int, kind: str, index: int) -> None:
        self.s, self.seat, self.kind, self.index = s, seat, kind, index
        self.bazaar = Bazaar.of(s)

    def true_rules(self) -> set[str]:
        """Return the rules that forbid it."""
        s = self.s
        if s.over:
            return {"GB-R04"}
        if self.seat < 0:
            return {"GB-T23"}  # only time is nobody's, and only in open trading
        if self.seat != s.player and s.phase != 24:
            return {"GB-B01" if s.asks == 1 else ASKING[s.asks]}
        if self.kind not in ANSWERS[s.phase] or (s.phase == 24 and not self.may_speak()):
            return {ASKING[s.phase]}
        return {rule for rule, stands in _FORBIDS.get(self.kind, {}).items() if stands(self)}

    # ---- what there is

    @property
    def hand(self) -> Counter[str]:
        """Return the seat's cards."""
        return self.bazaar.hands[self.seat]

    @property
    def code(self) -> str:
        """Return the good it names."""
        return CODES[self.index]

    @property
    def there(self) -> bool:
        """Return whether it names another player at this table."""
        return self.index < self.s.players and self.index != self.seat

    @property
    def draft(self) -> Proposal:
        """Return the draft so far."""
        s = self.s
        goods = [tuple(CODES[good] for good in side if good >= 0) for side in (s.giving, s.wanting)]
        buyers = [tuple(name for k, name in enumerate(BUYERS) if mask >> k & 1) for mask in (s.lending, s.borrowing)]
        return Proposal(goods[0], buyers[0], s.paying, goods[1], buyers[1])

    @property
    def drawn(self) -> Counter[str]:
        """Return the cards chosen so far, for a sale or to discard."""
        return Counter({code: n for code, n in zip(CODES, self.s.drawn, strict=True) if n})

    def posted(self, giver: int, taker: int) -> bool:
        """Return whether a proposal is open."""
        return bool(max(giver, taker) < self.s.players and self.s.posted[giver] >> taker & 1)

    # ---- bidding

    def bid(self) -> tuple[int, int, int, int]:
        """Return which contest a bid is on, cubes added, own cubes there, and the most of any other seat there."""
        contest, k = (self.index // 6, self.index % 6 + 1) if self.kind == "caravan" else (6, self.index + 1)
        there = self.bazaar.contests[contest]
        most = max([n for seat, n in there.items() if seat != self.seat], default=0)
        return contest, k, there.get(self.seat, 0), most

    def too_many(self) -> bool:
        """Return whether it bids more cubes than are left (GB-B02)."""
        return self.bid()[1] > self.bazaar.cubes[self.seat]

    def too_few(self) -> bool:
        """Return whether it bids no more than another seat has there (GB-B03, B04)."""
        _, k, own, most = self.bid()
        return k + own <= most

    def bought(self) -> bool:
        """Return whether six cubes of one seat are there (GB-B07)."""
        return self.bid()[3] == 6

    # ---- proposals

    def step_of(self, phase: int) -> bool:
        """Return whether it belongs to a step of a proposal."""
        return self.s.phase == phase and self.kind == COMPOSING[phase]

    def late(self) -> bool:
        """Return whether it is out of order (GB-T20)."""
        said: tuple[Any, ...] = getattr(self.draft, self.kind)
        names: tuple[str, ...] = BUYERS if self.kind in ("lend", "borrow") else CODES
        last = max((names.index(each) for each in said), default=-1)
        return self.index < last or (names is BUYERS and self.index == last)

    def not_had(self) -> bool:
        """Return whether the giver does not have it, as far as can be checked (GB-T10)."""
        s, p, other = self.s, self.draft, self.s.partner
        if self.kind == "talents":
            net = self.index - 50
            return net > s.talents[self.seat] or -net > s.talents[other]
        if self.kind == "give":
            return p.give.count(self.code) + 1 > self.hand[self.code]
        if self.kind == "want":
            kind = self.code[:2]
            shown = sum(n for code, n in self.bazaar.hands[other].items() if code[:2] == kind)
            return sum(code[:2] == kind for code in p.want) + 1 > shown
        return BUYERS[self.index] not in self.bazaar.access[self.seat if self.kind == "lend" else other]

    def had(self) -> bool:
        """Return whether the receiver already has the access (GB-T09)."""
        return BUYERS[self.index] in self.bazaar.access[self.s.partner if self.kind == "lend" else self.seat]

    def given_too(self) -> bool:
        """Return whether a good is on both sides (GB-T08)."""
        return self.kind == "want" and self.code in self.draft.give

    def empty_side(self) -> bool:
        """Return whether one side would stay empty, or Talents be swapped for Talents (GB-T08)."""
        s, b, p = self.s, self.bazaar, self.draft
        if self.kind == "done":
            return not b.completable(self.seat, s.partner, s.phase + 1, p)
        if self.kind == "talents":
            return not b.completable(self.seat, s.partner, 14, Proposal(p.give, p.lend, self.index - 50))
        if self.kind == "give":
            return not b.completable(self.seat, s.partner, 11, Proposal((*p.give, self.code)))
        return self.kind == "lend" and not b.completable(
            self.seat, s.partner, 12, Proposal(p.give, (*p.lend, BUYERS[self.index]))
        )

    def proposed_to(self) -> int:
        """Return whose proposal it would accept."""
        if self.kind != "accept":
            return self.index
        return next(seat for seat in range(self.s.players) if self.posted(seat, self.seat))

    def short(self) -> bool:
        """Return whether an open proposal asks for more than the seat has (GB-T11)."""
        giver = self.proposed_to()
        if not self.posted(giver, self.seat):
            return False
        wanted = Counter(CODES[good] for good in self.s.want[giver][self.seat] if good >= 0)
        return bool(wanted - self.hand)

    def may_speak(self) -> bool:
        """Return whether open trading has any message for the seat (GB-T23)."""
        seats = [other for other in range(self.s.players) if other != self.seat]
        posts = [self.posted(self.seat, other) or self.posted(other, self.seat) for other in seats]
        return self.bazaar.active(self.seat) or any(posts) or any(self.may_post(other) for other in seats)

    def may_post(self, other: int) -> bool:
        """Return whether something can be posted to another player (GB-T23)."""
        s, b = self.s, self.bazaar
        allowed = b.may_trade(self.seat, other) and b.can_deal(self.seat, other)
        return allowed and s.posts[self.seat] < 40 and max(s.trades[self.seat], s.trades[other]) < 12

    def no_post(self) -> bool:
        """Return whether no message is possible (GB-T23): an absent seat, nothing open, or an invalid post."""
        if self.kind == "withdraw":
            return not self.posted(self.seat, self.index)
        if self.kind in ("refuse", "take up"):
            return not self.posted(self.index, self.seat)
        return self.there and not self.may_post(self.index)

    def no_partner(self) -> bool:
        """Return whether nothing can be swapped with that player, or with any (GB-T15)."""
        b = self.bazaar
        others = [self.index] if self.kind == "offer" else range(self.s.players)
        possible = [b.may_trade(self.seat, other) and b.can_deal(self.seat, other) for other in others]
        return not any(possible)

    # ---- selling

    def no_access(self) -> bool:
        """Return whether the customer is not there to sell to (GB-L02)."""
        buyer = {"haggle": "Haggler", "collect": "Collector", "guild": "Guild Master"}[self.kind]
        return buyer not in self.bazaar.access[self.seat]

    def no_card(self) -> bool:
        """Return whether the card has no copy left, is out of order, or leaves too few to choose (GB-L06, L09)."""
        need = 5 if self.s.phase == 22 else self.s.need
        if self.kind == "done":
            return self.s.n_drawn < need
        left = self.hand - self.drawn
        last = max((CODES.index(code) for code in self.drawn), default=0)
        rest = sum(n for code, n in left.items() if CODES.index(code) >= self.index)
        return left[self.code] < 1 or self.index < last or self.s.n_drawn + rest < need


_Stands = Callable[[Refused], bool]
_PART: dict[str, _Stands] = {
    "GB-T08": lambda r: r.given_too() or r.empty_side(),
    "GB-T09": lambda r: r.kind in ("lend", "borrow") and r.had(),
    "GB-T10": Refused.not_had,
    "GB-T20": lambda r: r.kind != "talents" and r.late(),
}
_FORBIDS: dict[str, dict[str, _Stands]] = {
    "caravan": {"GB-B02": Refused.too_many, "GB-B03": Refused.too_few, "GB-B07": Refused.bought},
    "informant": {"GB-B02": Refused.too_many, "GB-B04": Refused.too_few, "GB-B07": Refused.bought},
    "free trader": {"GB-B08": lambda r: None not in r.bazaar.squares},
    "negotiator": {
        "GB-B09": lambda r: r.seat in r.bazaar.negotiators,
        "GB-B14": lambda r: r.bazaar.trading == "off",
    },
    "customer": {"GB-B10": lambda r: BUYERS[r.index] in r.bazaar.placed[r.seat]},
    "look": {"GB-C02": lambda r: f"look {(*MARKETS, *KINDS)[r.index]}" not in r.bazaar.looks()},
    "take": {"GB-C03": lambda r: not r.bazaar.discard[r.code]},
    "draw": {"GB-C03": lambda r: not r.bazaar.pile and not r.bazaar.discard},
    "claim": {"GB-C05": lambda r: not r.bazaar.markets[r.index]},
    "offer": {
        "GB-T01": lambda r: not r.there,
        "GB-T02": lambda r: r.index in r.bazaar.retired,
        "GB-T15": lambda r: r.there and r.no_partner(),
    },
    "invite": {"GB-T15": Refused.no_partner},
    **dict.fromkeys(("give", "lend", "talents", "want", "borrow"), _PART),
    "done": {
        "GB-T08": lambda r: r.s.phase <= 15 and r.empty_side(),
        "GB-L06": lambda r: r.s.phase == 22 and r.no_card(),
    },
    "accept": {"GB-T11": Refused.short},
    "pick": {"GB-T11": Refused.short, "GB-T17": lambda r: not r.posted(r.index, r.seat)},
    "haggle": {"GB-L02": Refused.no_access, "GB-L03": lambda r: r.hand[r.code] < 2},
    "collect": {"GB-L02": Refused.no_access, "GB-L04": lambda r: len({code[:2] for code in r.hand}) < 5},
    "guild": {
        "GB-L02": Refused.no_access,
        "GB-L05": lambda r: not all(r.hand[f"{TYPES[r.index]}{rank}"] for rank in range(1, 6)),
    },
    "ply": {"GB-L06": lambda r: bool(r.s.sold) or sum(r.hand.values()) < 5},
    "quantity": {"GB-L03": lambda r: r.index + 2 > r.hand[CODES[r.s.good]]},
    "card": {
        "GB-L04": lambda r: r.s.phase == 21 and (r.code[:2] != TYPES[r.s.n_drawn] or not r.hand[r.code]),
        "GB-L06": lambda r: r.s.phase == 22 and r.no_card(),
        "GB-L09": lambda r: r.s.phase == 23 and r.no_card(),
    },
    "post": {"GB-T01": lambda r: not r.there, "GB-T23": Refused.no_post},
    "withdraw": {"GB-T23": Refused.no_post},
    "refuse": {"GB-T23": Refused.no_post},
    "take up": {"GB-T11": Refused.short, "GB-T23": Refused.no_post},
    "retire": {"GB-T02": lambda r: not r.bazaar.active(r.seat)},
}
"""By the kind of choice, the rules that can forbid it, and whether they do."""
