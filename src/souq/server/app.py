"""The server as an ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route

import souq
from souq.engine.errors import SouqError
from souq.extras import install
from souq.server.container import House
from souq.server.core.http import api, connection_limits, health, installed, offline_site
from souq.server.core.http.addresses import Forwarded
from souq.server.core.http.dependencies import asked_by
from souq.server.core.http.measuring import REQUEST_ID, MetricsPage, MetricsRoute, RequestTiming
from souq.server.core.http.rate_limits import RateLimiter, RateLimits
from souq.server.core.http.rendering import Missing
from souq.server.core.http.request_target import RequestTarget
from souq.server.core.http.sections import Sections
from souq.server.core.http.security import Safety, TooLong
from souq.server.core.realtime import connections, socket
from souq.server.errors import Refused, TooFast, refusal_json, status_of
from souq.server.features.accounts import api as passkeys
from souq.server.features.accounts import hours_pages, sign_in_pages
from souq.server.features.accounts import pages as you
from souq.server.features.accounts import sections as accounts_sections
from souq.server.features.home import pages
from souq.server.features.library import api as library_api
from souq.server.features.library import pages as library
from souq.server.features.lobby import api as lobby_api
from souq.server.features.lobby import pages as lobby
from souq.server.features.lobby import sections as lobby_sections
from souq.server.features.lobby import sockets
from souq.server.features.moderation import pages as keeping
from souq.server.features.moderation import report_pages
from souq.server.features.moderation import sections as moderation_sections
from souq.server.features.notifications import api as pushing
from souq.server.features.notifications import pages as notices
from souq.server.features.notifications import sections as notifications_sections
from souq.server.features.practice import lesson_pages, mistake_pages, onward_pages, rules_pages, storm_pages
from souq.server.features.practice import pages as practice
from souq.server.features.practice import sections as practice_sections
from souq.server.features.privacy import pages as privacy
from souq.server.features.ratings import api as records_api
from souq.server.features.ratings import pages as records
from souq.server.features.ratings import sections as ratings_sections
from souq.server.features.social import api as manners_api
from souq.server.features.social import pages as manners
from souq.server.features.social import sections as social_sections
from souq.server.features.tournaments import api as tournaments_api
from souq.server.features.tournaments import pages as tournaments
from souq.server.features.tournaments import sections as tournaments_sections
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry import context, logs, tracing
from souq.server.ops.telemetry.metrics import Metrics
from souq.server.ops.telemetry.pulse import Pulse

PARTS = (
    api,
    lobby_api,
    library_api,
    records_api,
    manners_api,
    tournaments_api,
    passkeys,
    pushing,
    socket,
    sockets,
    connections,
    rules_pages,
    installed,
    offline_site,
    lobby,
    library,
    privacy,
    manners,
    hours_pages,
    records,
    tournaments,
    pages,
    you,
    keeping,
    notices,
    sign_in_pages,
    lesson_pages,
    onward_pages,
    practice,
    storm_pages,
    mistake_pages,
    report_pages,
    health,
)
"""Modules that define routes. Each has a ``router``."""

SECTIONS = Sections(
    home=(practice_sections.on_home, lobby_sections.on_home),
    you=(
        accounts_sections.on_you,
        ratings_sections.on_you,
        social_sections.on_you,
        moderation_sections.on_you,
        notifications_sections.on_you,
    ),
    listing=(ratings_sections.on_listing,),
    table=(practice_sections.on_table, social_sections.on_table, tournaments_sections.on_table),
)
"""The sections that features add to pages shared by several features."""

LOG = logging.getLogger("souq.server")

ABOUT = """Open a table, take a seat, see what your seat may know, and choose. Every command carries a random `id`,
so it does no harm to repeat one, and the `seq` of the view it was decided on, so nobody decides on a table that has
changed in the meantime."""

WORDS = {
    400: "That request can’t be read.",
    404: "There’s nothing at this address.",
    405: "You can’t do that at this address.",
}


def create_app(
    database_url: str = "", settings: Settings | None = None, connections: connection_limits.Connections | None = None
) -> FastAPI:
    """Create the ASGI application of one server.

    Args:
        database_url: an SQLAlchemy URL or a path; empty: a file in the user's data folder.
        settings: all other settings.
        connections: the connection limits, for the metrics, if there are any.

    Raises:
        NoSite: the settings name a site that can't be served.
    """
    chosen = settings or Settings()
    if database_url:
        chosen = replace(chosen, database=database_url)
    site = offline_site.OfflineSite(chosen.site)
    metrics, pulse = _metrics(), Pulse()
    house = House(chosen, metrics)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        house.chores.start(pulse.run())
        try:
            yield
        finally:
            await house.close()
            await metrics.close()

    app = FastAPI(
        title="souq", version=souq.__version__, description=ABOUT, lifespan=lifespan, openapi_url="/api/openapi.json",
        docs_url=None, redoc_url=None, separate_input_output_schemas=False,
    )  # fmt: skip
    app.state.house, app.state.parts, app.state.limits = house, house.parts, RateLimits(chosen)
    house.parts.add(app.state.limits)
    house.parts.add(SECTIONS)
    house.parts.add(site)
    app.state.doctor = health.Doctor(house.storage, house.pools.bots, house.chores, house.cluster)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    app.add_middleware(GZipMiddleware, minimum_size=2_000)
    app.add_middleware(RateLimiter, limits=app.state.limits, refuse=_too_fast)
    app.state.observer = metrics
    app.state.metrics_page = MetricsPage(house.parts, app.state.limits, metrics, pulse, connections)
    app.add_middleware(MetricsRoute, page=app.state.metrics_page, readers=chosen.metrics)
    app.add_middleware(Safety, answer=_said, settings=chosen)
    app.add_middleware(RequestTiming, metrics=metrics)
    app.add_middleware(RequestTarget)
    app.add_middleware(Forwarded, proxies=chosen.proxies)
    for part in PARTS:
        app.router.routes += part.router.routes  # include_router would build every route a second time (0.2 s)
    app.add_exception_handler(SouqError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(TooLong, _too_long)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(IntegrityError, _deleted)
    app.add_exception_handler(Exception, _failed)
    metrics.instrument(app, house.storage.database.engines)
    return app


def _metrics() -> Metrics:
    """Return the observer of requests and database queries, which collects metrics.

    If traces are configured and their packages are installed, the observer also sends traces.
    """
    if tracing.wanted():
        if tracing.installed():
            return tracing.Traced()
        LOG.warning("%s: %s", tracing.MISSING, install("telemetry"))
    return Metrics()


def _described(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of the HTTP API. In it, every operation may be called without a token, too."""
    if not app.openapi_schema:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for operations in made["paths"].values():
            for operation in operations.values():
                operation["security"] = [*operation.get("security", []), {}]
        app.openapi_schema = made
    return app.openapi_schema


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, SouqError)
    status = 404 if isinstance(error, Missing) else status_of(error)
    return _answer(request, status, refusal_json(error))


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    unreadable = first["type"] == "json_invalid"
    message = "The body is not JSON." if unreadable else f"{where}: {first['msg']}." if where else f"{first['msg']}."
    return _answer(request, 400 if unreadable else 422, {"message": message[:300], "rule": None})


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = WORDS.get(error.status_code, str(error.detail))
    response = _answer(request, error.status_code, {"message": message, "rule": None})
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(sorted(_allowed(request, response.headers["allow"])))
    return response


def _allowed(request: Request, known: str) -> set[str]:
    """Return the HTTP methods that exist for a request's path, to be listed in a 405 response.

    Starlette lists only the methods of the first route with this path (``known``), but others may have further methods.
    """
    routes = [each for part in PARTS for each in part.router.routes if isinstance(each, Route)]
    found = {method for each in routes if each.matches(request.scope)[0] != Match.NONE for method in each.methods or ()}
    found |= set(known.split(", "))
    return found | {"HEAD"} if "GET" in found else found


def _said(request: Request, status: int, message: str) -> Response:
    return _answer(request, status, {"message": message, "rule": None})


def _too_fast(request: Request, error: TooFast) -> Response:
    return _answer(request, error.status, refusal_json(error))


async def _too_long(request: Request, error: Exception) -> Response:
    return _answer(request, 413, {"message": "The request is too long.", "rule": None})


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # the client has disconnected: not an error of ours, so don't log it


async def _deleted(request: Request, error: Exception) -> Response:
    """Answer a request after the database has refused a write as inconsistent (``IntegrityError``).

    The status is 401 if that is because the person has been deleted meanwhile, else 500.
    """
    guest, storage = asked_by(request), request.app.state.house.storage
    try:
        await storage.check_known(guest and guest.person_id)
    except Refused as refused:
        return await _refused(request, refused)
    return await _failed(request, error)


async def _failed(request: Request, error: Exception) -> Response:
    LOG.error("%s %s failed.", request.method, logs.plain_path(request.scope), exc_info=error)
    message = "Something went wrong on our side. Nothing has changed."
    response = _answer(request, 500, {"message": message, "rule": None})
    response.headers[REQUEST_ID] = context.request_name()
    return response


def _answer(request: Request, status: int, problem: dict[str, object]) -> Response:
    """Return an error response: JSON for the API, a page otherwise."""
    if request.scope["path"].startswith("/api/"):
        return JSONResponse(problem, status)
    return pages.error_page(request, status, str(problem["message"]))
