"""Crowds walk from fountain to fountain and enter the first owned shops of their colours (MA-M01 to MA-M10)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.marracash.rules.payment import enter
from souq.games.marracash.state import (
    BESIDE,
    COLOURS,
    FOUNTAINS,
    NOBODY,
    PASSED,
    ROUTE_END,
    ROUTE_START,
    ROUTES,
    SHOP_COLOUR,
    Event,
    State,
)


@rule
def people(s: State, fountain: int) -> int:
    """Return the number of visitors at a fountain."""
    n = 0
    for colour in range(COLOURS):
        n += s.crowd[fountain][colour]
    return n


@rule
def walkable_routes(s: State) -> int:
    """Return a bit mask of the routes along which a crowd can be led (MA-T03)."""
    found = 0
    route = 0
    for fountain in range(FOUNTAINS):
        some = people(s, fountain) > 0
        while route < ROUTES and ROUTE_START[route] == fountain:
            if some:
                found |= 1 << route
            route += 1
    return found


@rule
def walk(s: State, seat: int, route: int) -> None:
    """Lead a whole crowd along a route; visitors enter the first owned shop of their colour that they pass."""
    start = ROUTE_START[route]
    end = ROUTE_END[route]
    crowd = s.crowd[start]
    emit(s, Event.WALK, ALL, seat, start, route, people(s, start))
    for place in range(len(PASSED[route])):
        shop = PASSED[route][place]
        if shop >= 0 and s.owner[shop] != NOBODY:
            n = crowd[SHOP_COLOUR[shop]]
            if n > 0:
                crowd[SHOP_COLOUR[shop]] = 0
                enter(s, shop, n, seat)
    emit(s, Event.ARRIVED, ALL, end, people(s, start), 0, 0)
    for colour in range(COLOURS):
        s.crowd[end][colour] += crowd[colour]
        crowd[colour] = 0


@rule
def pull_in(s: State, shop: int) -> None:
    """Let the visitors at the door of a newly bought shop enter it (MA-A10, MA-A11)."""
    for fountain in range(FOUNTAINS):
        if BESIDE[fountain] == shop:
            n = s.crowd[fountain][SHOP_COLOUR[shop]]
            if n > 0:
                s.crowd[fountain][SHOP_COLOUR[shop]] = 0
                emit(s, Event.PULL, ALL, shop, n, fountain, 0)
                enter(s, shop, n, NOBODY)
