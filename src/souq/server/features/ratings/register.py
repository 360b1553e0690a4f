"""Registration of the ratings feature."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.core.events import RowsWritten, TableChanged, UpdatesMissed
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.ratings.bringing import Bringing
from souq.server.features.ratings.personal_data import RatingData
from souq.server.features.ratings.service import Book


def register(core: Core) -> None:
    """Add results and ratings; the cluster's leader stores them."""
    core.parts[AllPersonalData].add(RatingData())
    book = Book(core.storage.database)
    recording = book.recording
    core.parts.add(book)
    core.parts.add(Bringing(core.tables, core.storage, core.committer))

    def changed(event: TableChanged) -> None:
        if core.cluster.leads:
            recording.table_changed(event.row)

    def written(event: RowsWritten) -> None:
        if event.name == "endings":
            recording.wake()

    def missed(event: UpdatesMissed) -> None:
        recording.wake()

    core.bus.subscribe(TableChanged, changed)
    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, missed)
    core.leading.add(recording.run)
