"""What this feature brings to a server."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.core.events import RowsWritten, TableChanged, UpdatesMissed
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.tournaments.entering import Entering
from souq.server.features.tournaments.service import Touring


def register(core: Core) -> None:
    """Let tournaments go on, at the server that leads."""
    core.parts[AllPersonalData].add(Entering())
    running = core.parts[Touring].running

    def changed(event: TableChanged) -> None:
        if core.cluster.leads:
            running.told(event.row)

    def written(event: RowsWritten) -> None:
        if event.name == "tournaments":
            running.look()

    def missed(event: UpdatesMissed) -> None:
        running.look()

    async def keep() -> None:
        await core.compiling.loaded.wait()  # two that load the compiler at once get in each other's way
        await running.keep()

    core.bus.subscribe(TableChanged, changed)
    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, missed)
    core.leading.add(keep)
