"""Sending of notifications on each kind of channel, and the outcomes."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from souq.server.features.notifications.channels import Channels
from souq.server.features.notifications.keys import ServerKeys, unb64
from souq.server.features.notifications.models import Channel
from souq.server.features.notifications.reach import origin_of
from souq.server.features.notifications.waiting import Waiting
from souq.server.features.notifications.words import Turn, posted, pushed, written
from souq.server.mail import Post
from souq.server.ops.config.settings import Settings

KEPT = 86_400
"""Seconds for which a push service holds a notification for an offline browser."""

STOP = "/stop/"
"""Path on this server at which unsubscribe links begin; a channel's token follows."""


class Fate(Enum):
    """Outcome of an attempt to send a notification."""

    SENT = "sent"
    AGAIN = "again"
    """The attempt failed, but a later one may succeed."""
    GONE = "gone"
    """The receiver no longer exists; delete the channel."""
    REFUSED = "refused"
    """The receiver refuses the notification; don't retry."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Outcome of an attempt to send a notification, with the HTTP status of the receiver's response."""

    fate: Fate
    wait: float = 0.0
    """Minimum seconds to wait before the next attempt, as the receiver has requested."""
    status: int = 0


def answer_of(status: int, wait: float) -> Answer:
    """Return the outcome that an HTTP status means.

    >>> [answer_of(status, 0.0).fate.value for status in (201, 404, 410, 429, 503, 0, 400, 301)]
    ['sent', 'gone', 'gone', 'again', 'again', 'again', 'refused', 'refused']
    """
    if 200 <= status < 300:
        return Answer(Fate.SENT, status=status)
    if status in (404, 410):
        return Answer(Fate.GONE, status=status)
    later = status in (0, 408, 425, 429) or status >= 500
    return Answer(Fate.AGAIN if later else Fate.REFUSED, wait, status)


class Sender:
    """Client that sends notifications as push messages, webhook requests or e-mails, depending on the channel."""

    def __init__(self, channels: Channels, waiting: Waiting, keys: ServerKeys, post: Post, settings: Settings) -> None:
        self._channels, self._waiting, self._keys, self._post = channels, waiting, keys, post
        self._near, self._contact = settings.near, _contact(settings)
        self._outside: dict[bool, Any] = {}
        """HTTP clients: one for test notifications (True), one for real ones (False)."""

    async def send(self, channel: Channel, turn: Turn) -> Answer:
        """Send a notification that it is a player's turn, and return the outcome."""
        if channel.kind == "push":
            return await self._push(channel, pushed(turn, len(await self._waiting.of(channel.person_id))), turn.table)
        if channel.kind == "hook":
            return await self._hook(channel, posted(turn, channel.origin))
        return await self._mail(channel, turn)

    async def try_out(self, channel: Channel) -> Answer:
        """Send a test notification to a browser or webhook, and return the outcome."""
        said = "souq will tell you here when a table is waiting for you."
        if channel.kind == "push":
            message: dict[str, object] = {"title": "It works", "body": said, "path": "/you"}
            return await self._push(channel, message, "try", tries=True)
        return await self._hook(channel, {"text": said, "content": said}, tries=True)

    async def close(self) -> None:
        """Close every connection."""
        for way in self._outside.values():
            await way.close()

    async def _push(self, channel: Channel, message: dict[str, object], topic: str, tries: bool = False) -> Answer:
        """Send a push message (RFC 8030), encrypted as RFC 8291 requires."""
        authorization = await self._keys.authorization(origin_of(channel.address), self._contact)
        body = await asyncio.to_thread(encrypted, channel, json.dumps(message).encode())
        headers = {"Authorization": authorization, "Content-Encoding": "aes128gcm", "TTL": str(KEPT), "Topic": topic}
        headers["Content-Type"] = "application/octet-stream"
        return await self._send(channel.address, body, headers, tries)

    async def _hook(self, channel: Channel, message: dict[str, object], tries: bool = False) -> Answer:
        body = json.dumps(message, ensure_ascii=False).encode()
        return await self._send(
            channel.address, body, {"Content-Type": "application/json", "User-Agent": "souq"}, tries
        )

    async def _mail(self, channel: Channel, turn: Turn) -> Answer:
        to = await self._channels.mail_of(channel.person_id)
        if to is None:
            return Answer(Fate.GONE)
        stop = f"{channel.origin}{STOP}{await self._keys.signed(channel.id)}" if channel.origin else ""
        headers = {"List-Unsubscribe": f"<{stop}>"} if stop else {}
        if stop.startswith("https:"):  # as RFC 8058 has it
            headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        fate = await self._post.deliver(to, *written(turn, channel.origin, stop), headers)
        return Answer({"taken": Fate.SENT, "later": Fate.AGAIN, "never": Fate.GONE}[fate])

    async def _send(self, address: str, body: bytes, headers: dict[str, str], tries: bool) -> Answer:
        """Send a request and return its outcome. Tests use their own client, so they can't delay notifications."""
        if tries not in self._outside:
            from souq.server.features.notifications.posting import Outside

            self._outside[tries] = Outside(self._near, 4 if tries else 20)
        return answer_of(*await self._outside[tries].post(address, body, headers))


def encrypted(channel: Channel, message: bytes) -> bytes:
    """Encrypt a push message so that only the subscribed browser can read it."""
    from pywebpush import WebPusher

    made = WebPusher({"endpoint": channel.address, "keys": dict(channel.keys or {})}).encode(message, "aes128gcm")
    return bytes(made["body"])


def sound(p256dh: str, auth: str) -> bool:
    """Return whether the two keys of a push subscription are valid, so that messages can be encrypted with them."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(p256dh))
        return len(unb64(p256dh)) == 65 and len(unb64(auth)) == 16
    except ValueError:
        return False


def _contact(settings: Settings) -> str:
    """Return the URL under which push services can reach the operator; localhost if none is configured."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    named = [each for each in settings.origins if each.startswith("https:")]
    named += [f"https://{each}" for each in settings.hosts if "." in each and ":" not in each]
    return next(iter(named), "mailto:souq@localhost")
