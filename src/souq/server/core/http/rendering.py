"""Rendering of pages from templates, for a guest, with versioned addresses of static files."""

from __future__ import annotations

import json
import os
from functools import cache, lru_cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

import souq
from souq.engine import registry
from souq.engine.errors import SouqError
from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.security import given_origin, own_origin, policy
from souq.server.core.http.templating import STATIC, environment, stamp, static_file
from souq.server.core.jobs.startup import FirstPage
from souq.server.core.live.admission import Admission
from souq.server.core.live.people import COOKIE, COOKIE_DAYS, EMBLEM, SECURE_COOKIE, Guest
from souq.server.core.workers.compiling import Compiling
from souq.server.errors import NoCookie
from souq.server.ops.config.settings import Settings

NOT_KEPT = {"cache-control": "no-store"}


class Missing(SouqError, LookupError):
    """The error for a page or file that doesn't exist."""


@cache
def templates() -> Any:
    """Return the template environment, with the functions by which templates get addresses of static files."""
    made = environment()
    made.globals.update(static=static_url, import_map=import_map, game_url=game_url, souq_version=souq.__version__)
    return made


def static_url(path: str) -> str:
    """Return the address of a static file, with a hash of the content, so that browsers may cache it for ever."""
    return f"/static/{path}?v={stamp(static_file(path) or b'')}"


def import_map() -> str:
    """Return the import map of every page, which maps each JavaScript module to an address with a hash of its content.

    Modules import one another by plain addresses. With the map, browsers request addresses that they may cache for
    ever.
    """
    with os.scandir(STATIC / "js") as files:
        return _import_map(tuple(sorted((each.name, each.stat().st_mtime_ns) for each in files)))


@lru_cache(maxsize=1)
def _import_map(files: tuple[tuple[str, int], ...]) -> str:
    """Return the import map for these files, which are given by name and modification time.

    The times make the cache recompute the map when a file has changed.
    """
    imports = {f"/static/js/{name}": static_url(f"js/{name}") for name, _ in files if name.endswith(".js")}
    return json.dumps({"imports": imports}, separators=(",", ":"))


def game_url(game: str, file: str) -> str:
    """Return the address of one of a game's own files. It contains a hash of the content."""
    path = registry.find(game).folder / file
    return f"/games/{game}/{file}?v={stamp(path.read_bytes() if path.is_file() else b'')}"


def page(request: Request, name: str, guest: Guest | None = None, status: int = 200, **context: Any) -> HTMLResponse:
    """Render a page. The response sets the guest's cookie if it is new, or must be replaced or renewed."""
    person = guest.person if guest else None
    me: dict[str, Any] = {"name": "", "emblem": EMBLEM, "known": False, "kept": False}
    if person is not None:
        me = {"name": person.name, "emblem": person.emblem, "known": True, "kept": person.has_account}
        me["settings"] = person.settings
    parts = parts_of(request)
    getting = parts[Compiling].progress
    where: dict[str, Any] = {"origin": public_origin(request) if status < 400 else "", "path": request.scope["path"]}
    where |= {"company": parts[Settings].company}
    news = banners_of(request, parts[Admission], guest)
    html = templates().get_template(name).render(me=me, status=status, getting=getting, **news, **where, **context)
    response = HTMLResponse(html, status, {**NOT_KEPT, "content-security-policy": policy(import_map())})
    parts[FirstPage].set()
    if guest is not None and (guest.is_new or guest.moves or guest.renewed):
        keep(request, response, guest)
    return response


def banners_of(request: Request, admission: Admission, guest: Guest | None) -> dict[str, str]:
    """Return the banners for the top of a page: the announcement, and a notice if the person is suspended."""
    suspended = admission.suspended(guest.person_id if guest else None, whence(request.scope))
    return {"announced": admission.announced, "suspended": suspended}


def public_origin(request: Request) -> str:
    """Return the origin (scheme, host and port) for links on a page that only its reader follows.

    It comes from the settings or, failing that, from the request. Links that are sent to others use
    :func:`sent_origin`.
    """
    return sent_origin(request) or own_origin(request.scope)


def sent_origin(request: Request) -> str:
    """Return the origin (scheme, host and port) for links that are sent to other people.

    It comes from the settings alone, since a request's host may be forged; "" if they have none.
    """
    return given_origin(request.scope, parts_of(request)[Settings])


def keeps_no_cookie(request: Request, guest: Guest) -> bool:
    """Return whether a form comes from a browser that didn't store the cookie sent with the form's page.

    The result is False for programs: they send no ``Origin`` header, and haven't loaded the page.
    """
    return guest.is_new and "origin" in request.headers


def need_cookie(request: Request, guest: Guest) -> None:
    """Refuse a form if its browser stores no cookies, since the person couldn't find the form's result again.

    Raises:
        NoCookie: the browser stores no cookies.
    """
    if keeps_no_cookie(request, guest):
        raise NoCookie


def keep(request: Request, response: Response, guest: Guest) -> None:
    """Add a guest's session cookie to a response."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        guest.token,
        max_age=COOKIE_DAYS * 86400,
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    if secure and COOKIE in request.cookies:
        response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="lax")
