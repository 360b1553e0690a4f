"""What every answer of the server carries, and which requests are not let in."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from souq.engine.errors import SouqError
from souq.table.hosts import in_figures, name
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

TLS_KEPT = "max-age=15552000"
"""Who came over TLS once comes over TLS for half a year."""

_SAFE = {"GET", "HEAD", "OPTIONS"}
_PORTS = {"http": ":80", "https": ":443"}
_HOME = ("localhost", "local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Endings of names that nobody on the internet can have."""


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
            f"{address!r} is not the origin of a site. Write it like https://souq.example.org, without a path."
        )
    return f"{scheme}://{host}"


def same_origin(origin: str | None, own: str, others: tuple[str, ...] = ()) -> bool:
    """Whether a request comes from the server's own pages, or from no page at all.

    >>> same_origin("https://souq.example", "https://souq.example"), same_origin("https://evil.example", "")
    (True, False)
    >>> same_origin("http://souq.example", "https://souq.example")
    False
    """
    return origin is None or origin in (own, *others)


def own_origin(scope: Scope) -> str:
    """The origin of the pages that the server shows to who sends a request; "" of a request that names no host."""
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    host = Headers(scope=scope).get("host", "").lower()
    return f"{scheme}://{host.removesuffix(_PORTS[scheme])}" if host else ""


class Names:
    """The names under which a server may be asked for.

    A page of another site whose name suddenly means this machine (DNS rebinding) asks under its own name. Addresses in
    figures, names without a dot and names that exist at home only cannot be another site's.

    >>> names = Names(["souq.example"])
    >>> "souq.example:8000" in names, "192.0.2.7" in names, "raspberrypi.local:8000" in names, "evil.example" in names
    (True, True, True, False)
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = {name(each) for each in known} | {socket.gethostname().lower()}

    def __contains__(self, host: object) -> bool:
        asked = name(str(host))
        return asked in self._known or _at_home(asked) or in_figures(asked)


def _at_home(asked: str) -> bool:
    return bool(asked) and ("." not in asked or asked.endswith(tuple(f".{ending}" for ending in _HOME)))


Answer = Callable[[Request, int, str], Response]
"""What makes an answer of a status and a sentence: a page for people, JSON for programs."""


class Safety:
    """Adds the headers; refuses other names than the server's, other sites' pages that act for a guest, long bodies."""

    def __init__(
        self, app: ASGIApp, answer: Answer, origins: tuple[str, ...] = (), hosts: tuple[str, ...] = ()
    ) -> None:
        self._app, self._answer = app, answer
        self._origins = origins
        self._names = Names([*hosts, *(urlsplit(origin).netloc for origin in origins)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "websocket" and self._misnamed(scope):
            await send({"type": "websocket.close"})  # before it is accepted: the handshake is answered with 403
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", TLS_KEPT)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await self._answer(Request(scope), *refusal)(scope, receive, dressed)
        else:
            await self._app(scope, _Measured(receive), dressed)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        misnamed = self._misnamed(scope)
        if misnamed:
            return 421, (
                f"This server doesn’t answer to the name {misnamed[:80]!r}. Whoever runs it can allow that with "
                f"--name {misnamed[:80]}."
            )
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > BODY:
            return 413, f"That request is too long: the limit is {BODY // 1024} kB."
        acts_for_guest = scope["method"] not in _SAFE and "authorization" not in headers
        if acts_for_guest and not same_origin(headers.get("origin"), own_origin(scope), self._origins):
            return 403, "This was sent from another site’s page, so it was refused."
        return None

    def _misnamed(self, scope: Scope) -> str:
        """The name that a request asks for, when it is none of the server's; else ""."""
        host = Headers(scope=scope).get("host")
        return "" if host is None or host in self._names else name(host) or "?"


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
