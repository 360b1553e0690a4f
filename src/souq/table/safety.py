"""What every answer of the server carries, and which requests are not let in."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from souq.engine.errors import SouqError
from souq.table.limits import BODY

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from elsewhere, nothing inline, and in nobody's frame."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

_SAFE = {"GET", "HEAD", "OPTIONS"}


class NoOrigin(SouqError):
    """What was given is not the origin of any page."""


def origin(address: str) -> str:
    """The origin of a site's address, as browsers name it.

    >>> origin("https://Souq.example:8443/")
    'https://souq.example:8443'

    Raises:
        NoOrigin: it is none; the message says what one looks like.
    """
    scheme, slashes, host = address.removesuffix("/").lower().partition("://")
    if scheme not in ("http", "https") or not slashes or not host or set(host) & set("/?#@ "):
        raise NoOrigin(
            f"{address!r} is not the origin of a site. One is written https://souq.example.org, without a path."
        )
    return f"{scheme}://{host}"


def same_origin(origin: str | None, host: str | None, others: tuple[str, ...] = ()) -> bool:
    """Whether a request comes from the server's own pages, or from no page at all.

    >>> same_origin("https://souq.example", "souq.example"), same_origin("https://evil.example", "souq.example")
    (True, False)
    """
    if origin is None:
        return True
    return origin in others or (bool(host) and urlsplit(origin).netloc == host)


class Safety:
    """Adds the headers, refuses pages of other sites that act for a guest, and bodies that are too long."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...] = ()) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(*refusal, send=dressed)
        else:
            await self._app(scope, _Measured(receive), dressed)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > BODY:
            return 413, f"A request may be {BODY // 1024} kB long."
        acts_for_guest = scope["method"] not in _SAFE and "authorization" not in headers
        if acts_for_guest and not same_origin(headers.get("origin"), headers.get("host"), self._origins):
            return 403, "This was sent from a page of another site, and is refused."
        return None


class TooLong(Exception):
    """A body grew beyond what is read."""


class _Measured:
    """Receives a body, up to a length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._length = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._length += len(message.get("body", b""))
        if self._length > BODY:
            raise TooLong
        return message


async def _refuse(status: int, message: str, send: Send) -> None:
    body: dict[str, Any] = {"message": message, "rule": None}
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})
