"""A page is made from its template, for a guest, with the addresses of what belongs to it."""

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
    """There is no such page or file."""


@cache
def templates() -> Any:
    """Every template, with the addresses that it may ask for."""
    made = environment()
    made.globals.update(static=static_url, import_map=import_map, game_url=game_url, souq_version=souq.__version__)
    return made


def static_url(path: str) -> str:
    """The address of a static file, with a stamp of its content so that it may be kept for ever."""
    return f"/static/{path}?v={stamp(static_file(path) or b'')}"


def import_map() -> str:
    """Return the import map of every page: where each module is, with the stamp of its content.

    Modules import one another by plain addresses; by this map a browser asks for those that it may keep for ever.
    """
    with os.scandir(STATIC / "js") as files:
        return _import_map(tuple(sorted((each.name, each.stat().st_mtime_ns) for each in files)))


@lru_cache(maxsize=1)
def _import_map(files: tuple[tuple[str, int], ...]) -> str:
    """Return the map for files with these times of change: a module that is edited is new on the next page."""
    imports = {f"/static/js/{name}": static_url(f"js/{name}") for name, _ in files if name.endswith(".js")}
    return json.dumps({"imports": imports}, separators=(",", ":"))


def game_url(game: str, file: str) -> str:
    """The address of a game's own file, stamped."""
    path = registry.find(game).folder / file
    return f"/games/{game}/{file}?v={stamp(path.read_bytes() if path.is_file() else b'')}"


def page(request: Request, name: str, guest: Guest | None = None, status: int = 200, **context: Any) -> HTMLResponse:
    """A page, with a cookie for somebody who has none yet."""
    person = guest.person if guest else None
    me: dict[str, Any] = {"name": "", "emblem": EMBLEM, "known": False, "kept": False}
    if person is not None:
        me = {"name": person.name, "emblem": person.emblem, "known": True, "kept": person.kept}
        me["settings"] = person.settings
    parts = parts_of(request)
    getting = parts[Compiling].progress
    where = {"origin": public_origin(request) if status < 400 else "", "path": request.scope["path"]}
    news = news_of(request, parts[Admission], guest)
    html = templates().get_template(name).render(me=me, status=status, getting=getting, **news, **where, **context)
    response = HTMLResponse(html, status, {**NOT_KEPT, "content-security-policy": policy(import_map())})
    parts[FirstPage].set()
    if guest is not None and (guest.is_new or guest.moves or guest.renewed):
        keep(request, response, guest)
    return response


def news_of(request: Request, admission: Admission, guest: Guest | None) -> dict[str, str]:
    """What stands on every page: what is announced, and that who asks is suspended."""
    suspended = admission.suspended(guest.person_id if guest else None, whence(request.scope))
    return {"announced": admission.announced, "suspended": suspended}


def public_origin(request: Request) -> str:
    """The origin that a page tells its reader: one from the settings, or else the one at which they have asked.

    Only for what stays in their own page: what goes to others takes :func:`sent_origin`.
    """
    return sent_origin(request) or own_origin(request.scope)


def sent_origin(request: Request) -> str:
    """The origin for links that leave the house; "" where the settings give none."""
    return given_origin(request.scope, parts_of(request)[Settings])


def keeps_no_cookie(request: Request, guest: Guest) -> bool:
    """Whether a form was sent by a browser that keeps no cookie: the page with the form has set one.

    Programs, which name no origin, have seen no page.
    """
    return guest.is_new and "origin" in request.headers


def need_cookie(request: Request, guest: Guest) -> None:
    """Refuse what a browser without cookies would not find again.

    Raises:
        NoCookie: it keeps none.
    """
    if keeps_no_cookie(request, guest):
        raise NoCookie


def keep(request: Request, response: Response, guest: Guest) -> None:
    """Give a guest the cookie by which they are known."""
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
