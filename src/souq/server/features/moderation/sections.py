"""Sections that moderation adds to pages shared by several features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from souq.server.core.http.dependencies import parts_of
from souq.server.core.live.people import Guest
from souq.server.features.moderation.storage import Records


async def on_you(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return whether the player is an administrator, for the link on the page *You*."""
    person = guest.person
    return {
        "runs": bool(person and person.has_account) and await parts_of(request)[Records].runs(guest.person_id or "")
    }
