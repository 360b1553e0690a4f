"""Standing orders: what a seat has asked the table to answer for it.

An order belongs to the table, not to the game: it is in no log, raises no revision, and is told to nobody but its own
seat. It lives as long as the game offers that seat an order about the same thing. It is judged by what everybody has
been shown, so that no draft ends one before it is settled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from souq.engine import rooms
from souq.engine.scene import Order, to_json
from souq.table.rows import OrderRow
from souq.table.tables import Live

if TYPE_CHECKING:
    from souq.engine.match import Match


def offered(live: Live, seat: int) -> Order | None:
    """The order that a seat may leave now, or has left."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return None
    return live.once(("order", seat), lambda: _offered(match, seat))


def lapsed(orders: Mapping[int, OrderRow], match: Match | None) -> list[int]:
    """The seats whose orders are over, now that the match is so."""
    if match is None:
        return []
    now = {seat: _offered(match, seat) for seat in orders}
    return [seat for seat, order in now.items() if order is None or order.about != orders[seat].about]


def chosen(live: Live, seat: int) -> tuple[int, ...] | None:
    """What the order of a seat that is asked chooses; None when it has nothing to say any more."""
    match = live.playing
    return rooms.answer(match.game, match.view(seat), seat, live.orders[seat].amount)


def shown(live: Live, seat: int) -> dict[str, Any] | None:
    """The order a seat may leave, as it is sent to that seat: ``now`` is the amount of the one it has left.

    Nothing while its own draft has gone on to something else.
    """
    order, left = offered(live, seat), live.orders.get(seat)
    if order is None or not _meant(live.match, seat, order):
        return None
    return to_json(order) | ({"now": left.amount} if left else {})


def _meant(match: Match | None, seat: int, order: Order) -> bool:
    """Whether an order is still about something in what a seat has drafted."""
    if match is None or match.drafter != seat:
        return True
    now = rooms.order(match.game, match.view(seat), seat, match.called)
    return now is not None and now.about == order.about


def _offered(match: Match, seat: int) -> Order | None:
    if match.over and match.mark == match.ply:
        return None
    return rooms.order(match.game, match.view(seat, match.mark), seat, match.called)
