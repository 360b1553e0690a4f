"""The results an action must have: points, money, medals, cards and turns, computed from its choices alone.

Written from the rulebook like :mod:`tests.games.kairo.reference`, on which it stands.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.games.kairo.reference import CODES, NAMES, NEUTRAL, Board, can_build, number, pack, stacked

FIELDS = ("money", "score", "gold", "silver", "barkers", "supply", "stall", "entry", "sizes", "stands", "held", "known")
GOLD, SILVER = 2, 1


class Accounts:
    """The accounts of an action that began in position ``s``.

    Args:
        s: a twin at the beginning of a turn.
        choices: names of all choices of the action.
        drawn: kinds of the cards that came from the deck into the hand.
    """

    money: list[list[int]]
    stall: list[list[int]]
    entry: list[list[int]]
    sizes: list[list[int]]
    score: list[int]
    gold: list[int]
    silver: list[int]
    barkers: list[int]
    supply: list[int]
    stands: list[int]
    held: list[int]
    known: list[int]

    def __init__(self, s: Any, choices: list[str], drawn: list[int]) -> None:
        self.board, self.seat, self.players = Board.of(s), s.player, s.players
        for name in FIELDS:
            setattr(self, name, deepcopy(getattr(s, name)))
        self.hand, self.discards = pack(s.hand[self.seat]), pack(s.discards)
        self.final, self.out, self.idle = s.final, s.out, s.idle + 1
        self.display, self.drawn = list(s.display), list(drawn)
        self.words = [choice.split() for choice in choices]
        {"new": self.put, "move": self.put, "expand": self.grow, "lure": self.lure, "draw": self.draw}.get(
            choices[0], self.quit
        )()
        if not self.final and self.idle == 10 * self.players:
            self.final = 1

    def word(self, group: str) -> str:
        """Return the label of the only choice of a group."""
        return next(word[1] for word in self.words if word[0] == group)

    def all(self, group: str) -> list[str]:
        """Return the labels of the choices of a group."""
        return [word[1] for word in self.words if word[0] == group]

    def place(self, group: str) -> int:
        """Return the number of the chosen site."""
        name = self.word(group)
        return number(("ABCDEFGHIJKL".index(name[0]), int(name[1:]) - 1))

    # ---- Build

    def put(self) -> None:
        """Place or move a stall."""
        c = NAMES.index(self.word("colour"))
        self.stall[self.seat][c], self.entry[self.seat][c] = self.place("site"), self.place("entry")
        self.sizes[self.seat][c] = 1
        if self.words[0] == ["new"]:
            self.idle = 0
        self.spend(c, 0)

    def grow(self) -> None:
        """Expand a stand: pay, score, take medals (KA-E08 to KA-E12, KA-M01 to KA-M05)."""
        c = NAMES.index(self.word("colour"))
        size = self.board.size(self.seat, c) + 1
        rival = max(self.board.size(owner, c) for owner in range(4) if owner != self.seat)
        self.sizes[self.seat][c] = size
        self.supply[c] -= 1
        self.idle = 0
        points = size
        if size > rival and self.gold[c] != self.seat:
            self.gold[c] = self.seat
            points += GOLD
        if size >= rival and self.silver[c] != self.seat:
            self.silver[c] = self.seat
            points += SILVER
        self.score[self.seat] += points
        self.spend(c, size)
        if 0 in self.supply or sum(left <= 1 for left in self.supply) >= 2:
            self.final = 1

    def spend(self, c: int, cost: int) -> None:
        """Take cards from the hand, then pay the fee, the cost's own colour and the substitutes."""
        way, money = self.word("play"), self.money[self.seat]
        kept = [CODES.index(code) for code in self.all("keep")]
        gone = [CODES.index(way)] if way != "three" else list(self.hand)
        for kind in kept:
            gone.remove(kind)
        for kind in gone:
            self.give_up(kind)
        for name in self.all("fee"):
            money[NAMES.index(name)] -= 1
        own = min(cost, money[c])
        money[c] -= own
        owed = 2 * (cost - own)
        for name in self.all("pay"):
            money[NAMES.index(name)] -= 1
            owed -= 1
        left = [k for k in range(6) if money[k] and k != c]
        if owed:  # nothing to choose: all of it, or one colour only
            assert len(left) == 1 or owed == sum(money[k] for k in left)
        for k in left:
            paid = min(owed, money[k])
            money[k] -= paid
            owed -= paid
        assert owed == 0

    def give_up(self, kind: int) -> None:
        """Move a card to the pile; publicly known cards of a hand go first."""
        self.hand.remove(kind)
        self.held[self.seat] -= 1
        self.discards.append(kind)
        known = pack(self.known[self.seat])
        if kind in known:
            known.remove(kind)
            self.known[self.seat] = stacked(known)

    # ---- Lure, Draw, Quit

    def lure(self) -> None:
        """Move a customer, replace him with another, and pay money (KA-L05 to KA-L09)."""
        c, to = NAMES.index(self.word("customer")), self.place("goal")
        site = (to % 12, to // 12)
        self.barkers[self.seat] -= self.board.prices(c)[site]
        owner = self.board.eligible(c)[site]
        self.stands[self.stands.index(-1)] = to
        self.stands[c] = -1
        if owner != self.seat:
            self.money[self.seat][c] += 1
        if owner != NEUTRAL:
            self.money[owner][c] += self.board.size(owner, c)

    def draw(self) -> None:
        """Make two picks, then discard down to four cards (KA-D01 to KA-D03)."""
        for code in self.all("take"):
            if code == "barker":
                self.barkers[self.seat] += 1
                continue
            kind = self.drawn.pop(0) if code == "deck" else CODES.index(code)
            if code != "deck":
                self.display[self.display.index(kind)] = -1
                self.known[self.seat] += 1 << 2 * kind
            self.hand.append(kind)
            self.held[self.seat] += 1
        for code in self.all("discard"):
            self.give_up(CODES.index(code))
        assert self.held[self.seat] <= 4

    def quit(self) -> None:
        """Leave the final phase for good (KA-F03)."""
        self.out |= 1 << self.seat

    # ---- afterwards

    def check(self, end: Any, shuffled: bool) -> None:
        """Compare with the position after the action, a twin at the start of the next turn or at the end."""
        self.finish(end)
        for name in FIELDS:
            assert getattr(end, name) == getattr(self, name), name
        assert (end.final, end.over, end.out) == (self.final, self.over, self.out)
        assert end.over or end.player == self.next
        assert sorted(self.hand) == pack(end.hand[self.seat])
        assert shuffled or sorted(self.discards) == pack(end.discards)
        assert end.final or end.idle == self.idle
        for slot, kind in enumerate(self.display):
            assert end.display[slot] == kind if kind >= 0 else end.display[slot] >= 0

    def finish(self, end: Any) -> None:
        """Pass the turn on; in the final phase to seats that can build (KA-F03, KA-F04); if none can, score the end."""
        for by in range(1, self.players + 1):
            self.next = (self.seat + by) % self.players
            if not self.final or (not self.out >> self.next & 1 and can_build(end, self.next)):
                break
            self.out |= 1 << self.next
        self.over = int(self.final and self.out == (1 << self.players) - 1)
        if self.over:
            for seat in range(self.players):
                medals = GOLD * self.gold.count(seat) + SILVER * self.silver.count(seat)
                self.score[seat] += medals + sum(self.money[seat]) // 3
