"""View model of the scene: who would enter which shop, what they would pay, and who would arrive.

Everything in MarraCash is public, so the desk reads the position as it is. Shops, fountains, routes and seats are
numbers from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property

from souq.engine.present import desk
from souq.engine.present.scene import Context
from souq.engine.rules.bits import members
from souq.engine.rules.twin import interpreted
from souq.games.marracash import GAME, visits
from souq.games.marracash import state as m
from souq.games.marracash.rules import payment, visitors
from souq.games.marracash.state import Event, State
from souq.games.marracash.visits import Crowd, Entry, Walk

TOWN = m.BOX.town
OUT_OF = tuple(tuple(r for r in range(m.ROUTES) if TOWN.routes[r].start == f) for f in range(m.FOUNTAINS))
"""For each fountain, the routes that leave it."""
PASSING = tuple(tuple(r for r in range(m.ROUTES) if s in TOWN.routes[r].passed) for s in range(m.SHOPS))
"""For each shop, the routes that pass it."""

_ladder, _empty_gates = interpreted(payment.ladder), interpreted(visitors.empty_gates)


@cache
def _before(shop: int, route: int) -> frozenset[int]:
    """Return the shops with the same colour as ``shop`` that a route passes earlier."""
    passed, colour = TOWN.routes[route].passed, TOWN.shops[shop].colour
    return frozenset(other for other in passed[: passed.index(shop)] if TOWN.shops[other].colour == colour)


def next_payment(customers: int) -> int:
    """Return what the next customer pays in a shop that has had ``customers``."""
    return _ladder(customers, 1)


class Desk(desk.Desk[State]):
    """View model of a position: the view with facts computed from it.

    ``own`` is the seat that leads the walks in forecasts: the viewer's or, for a spectator, the seat whose turn it is.
    """

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.active = view.active
        self.own = self.seat if self.seat >= 0 else view.active
        self.lot = view.lot
        self.gate = view.gate
        self.front, self.back = view.front, view.back
        self.queue = view.queue
        self.owner = view.owner
        self.customers = view.customers
        self.crowds: tuple[Crowd, ...] = tuple(tuple(crowd) for crowd in view.crowd)
        self.sizes = tuple(map(sum, self.crowds))

    @property
    def last_seat(self) -> int:
        """The seat that has the last turn of the game (MA-E02), or -1 before that is known."""
        closing = self.view.closing
        return (self.active + closing - 1) % len(self.seats) if closing > 0 else -1

    # ---- walks

    def walk(self, route: int) -> Walk:
        """Forecast a walk along a route, led by the seat ``own``."""
        return self.once(("walk", route), lambda: visits.walk(self.view, route, self.own))

    def ends_turn(self, *choices: int) -> bool:
        """Return whether these choices end the turn, which never depends on chance."""
        after = self.foresee(*choices).batch
        return bool(after["over"][0]) or int(after["turn"][0]) != self.view.turn

    # ---- shops

    def owned(self, seat: int) -> list[int]:
        """Return a seat's shops."""
        return [shop for shop in range(m.SHOPS) if self.owner[shop] == seat]

    def pull(self, shop: int) -> Entry | None:
        """Forecast which visitors would enter an unsold shop as soon as it is bought; no guide gets a cut for them."""
        return visits.pull(self.view, shop)

    def pulled(self, fountain: int) -> int:
        """Return the colour of the visitors at a fountain that the shop being auctioned would pull in, or -1."""
        return TOWN.shops[self.lot].colour if self.lot >= 0 and m.BESIDE[fountain] == self.lot else -1

    def feeders(self, shop: int) -> list[int]:
        """Return the routes along which a walk would bring visitors into a shop if it were owned.

        A route is left out if these visitors would enter another owned shop of their colour first.
        """
        colour = TOWN.shops[shop].colour
        return [
            route
            for route in PASSING[shop]
            if self.crowds[TOWN.routes[route].start][colour]
            and not any(entry.shop in _before(shop, route) for entry in self.walk(route).entries)
        ]

    def near(self, shop: int) -> int:
        """Return the number of visitors that a single walk could bring into a shop if it were owned.

        Visitors at the shop's own door aren't counted.
        """
        starts = {TOWN.routes[route].start for route in self.feeders(shop)}
        return sum(self.crowds[f][TOWN.shops[shop].colour] for f in starts if m.BESIDE[f] != shop)

    @cached_property
    def streets(self) -> Crowd:
        """Number of visitors in the streets, by colour."""
        return tuple(map(sum, zip(*self.crowds, strict=True)))

    @cached_property
    def outside(self) -> Crowd:
        """Number of visitors in the queue, by colour."""
        return self.colours_at(range(self.front, self.back))

    @cached_property
    def lots(self) -> frozenset[int]:
        """Shops that the viewer can put up for auction now."""
        return frozenset(self.options(m.AUCTION, m.SHOPS))

    @cached_property
    def open_routes(self) -> tuple[int, ...]:
        """Routes along which the viewer can lead a crowd now."""
        return tuple(self.options(m.MOVE, m.ROUTES))

    # ---- the queue

    @property
    def left(self) -> int:
        """Number of visitors in the queue."""
        return self.back - self.front

    def colours_at(self, places: Iterable[int]) -> Crowd:
        """Count the visitors at some positions in the queue, by colour."""
        waiting = [self.queue[place] for place in places]
        return tuple(waiting.count(colour) for colour in range(m.COLOURS))

    def group(self, end: int, count: int) -> tuple[int, ...]:
        """Return the positions of the first ``count`` visitors at an end of the queue (0 A, 1 B), outermost first."""
        if end == 0:
            return tuple(range(self.front, self.front + count))
        return tuple(range(self.back - 1, self.back - 1 - count, -1))

    @cached_property
    def empty(self) -> tuple[int, ...]:
        """Entrances where no visitors are, as numbers from 0 to 2."""
        return tuple(members((_empty_gates(self.view),)))

    # ---- what was done last

    @cached_property
    def walked(self) -> tuple[int, ...]:
        """Routes walked since the viewer last acted."""
        return tuple(dict.fromkeys(row.route for row in self.recent if row.kind == Event.WALK))

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Shops that have been sold, or that customers have entered, since the viewer last acted."""
        return frozenset(row.shop for row in self.recent if row.kind in (Event.BOUGHT, Event.ENTER))
