"""Registration of the accounts feature."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.accounts.personal_data import DataRequests
from souq.server.features.accounts.service import Accounts


def register(core: Core) -> None:
    """Add sign-in, and the export and deletion of personal data, to the server."""
    personal, parts = core.parts[AllPersonalData], (core.storage, core.sessions, core.people, core.tables, core.hub)
    accounts = Accounts(*parts, core.chores, core.settings, core.bus, personal)
    core.parts.add(accounts)
    core.parts.add(accounts.post)
    core.parts.add(DataRequests(core.storage.database, core.tables, core.commands, core.hub, core.bus, personal))
