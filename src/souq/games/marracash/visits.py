"""Who would enter which shop, and what that pays: the rules themselves, asked on copies of a position."""

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
"""Visitors of each colour."""
Shops = tuple[tuple[int, int, int], ...]
"""Shops with their owners, and the customers they had."""

TOLD = 32
"""More than a walk tells."""

_EMPTY = blank(State)
_BESIDE = {int(shop): fountain for fountain, shop in enumerate(m.BESIDE) if shop >= 0}
"""The fountain beside each shop that has one."""
_walk, _pull_in, _choose = interpreted(walking.walk), interpreted(walking.pull_in), interpreted(turn.choose_souvenir)


@dataclass(frozen=True, slots=True)
class Entry:
    """Visitors who would enter a shop in one walk, or be pulled into it."""

    shop: int
    owner: int
    count: int
    paid: int
    """What they pay by the ladder."""
    sold: tuple[int, ...]
    """What each of the souvenirs brings that they buy."""
    cut: int
    """Of all that, what the owner gives the guide."""
    choice: tuple[int, ...] = ()
    """Not empty: the owner chooses which of these two souvenirs is sold; only its cut is counted here (MA-V04)."""

    @property
    def profit(self) -> int:
        """All that the owner is paid."""
        return self.paid + sum(self.sold)

    @property
    def net(self) -> int:
        """What the owner keeps."""
        return self.profit - self.cut


@dataclass(frozen=True, slots=True)
class Walk:
    """What would happen if a crowd were led along a route."""

    route: int
    guide: int
    entries: tuple[Entry, ...]
    arriving: Crowd
    """Those who reach the next fountain."""

    @property
    def end(self) -> int:
        """The fountain it leads to."""
        return int(m.ROUTE_END[self.route])

    def gain(self, seat: int) -> int:
        """What a seat would have more after it."""
        own = sum(entry.net for entry in self.entries if entry.owner == seat)
        return own + sum(entry.cut for entry in self.entries if seat == self.guide)


def walk(view: State, route: int, guide: int) -> Walk:
    """What would happen if a seat led the crowd of a route's fountain along it, whoever's turn it is."""
    way = m.BOX.town.routes[route]
    owned = tuple((shop, view.owner[shop], view.customers[shop]) for shop in way.passed if view.owner[shop] >= 0)
    return _walked(route, guide, tuple(view.crowd[way.start]), owned, tuple(view.shown))


@lru_cache(maxsize=1 << 13)
def _walked(route: int, guide: int, crowd: Crowd, owned: Shops, shown: tuple[int, ...]) -> Walk:
    """Kept by all that it depends on: from turn to turn hardly any of it changes."""
    after = _town(owned, shown, {int(m.ROUTE_START[route]): crowd})
    _walk(after, guide, route)
    return Walk(route, guide, _entries(after), tuple(after.crowd[int(m.ROUTE_END[route])]))


def pull(view: State, shop: int) -> Entry | None:
    """Who would be pulled into a shop for sale, were it bought (MA-A10)."""
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
    """What the owner is paid if his customer takes the souvenir of a slot, and what the guide gets of it (MA-V04)."""
    shop = view.sale
    after = _town(((shop, view.owner[shop], 1),), view.shown, {}, sale=shop, guide=view.guide, profit=view.profit)
    _choose(after, slot)
    told = _told(after)
    return _money(told, Event.INCOME, shop), _money(told, Event.CUT, shop)


def _town(owned: Shops, shown: Sequence[int], crowds: Mapping[int, Crowd], **fields: int) -> State:
    """A town with these shops owned and these crowds, in which visitors can walk and nothing has been told yet."""
    owner, customers, crowd = [m.NOBODY] * m.SHOPS, [0] * m.SHOPS, [[0] * m.COLOURS for _ in range(m.FOUNTAINS)]
    for shop, seat, had in owned:
        owner[shop], customers[shop] = seat, had
    for at, there in crowds.items():
        crowd[at] = [*there]
    money = {"cash": [0] * m.PLAYERS, "income": [0] * m.SHOPS, "cuts": [0] * m.SHOPS}
    told = {"event": [[0] * WIDTH for _ in range(TOLD)], "n_events": 0, "sale": m.NOBODY}
    return changed(_EMPTY, owner=owner, customers=customers, crowd=crowd, shown=[*shown], **money, **{**told, **fields})


def _told(after: State) -> list[Row]:
    return rows(Event, after.event[: after.n_events])


def _money(told: list[Row], kind: Event, shop: int) -> int:
    """The money of a kind of event in a shop."""
    return sum(row.money for row in told if row.kind == kind and row.shop == shop)


def _entries(after: State) -> tuple[Entry, ...]:
    """Who has entered which shop; where the owner has a choice, the cheaper souvenir is sold for the cut's sake."""
    asked, choice = after.sale, tuple[int, ...]()
    if asked >= 0:
        choice = tuple(int(m.SOUVENIR[card]) for card in after.shown)
        _choose(after, choice.index(min(choice)))
    told, made = _told(after), []
    for row in told:
        if row.kind == Event.ENTER:
            owner, cut, waits = after.owner[row.shop], _money(told, Event.CUT, row.shop), row.shop == asked
            sold, chosen = ((), choice) if waits else (_sold(told, row.shop), ())
            made.append(Entry(row.shop, owner, row.visitors, row.money, sold, cut, chosen))
    return tuple(made)


def _sold(told: list[Row], shop: int) -> tuple[int, ...]:
    """What the souvenirs bring that are sold in a shop: those of its colour."""
    sold = (row for row in told if row.kind == Event.SOLD)
    return tuple(row.money for row in sold if row.card // A_COLOUR == m.SHOP_COLOUR[shop])
