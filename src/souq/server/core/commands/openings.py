"""New tables, as whoever asks for one wants it shown and talked at."""

from __future__ import annotations

from souq.server.core.commands.committing import Committer
from souq.server.core.db.models import Company, Talk
from souq.server.core.live.seats import Opened
from souq.server.core.live.talking import usual


class Openings:
    """Stores new tables. A feature may show them to strangers, and refuse too many."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def open_table(
        self, opened: Opened, company: Company, watch: bool | None, address: str, talk: Talk | None = None
    ) -> None:
        """Open a table for friends, or for anybody.

        Args:
            opened: the table.
            company: who may take its open seats.
            watch: whether strangers are shown the way to watch it; None: as is usual for that company.
            address: from where it is asked for.
            talk: how its people talk; None: as is usual for that company.

        Raises:
            Refused: too many such tables wait already.
            NotSaved: it could not be stored.
        """
        opened.table.talk = talk or usual(company)
        await self._committer.open(opened)

    def unlist(self, table_id: str) -> None:
        """Show strangers a table no longer."""
