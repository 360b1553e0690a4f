"""Standing orders and answers: instructions by which the table decides for a player in advance.

They aren't part of the game and don't increment the revision. :mod:`souq.server.core.live.orders` says how long they
last.
"""

from __future__ import annotations

from souq.server.core.live import orders
from souq.server.core.live.leaving import check_plays
from souq.server.core.live.live import Live
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import OrderRow
from souq.server.errors import Refused


class StandingOrders:
    """Stores the seats' standing orders and answers, and shows each to its own seat only.

    Args:
        storage: where they are stored.
        hub: notifies the seat's viewers of a change.
    """

    def __init__(self, storage: TableStore, hub: Hub) -> None:
        self._storage, self._hub = storage, hub

    async def leave(self, live: Live, seat: int, about: str, amount: int | None) -> None:
        """Set a seat's standing order, or cancel it if ``amount`` is None.

        Raises:
            Refused: the game offers no such order now, or it could not be stored.
        """
        check_plays(live, seat)
        offered, left = orders.offered(live, seat), None
        if offered is None or offered.about != about:
            raise Refused("That standing order no longer applies.")
        if amount is not None:
            offered.amount.check(amount)
            left = OrderRow(seat, offered.about, amount)
        await self.keep_order(live, seat, left)

    async def keep_order(self, live: Live, seat: int, order: OrderRow | None) -> None:
        """Store a seat's standing order (None: cancel it), and show it to that seat only."""
        await self._storage.order(live.row, seat, order)
        live.orders = {of: kept for of, kept in live.orders.items() if of != seat} | ({seat: order} if order else {})
        self._show(live, seat)

    async def switch(self, live: Live, seat: int, name: str, on: bool) -> None:
        """Switch a seat's standing answer on or off.

        Raises:
            Refused: the game offers no such answer now, or it could not be stored.
        """
        check_plays(live, seat)
        before = live.answers.get(seat, ())
        if on and name not in [answer.name for answer in orders.answers(live, seat)]:
            raise Refused("That standing answer no longer applies.")
        await self._storage.switch(live.row, seat, name, on)
        others = tuple(other for other in before if other != name)
        live.answers[seat] = tuple(sorted((*others, name))) if on else others
        self._show(live, seat)

    async def drop_answers(self, live: Live, seat: int) -> None:
        """Switch off all standing answers of a seat."""
        for name in live.answers.pop(seat, ()):
            await self._storage.switch(live.row, seat, name, on=False)
        self._show(live, seat)

    def _show(self, live: Live, seat: int) -> None:
        live.rest()
        self._hub.publish_to(live.row.id, seat)
