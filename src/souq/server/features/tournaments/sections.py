"""Link from a table's page to the tournament that the table belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.origins import Origin
from souq.server.core.http.sections import TableShown
from souq.server.core.live.people import Guest
from souq.server.features.tournaments.page_parts import round_title
from souq.server.features.tournaments.service import TournamentService


async def on_table(request: Request, guest: Guest, table: TableShown) -> Mapping[str, Any]:
    """Return a link from a table to its tournament, if the reader sits at the table or the tournament is public."""
    if table.began:
        return {}
    kept = parts_of(request)[TournamentService].kept
    found = await kept.at(table.id)
    row = await kept.get(found[0]) if found else None
    if found is None or row is None or not (table.sits or row.company == "anybody"):
        return {}
    invitation = f"{round_title(row, found[1])}. Go to the tournament"
    return {"began": Origin(row.title, invitation, f"/tournaments/{row.code}")}
