"""The Grand Bazaar once more, slowly and plainly, from the specification alone: what may be bid, who leads, the Free
Trader's line, which proposals there are, what can be sold and for how much, what everybody knows.

Goods are codes (``LS5``), hands are counts of codes, seats are numbers. Nothing here calls the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

TYPES = ("FG", "LS", "FO", "RM", "TX")
CODES = tuple(f"{kind}{rank}" for kind in TYPES for rank in range(1, 6))
VALUE = {code: (3, 2, 2, 1, 1)[int(code[2]) - 1] for code in CODES}
COPIES = {code: (3, 4, 5, 6, 7)[int(code[2]) - 1] for code in CODES}
BUYERS = ("Haggler", "Collector", "Guild Master")
MARKETS = ("Rome", "Egypt", "Arabia", "Babylonia", "The Orient", "Greece")
KINDS = ("Finished Goods", "Livestock", "Food", "Raw Materials", "Textiles")


@dataclass(frozen=True)
class Proposal:
    """Goods given and wanted, ascending; customers; Talents given (or asked for, when negative)."""

    give: tuple[str, ...] = ()
    lend: tuple[str, ...] = ()
    net: int = 0
    want: tuple[str, ...] = ()
    borrow: tuple[str, ...] = ()

    @property
    def steps(self) -> tuple[str, ...]:
        """Return the choices that compose it when nothing is skipped (GB-T20)."""
        parts = [("give", self.give), ("lend", self.lend), ("want", self.want), ("borrow", self.borrow)]
        give, lend, want, borrow = ((*(f"{verb} {each}" for each in part), "done") for verb, part in parts)
        return (*give, *lend, f"talents {self.net}", *want, *borrow)

    def step(self, phase: int, said: int) -> str:
        """Return the choice at a phase of composing (11 to 15) after so many choices of the phase."""
        if phase == 13:
            return f"talents {self.net}"
        verb, part = {11: ("give", self.give), 12: ("lend", self.lend), 14: ("want", self.want)}.get(
            phase, ("borrow", self.borrow)
        )
        return f"{verb} {part[said]}" if said < len(part) else "done"


@dataclass
class Bazaar:
    """A position in plain words."""

    players: int
    hands: list[Counter[str]]
    talents: list[int]
    access: list[set[str]]
    cubes: list[int]
    contests: list[dict[int, int]]
    """Cubes of each seat on the six caravans and on the Informant."""
    squares: list[int | None]
    negotiators: set[int]
    retired: set[int]
    placed: list[set[str]]
    markets: list[Counter[str]]
    pile: Counter[str]
    discard: Counter[str]
    trading: str
    bidding: bool

    @classmethod
    def of(cls, s: Any) -> Bazaar:
        """Return the position of a record's twin."""
        seats = range(s.players)

        def goods(counts: Iterable[int]) -> Counter[str]:
            return Counter({code: n for code, n in zip(CODES, counts, strict=True) if n})

        def buyers(masks: Iterable[int], seat: int) -> set[str]:
            return {name for name, each in zip(BUYERS, masks, strict=True) if each >> seat & 1}

        pile = goods(s.pile)
        if s.top >= 0:
            pile[CODES[s.top]] += 1
        return cls(
            players=s.players,
            hands=[goods(s.hand[seat]) for seat in seats],
            talents=s.talents[: s.players],
            access=[buyers(s.access, seat) for seat in seats],
            cubes=s.cubes[: s.players],
            contests=[{seat: bids[seat] for seat in seats if bids[seat]} for bids in s.bids],
            squares=[None if seat < 0 else seat for seat in s.square],
            negotiators={seat for seat in seats if s.negotiator >> seat & 1},
            retired={seat for seat in seats if s.retired >> seat & 1},
            placed=[buyers(s.placed, seat) for seat in seats],
            markets=[Counter(CODES[card] for card in pair if card >= 0) for pair in s.market],
            pile=pile,
            discard=goods(s.discard),
            trading=("floor", "open", "off")[s.trading],
            bidding=s.phase == 1,
        )

    # ---- what always holds (specification, section 9)

    def check(self) -> None:
        """Check the invariants."""
        everywhere = sum([*self.hands, *self.markets, self.pile, self.discard], Counter[str]())
        assert everywhere == Counter(COPIES)
        assert all(len(held) == 0 or min(held.values()) > 0 for held in self.hands)
        assert all(sum(pair.values()) in (0, 2) for pair in self.markets)
        assert self.pile or not self.discard
        assert min(self.talents) >= 0
        for bids in self.contests:
            assert len(set(bids.values())) == len(bids)
        for name in BUYERS:
            assert sum(name in held for held in self.access) == sum(name in held for held in self.placed)
        if self.bidding:
            assert all(self.cubes[seat] + self.on_board(seat) == 6 for seat in range(self.players))
            filled = [seat is not None for seat in self.squares]
            assert filled == sorted(filled, reverse=True)
            assert not self.retired
            assert self.access == self.placed

    def on_board(self, seat: int) -> int:
        """Return the placed cubes of a seat."""
        stacks = sum(bids.get(seat, 0) for bids in self.contests)
        return stacks + self.squares.count(seat) + (seat in self.negotiators) + len(self.placed[seat])

    # ---- bidding

    def leader(self, contest: int) -> int | None:
        """Return who has most cubes on a caravan, or on the Informant (6)."""
        bids = self.contests[contest]
        return max(bids, key=lambda seat: bids[seat]) if bids else None

    def bids(self, seat: int) -> set[str]:
        """Return what a seat can bid (GB-B02 to B10, B14)."""
        found = set()
        for k in range(1, self.cubes[seat] + 1):
            for contest, name in enumerate([*(f"caravan {c + 1}" for c in range(6)), "informant"]):
                others = [n for other, n in self.contests[contest].items() if other != seat]
                if self.contests[contest].get(seat, 0) + k > max(others, default=0):
                    found.add(f"{name} {k}")
        if self.cubes[seat]:
            found |= {"free trader"} if None in self.squares else set()
            found |= {"negotiator"} if seat not in self.negotiators and self.trading != "off" else set()
            found |= {f"customer {name}" for name in BUYERS if name not in self.placed[seat]}
        return found

    # ---- caravans

    def looks(self) -> set[str]:
        """Return what the Informant can look at (GB-C02)."""
        lying = {code[:2] for pair in self.markets for code in pair}
        places = {f"look {name}" for name, pair in zip(MARKETS, self.markets, strict=True) if pair}
        return places | {f"look {KINDS[TYPES.index(kind)]}" for kind in lying}

    def line(self) -> list[int]:
        """Return the Free Traders in order (GB-F01)."""
        return list(dict.fromkeys(seat for seat in self.squares if seat is not None))

    def ahead(self, seat: int) -> list[int]:
        """Return the seats that a seat has to ask, in order (GB-F05)."""
        line = self.line()
        return line[: line.index(seat)][::-1]

    # ---- trading

    def active(self, seat: int) -> bool:
        """Return whether a seat is a negotiator who has not left (GB-T01)."""
        return seat in self.negotiators and seat not in self.retired

    def may_trade(self, seat: int, other: int) -> bool:
        """Return whether two seats may swap at all (GB-T01 to T03)."""
        if seat == other or {seat, other} & self.retired:
            return False
        return self.active(seat) or self.active(other)

    def valid(self, seat: int, other: int, p: Proposal) -> bool:
        """Return whether a seat can propose that to another (GB-T07 to T10)."""
        sides = (p.give, p.lend, max(p.net, 0)), (p.want, p.borrow, max(-p.net, 0))
        if not self.may_trade(seat, other) or not all(any(side) for side in sides):
            return False
        if len(p.give) > 5 or len(p.want) > 5 or abs(p.net) > 50 or set(p.give) & set(p.want):
            return False
        if not (p.give or p.lend or p.want or p.borrow) or Counter(p.give) - self.hands[seat]:
            return False
        shown = Counter(code[:2] for code in self.hands[other].elements())
        if Counter(code[:2] for code in p.want) - shown:
            return False
        if p.net > self.talents[seat] or -p.net > self.talents[other]:
            return False
        mine, theirs = self.access[seat], self.access[other]
        return set(p.lend) <= mine - theirs and set(p.borrow) <= theirs - mine

    def proposals(self, seat: int, other: int) -> set[Proposal]:
        """Return all valid proposals of a seat to another, by trying every one: for small hands only."""
        shown = {code[:2] for code in self.hands[other]}
        n = min(5, sum(self.hands[other].values()))
        gives = {p for k in range(6) for p in combinations(ordered(self.hands[seat].elements()), k)}
        wanted = [code for code in CODES if code[:2] in shown]
        wants = [p for k in range(n + 1) for p in combinations_with_replacement(wanted, k)]
        nets = range(-min(50, self.talents[other]), min(50, self.talents[seat]) + 1)
        made = (
            Proposal(give, lend, net, want, borrow)
            for give in gives
            for lend in subsets(self.access[seat])
            for net in nets
            for want in wants
            for borrow in subsets(self.access[other])
        )
        return {p for p in made if self.valid(seat, other, p)}

    def can_deal(self, seat: int, other: int) -> bool:
        """Return whether any proposal exists, without looking at goods (GB-T15)."""
        goods = [bool(self.hands[one]) or bool(self.access[one] - self.access[two]) for one, two in
                 ((seat, other), (other, seat))]  # fmt: skip
        either = [has or self.talents[one] > 0 for has, one in zip(goods, (seat, other), strict=True)]
        return all(either) and any(goods)

    def moves(self, seat: int) -> set[str]:
        """Return what can be done with a floor turn (GB-T15)."""
        partners = [
            other for other in range(self.players) if self.may_trade(seat, other) and self.can_deal(seat, other)
        ]
        return {f"offer {other + 1}" for other in partners} | {"leave"} | ({"invite"} if partners else set())

    def steps(self, seat: int, other: int, phase: int, p: Proposal) -> set[str]:
        """Return the possible next steps of a draft, ``p`` being the draft so far (GB-T20); phases 11 to 15."""
        after: dict[str, tuple[int, Proposal]] = {}
        for word in self.candidates(seat, other, phase, p):
            part = {11: "give", 12: "lend", 14: "want", 15: "borrow"}[phase]
            after[f"{part} {word}"] = phase, replace(p, **{part: (*getattr(p, part), word)})
        if phase == 13:
            for net in range(-min(50, self.talents[other]), min(50, self.talents[seat]) + 1):
                after[f"talents {net}"] = 14, replace(p, net=net)
        else:
            after["done"] = phase + 1, p
        return {name for name, (at, made) in after.items() if self.completable(seat, other, at, made)}

    def candidates(self, seat: int, other: int, phase: int, p: Proposal) -> list[str]:
        """Return what a step could name, whether or not it can be completed."""
        if phase in (11, 14):
            said = p.give if phase == 11 else p.want
            rest = CODES[CODES.index(said[-1]) if said else 0 :] if len(said) < 5 else ()
            if phase == 11:
                return [code for code in rest if self.hands[seat][code] > said.count(code)]
            shown = Counter(code[:2] for code in self.hands[other].elements())
            shown -= Counter(code[:2] for code in said)
            return [code for code in rest if shown[code[:2]] > 0 and code not in p.give]
        if phase in (12, 15):
            giver, taker, said = (seat, other, p.lend) if phase == 12 else (other, seat, p.borrow)
            held = [name for name in BUYERS if name in self.access[giver] - self.access[taker]]
            return [name for name in held if not said or BUYERS.index(name) > BUYERS.index(said[-1])]
        return []

    def completable(self, seat: int, other: int, phase: int, p: Proposal) -> bool:
        """Return whether a draft can become a valid proposal, at a phase (16: it is complete)."""

        def can(sides: tuple[int, int], said: bool) -> bool:
            return said or any(self.candidates(seat, other, at, p) for at in sides if at >= phase)

        nets = {p.net} if phase > 13 else {0, int(self.talents[seat] > 0), -int(self.talents[other] > 0)}
        give, want = can((11, 12), bool(p.give or p.lend)), can((14, 15), bool(p.want or p.borrow))
        return any((give or net > 0) and (want or net < 0) for net in nets)

    # ---- selling

    def sales(self, seat: int, sold: bool) -> set[str]:
        """Return what a seller can do (GB-L02 to L06), goods by code."""
        hand, access = self.hands[seat], self.access[seat]
        found = {"finish"}
        if "Haggler" in access:
            found |= {f"haggle {code}" for code, n in hand.items() if n >= 2}
        if "Collector" in access and {code[:2] for code in hand} == set(TYPES):
            found.add("collect")
        if "Guild Master" in access:
            found |= {f"guild {KINDS[k]}" for k, t in enumerate(TYPES) if all(hand[f"{t}{r}"] for r in range(1, 6))}
        return found | ({"ply"} if not sold and sum(hand.values()) >= 5 else set())


def ordered(codes: Iterable[str]) -> list[str]:
    """Return goods in their order."""
    return sorted(codes, key=CODES.index)


def subsets(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return all choices of customers, in their order."""
    held = [name for name in BUYERS if name in names]
    return [some for k in range(len(held) + 1) for some in combinations(held, k)]


# ---- the best sale, by trying everything


def best(hand: Counter[str], access: Iterable[str]) -> int:
    """Return the most Talents that a turn can bring: all ways to sell, one after the other (GB-L02 to L06)."""
    plied = sorted((VALUE[code] for code in hand.elements()), reverse=True)[:10]
    counts = tuple(hand[code] for code in CODES)
    return max(_customers(counts, frozenset(access)), sum(plied) if len(plied) >= 5 else 0)


@cache
def _customers(hand: tuple[int, ...], access: frozenset[str]) -> int:
    found = 0
    for sold, paid in _sales(hand, access):
        left = tuple(n - k for n, k in zip(hand, sold, strict=True))
        found = max(found, paid + _customers(left, access))
    return found


def _sales(hand: tuple[int, ...], access: frozenset[str]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every single sale: what leaves the hand, and what it brings."""
    values = [VALUE[code] for code in CODES]
    if "Haggler" in access:
        for good, n in enumerate(hand):
            for q in range(2, n + 1):
                yield tuple(q * (i == good) for i in range(25)), 2 * q * values[good]
    if "Guild Master" in access:
        for kind in range(5):
            if all(hand[5 * kind : 5 * kind + 5]):
                yield tuple(int(i // 5 == kind) for i in range(25)), 30
    if "Collector" in access:
        sets: list[tuple[int, ...]] = [()]
        for kind in range(5):
            sets = [(*some, good) for some in sets for good in range(5 * kind, 5 * kind + 5) if hand[good]]
        for some in sets:
            yield tuple(int(i in some) for i in range(25)), 5 + sum(values[good] for good in some)


# ---- what a viewer knows of hands, from the visible events (specification, section 6)


class Watcher:
    """A counter of the goods surely in each hand, from the events that one viewer sees."""

    def __init__(self) -> None:
        self.known = [Counter[str]() for _ in range(6)]
        self.posts: dict[tuple[int, int], Counter[str]] = {}
        self._said: tuple[str, int, int] = ("", -1, -1)
        self._shown: Counter[str] = Counter()

    def observe(self, kind: str, a: int, b: int, c: int, d: int) -> None:
        """Process one event, by its name."""
        if kind != "GIVES":
            self._shown.clear()
        self._post(kind, a, b)
        if kind in ("TAKES", "GOT"):
            self.known[a][CODES[b]] += 1
        elif kind in ("PROPOSES", "ACCEPTS", "SELLS"):
            self._said = (kind, a, b)
        elif kind == "SOLD":
            self._leaves(self._said[1], CODES[a], b)
        elif kind == "DISCARDS":
            self._leaves(a, CODES[c], b)
        elif kind == "GIVES" and self._said[0] == "ACCEPTS":
            giver, taker = (a, d) if c == 0 else (d, a)
            self._leaves(giver, CODES[b], 1)
            self.known[taker][CODES[b]] += 1
        elif kind == "GIVES" and c == 0:
            self._shown[CODES[b]] += 1
            self.posts[a, d][CODES[b]] += 1
            self.known[a][CODES[b]] = max(self.known[a][CODES[b]], self._shown[CODES[b]])

    def settle(self) -> None:
        """Count the goods of open proposals after a decision: their proposer has them."""
        for (seat, _), goods in self.posts.items():
            self.known[seat] |= goods

    def _post(self, kind: str, a: int, b: int) -> None:
        """Open a proposal of a seat to another."""
        if kind == "PROPOSES":
            self.posts[a, b] = Counter()
        elif kind in ("ACCEPTS", "REJECTS"):
            self.posts.pop((b, a), None)
        elif kind in ("WITHDRAWS", "LAPSED"):
            self.posts.pop((a, b), None)
        elif kind in ("FLOOR", "CLOSED"):
            self.posts.clear()

    def _leaves(self, seat: int, code: str, n: int) -> None:
        self.known[seat][code] = max(0, self.known[seat][code] - n)
