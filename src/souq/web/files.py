"""Saved matches from files: a file becomes a finished table in this browser."""

from __future__ import annotations

import time

from souq.engine.errors import CorruptMatch
from souq.engine.match import saved
from souq.engine.match.match import Match
from souq.server.core.live.importing import imported
from souq.web.routes import Fields, route
from souq.web.tables import Site


@route("POST", "/import")
async def open_file(site: Site, fields: Fields) -> dict[str, str]:
    """Store the finished table of a saved match, and return the path of its page.

    The field ``file`` is the file's text. The person sits in the seat that has their name, if there is exactly one.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: the file can't be read; the message says why.
        Malformed: nothing was played.
        NotSaved: the browser can't store it.
    """
    data = fields.get("file", "").encode(errors="replace")
    if len(data) > saved.LARGEST:
        raise CorruptMatch(f"The file is too large to be a saved match: over {saved.LARGEST // 1_000_000} MB.")
    match = saved.from_json(saved.parse(data), Match)
    own = [seat for seat, name in enumerate(match.names) if name == site.guest.person.name] if site.guest.person else []
    commits = imported(match, site.guest.person_id, own[0] if len(own) == 1 else None, time.time())
    table = commits[-1].table.id
    if await site.store.table(table) is None:
        await site.store.create_finished(commits)
    return {"to": f"/t/{table}"}
