"""What a position means to the eye: who would enter which shop, what that pays, and who would arrive.

Everything in MarraCash is public, so a desk reads the position as it is. Shops, fountains and routes are numbers from
0, seats too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from souq.engine import desk
from souq.engine.record import Batch, clone
from souq.engine.scene import Context
from souq.engine.twin import recorded
from souq.games.marracash import GAME
from souq.games.marracash.state import (
    AUCTION,
    BOX,
    COLOURS,
    FOUNTAINS,
    GATES,
    MOVE,
    NOBODY,
    ROUTES,
    SHOPS,
    Event,
    Phase,
    State,
)

Crowd = tuple[int, ...]
"""Visitors of each colour."""

TOWN = BOX.town
OUT_OF = tuple(tuple(r for r in range(ROUTES) if TOWN.routes[r].start == f) for f in range(FOUNTAINS))
"""Routes that leave each fountain."""
PASSING = tuple(tuple(r for r in range(ROUTES) if s in TOWN.routes[r].passed) for s in range(SHOPS))
"""Routes that pass each shop."""
TOUCHING = tuple(next((f for f in range(FOUNTAINS) if s in TOWN.touching(TOWN.fountains[f])), -1) for s in range(SHOPS))
"""The fountain whose own cell touches each shop, or -1."""
NOBODY_THERE: Crowd = (0,) * COLOURS


def ladder(customers: int, n: int) -> int:
    """What ``n`` visitors pay who enter a shop that had so many customers (MA-P01)."""
    return sum(BOX.ladder[min(k, len(BOX.ladder) - 1)] for k in range(customers, customers + n))


def cut_of(profit: int, n: int) -> int:
    """What the owner gives a guide for ``n`` customers who brought this profit (MA-P02)."""
    return n * BOX.guide["low" if profit <= BOX.guide["limit"] else "high"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Visitors who would enter a shop in one walk, or be pulled into it."""

    shop: int
    owner: int
    count: int
    paid: int
    """What they pay by the ladder."""
    souvenirs: int
    """What souvenirs bring besides."""
    cut: int
    """Of both, what the owner gives the guide."""
    choice: tuple[int, ...] = ()
    """Not empty: the owner chooses which of these two souvenirs is sold; neither is counted here (MA-V04)."""

    @property
    def profit(self) -> int:
        """All that the owner is paid."""
        return self.paid + self.souvenirs

    @property
    def net(self) -> int:
        """What the owner keeps."""
        return self.profit - self.cut


@dataclass(frozen=True, slots=True)
class Walk:
    """What would happen if a crowd were led along a route."""

    route: int
    entries: tuple[Entry, ...]
    arriving: Crowd
    """Those who reach the next fountain."""

    @property
    def end(self) -> int:
        """The fountain it leads to."""
        return TOWN.routes[self.route].end

    @property
    def cut(self) -> int:
        """What the guide earns by it."""
        return sum(entry.cut for entry in self.entries)

    def gain(self, seat: int, guide: int) -> int:
        """What a seat would have more after it."""
        own = sum(entry.net for entry in self.entries if entry.owner == seat)
        return own + (self.cut if seat == guide else 0)


class Desk(desk.Desk[State]):
    """A view with its meaning."""

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.active = view.active
        self.lot = view.lot
        self.gate = view.gate
        self.owner: Sequence[int] = view.owner
        self.customers: Sequence[int] = view.customers
        self.crowds: tuple[Crowd, ...] = tuple(tuple(crowd) for crowd in view.crowd)
        self.sizes = tuple(map(sum, self.crowds))
        self._walks: dict[int, Walk] = {}

    @property
    def guide(self) -> int:
        """Who would lead crowds: the viewer, or for a spectator whose turn it is."""
        return self.seat if self.seat >= 0 else self.active

    # ---- walks

    def walk(self, route: int) -> Walk:
        """What would happen if the viewer led the crowd of a route's fountain along it (MA-M05 to M09, MA-P)."""
        if route not in self._walks:
            left, entries = list(self.crowds[TOWN.routes[route].start]), []
            for shop in TOWN.routes[route].passed:
                colour, owner = TOWN.shops[shop].colour, self.owner[shop]
                if owner != NOBODY and left[colour]:
                    entries.append(self._entry(shop, owner, left[colour], self.guide))
                    left[colour] = 0
            self._walks[route] = Walk(route, tuple(entries), tuple(left))
        return self._walks[route]

    def _entry(self, shop: int, owner: int, count: int, guide: int) -> Entry:
        paid = ladder(self.customers[shop], count)
        wanted = self.wanted(shop)
        if count == 1 and len(wanted) > 1:
            low = cut_of(paid + min(wanted), count)
            return Entry(shop, owner, count, paid, 0, 0 if guide in (owner, NOBODY) else low, wanted)
        sold = sum(wanted[:count])
        cut = 0 if guide in (owner, NOBODY) else cut_of(paid + sold, count)
        return Entry(shop, owner, count, paid, sold, cut)

    def wanted(self, shop: int) -> tuple[int, ...]:
        """What the souvenirs on display would bring that customers of a shop buy (MA-V02)."""
        colour = TOWN.shops[shop].colour
        return tuple(
            BOX.colours[colour].souvenirs[card % 5] for card in self.view.shown if card >= 0 and card // 5 == colour
        )

    @property
    def walking(self) -> list[int]:
        """Routes of all crowds, whether they can be led now or not."""
        return [route for f in range(FOUNTAINS) if self.sizes[f] for route in OUT_OF[f]]

    def ends_turn(self, *choices: int) -> bool:
        """Whether these choices are the last of the turn. The rules are asked; what is drawn makes no difference."""
        after = clone(self._record)
        for choice in choices:
            GAME.bindings.apply(after, self.player, choice, (0, 0))
        return bool(after["over"][0]) or int(after["turn"][0]) != self.view.turn

    @cached_property
    def _record(self) -> Batch:
        return recorded(self.view, State)

    # ---- shops

    def next_payment(self, shop: int) -> int:
        """What the next customer of a shop pays."""
        return ladder(self.customers[shop], 1)

    def pull(self, shop: int) -> Entry | None:
        """Who would be pulled into a shop when it is sold (MA-A10); nobody gets a cut. The owner is left open."""
        at, colour = TOUCHING[shop], TOWN.shops[shop].colour
        count = self.crowds[at][colour] if at >= 0 and self.owner[shop] == NOBODY else 0
        return self._entry(shop, NOBODY, count, NOBODY) if count else None

    def pulled(self, fountain: int) -> int:
        """The colour of those at a fountain who stand at the door of the shop being auctioned, or -1."""
        return TOWN.shops[self.lot].colour if self.lot >= 0 and TOUCHING[self.lot] == fountain else -1

    def feeders(self, shop: int) -> list[tuple[int, int]]:
        """Routes along which visitors would reach a shop in one walk, were it owned, and how many."""
        colour = TOWN.shops[shop].colour
        made = []
        for route in PASSING[shop]:
            passed = TOWN.routes[route].passed
            before = passed[: passed.index(shop)]
            count = self.crowds[TOWN.routes[route].start][colour]
            if count and not any(TOWN.shops[o].colour == colour and self.owner[o] != NOBODY for o in before):
                made.append((route, count))
        return made

    def near(self, shop: int) -> int:
        """How many visitors could be led into a shop in one walk, were it owned; pull-ins not counted."""
        colour = TOWN.shops[shop].colour
        starts = {TOWN.routes[route].start for route, _ in self.feeders(shop)}
        return sum(self.crowds[f][colour] for f in starts if f != TOUCHING[shop])

    @cached_property
    def streets(self) -> Crowd:
        """All visitors in the streets."""
        return tuple(map(sum, zip(*self.crowds, strict=True)))

    def about(self, colour: int) -> int:
        """Visitors of a colour in the streets."""
        return self.streets[colour]

    @cached_property
    def outside(self) -> Crowd:
        """All who wait in the queue."""
        waiting = self.view.queue[self.front : self.back]
        return tuple(waiting.count(colour) for colour in range(COLOURS))

    @cached_property
    def lots(self) -> frozenset[int]:
        """Shops the viewer can put up for auction now."""
        return frozenset(self.options(AUCTION, SHOPS)) if self.asks(Phase.ACTION) else frozenset()

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """Routes the viewer can lead a crowd along now."""
        return tuple(self.options(MOVE, ROUTES)) if self.asks(Phase.ACTION) else ()

    # ---- the queue

    @cached_property
    def front(self) -> int:
        """Place of the outermost figure at end A."""
        return self.view.front

    @cached_property
    def back(self) -> int:
        """The place after the outermost figure at end B."""
        return self.view.back

    @property
    def left(self) -> int:
        """How many wait."""
        return self.back - self.front

    def waiting(self, place: int) -> int:
        """Colour of who waits at a place."""
        return self.view.queue[place]

    def group(self, end: int, count: int) -> tuple[int, ...]:
        """Places of the outermost figures of an end (0 A, 1 B), the first first."""
        if end == 0:
            return tuple(range(self.front, self.front + count))
        return tuple(range(self.back - 1, self.back - 1 - count, -1))

    @cached_property
    def empty(self) -> tuple[int, ...]:
        """Entrances (0 to 2) nobody stands at."""
        return tuple(g for g in range(GATES) if not self.sizes[BOX.entrances[g]])

    # ---- what was done last

    @cached_property
    def walked(self) -> tuple[int, ...]:
        """Routes walked in the events not yet answered."""
        return tuple(dict.fromkeys(row.route for row in self.recent if row.kind == Event.WALK))

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Shops sold or entered in the events not yet answered."""
        return frozenset(row.shop for row in self.recent if row.kind in (Event.BOUGHT, Event.ENTER))
