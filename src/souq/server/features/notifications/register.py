"""Registration of the notifications feature."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.core.events import RowsWritten, SeatSeen, ServerClosing, TableChanged, TableClosed, UpdatesMissed
from souq.server.core.jobs.debounce import Debounced
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.notifications.personal_data import NotificationData
from souq.server.features.notifications.service import Notices
from souq.server.mail import Post


def register(core: Core) -> None:
    """Add notifications; the cluster's leader sends them."""
    core.parts[AllPersonalData].add(NotificationData())
    cluster = core.cluster
    notices = Notices(core.storage, core.hub, core.chores, core.parts[Post], core.settings)
    core.parts.add(notices)
    channels = Debounced(notices.reload_channels, "push and e-mail channels", core.chores)

    def changed(event: TableChanged) -> None:
        if cluster.leads:
            notices.table_changed(event.row)

    def closed(event: TableClosed) -> None:
        notices.table_closed(event.table_id)

    def seen(event: SeatSeen) -> None:
        table_id, seat = event.table_id, event.seat
        if cluster.leads:
            at = core.world.now()  # what waits for the table to be read may find a turn there that began since
            cluster.then(table_id, lambda: notices.seen(table_id, seat, at))
        elif not event.elsewhere and notices.has_channels:
            cluster.broadcast("seen", table_id, seat)

    def written(event: RowsWritten) -> None:
        if event.name == "channels":
            channels()

    def missed(event: UpdatesMissed) -> None:
        channels()
        notices.resync()

    async def closing(event: ServerClosing) -> None:
        await notices.close()

    core.bus.subscribe(TableChanged, changed)
    core.bus.subscribe(TableClosed, closed)
    core.bus.subscribe(SeatSeen, seen)
    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, missed)
    core.bus.subscribe(ServerClosing, closing)
    core.leading.add(notices.run)
