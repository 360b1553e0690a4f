"""A second implementation of MarraCash's rules, slow and simple, written from the rulebook alone.

The town is not measured: streets and the doors they pass are the printed table. A game is a generator that asks who is
to choose among which words and is sent the word; chance is a row of souvenir cards that is given to it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable
from typing import Any

STREETS = """
1  | E→2: G2 · S→6: G2&P2, R2, B3 · W→3: P2, B1, R1
2  | S→7: G2, R2, P4 · W→1: G2
3  | N→1: R1, B1, P2 · S→5: B1&P3 · W→4: P3&R1, Y2, G1, P1
4  | N→3: G1&P1, Y2, R1, P3, B1 · S→9: B2&R3, B4 · W→8: B2&P1, Y1
5  | N→3: B1&P3 · E→6: B1&G3, B3&P2 · S→11: G3&Y3
6  | N→1: P2&R2, G2 · E→7: R2&Y4 · W→5: B3&P2, B1&G3, P3
7  | E→2: P4, R2, G2 · S→13: P4&Y4 · W→6: R2&Y4, B3
8  | N→4: B2, Y1, P1, Y2 · E→9: B2&G4, B4 · S→14: G4
9  | N→4: B2&R3, Y2 · E→10: B4&R3, Y3 · W→8: B2&G4
10 | E→11: R5&Y3, G3 · S→15: B4&R5, Y5 · W→9: B4&R3
11 | N→5: G3&Y3, P3 · S→12: P5&R5, G3, R4 · W→10: R5&Y3
12 | E→13: B5&R4, Y4 · S→16: B5&P5 · W→11: G3&P5, R5
13 | N→7: P4&Y4, R2 · S→16: B5&G5 · W→12: B5&Y4, R4
14 | N→8: G4 · E→15: G4, Y5
15 | N→10: R5&Y5, B4, Y3 · E→16: R5, P5 · W→14: Y5, G4
16 | N→12: B5&P5, R4 · E→13: B5, G5 · W→15: P5, R5
"""
"""From each fountain: way, next fountain, shops in the order in which they are passed; ``&`` is on the same cell."""

AT_FOUNTAINS = "3–B1, 4–Y2, 5–P3, 6–B3, 7–R2, 9–B4, 10–Y3, 11–G3, 12–R4"
"""The shops that fountains' own cells touch."""

SOUVENIRS = {
    "R": (50, 75, 100, 125, 150),
    "B": (125, 150, 175, 200, 225),
    "G": (100, 125, 150, 175, 200),
    "P": (75, 100, 125, 150, 175),
    "Y": (150, 175, 200, 225, 250),
}

COLOURS = "RBGPY"
CARDS = [f"{letter}{value}" for letter in COLOURS for value in SOUVENIRS[letter]]
"""Souvenir cards by number: ``R50``."""

GATES = (1, 8, 16)
VISITORS = {"R": 10, "B": 10, "G": 10, "P": 10, "Y": 14}

Street = tuple[int, list[str]]
Asked = tuple[int, set[str]]
Asking = Generator[Asked, str, Any]


def read_streets() -> dict[tuple[int, str], Street]:
    """Return the next fountain and the shops passed, by fountain and exit."""
    found = {}
    for line in STREETS.strip().splitlines():
        start, ways = line.split("|")
        for street in ways.split(" · "):
            exit_, shops = street.strip().split(": ")
            way, end = exit_.split("→")
            found[int(start), way] = int(end), shops.replace("&", ", ").split(", ")
    return found


TOWN = read_streets()
BESIDE = {shop: int(fountain) for fountain, shop in (pair.split("–") for pair in AT_FOUNTAINS.split(", "))}
SHOPS = sorted({shop for _, passed in TOWN.values() for shop in passed})


# ---- money


def income(customers: int, n: int) -> int:
    """Return what ``n`` visitors pay one after another in a shop with so many customers (MA-P01)."""
    return sum(100 if k == 1 else 200 if k == 2 else 300 if k == 3 else 400 if k == 4 else 500
               for k in range(customers + 1, customers + n + 1))  # fmt: skip


def cut(profit: int, n: int) -> int:
    """Return what the guide of ``n`` customers receives of a profit (MA-P02)."""
    return 50 * n if profit <= 300 else 100 * n


def fee(price: int) -> int:
    """Return what the bank pays an auctioneer who does not buy (MA-A09)."""
    return 100 if price <= 500 else 200


def amounts(least: int, limit: int) -> list[int]:
    """Return every legal bid (MA-A04 to MA-A06, MA-A12)."""
    return list(range(least, min(limit, 7000) + 1, 25))


def parts(least: int, amount: int) -> list[str]:
    """Return how a bid is composed (chapter 5)."""
    if amount == least:
        return ["bid"]
    jumps, rest = divmod(amount - least - 25, 100)
    return ["more"] * (1 + jumps) + [f"add {rest + 25}"]


# ---- the game


class Game:
    """A game from the start of an action, or of a question about new visitors, on.

    Args:
        s: a record's twin; its lists are read once.
        order: names of shops, as the record numbers them.
    """

    def __init__(self, s: Any, order: Iterable[str]) -> None:
        self.order = list(order)
        self.players, self.active, self.turn = s.players, s.active, s.turn
        self.actions, self.auctioned, self.progress = s.actions, bool(s.auctioned), bool(s.progress)
        self.idle, self.left = s.idle, s.closing if s.closing >= 0 else None
        self.cash, self.signs = list(s.cash[: s.players]), list(s.signs[: s.players])
        self.owner = {shop: s.owner[k] if s.owner[k] >= 0 else None for k, shop in enumerate(self.order)}
        self.ledger = {shop: [s.price[k], s.income[k], s.cuts[k]] for k, shop in enumerate(self.order)}
        self.customers = {shop: s.customers[k] for k, shop in enumerate(self.order)}
        self.crowd = {f: Counter(dict(zip(COLOURS, s.crowd[f - 1], strict=True))) for f in range(1, 17)}
        self.queue = [COLOURS[c] for c in s.queue[s.front : s.back]]
        self.shown = [CARDS[card] if card >= 0 else None for card in s.shown]
        self.stack = {name for card, name in enumerate(CARDS) if s.unseen >> card & 1}
        self.drawn: deque[str] = deque()
        self.bids = [0] * 4
        self.over = bool(s.over)
        self.course = self.play()
        self.asked: Asked | None = None
        self.answer(None)

    def answer(self, word: str | None, drawn: Iterable[str] = ()) -> None:
        """Make a choice, and every forced one after it; ``drawn`` are the cards turned up meanwhile."""
        self.drawn.extend(drawn)
        try:
            self.asked = next(self.course) if word is None else self.course.send(word)
            while len(self.asked[1]) == 1:
                self.asked = self.course.send(*self.asked[1])
        except StopIteration:
            self.asked, self.over = None, True
        assert not self.drawn

    def play(self) -> Asking:
        """Play turn after turn."""
        while not self.over:
            yield from self.act()
            yield from self.fill()
            self.finish_turn()

    # ---- actions

    def act(self) -> Asking:
        """Hold one auction in round 1; later two actions, no move after an auction (MA-F01, MA-T01 to MA-T04)."""
        while self.actions < (1 if self.turn <= self.players else 2):
            if not (options := self.moves() | self.sales()):
                return
            word, *rest = (yield self.active, options).split()
            self.actions += 1
            if word == "move":
                waiting = self.walk(self.active, int(rest[0]), rest[1])
            else:
                waiting = yield from self.auction(rest[0])
            for shop, profit, guide in waiting:  # MA-V09
                chosen = yield self.owner[shop], {"sell 0", "sell 1"}
                self.pay(shop, 1, profit + self.sell(int(chosen[-1])), guide)

    def moves(self) -> set[str]:
        """Return where crowds can be led (MA-T03, MA-M02)."""
        if self.turn <= self.players or self.auctioned:
            return set()
        return {f"move {start} {way}" for start, way in TOWN if self.crowd[start].total()}

    def sales(self) -> set[str]:
        """Return what can be put up for auction (MA-A01)."""
        if self.cash[self.active] < 100 or not self.signs[self.active]:
            return set()
        return {f"auction {shop}" for shop, owner in self.owner.items() if owner is None}

    def walk(self, guide: int, start: int, way: str) -> list[tuple[str, int, int | None]]:
        """Move a crowd; the shop whose owner has to choose a souvenir is paid later (MA-M01 to MA-M09)."""
        end, passed = TOWN[start, way]
        walkers, self.crowd[start] = self.crowd[start], Counter()
        waiting = []
        for shop in passed:
            if self.owner[shop] is not None:
                waiting += self.enter(shop, walkers.pop(shop[0], 0), guide)
        self.crowd[end] += walkers
        return waiting

    def enter(self, shop: str, n: int, guide: int | None) -> list[tuple[str, int, int | None]]:
        """Move visitors into a shop one after another."""
        profit = 0
        for _ in range(n):
            self.progress = True
            self.customers[shop] += 1
            profit += income(self.customers[shop] - 1, 1)
            fitting = [slot for slot, card in enumerate(self.shown) if card and card[0] == shop[0]]
            if len(fitting) == 2 and n == 1:
                return [(shop, profit, guide)]
            if fitting:
                profit += self.sell(fitting[0])
        if n:
            self.pay(shop, n, profit, guide)
        return []

    def sell(self, slot: int) -> int:
        """Remove a souvenir from the game for its value (MA-V02, MA-V06)."""
        card, self.shown[slot] = self.shown[slot], None
        assert card
        return int(card[1:])

    def pay(self, shop: str, n: int, profit: int, guide: int | None) -> None:
        """Pay the owner, who pays the customers' guide (MA-P01 to MA-P04)."""
        owner = self.owner[shop]
        assert owner is not None
        self.cash[owner] += profit
        self.ledger[shop][1] += profit
        if guide not in (None, owner):
            share = cut(profit, n)
            self.cash[owner] -= share
            self.cash[guide] += share
            self.ledger[shop][2] += share

    # ---- auctions

    def auction(self, shop: str) -> Asking:
        """Let every seat with a sign bid, clockwise from the auctioneer, until one is left (MA-A02 to MA-A10)."""
        self.auctioned = self.progress = True
        seats = [(self.active + k) % self.players for k in range(self.players)]
        inside = deque(seat for seat in seats if self.signs[seat])
        price, leader = 0, None
        while inside[0] != leader:
            amount = yield from self.bid(inside[0], price)
            if amount:
                price, leader = amount, inside[0]
                self.bids[leader] = amount
                inside.rotate(-1)
            else:
                inside.popleft()
        assert leader is not None
        self.bids = [0] * 4
        self.cash[leader] -= price
        self.signs[leader] -= 1
        self.owner[shop], self.ledger[shop][0] = leader, price
        if leader != self.active:
            self.cash[self.active] += fee(price)
        crowd = self.crowd.get(BESIDE.get(shop, 0), Counter())
        return self.enter(shop, crowd.pop(shop[0], 0), None)

    def bid(self, seat: int, price: int) -> Asking:
        """Return what a seat bids; 0 is a pass."""
        least = price + 25 if price else 100
        legal = amounts(least, self.cash[seat])
        options = {parts(least, amount)[0] for amount in legal} | ({"pass"} if price else set())
        made = [(yield seat, options)]
        if made == ["pass"]:
            return 0
        while True:
            fitting = [(amount, ways) for amount in legal if (ways := parts(least, amount))[: len(made)] == made]
            if len(fitting) == 1 and fitting[0][1] == made:
                return fitting[0][0]
            made.append((yield seat, {ways[len(made)] for _, ways in fitting}))

    # ---- the end of a turn

    def fill(self) -> Asking:
        """Fill every empty entrance while there are visitors (MA-N01 to MA-N04, MA-E03)."""
        while self.left is None and self.queue and (empty := [g for g in GATES if not self.crowd[g].total()]):
            gate = int((yield self.active, {f"gate {g}" for g in empty}).split()[1])
            ends, n = ["A 1"], len(self.queue)
            if n > 1:
                ends = [f"{end} {k}" for end in "AB" for k in (2, 3, 4) if k <= n and (end == "A" or k < n)]
            end, count = (yield self.active, {f"bring {each}" for each in ends}).split()[1:]
            taken = self.queue[: int(count)] if end == "A" else self.queue[n - int(count) :]
            self.queue = self.queue[int(count) :] if end == "A" else self.queue[: n - int(count)]
            self.crowd[gate] += Counter(taken)
            self.progress = True

    def finish_turn(self) -> None:
        """Turn up souvenirs, check for the end, pass to the next player (MA-T06)."""
        for slot in (0, 1):
            if self.shown[slot] is None and self.stack:
                self.shown[slot] = self.drawn.popleft()
                self.stack.remove(self.shown[slot])
        if self.left is not None:
            self.left -= 1
        elif not self.queue:
            self.left = self.players
        if self.turn > self.players:
            self.idle = 0 if self.progress else self.idle + 1
        if self.left == 0 or self.idle == 5 * self.players:
            self.over = True
            return
        self.active = (self.active + 1) % self.players
        self.turn += 1
        self.actions, self.auctioned, self.progress = 0, False, False

    def ranks(self) -> list[int]:
        """Return the places by cash (MA-E04, MA-E05)."""
        return [1 + sum(other > own for other in self.cash) for own in self.cash]

    # ---- comparing

    def check(self, s: Any) -> None:
        """Compare with a record's twin."""
        assert s.cash == self.cash + [0] * (4 - self.players)
        assert s.bids == self.bids
        assert s.signs == self.signs + [0] * (4 - self.players)
        assert s.crowd == [[self.crowd[f][letter] for letter in COLOURS] for f in range(1, 17)]
        assert [COLOURS[c] for c in s.queue[s.front : s.back]] == self.queue
        for k, shop in enumerate(self.order):
            assert s.owner[k] == (-1 if self.owner[shop] is None else self.owner[shop])
            assert (s.customers[k], [s.price[k], s.income[k], s.cuts[k]]) == (self.customers[shop], self.ledger[shop])
        assert s.shown == [CARDS.index(card) if card else -1 for card in self.shown]
        assert s.unseen == sum(1 << CARDS.index(card) for card in self.stack)
        assert (s.active, s.turn, bool(s.over)) == (self.active, self.turn, self.over)
        assert self.over or (s.actions, bool(s.auctioned), s.idle) == (self.actions, self.auctioned, self.idle)
        assert self.over or s.closing == (-1 if self.left is None else self.left)
