"""Sections that notifications add to pages shared by several features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from fastapi import Request

from souq.server.core.db.sessions import Sessions
from souq.server.core.http.dependencies import parts_of
from souq.server.core.live.people import Guest
from souq.server.features.notifications.models import Channel
from souq.server.features.notifications.sending import Fate
from souq.server.features.notifications.service import Notices
from souq.server.ops.config.settings import Settings

TRIED = {
    "on": "Notices are on in this browser.",
    Fate.SENT.value: "Sent. It should be there in a moment.",
    Fate.AGAIN.value: "That address isn’t answering right now.",
    Fate.REFUSED.value: "The receiver refused it. Check the address.",
    Fate.GONE.value: "We’ve removed that address: nothing receives notices there any more.",
}
"""Messages after switching on notifications or sending a test notification, by outcome."""


@dataclass(frozen=True, slots=True)
class ChannelView:
    """A notification channel as the page *You* shows it."""

    id: str
    name: str
    whose: str = ""
    here: bool = False


async def on_you(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return the notification settings of a player for the page *You*."""
    parts = parts_of(request)
    notices = parts[Notices]
    found = await notices.channels.of(guest.person_id) if guest.person_id else []
    sessions = await parts[Sessions].of(guest.person_id) if guest.person_id else []
    devices = {each.id: each.device for each in sessions}
    context: dict[str, Any] = {"key": await notices.keys.public(), "quiet": round(parts[Settings].quiet)}
    context["mail"] = next((each for each in found if each.kind == "mail"), None)
    context["browsers"] = [
        ChannelView(each.id, devices.get(each.session or "") or "A browser", here=each.session == guest.session)
        for each in found
        if each.kind == "push"
    ]
    context["hooks"] = [
        ChannelView(each.id, urlsplit(each.address).netloc, _whose(each)) for each in found if each.kind == "hook"
    ]
    context["tried"] = TRIED.get(request.query_params.get("tried", ""), "")
    return {"turns": context}


def _whose(channel: Channel) -> str:
    return "Everybody’s turns at tables you host" if channel.everybody else "Your turns"
