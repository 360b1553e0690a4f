"""What the page *You* shows of how somebody is told that it is their turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from fastapi import Request

from souq.server.container import House
from souq.server.core.live.people import Guest
from souq.server.features.notifications.channels import Channel
from souq.server.features.notifications.sending import Fate

TRIED = {
    "on": "Notices are on in this browser.",
    Fate.SENT.value: "Sent. It should be there in a moment.",
    Fate.AGAIN.value: "Nobody answers at that address right now.",
    Fate.REFUSED.value: "The receiver doesn’t take it. Check the address.",
    Fate.GONE.value: "There’s no receiver at that address any more, so it’s removed here.",
}
"""What is said of a channel that was switched on, or tried out."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A channel as the page has it."""

    id: str
    name: str
    told: str = ""
    here: bool = False


async def turns_of(request: Request, house: House, guest: Guest) -> dict[str, Any]:
    """What the page *You* shows of all this."""
    found = await house.notices.channels.of(guest.person_id) if guest.person_id else []
    sessions = await house.sessions.of(guest.person_id) if guest.person_id else []
    devices = {each.id: each.device for each in sessions}
    told: dict[str, Any] = {"key": await house.notices.keys.public(), "quiet": round(house.settings.quiet)}
    told["mail"] = next((each for each in found if each.kind == "mail"), None)
    told["browsers"] = [
        Shown(each.id, devices.get(each.session or "") or "A browser", here=each.session == guest.session)
        for each in found
        if each.kind == "push"
    ]
    told["hooks"] = [
        Shown(each.id, urlsplit(each.address).netloc, _whose(each)) for each in found if each.kind == "hook"
    ]
    told["tried"] = TRIED.get(request.query_params.get("tried", ""), "")
    return told


def _whose(channel: Channel) -> str:
    return "Everybody’s turns at tables you host" if channel.everybody else "Your turns"
