"""HTTP API of the lobby. A program is a guest like any other."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from souq.server.core.http.api import ALWAYS, CHANGING, LONGEST_WAIT, TableId, problems
from souq.server.core.http.dependencies import (
    Bearer,
    ChoresDep,
    MaySit,
    PeopleDep,
    RateLimitsDep,
    TablesDep,
    Visits,
    Who,
    note_presence,
    strict_query,
)
from souq.server.core.http.models import ListingModel, OfGame, OfPlayers, listing_model
from souq.server.core.http.rate_limits import whence
from souq.server.core.store.rows import Listing
from souq.server.errors import NoSeat, Refused, TooFast
from souq.server.features.lobby import api_models as models
from souq.server.features.lobby import identity, waiting
from souq.server.features.lobby.dependencies import LobbyDep
from souq.server.features.lobby.open_tables import Offer

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query), Depends(note_presence)])

Code = Annotated[str, Path(min_length=4, max_length=24, pattern="^[A-Za-z0-9_-]+$", description="A table's code.")]
ByClock = Annotated[
    Literal["", "none", "live", "days"], Query(description="Only tables with this time control; empty: any.")
]


class NotWaiting(Refused):
    """Error: the caller isn't in the queue."""

    status = 404

    def __init__(self) -> None:
        super().__init__("You aren’t waiting for players.")


@router.get("/lobby", tags=["lobby"], summary="List tables to join or watch", responses=problems(*ALWAYS))
async def lobby(
    lobby: LobbyDep, guest: Who, game: OfGame = "", players: OfPlayers = 0, clock: ByClock = ""
) -> models.LobbyModel:
    """List the tables open to anybody. Tables for friends are never listed."""
    open_tables = lobby.open_tables
    await open_tables.ready()

    def offered(kind: Offer) -> list[models.LobbyTable]:
        fits = [each for each in open_tables.tables(kind, guest.person_id) if game in ("", each.game)]
        fits = [each for each in fits if players in (0, len(each.seats)) and clock in ("", each.clock)]
        return [models.lobby_table(each) for each in fits]

    return models.LobbyModel(join=offered("join"), watch=offered("watch"), waiting=lobby.waiting.waiting)


@router.post(
    "/lobby/tables/{code}/join",
    tags=["lobby"],
    summary="Join a table",
    responses=problems(400, 403, 404, 409, 413, *ALWAYS),
    dependencies=[MaySit],
)
async def join(
    request: Request, lobby: LobbyDep, limits: RateLimitsDep, guest: Who, code: Code, body: models.JoiningTable
) -> models.JoinedTable:
    """Take the first open seat of a table in the lobby."""
    if not limits.company.take(whence(request.scope)):
        raise TooFast
    joined = await lobby.joining.sit(code, body.name, body.id, body.seal, guest.person_id)
    return models.JoinedTable(table=joined.table, seat=joined.seat, token=str(joined.token), seq=joined.seq)


@router.post(
    "/lobby/waiting",
    tags=["lobby"],
    summary="Join the queue for a table",
    responses=problems(400, 401, 403, 409, 413, *ALWAYS),
    dependencies=[MaySit],
)
async def wait(
    request: Request,
    people: PeopleDep,
    lobby: LobbyDep,
    limits: RateLimitsDep,
    guest: Who,
    bearer: Bearer,
    body: models.Wanting,
) -> models.WaitingModel:
    """Join the queue to find other players.

    A caller who is already in it keeps their place and may change their wishes.
    """
    where = whence(request.scope)
    if not limits.company.take(where):
        raise TooFast
    wish = waiting.wish(body.games, body.players, body.clock)
    who = await identity.asker(people, guest, bearer.credentials if bearer else None, body.name)
    drawn = who.ticket is not None
    await lobby.waiting.wait(who.id, who.person_id, who.token_hash, who.name, wish, where, drawn)
    state = await lobby.waiting.find(who.id)
    if state is None:
        raise NotWaiting
    return models.waiting_model(state, who.ticket)


@router.get(
    "/lobby/waiting", tags=["lobby"], summary="Get your place in the queue", responses=problems(401, 404, *ALWAYS)
)
async def waits(
    request: Request,
    lobby: LobbyDep,
    chores: ChoresDep,
    limits: RateLimitsDep,
    guest: Who,
    bearer: Bearer,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for a change.")] = 0,
) -> models.WaitingModel:
    """Return your place in the queue.

    Poll at least every 15 seconds to stay in the queue. With `wait`, the response comes only when your place or table
    changes, or after that many seconds.
    """
    who = identity.known(guest, bearer.credentials if bearer else None)
    queue, news = lobby.waiting, asyncio.Event()
    first = state = await queue.find(who.id) if who else None
    if who is None or state is None:
        raise NotWaiting
    lobby.open_tables.join(news)
    try:
        with limits.patience(whence(request.scope), min(wait, 15.0)) as patience:
            until = time.monotonic() + patience
            while state and first and (state.place, state.table) == (first.place, first.table):
                left = until - time.monotonic()
                if left <= 0 or chores.closing:
                    break
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), left)
                news.clear()
                state = await queue.find(who.id)
    finally:
        lobby.open_tables.leave(news)
    if state is None:
        raise NotWaiting
    return models.waiting_model(state)


@router.delete(
    "/lobby/waiting",
    tags=["lobby"],
    summary="Leave the queue",
    status_code=204,
    responses=problems(400, 401, 403, *ALWAYS),
)
async def leave(lobby: LobbyDep, guest: Who, bearer: Bearer) -> Response:
    """Leave the queue. It succeeds even if you aren't waiting."""
    who = identity.known(guest, bearer.credentials if bearer else None)
    if who is not None:
        await lobby.waiting.leave(who.id)
    return Response(status_code=204)


@router.get(
    "/tables/{table}/listing",
    tags=["lobby"],
    summary="Get who may join your table",
    responses=problems(401, 404, 409, *ALWAYS),
)
async def listing(tables: TablesDep, lobby: LobbyDep, visitor: Visits, table: TableId) -> ListingModel:
    """Return who may join or watch a table. Only the table's players may ask."""
    async with tables.hold(table) as live:
        if visitor.standing(live).seat < 0:
            raise NoSeat
        found = await lobby.listings.of(table) or Listing(table)
    return listing_model(found)


@router.post("/tables/{table}/listing", tags=["lobby"], summary="Set who may join", responses=problems(*CHANGING))
async def relist(
    request: Request, tables: TablesDep, lobby: LobbyDep, visitor: Visits, table: TableId, body: models.ListingWish
) -> ListingModel:
    """As host: open the seats to anybody or to friends only, and allow strangers to watch or not."""

    async def change() -> Listing:
        async with tables.hold(table) as live:
            seat, where = visitor.standing(live).seat, whence(request.scope)
            return await lobby.relist(live, seat, body.company, body.watch, where)

    return listing_model(await tables.retry(change))
