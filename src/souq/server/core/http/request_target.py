"""Middleware for kinds of requests that browsers don't send: HEAD, and targets that are whole URLs.

It runs before everything else, so that no route needs to handle these.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_WHOLE = re.compile(rb"https?://([^/]*)(.*)", re.DOTALL | re.IGNORECASE)
"""Pattern of a request target in absolute form: ``GET http://souq.example/about HTTP/1.1``."""


class RequestTarget:
    """Middleware that answers HEAD like GET, but without a body, and serves absolute URLs by their path."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] in ("http", "websocket"):
            scope = _by_path(scope)
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, head)


def _by_path(scope: Scope) -> Scope:
    """Return the request with only a path as its target.

    If the target is a whole URL, the URL's host replaces the ``Host`` header (RFC 9112, 3.2.2).
    """
    found = _WHOLE.fullmatch(scope.get("raw_path") or b"")
    if found is None:
        return scope
    host, path = found[1], found[2] or b"/"
    headers = [(b"host", host), *(each for each in scope["headers"] if each[0] != b"host")]
    return {**scope, "path": unquote(path.decode("latin-1")), "raw_path": path, "headers": headers}
