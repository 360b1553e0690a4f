"""Forecasts of visits: who would enter which shop, and what they would pay.

They are computed by applying the game's rules to small positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.rules.events import WIDTH, Row, rows
from souq.engine.rules.twin import blank, changed, interpreted
from souq.games.marracash import state as m
from souq.games.marracash.rules import turn, walking
from souq.games.marracash.rules.payment import A_COLOUR
from souq.games.marracash.state import Event, State

Crowd = tuple[int, ...]
"""Number of visitors of each colour."""
Shops = tuple[tuple[int, int, int], ...]
"""Owned shops as tuples: number of the shop, seat of the owner, number of customers so far."""

MOST_EVENTS = 32
"""Upper bound of the events of a walk."""

_EMPTY = blank(State)
_BESIDE = {int(shop): fountain for fountain, shop in enumerate(m.BESIDE) if shop >= 0}
"""Fountain whose cell has a door of the shop, for each shop that has such a door."""
_walk, _pull_in, _choose = interpreted(walking.walk), interpreted(walking.pull_in), interpreted(turn.choose_souvenir)


@dataclass(frozen=True, slots=True)
class Entry:
    """Visitors who would enter a shop together, on a walk or because they are at its door when it is bought."""

    shop: int
    owner: int
    count: int
    paid: int
    """Customers' payments without souvenirs; they depend on how many customers the shop has had (MA-P01)."""
    sold: tuple[int, ...]
    """Price of each souvenir that the customers buy."""
    cut: int
    """The guide's share of all payments."""
    choice: tuple[int, ...] = ()
    """Prices of both souvenirs if the owner can choose which to sell, else empty (MA-V04).

    In that case ``sold`` is empty, and ``cut`` assumes the cheaper souvenir.
    """

    @property
    def profit(self) -> int:
        """Total amount that the owner is paid."""
        return self.paid + sum(self.sold)

    @property
    def net(self) -> int:
        """The owner's profit less the guide's cut."""
        return self.profit - self.cut


@dataclass(frozen=True, slots=True)
class Walk:
    """Forecast of a crowd's walk along a route."""

    route: int
    guide: int
    entries: tuple[Entry, ...]
    arriving: Crowd
    """Visitors who reach the next fountain."""

    @property
    def end(self) -> int:
        """The fountain at the end of the route."""
        return int(m.ROUTE_END[self.route])

    def gain(self, seat: int) -> int:
        """Return what a seat would earn from the walk, both as an owner of shops and as the guide."""
        own = sum(entry.net for entry in self.entries if entry.owner == seat)
        return own + sum(entry.cut for entry in self.entries if seat == self.guide)


def walk(view: State, route: int, guide: int) -> Walk:
    """Forecast the walk of the crowd at a route's start, led by ``guide``, regardless of whose turn it is."""
    way = m.BOX.town.routes[route]
    owned = tuple((shop, view.owner[shop], view.customers[shop]) for shop in way.passed if view.owner[shop] >= 0)
    return _walked(route, guide, tuple(view.crowd[way.start]), owned, tuple(view.shown))


@lru_cache(maxsize=1 << 13)
def _walked(route: int, guide: int, crowd: Crowd, owned: Shops, shown: tuple[int, ...]) -> Walk:
    """Forecast a walk from the facts that it depends on, so that the result can be cached across turns."""
    after = _town(owned, shown, {int(m.ROUTE_START[route]): crowd})
    _walk(after, guide, route)
    # The town has no crowd but this one, so all visitors at the end are those who arrive.
    return Walk(route, guide, _entries(after), tuple(after.crowd[int(m.ROUTE_END[route])]))


def pull(view: State, shop: int) -> Entry | None:
    """Forecast the visitors who would enter an unsold shop as soon as it is bought (MA-A10); None if there are none."""
    at = _BESIDE.get(shop)
    if at is None or view.owner[shop] != m.NOBODY:
        return None
    return _pulled(shop, at, tuple(view.crowd[at]), tuple(view.shown))


@lru_cache(maxsize=1 << 11)
def _pulled(shop: int, at: int, crowd: Crowd, shown: tuple[int, ...]) -> Entry | None:
    after = _town(((shop, 0, 0),), shown, {at: crowd})
    _pull_in(after, shop)
    return next(iter(_entries(after)), None)


def sale(view: State, slot: int) -> tuple[int, int]:
    """Return the owner's income and the guide's cut if the customer bought the souvenir in a slot (MA-V04)."""
    shop = view.sale
    after = _town(((shop, view.owner[shop], 1),), view.shown, {}, sale=shop, guide=view.guide, profit=view.profit)
    _choose(after, slot)
    events = _events(after)
    return _money(events, Event.INCOME, shop), _money(events, Event.CUT, shop)


def _town(owned: Shops, shown: Sequence[int], crowds: Mapping[int, Crowd], **fields: int) -> State:
    """Return a position with only the given owned shops and crowds, to which the rules of walking can be applied."""
    owner, customers, crowd = [m.NOBODY] * m.SHOPS, [0] * m.SHOPS, [[0] * m.COLOURS for _ in range(m.FOUNTAINS)]
    for shop, seat, had in owned:
        owner[shop], customers[shop] = seat, had
    for at, there in crowds.items():
        crowd[at] = [*there]
    # Fresh lists for every field that the rules write: ``changed`` shares the others with _EMPTY.
    money = {"cash": [0] * m.PLAYERS, "income": [0] * m.SHOPS, "cuts": [0] * m.SHOPS}
    log = {"event": [[0] * WIDTH for _ in range(MOST_EVENTS)], "n_events": 0, "sale": m.NOBODY}
    return changed(_EMPTY, owner=owner, customers=customers, crowd=crowd, shown=[*shown], **money, **{**log, **fields})


def _events(after: State) -> list[Row]:
    return rows(Event, after.event[: after.n_events])


def _money(events: list[Row], kind: Event, shop: int) -> int:
    """Return the total amount in the events of one kind that concern a shop."""
    return sum(row.money for row in events if row.kind == kind and row.shop == shop)


def _entries(after: State) -> tuple[Entry, ...]:
    """Return what happened in each shop that a walk entered, taken from the events in ``after``.

    If an owner can choose which souvenir to sell, assume the cheaper one, which gives the lowest cut.
    """
    asked, choice = after.sale, tuple[int, ...]()
    if asked >= 0:
        choice = tuple(int(m.SOUVENIR[card]) for card in after.shown)
        _choose(after, choice.index(min(choice)))
    events, made = _events(after), []
    for row in events:
        if row.kind == Event.ENTER:
            owner, cut, waits = after.owner[row.shop], _money(events, Event.CUT, row.shop), row.shop == asked
            sold, chosen = ((), choice) if waits else (_sold(events, row.shop), ())
            made.append(Entry(row.shop, owner, row.visitors, row.money, sold, cut, chosen))
    return tuple(made)


def _sold(events: list[Row], shop: int) -> tuple[int, ...]:
    """Return the prices of the souvenirs sold in a shop, which are found in ``events`` by the shop's colour."""
    sold = (row for row in events if row.kind == Event.SOLD)
    return tuple(row.money for row in sold if row.card // A_COLOUR == m.SHOP_COLOUR[shop])
