"""A second implementation of the rules, slow and simple: it searches the board and uses no derived field.

Written from the rulebook, not from the compiled rules; random games are compared with it. A site is (column, row), both
from 0; owners 0 to 3 are seats, 4 is nobody. What :class:`Board` knows it reads from the stalls, the coloured tiles and
the customers of a record only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import Any

Site = tuple[int, int]
Key = tuple[int, int]
"""Owner and colour of a stall."""

NEUTRAL, PURPLE, COLOURS, KINDS, SEGMENTS = 4, 2, 6, 15, 9
NAMES = ["white", "red", "purple", "green", "yellow", "blue"]
CODES = [*"123456789", "J1", "J2", "J3", "J4", "J5", "J6"]

SQUARE = [(column, row) for row in range(12) for column in range(12)]
RESTAURANT = {(c, r) for c, r in SQUARE if r == 11 or (r >= 4 and c in (0, 11))}
MARKET = set(SQUARE) - RESTAURANT
REACHES = [*({k} for k in range(9)), {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
"""Segments of each kind of card."""

COPIES = [3] * 9 + [1] * 6

UNLIMITED = 99


def at(number: int) -> Site:
    """Return the site of a number."""
    return number % 12, number // 12


def number(site: Site) -> int:
    """Return the number of a site."""
    return 12 * site[1] + site[0]


def label(site: Site) -> str:
    """Return the name of a site: ``A1``."""
    return f"{'ABCDEFGHIJKL'[site[0]]}{site[1] + 1}"


def segment(site: Site) -> int:
    """Return the segment of a site, from 0."""
    return site[0] // 4 + 3 * (site[1] // 4)


def _beside(site: Site) -> list[Site]:
    c, r = site
    around = [(c, r - 1), (c + 1, r), (c, r + 1), (c - 1, r)]
    return [(x, y) for x, y in around if 0 <= x < 12 and 0 <= y < 12]


BESIDE = {site: _beside(site) for site in SQUARE}
"""Sites next to each."""


def area(colour: int) -> set[Site]:
    """Return where tiles of a colour may lie."""
    return RESTAURANT if colour == PURPLE else MARKET


def spread(start: Site, ground: set[Site]) -> dict[Site, int]:
    """Return the steps from a site to every connected site of ``ground``."""
    steps = {start: 0}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for site in BESIDE[here]:
            if site in ground and site not in steps:
                steps[site] = steps[here] + 1
                todo.append(site)
    return steps


class Board:
    """The pieces on the square.

    Attributes:
        stalls: stall site and entry site by owner and colour.
        tiles: owner and colour by site, stalls and expansions alike.
        customers: site of each customer on the board, by colour.
    """

    def __init__(self, stalls: dict[Key, tuple[Site, Site]], tiles: dict[Site, Key], customers: dict[int, Site]):
        self.stalls, self.tiles, self.customers = stalls, tiles, customers
        self.sound: dict[Site | None, set[Site]] = {}
        self.found: dict[tuple[int, int], set[tuple[Site, Site]]] = {}

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.tiles == other.tiles
            and self.stalls == other.stalls
            and self.customers == other.customers
        )

    @classmethod
    def of(cls, s: Any) -> Board:
        """Return the board of a record or its twin; expansions belong to the stall they touch (KA-E04)."""
        stalls = {
            (owner, colour): (at(s.stall[owner][colour]), at(s.entry[owner][colour]))
            for owner in range(5)
            for colour in range(COLOURS)
            if s.stall[owner][colour] >= 0
        }
        coloured = [{at(n) for n in range(144) if int(s.tiles[c][n // 63]) >> n % 63 & 1} for c in range(COLOURS)]
        tiles = {
            site: (owner, colour)
            for (owner, colour), (stall, _) in stalls.items()
            for site in spread(stall, coloured[colour])
        }
        return cls(stalls, tiles, {c: at(n) for c, n in enumerate(s.stands) if n >= 0})

    # ---- sites

    @cached_property
    def taken(self) -> set[Site]:
        """Return the sites that are not free (KA-N02)."""
        return {*self.tiles, *self.entries, *self.customers.values()}

    @cached_property
    def entries(self) -> dict[Site, Key]:
        """Return owner and colour by entry."""
        return {entry: key for key, (_, entry) in self.stalls.items()}

    @cached_property
    def walkable(self) -> set[Site]:
        """Return market sites without a stall or an expansion."""
        return MARKET - set(self.tiles)

    def together(self, built: Site | None = None) -> set[Site]:
        """The walkable sites on which all entries and customers hang together (KA-A01), were ``built`` built on as
        well; empty if they do not.
        """
        if built not in self.sound:
            must = {*self.entries, *self.customers.values()}
            ground = self.walkable - {built}
            reached = set(spread(min(must), ground)) if must <= ground else set()
            self.sound[built] = reached if must <= reached else set()
        return self.sound[built]

    # ---- building

    def stand(self, key: Key) -> set[Site]:
        """Return the tiles of a stand."""
        return {site for site, owner in self.tiles.items() if owner == key}

    def size(self, owner: int, colour: int) -> int:
        """Return how many tiles a stand has; 0 without one."""
        return len(self.stand((owner, colour)))

    def crowd(self, where: int) -> list[Key]:
        """Return the main stalls of a segment."""
        return [key for key, (stall, _) in self.stalls.items() if segment(stall) == where]

    def pairs(self, colour: int, limit: int = UNLIMITED) -> set[tuple[Site, Site]]:
        """Return legal sites and entries of a new stall (KA-N02 to KA-N09), in segments below ``limit`` stalls."""
        if (colour, limit) not in self.found:
            self.found[colour, limit] = set(self._pairs(colour, limit))
        return self.found[colour, limit]

    def _pairs(self, colour: int, limit: int) -> Iterator[tuple[Site, Site]]:
        for site in area(colour) - self.taken:
            there = self.crowd(segment(site))
            if len(there) >= limit or any(c == colour for _, c in there):
                continue
            if any(n in self.tiles for n in BESIDE[site]):
                continue
            reached = self.together(site if site in MARKET else None)
            for entry in BESIDE[site]:
                if entry in MARKET - self.taken and entry in reached:
                    yield site, entry

    def growth(self, owner: int, colour: int) -> set[Site]:
        """Return the legal sites of an expansion (KA-E02 to KA-E06)."""
        own = self.stand((owner, colour))
        found = set()
        for site in {n for tile in own for n in BESIDE[tile]} & area(colour) - self.taken:
            others = [self.tiles[n] for n in BESIDE[site] if n in self.tiles and n not in own]
            if any(c == colour for _, c in others):
                continue
            if self.together(site if site in MARKET else None):
                found.add(site)
        return found

    def blocked(self, owner: int, colour: int) -> bool:
        """Return whether a stall without expansions cannot be expanded (KA-B01)."""
        return self.size(owner, colour) == 1 and not self.growth(owner, colour)

    def lifted(self, owner: int, colour: int) -> Board:
        """Return the board without a stall that has no expansion."""
        key = (owner, colour)
        stalls = {k: sites for k, sites in self.stalls.items() if k != key}
        return Board(stalls, {site: k for site, k in self.tiles.items() if k != key}, self.customers)

    def moves(self, owner: int, colour: int) -> set[tuple[Site, Site]]:
        """Return where a blocked stall may move (KA-B02)."""
        old = self.stalls[owner, colour][0]
        return {(site, entry) for site, entry in self.lifted(owner, colour).pairs(colour) if site != old}

    # ---- customers

    def steps(self, customer: int, entry: Site) -> int:
        """Return the length of a customer's shortest walk (KA-L03)."""
        return spread(self.customers[customer], self.walkable)[entry]

    def eligible(self, colour: int) -> dict[Site, int]:
        """Return the owner by entry to which the customer of a colour may go (KA-L02)."""
        standing = set(self.customers.values())
        return {entry: o for (o, c), (_, entry) in self.stalls.items() if c == colour and entry not in standing}

    def prices(self, customer: int) -> dict[Site, int]:
        """Return the barkers by entry that a customer on the board may go to (KA-L05)."""
        if customer not in self.customers:
            return {}
        walks = spread(self.customers[customer], self.walkable)
        ends = self.eligible(customer)
        return {entry: sum(walks[other] < walks[entry] for other in ends) for entry in ends}

    def goals(self, customer: int, barkers: int) -> set[Site]:
        """Return where a seat with so many barkers can lure a customer."""
        return {entry for entry, price in self.prices(customer).items() if price <= barkers}


# ---- cards and money


def pack(stack: int) -> list[int]:
    """Return the cards of a stack, ascending."""
    return [kind for kind in range(KINDS) for _ in range(stack >> 2 * kind & 3)]


def stacked(cards: Iterable[int]) -> int:
    """Return the stack of cards."""
    return sum(1 << 2 * kind for kind in cards)


def affordable(money: list[int], colour: int, cost: int) -> bool:
    """Return whether an expansion can be paid (KA-E09, KA-E10)."""
    own = money[colour]
    return own >= cost or (own >= 1 and sum(money) - own >= 2 * (cost - own))


def fees(money: list[int], colour: int, cost: int) -> list[int]:
    """Return the colours a joker's fee may have (KA-E11)."""
    found = []
    for fee in range(COLOURS):
        left = [n - (c == fee) for c, n in enumerate(money)]
        if money[fee] and (cost == 0 or affordable(left, colour, cost)):
            found.append(fee)
    return found


def ways(s: Any, site: Site, cost: int) -> list[str]:
    """Return the cards, one or three, with which the player can build on a site (KA-C01 to KA-C03)."""
    money, hand = s.money[s.player], pack(s.hand[s.player])
    payable = cost == 0 or affordable(money, s.colour, cost)
    found = [
        CODES[kind]
        for kind in sorted(set(hand))
        if segment(site) in REACHES[kind] and (payable if kind < 9 else fees(money, s.colour, cost))
    ]
    return found + (["three"] if len(hand) >= 3 and payable else [])


def substitutes(money: list[int], colour: int, owed: int) -> list[int]:
    """Return the colours asked for while ``owed`` money is due in others than ``colour``; empty if none is a choice."""
    others = [c for c in range(COLOURS) if c != colour and money[c]]
    return [] if owed == sum(money[c] for c in others) or len(others) < 2 else others


# ---- what may be chosen

ACTS = {3: "new", 4: "expand", 5: "move"}


class Asked:
    """All legal choices of a position (chapter 5 of the specification)."""

    def __init__(self, s: Any, board: Board | None = None) -> None:
        self.s, self.board = s, board or Board.of(s)

    def pairs(self, act: int, colour: int) -> Set[tuple[Site, Site | None]]:
        """Return legal sites and entries, regardless of cards; expansions have no entry."""
        s, board = self.s, self.board
        if act == 1:  # an own stall of the setup
            own = [c for c in range(COLOURS) if (s.player, c) not in board.stalls]
            limit = 2 if any(board.pairs(c, 2) for c in own) else UNLIMITED
            return set(board.pairs(colour, limit)) if colour in own else set()
        if act == 2:  # a neutral stall
            return set(board.pairs(colour, 2) or board.pairs(colour))
        if act == 3:
            return set(board.pairs(colour)) if (s.player, colour) not in board.stalls else set()
        if (s.player, colour) not in board.stalls:
            return set()
        if act == 4:
            return {(site, None) for site in board.growth(s.player, colour)} if s.supply[colour] else set()
        return board.moves(s.player, colour) if board.blocked(s.player, colour) else set()

    def sites(self, act: int, colour: int) -> set[Site]:
        """Return the sites of :meth:`pairs` that the cards reach."""
        s = self.s
        legal = {site for site, _ in self.pairs(act, colour)}
        if act <= 2:
            return legal
        cost = self.board.size(s.player, colour) + 1 if act == 4 else 0
        was, s.colour = s.colour, colour
        covered = {where: bool(ways(s, (4 * (where % 3), 4 * (where // 3)), cost)) for where in range(SEGMENTS)}
        s.colour = was
        return {site for site in legal if covered[segment(site)]}

    def colours(self, act: int) -> list[int]:
        """Return the colours with which something can be built."""
        return [colour for colour in range(COLOURS) if self.sites(act, colour)]

    def lured(self) -> list[int]:
        """Return the customers that can be lured."""
        return [c for c in self.board.customers if self.board.goals(c, self.s.barkers[self.s.player])]

    def acts(self) -> list[str]:
        """Return the kinds of action."""
        found = [name for act, name in ACTS.items() if self.colours(act)]
        if self.s.final:
            return [*found, "quit"]
        return [*found, *(["lure"] if self.lured() else []), "draw"]

    def taking(self) -> list[str]:
        """Return what can be drawn."""
        shown = sorted({kind for kind in self.s.display if kind >= 0})
        return [*(CODES[kind] for kind in shown), "deck", *(["barker"] if sum(self.s.barkers) < 7 else [])]

    def options(self) -> set[str]:
        """Return the names of all choices."""
        s = self.s
        seat, money, hand = s.player, s.money[s.player], sorted(set(pack(s.hand[s.player])))
        cost = self.board.size(seat, s.colour) + (at(s.site) not in self.board.tiles) if s.act == 4 else 0
        asked: dict[int, Any] = {
            1: lambda: self.acts(),
            2: lambda: [f"colour {NAMES[c]}" for c in self.colours(s.act)],
            3: lambda: [f"site {label(site)}" for site in self.sites(s.act, s.colour)],
            4: lambda: [f"entry {label(e)}" for site, e in self.pairs(s.act, s.colour) if e and number(site) == s.site],
            5: lambda: [f"play {way}" for way in ways(s, at(s.site), cost)],
            6: lambda: [f"keep {CODES[kind]}" for kind in hand],
            7: lambda: [f"fee {NAMES[c]}" for c in fees(money, s.colour, cost)],
            8: lambda: [f"pay {NAMES[c]}" for c in substitutes(money, s.colour, s.owed)],
            9: lambda: [f"customer {NAMES[c]}" for c in self.lured()],
            10: lambda: [f"goal {label(e)}" for e in self.board.goals(s.customer, s.barkers[seat])],
            11: lambda: [f"take {what}" for what in self.taking()],
            12: lambda: [f"discard {CODES[kind]}" for kind in hand],
        }
        return set(asked[s.phase]())


def can_build(s: Any, seat: int) -> bool:
    """Return whether a seat has a legal Build."""
    was, s.player = s.player, seat
    asked = Asked(s)
    found = any(asked.colours(act) for act in ACTS)
    s.player = was
    return found
