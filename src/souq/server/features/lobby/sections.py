"""The lobby's section of the home page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from markupsafe import Markup

from souq.server.core.http.dependencies import parts_of
from souq.server.core.live.people import Guest
from souq.server.features.lobby import page_parts as parts
from souq.server.features.lobby.open_tables import Offer
from souq.server.features.lobby.service import Lobby

OFFERS: tuple[Offer, ...] = ("join", "watch")


async def on_home(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return the values for the lobby's section of the home page: the tables, and the guest's place in the queue."""
    lobby = parts_of(request)[Lobby]
    state = lobby.waiting.state(guest.person_id)
    waits = state is not None and state.table is None
    busy = waits or any(lobby.open_tables.tables(offer, guest.person_id) for offer in OFFERS)
    seek = Markup(parts.seeking(state, known=parts.named_already(guest)))
    tables = Markup(parts.tables(lobby.open_tables, guest.person_id))
    return {"lobby": {"tables": tables, "seek": seek, "waits": waits, "busy": busy}}
