"""Registration of the practice feature."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.core.events import ChoiceMissed, TableCommitted
from souq.server.core.personal_data import AllPersonalData
from souq.server.core.store.origins import OWN, kind_of
from souq.server.features.practice.mistakes import Mistakes
from souq.server.features.practice.personal_data import PracticeData
from souq.server.features.practice.progress import Progress
from souq.server.features.practice.puzzle_ratings import puzzle_of
from souq.server.features.practice.storm import storm_of
from souq.server.features.practice.storms import Storms


def register(core: Core) -> None:
    """Add people's progress with puzzles, which follows from what happens at the puzzles' tables."""
    core.parts[AllPersonalData].add(PracticeData())
    progress = Progress(core.storage.database)
    core.parts.add(progress)
    storms = Storms(core.storage.database)
    core.parts.add(storms)
    mistakes = Mistakes(core.storage.database, core.tables)
    core.parts.add(mistakes)

    def missed(event: ChoiceMissed) -> None:
        if puzzle_of(event.row.origin):
            core.chores.start(progress.missed(event.row))
        elif storm_of(event.row.origin):
            core.chores.start(storms.missed(event.row))

    def committed(event: TableCommitted) -> None:
        if puzzle_of(event.row.origin):
            core.chores.start(progress.committed(event.row))
        elif storm_of(event.row.origin):
            core.chores.start(storms.committed(event.row))
        elif kind_of(event.row.origin) == OWN:
            core.chores.start(mistakes.committed(event.row))

    core.bus.subscribe(ChoiceMissed, missed)
    core.bus.subscribe(TableCommitted, committed)
