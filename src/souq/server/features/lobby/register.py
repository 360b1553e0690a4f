"""Registration of the lobby with the server."""

from __future__ import annotations

import contextlib

from souq.server.core.core import Core
from souq.server.core.events import (
    AccountDeleted,
    BlocksChanged,
    LeadershipTaken,
    ListingWritten,
    RowsWritten,
    ServerOpened,
    TableChanged,
    TableClosed,
    UpdatesMissed,
    WaitersHeard,
)
from souq.server.core.jobs.debounce import Debounced
from souq.server.core.live.blocks import Blocks
from souq.server.errors import OutOfReach
from souq.server.features.lobby.service import Lobby


def register(core: Core) -> None:
    """Register the lobby, its subscriptions and background tasks."""
    bus, limited = core.bus, core.settings.limited
    where = core.storage, core.tables, core.committer, core.chores
    lobby = Lobby(*where, limited, core.parts[Blocks], core.hub.connected, core.cluster)
    open_tables, waiting = lobby.open_tables, lobby.waiting
    core.parts.add(lobby)
    core.parts.add(lobby.listings)
    read = Debounced(open_tables.read, "the lobby", core.chores)
    listings = Debounced(open_tables.catch_up, "open tables", core.chores)
    waits = Debounced(waiting.catch_up, "who waits for company", core.chores)

    def changed(event: TableChanged) -> None:
        lobby.table_changed(event.row)

    def closed(event: TableClosed) -> None:
        open_tables.forget(event.table_id)

    def listed(event: ListingWritten) -> None:
        open_tables.mark_changed(event.table_id)
        listings()

    def written(event: RowsWritten) -> None:
        if event.name == "waits":
            waits()

    def missed(event: UpdatesMissed) -> None:
        waits()
        read()

    def reported(event: WaitersHeard) -> None:
        waiting.refresh_contacts(event.ids)

    def blocked(event: BlocksChanged) -> None:
        open_tables.wake()

    async def deleted(event: AccountDeleted) -> None:
        with contextlib.suppress(OutOfReach):
            await lobby.parted(event.person_id)

    def opened(event: ServerOpened) -> None:
        for work in (open_tables.run(), waiting.run()):
            core.chores.start(work)

    bus.subscribe(TableChanged, changed)
    bus.subscribe(TableClosed, closed)
    bus.subscribe(ListingWritten, listed)
    bus.subscribe(RowsWritten, written)
    bus.subscribe(UpdatesMissed, missed)
    bus.subscribe(LeadershipTaken, read)
    bus.subscribe(WaitersHeard, reported)
    bus.subscribe(BlocksChanged, blocked)
    bus.subscribe(AccountDeleted, deleted)
    bus.subscribe(ServerOpened, opened)
    core.cluster.follow(lobby.knows)
    core.leading.add(lobby.joining.run)
