"""Routes for souq as an installed app: the service worker, and the offline page."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from souq.server.core.http.rendering import templates
from souq.server.core.http.templating import stamp, static_file

router = APIRouter(include_in_schema=False)

KEPT = {"cache-control": "no-cache"}
"""Response headers: the browser may cache the response, but must ask the server each time if it has changed."""


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """Return the service worker. Its text changes whenever a file that it caches changes."""
    return Response(_worker(), headers=KEPT, media_type="text/javascript; charset=utf-8")


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Return the page that the installed app displays when there is no network. It contains no personal data."""
    return HTMLResponse(_offline(), headers=KEPT)


@cache
def _offline() -> str:
    return str(templates().get_template("offline.html").render())


@cache
def _worker() -> bytes:
    kept = (_offline().encode(), *(static_file(name) or b"" for name in ("theme.css", "offline.css")))
    return (static_file("sw.js") or b"") + f"// {stamp(b''.join(kept))}\n".encode()
