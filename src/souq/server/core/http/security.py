"""Security: the headers of every response, and checks that refuse unsafe requests."""

from __future__ import annotations

import base64
import hashlib
import socket
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from souq.server.core.token_bucket import BODY
from souq.server.hosts import Host, at_home, host_of, in_figures, name, shown_port, written
from souq.server.ops.config.settings import Settings


def policy(*inline: str) -> str:
    """Return the content security policy of a page: nothing from other origins, and no framing.

    >>> policy('{"imports":{}}').split("; ")[1]
    "script-src 'self' 'sha256-URrTy+Il/Nz0lHojVUx275hWqAWhkSF0VsHbUM4/6Hw='"

    Args:
        inline: the page's inline scripts, exactly as they are in the page; no others run.
    """
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline)
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(["script-src 'self'", *(f"'sha256-{digest}'" for digest in digests)]),
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def site_policy() -> str:
    """Return the content security policy of a site without a server: a page's, with the means to run Python.

    A page of it may also show pictures that it makes itself.
    """
    rules = dict(rule.split(" ", 1) for rule in policy().split("; "))
    rules |= {"script-src": "'self' 'wasm-unsafe-eval'", "img-src": "'self' data:", "worker-src": "'self'"}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


HEADERS = {
    "content-security-policy": policy(),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

TLS_KEPT = "max-age=15552000"
"""Value of the HSTS header: browsers that have connected over TLS use only TLS for the next half year."""

_SAFE = {"GET", "HEAD", "OPTIONS"}


def from_own_page(scope: Scope, settings: Settings) -> bool:
    """Return whether a request comes from one of the server's own pages, or has no ``Origin`` header.

    Browsers send that header with every request that changes something; most programs send none.
    """
    others = (*settings.origins, given_origin(scope, settings))
    return same_origin(Headers(scope=scope).get("origin"), own_origin(scope), others)


def same_origin(origin: str | None, own: str, others: tuple[str, ...] = ()) -> bool:
    """Return whether an ``Origin`` header names the server's own pages, or is missing.

    >>> same_origin("https://souq.example", "https://souq.example"), same_origin("https://evil.example", "")
    (True, False)
    >>> same_origin("http://souq.example", "https://souq.example")
    False
    """
    return origin is None or (bool(origin) and origin in (own, *others))


def nameless(settings: Settings) -> bool:
    """Return whether the settings have a mail server but no public name to put into the links of mails."""
    return bool(settings.smtp) and not (settings.origins or settings.hosts)


def asked_host(scope: Scope) -> Host | None:
    """Return the host in a request's header; None if there is no such header, or several, or it can't be parsed."""
    named = Headers(scope=scope).getlist("host")
    return host_of(named[0]) if len(named) == 1 else None


def own_origin(scope: Scope) -> str:
    """Return the origin (scheme, host and port) that a client has requested; "" if the request names no host.

    The client can forge it. It may be used only to compare an ``Origin`` header with, and for links that nobody but
    this client sees.
    """
    host = asked_host(scope)
    return written(_scheme(scope), host) if host else ""


def given_origin(scope: Scope, settings: Settings) -> str:
    """Return the origin for links that are sent to other people; "" if the settings don't have the requested host.

    The request only selects one of the names in the settings. If its own text got into the link, its sender could make
    the server mail links to any site. The requested port must be in the settings too, or be the port at which the
    server was reached.
    """
    if settings.origins:
        own = own_origin(scope)
        return own if own in settings.origins else settings.origins[0]
    asked, scheme = asked_host(scope), _scheme(scope)
    if asked is None:
        return ""
    ours = [host for host in map(host_of, settings.hosts) if host is not None and host.name == asked.name]
    port = shown_port(scheme, asked)
    for host in ours:
        if shown_port(scheme, host) == port:
            return written(scheme, host)
    if port is None and ours:  # the proxy passes on the name without its port
        return written(scheme, ours[0])
    reached = (scope.get("server") or ("", None))[1]
    return written(scheme, Host(ours[0].name, reached)) if ours and port == reached else ""


def main_origin(settings: Settings, port: int) -> str:
    """Return the origin for links generated outside a request, as in e-mails; "" if no host is configured.

    >>> main_origin(Settings(hosts=("souq.example:8443",)), 8000), main_origin(Settings(hosts=("nas.local",)), 8000)
    ('https://souq.example:8443', 'http://nas.local:8000')

    Args:
        settings: the server's settings.
        port: the port it listens at. A public name has a web server with TLS in front, at the standard port.
    """
    if settings.origins:
        return settings.origins[0]
    ours = [host for host in map(host_of, settings.hosts) if host is not None]
    public = [host for host in ours if not (at_home(host.name) or in_figures(host.name))]
    if public:
        return written("https", public[0])
    return written("http", Host(ours[0].name, ours[0].port or port)) if ours else ""


def _scheme(scope: Scope) -> str:
    return "https" if scope["scheme"] in ("https", "wss") else "http"


class Names:
    """The host names for which a server accepts requests; supports ``in``.

    This protects against DNS rebinding: a page of another site makes that site's name resolve to this machine, but its
    requests still contain the site's name. IP addresses, names without a dot and names of home networks are always
    accepted, since they can't belong to another site.

    >>> names = Names(["souq.example"])
    >>> "souq.example:8000" in names, "192.0.2.7" in names, "raspberrypi.local:8000" in names, "evil.example" in names
    (True, True, True, False)
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = ({name(each) for each in known} | {socket.gethostname().lower()}) - {""}

    def __contains__(self, host: object) -> bool:
        asked = name(str(host))
        return asked in self._known or at_home(asked) or in_figures(asked)


Answer = Callable[[Request, int, str], Response]
"""Function that makes a response from a request, a status and a message: a page for browsers, JSON for programs."""


class Safety:
    """Middleware that adds security headers, and refuses unknown hosts, cross-site requests and oversized bodies."""

    def __init__(self, app: ASGIApp, answer: Answer, settings: Settings) -> None:
        self._app, self._answer, self._settings = app, answer, settings
        self._names = Names([*settings.hosts, *(urlsplit(origin).netloc for origin in settings.origins)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "websocket" and self._misnamed(scope) is not None:
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
        if misnamed is not None:
            return misnamed
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > BODY:
            return 413, f"That request is too long: the limit is {BODY // 1024} kB."
        acts_for_guest = scope["method"] not in _SAFE and "authorization" not in headers
        if acts_for_guest and not from_own_page(scope, self._settings):
            return 403, "This was sent from another site’s page, so it was refused."
        return None

    def _misnamed(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and message with which to refuse a request for the host it names.

        Return None if the host is accepted, or if the request names none.
        """
        if "host" not in Headers(scope=scope):
            return None
        asked = asked_host(scope)
        if asked is None:
            return 400, (
                "The server’s name in this request can’t be read. Write it like souq.example.org, or with a port "
                "like souq.example.org:8000."
            )
        if asked.name in self._names or in_figures(asked.name):
            return None
        return 421, (
            f"This server doesn’t answer to the name {asked.name[:80]!r}. Its host can allow that with "
            f"--name {asked.name[:80]}."
        )


class TooLong(Exception):
    """The error for a request body that exceeds the limit."""


class _Measured:
    """ASGI ``receive`` function that raises :class:`TooLong` when a request's body exceeds the limit."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._length = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._length += len(message.get("body", b""))
        if self._length > BODY:
            raise TooLong
        return message
