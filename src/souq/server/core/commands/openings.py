"""Opening of new tables."""

from __future__ import annotations

from souq.server.core.commands.committing import Committer
from souq.server.core.live.seats import Opened
from souq.server.core.live.talking import usual
from souq.server.core.store.rows import Company, Talk


class Openings:
    """Stores new tables. A feature may extend it to list them in the lobby and to limit their number."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def open_table(
        self, opened: Opened, company: Company, watch: bool | None, address: str, talk: Talk | None = None
    ) -> None:
        """Open a table for friends or for anybody.

        Args:
            opened: the table.
            company: who may take its open seats.
            watch: whether the lobby offers it to spectators; None: the default for its company.
            address: IP address of the request.
            talk: how players may talk; None: the default for its company.

        Raises:
            Refused: too many such tables wait for players already.
            NotSaved: the database could not store it.
        """
        opened.table.talk = talk or usual(company)
        await self._committer.open(opened)

    def unlist(self, table_id: str) -> None:
        """Remove a table from the lobby."""
