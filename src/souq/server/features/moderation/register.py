"""Registration of the moderation feature."""

from __future__ import annotations

import contextlib

from souq.server.core.core import Core
from souq.server.core.events import RowsWritten, ServerOpened, ServerOpening, UpdatesMissed
from souq.server.core.jobs.debounce import Debounced
from souq.server.core.personal_data import AllPersonalData
from souq.server.errors import OutOfReach
from souq.server.features.moderation.cache import ModerationCache
from souq.server.features.moderation.personal_data import ModerationData
from souq.server.features.moderation.reports import Reports
from souq.server.features.moderation.storage import Records


def register(core: Core) -> None:
    """Add moderation, and keep suspensions and announcements up to date."""
    core.parts[AllPersonalData].add(ModerationData())
    cache = core.parts[ModerationCache]
    core.parts.add(Reports(core.parts[Records], core.settings.limited))
    soon = Debounced(cache.refresh, "suspensions and announcements", core.chores)

    def written(event: RowsWritten) -> None:
        if event.name in ("suspensions", "announcements"):
            soon()

    async def opening(event: ServerOpening) -> None:
        with contextlib.suppress(OutOfReach):  # it is refreshed again every two seconds
            await cache.refresh()

    def opened(event: ServerOpened) -> None:
        core.chores.start(cache.run())

    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, soon)
    core.bus.subscribe(ServerOpening, opening)
    core.bus.subscribe(ServerOpened, opened)
