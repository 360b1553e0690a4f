"""Registration of tournaments with the server."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.core.events import RowsWritten, TableChanged, UpdatesMissed
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.tournaments.personal_data import TournamentData
from souq.server.features.tournaments.runner import Runner
from souq.server.features.tournaments.service import TournamentService
from souq.server.features.tournaments.standing_in import StandIns
from souq.server.features.tournaments.storage import Tournaments


def register(core: Core) -> None:
    """Register the service and its subscriptions; only the leading server runs tournaments."""
    core.parts[AllPersonalData].add(TournamentData())
    kept = Tournaments(core.storage.database)
    runner = Runner(kept, core.storage, core.committer, core.chores)
    stand_ins = StandIns(core.tables, core.committer, core.hub, core.world.now)
    core.parts.add(TournamentService(kept, runner, core.commands, stand_ins, core.chores, core.settings.limited))

    def changed(event: TableChanged) -> None:
        if core.cluster.leads:
            runner.table_changed(event.row)

    def written(event: RowsWritten) -> None:
        if event.name == "tournaments":
            runner.wake()

    def missed(event: UpdatesMissed) -> None:
        runner.wake()

    async def keep() -> None:
        await core.compiling.loaded.wait()  # loading the compiler in two threads at once conflicts
        await runner.run()

    core.bus.subscribe(TableChanged, changed)
    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, missed)
    core.leading.add(keep)
