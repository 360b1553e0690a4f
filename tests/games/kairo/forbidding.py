"""The rule that forbids a choice, written from the specification alone.

A refused choice could be completed in many ways: a colour of stall by its sites, entries and cards, a site by entries
and cards. All of them are taken over the hurdles of the rules in an order, and the rule that is told is the one at
which the last of them falls: *whatever obeys the rules before it breaks this one*. The hurdles stand in the order of
what a player can do least about: the pieces, the square, the ways over it, the money, the cards in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.games.kairo.reference import (
    BESIDE,
    CODES,
    COLOURS,
    MARKET,
    NAMES,
    PURPLE,
    REACHES,
    RESTAURANT,
    SQUARE,
    UNLIMITED,
    Asked,
    Board,
    Site,
    affordable,
    at,
    fees,
    label,
    pack,
    segment,
)

Way = tuple[int, Site, Site]
"""A colour, a site and (of a whole stall) an entry: one way of building that a choice leaves open."""
Hurdle = tuple[str, Callable[[Way], bool]]
"""A rule, and whether a way obeys it."""

PLACE, NEUTRAL_PLACE, NEW, EXPAND, MOVE = 1, 2, 3, 4, 5
ACT, COLOUR, SITE, ENTRY, WAY, KEEP, FEE, PAY, CUSTOMER, GOAL, TAKE, DISCARD = range(1, 13)
GROUPS = {
    COLOUR: "colour", SITE: "site", ENTRY: "entry", WAY: "play", KEEP: "keep", FEE: "fee", PAY: "pay",
    CUSTOMER: "customer", GOAL: "goal", TAKE: "take", DISCARD: "discard",
}  # fmt: skip
"""The choices that answer what is asked; actions have names of their own."""
BUILDS = {"new": NEW, "expand": EXPAND, "move": MOVE}
LABELS = [label(site) for site in SQUARE]
INDEX = {
    **dict.fromkeys(("colour", "fee", "pay", "customer"), NAMES),
    **dict.fromkeys(("site", "entry", "goal"), LABELS),
    **dict.fromkeys(("play", "keep", "take", "discard"), CODES),
}


def last_hurdle(ways: Iterable[Way], hurdles: Iterable[Hurdle]) -> str:
    """Return the rule at which the last way fails; empty if one takes all the hurdles."""
    left = list(ways)
    for rule, obeys in hurdles:
        left = [way for way in left if obeys(way)]
        if not left:
            return rule
    return ""


class Forbidding:
    """What the rules forbid in a position."""

    def __init__(self, s: Any, board: Board | None = None) -> None:
        self.s, self.board = s, board or Board.of(s)
        self.seat = int(s.player)
        self.money = [int(n) for n in s.money[self.seat]]
        self.hand = pack(int(s.hand[self.seat]))
        self._known: dict[str, str] = {}

    def rule(self, choice: str) -> str:
        """Return the rule that forbids a choice of the deciding seat; empty if it is legal."""
        if choice not in self._known:
            self._known[choice] = self._rule(choice)
        return self._known[choice]

    def _rule(self, choice: str) -> str:
        group, _, what = choice.partition(" ")
        if self.s.phase == ACT and group in ("new", "expand", "move", "lure", "draw", "quit"):
            return self._act(group)
        if GROUPS.get(int(self.s.phase)) != group:
            return self.asks()
        found: str = getattr(self, f"_{group}")(what)
        return found

    def asks(self) -> str:
        """Return the rule of the pending question, which refuses all answers to other questions."""
        s = self.s
        by_act = {EXPAND: "KA-E03", MOVE: "KA-B02", NEUTRAL_PLACE: "KA-S09"}
        return {
            ACT: "KA-F02" if s.final else "KA-T01",
            COLOUR: "KA-S06" if s.act == PLACE else "KA-T02",
            SITE: by_act.get(int(s.act), "KA-N03"),
            ENTRY: "KA-N03", WAY: "KA-C01", KEEP: "KA-X07", FEE: "KA-C02", PAY: "KA-E09",
            CUSTOMER: "KA-L01", GOAL: "KA-L01", TAKE: "KA-D01", DISCARD: "KA-D03",
        }[int(s.phase)]  # fmt: skip

    # ---- actions, colours and sites

    def _act(self, group: str) -> str:
        if group == "quit":
            return "" if self.s.final else "KA-T01"
        if group in ("lure", "draw"):
            if self.s.final:
                return "KA-F02"
            return "" if group == "draw" or Asked(self.s, self.board).lured() else "KA-L10"
        return last_hurdle(self._ways(BUILDS[group], range(COLOURS)), self._hurdles(BUILDS[group], "KA-X40"))

    def _colour(self, name: str) -> str:
        act = int(self.s.act)
        return last_hurdle(self._ways(act, [NAMES.index(name)]), self._hurdles(act, "KA-N01"))

    def _site(self, name: str) -> str:
        act, colour, site = int(self.s.act), int(self.s.colour), at(LABELS.index(name))
        ways = [(colour, site, entry) for entry in BESIDE[site]]
        hurdles = {EXPAND: self._beside, MOVE: self._elsewhere}.get(act, self._stall)()
        return last_hurdle(ways, [*hurdles, *self._limit(act), *self._cards(act)])

    @staticmethod
    def _ways(act: int, colours: Iterable[int]) -> list[Way]:
        """Return all ways of building in some colours."""
        return [
            (colour, site, entry)
            for colour in colours
            for site in SQUARE
            for entry in (BESIDE[site][:1] if act == EXPAND else BESIDE[site])
        ]

    def _hurdles(self, act: int, new: str) -> list[Hurdle]:
        """Return the rules for a colour, or for a kind of action; ``new`` is that of an existing stall."""
        if act == EXPAND:
            return [*self._grow(), *self._cards(act)]
        if act == MOVE:
            return [*self._moved(), *self._cards(act)]
        unbuilt = (new, lambda way: (self.seat, way[0]) not in self.board.stalls)
        return [unbuilt, *self._stall(), *self._limit(act), *self._cards(act)]

    def _stall(self, board: Board | None = None) -> list[Hurdle]:
        """Return the hurdles of a stall on a board: free sites, areas, neighbours, segments, an entry, open ways."""
        now = board or self.board
        return [
            ("KA-N02", lambda way: way[1] not in now.taken),
            ("KA-N04", lambda way: (way[1] in RESTAURANT) == (way[0] == PURPLE)),
            ("KA-N07", lambda way: not any(site in now.tiles for site in BESIDE[way[1]])),
            ("KA-N06", lambda way: all(colour != way[0] for _, colour in now.crowd(segment(way[1])))),
            ("KA-N03", lambda way: way[2] in MARKET - now.taken),
            ("KA-A01", lambda way: way[2] in now.together(way[1] if way[1] in MARKET else None)),
        ]

    def _elsewhere(self) -> list[Hurdle]:
        """Return the hurdles of a stall that moves: to another site, by the rules of new ones, as if it were gone."""
        key = (self.seat, int(self.s.colour))
        old = self.board.stalls[key][0]
        return [("KA-X16", lambda way: way[1] != old), *self._stall(self.board.lifted(*key))]

    def _moved(self) -> list[Hurdle]:
        """Return which stalls can move at all: blocked ones that fit somewhere else."""
        blocked = [c for c in range(COLOURS) if self.board.blocked(self.seat, c)]
        fits = {c: self.board.moves(self.seat, c) for c in blocked}
        return [("KA-B01", lambda way: way[0] in fits), ("KA-B03", lambda way: way[1:] in fits[way[0]])]

    def _limit(self, act: int) -> list[Hurdle]:
        """Return the setup's limit of two stalls in a segment, while anything fits under it."""
        if act not in (PLACE, NEUTRAL_PLACE):
            return []
        colours = range(COLOURS) if act == PLACE else [int(self.s.colour)]
        mine = [c for c in colours if act != PLACE or (self.seat, c) not in self.board.stalls]
        limit = 2 if any(self.board.pairs(c, 2) for c in mine) else UNLIMITED
        return [("KA-S07", lambda way: len(self.board.crowd(segment(way[1]))) < limit)]

    # ---- expansions

    def _own(self, way: Way) -> bool:
        return any(self.board.tiles.get(site) == (self.seat, way[0]) for site in BESIDE[way[1]])

    def _fits(self) -> list[Hurdle]:
        """Return free sites, areas and rivals of the colour."""
        board = self.board

        def apart(way: Way) -> bool:
            near = {board.tiles[site] for site in BESIDE[way[1]] if site in board.tiles}
            return not any(colour == way[0] and owner != self.seat for owner, colour in near)

        return [
            ("KA-N02", lambda way: way[1] not in board.taken),
            ("KA-E02", lambda way: (way[1] in RESTAURANT) == (way[0] == PURPLE)),
            ("KA-E04", apart),
        ]

    def _open(self) -> Hurdle:
        return ("KA-A01", lambda way: bool(self.board.together(way[1] if way[1] in MARKET else None)))

    def _beside(self) -> list[Hurdle]:
        """Return the hurdles of an expansion on a site: first that it is next to the stand."""
        return [("KA-E03", self._own), *self._fits(), self._open()]

    def _grow(self) -> list[Hurdle]:
        """Return the hurdles of an expansion anywhere: a stand, a tile, a site next to it, an open way, money."""
        return [
            ("KA-E03", lambda way: (self.seat, way[0]) in self.board.stalls),
            ("KA-E01", lambda way: self.s.supply[way[0]] > 0),
            *self._fits(),
            ("KA-E03", self._own),
            self._open(),
            ("KA-E09", lambda way: affordable(self.money, way[0], self._cost(EXPAND, way[0]))),
        ]

    def _cost(self, act: int, colour: int) -> int:
        return self.board.size(self.seat, colour) + 1 if act == EXPAND else 0

    # ---- cards and money

    def _cards(self, act: int) -> list[Hurdle]:
        """Return the hurdles of a card that reaches the site, or three; for a joker also money."""
        if act in (PLACE, NEUTRAL_PLACE):
            return []
        three = len(self.hand) >= 3

        def reaching(way: Way) -> list[int]:
            return [kind for kind in self.hand if segment(way[1]) in REACHES[kind]]

        def paid(way: Way) -> bool:
            return (
                three
                or any(kind < 9 for kind in reaching(way))
                or bool(fees(self.money, way[0], self._cost(act, way[0])))
            )

        return [
            ("KA-C01", lambda way: three or bool(reaching(way))),
            ("KA-E11" if act == EXPAND else "KA-C02", paid),
        ]

    def _play(self, what: str) -> str:
        if what == "three":
            return "" if len(self.hand) >= 3 else "KA-C03"
        kind, site = CODES.index(what), at(int(self.s.site))
        if kind not in self.hand or segment(site) not in REACHES[kind]:
            return "KA-C01" if kind < 9 else "KA-C02"
        if kind < 9 or fees(self.money, int(self.s.colour), self._cost(int(self.s.act), int(self.s.colour))):
            return ""
        return "KA-E11" if self.s.act == EXPAND else "KA-C02"

    def _keep(self, what: str) -> str:
        return "" if CODES.index(what) in self.hand else "KA-X07"

    def _discard(self, what: str) -> str:
        return "" if CODES.index(what) in self.hand else "KA-D03"

    def _fee(self, name: str) -> str:
        colour = NAMES.index(name)
        if not self.money[colour]:
            return "KA-C02"
        left = fees(self.money, int(self.s.colour), self._cost(int(self.s.act), int(self.s.colour)))
        return "" if colour in left else "KA-E11"

    def _pay(self, name: str) -> str:
        colour = NAMES.index(name)
        return "" if colour != self.s.colour and self.money[colour] else "KA-E09"

    # ---- entries, luring and drawing

    def _entry(self, name: str) -> str:
        site, entry = at(int(self.s.site)), at(LABELS.index(name))
        now = self.board.lifted(self.seat, int(self.s.colour)) if self.s.act == MOVE else self.board
        hurdles = {
            "KA-N03": entry in BESIDE[site],
            "KA-N02": entry not in now.tiles and entry not in now.customers.values(),
            "KA-N08": entry not in now.entries,
            "KA-N05": entry in MARKET,
            "KA-A01": entry in now.together(site if site in MARKET else None),
        }
        return next((rule for rule, obeyed in hurdles.items() if not obeyed), "")

    def _customer(self, name: str) -> str:
        customer = NAMES.index(name)
        if customer not in self.board.customers:
            return "KA-L01"
        return "" if self.board.eligible(customer) else "KA-L02"

    def _goal(self, name: str) -> str:
        customer, entry = int(self.s.customer), at(LABELS.index(name))
        if self.board.entries.get(entry, (-1, -1))[1] != customer:
            return "KA-L01"
        if entry in self.board.customers.values():
            return "KA-L02"
        return "" if self.board.prices(customer)[entry] <= self.s.barkers[self.seat] else "KA-L05"

    def _take(self, what: str) -> str:
        if what == "deck":
            return ""
        if what == "barker":
            return "" if sum(self.s.barkers) < 7 else "KA-X22"
        return "" if CODES.index(what) in self.s.display else "KA-D01"


def other_seat(s: Any, seat: int) -> str:
    """Return the rule that refuses all choices of a seat while another decides."""
    if s.turn == 0:
        return "KA-S09" if s.act == NEUTRAL_PLACE else "KA-S06"
    return "KA-F03" if s.out >> seat & 1 else "KA-T03"
