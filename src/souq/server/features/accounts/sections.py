"""Sections that accounts add to pages shared by several features."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from fastapi import Request

from souq.server.core.db.sessions import Sessions
from souq.server.core.http.ago import ago
from souq.server.core.http.dependencies import parts_of
from souq.server.core.live.people import COOKIE_DAYS, EMBLEMS, Guest
from souq.server.features.accounts.codes import HOW_MANY
from souq.server.features.accounts.requests import offered, way_in
from souq.server.features.accounts.service import Accounts
from souq.server.features.accounts.sign_in_methods import Known


async def on_you(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return the template values of the page *You*: sign-in methods, browsers, seats."""
    parts = parts_of(request)
    accounts, sessions = parts[Accounts], parts[Sessions]
    person, now = guest.person, time.time()
    known = await accounts.methods.of(person.id) if person else Known()
    browsers = await sessions.of(person.id, now - COOKIE_DAYS * 86_400) if person else []
    return {
        "known": known,
        "emblems": EMBLEMS,
        "codes": HOW_MANY,
        "browsers": [(each, ago(now - each.seen_at), each.id == guest.session) for each in browsers],
        "passkeys": [(each, ago(now - each.used_at)) for each in known.passkeys],
        "seats": await sessions.seats(person.id) if person else 0,
        "joined": _number(request.query_params.get("joined", "")),
        "way_in": way_in(request, accounts, known),
        **offered(request, accounts),
    }


def _number(text: str) -> int:
    return int(text[:4]) if text.isdecimal() else 0
