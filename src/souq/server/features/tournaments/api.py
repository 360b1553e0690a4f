"""HTTP API of tournaments. A program is a guest like any other."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from souq.server.core.clocks.terms import Terms
from souq.server.core.db.models import TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.http.api import ALWAYS, CHANGING, problems
from souq.server.core.http.dependencies import Bearer, MaySit, RateLimitsDep, StorageDep, Who, strict_query
from souq.server.core.http.rate_limits import whence
from souq.server.core.live.people import Guest, fresh_token, hashed
from souq.server.errors import NoSeat, TooFast
from souq.server.features.tournaments import api_models as models
from souq.server.features.tournaments import opening
from souq.server.features.tournaments.adapters import hosts, of_round, who_is
from souq.server.features.tournaments.dependencies import TournamentServiceDep
from souq.server.features.tournaments.models import TournamentRow
from souq.server.features.tournaments.views import TournamentView, view_of

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query)])

Code = Annotated[str, Path(min_length=4, max_length=24, pattern="^[A-Za-z0-9_-]+$", description="A tournament's code.")]
MOST = 50
"""Maximum number of tournaments in each list."""


def asks(guest: Guest, bearer: Bearer) -> opening.Who:
    """Return the caller's identity: the cookie's person and, if the request has a bearer token, the token's hash.

    Raises:
        NoSeat: the token has an impossible length or characters.
    """
    token = bearer.credentials if bearer else None
    if token is not None and not (16 <= len(token) <= 100 and token.isascii()):
        raise NoSeat("This token isn’t valid here. Enter without one, and you get one.")
    return opening.Who(guest.person_id, hashed(token) if token else None)


async def seen_by(storage: Storage, row: TournamentRow, who: opening.Who, fills: str = "Bot") -> TournamentView:
    """Load what a caller may see of a tournament: standings, rounds and the current tables."""
    ids = [each.table_id for each in of_round(row, row.round) if each.table_id and each.ranks is None]
    tables = await storage.tables_where(TABLES.c.id.in_(ids), len(ids)) if ids else []
    me = who_is(row, who) if who else None
    return view_of(row, {table.id: table for table in tables}, me, hosts(row, who), fills)


@router.get("/tournaments", tags=["tournaments"], summary="List public tournaments", responses=problems(*ALWAYS))
async def tournaments(service: TournamentServiceDep) -> list[models.TournamentSummary]:
    """List public tournaments: first those open for entries, then those in play, then those that are over."""
    kept = service.kept
    return [
        models.summary(row)
        for states in (("waiting",), ("playing",), ("finished",))
        for row in await kept.open_to_anybody(states, MOST)
    ]


@router.post(
    "/tournaments",
    tags=["tournaments"],
    summary="Open a tournament",
    status_code=201,
    responses=problems(400, 403, 404, 409, 413, *ALWAYS),
    dependencies=[MaySit],
)
async def open_tournament(
    request: Request, service: TournamentServiceDep, limits: RateLimitsDep, guest: Who, wanted: models.NewTournament
) -> models.OpenedTournament:
    """Open a tournament. Its host begins it and doesn't have to play."""
    if not limits.openings.take(whence(request.scope)):
        raise TooFast
    token = None if guest.person else fresh_token()
    host = opening.Who(guest.person_id, hashed(token) if token else None)
    asked = wanted.model_dump(exclude={"clock", "players"})
    row = await service.create(
        opening.Wanted(size=wanted.players, timing=Terms(**wanted.clock.model_dump()), **asked), host
    )
    return models.OpenedTournament(code=row.code, token=token)


@router.get(
    "/tournaments/{code}", tags=["tournaments"], summary="Get a tournament", responses=problems(401, 404, *ALWAYS)
)
async def tournament(
    storage: StorageDep, service: TournamentServiceDep, guest: Who, bearer: Bearer, code: Code
) -> models.TournamentModel:
    """Return a tournament: its entrants, standings and every round with its tables."""
    who = asks(guest, bearer)
    return models.tournament_model(await seen_by(storage, await service.get(code), who))


@router.post(
    "/tournaments/{code}/enter",
    tags=["tournaments"],
    summary="Enter a tournament",
    responses=problems(*CHANGING),
    dependencies=[MaySit],
)
async def enter(
    request: Request,
    service: TournamentServiceDep,
    limits: RateLimitsDep,
    guest: Who,
    bearer: Bearer,
    code: Code,
    body: models.Entering,
) -> models.EnteredTournament:
    """Enter a tournament before it begins. A player who left can return, except to a knock-out."""
    if not limits.company.take(whence(request.scope)):
        raise TooFast
    entered = await service.enter(code, asks(guest, bearer), body.name, body.id)
    return models.EnteredTournament(number=entered.number, token=entered.token)


@router.post(
    "/tournaments/{code}/leave",
    tags=["tournaments"],
    summary="Leave a tournament",
    status_code=204,
    responses=problems(*CHANGING),
)
async def leave(service: TournamentServiceDep, guest: Who, bearer: Bearer, code: Code) -> Response:
    """Leave a tournament. Once it has begun, a bot takes over your seat."""
    await service.leave(code, asks(guest, bearer))
    return Response(status_code=204)


@router.post(
    "/tournaments/{code}/begin", tags=["tournaments"], summary="Start a tournament", responses=problems(*CHANGING)
)
async def begin(
    service: TournamentServiceDep, storage: StorageDep, guest: Who, bearer: Bearer, code: Code, body: models.Beginning
) -> models.TournamentModel:
    """Begin your tournament: pair the first round and open its tables. Later rounds begin by themselves."""
    who = asks(guest, bearer)
    await service.begin(code, who, body.seq)
    return models.tournament_model(await seen_by(storage, await service.get(code), who))


@router.post(
    "/tournaments/{code}/off",
    tags=["tournaments"],
    summary="Cancel a tournament",
    status_code=204,
    responses=problems(*CHANGING),
)
async def call_off(service: TournamentServiceDep, guest: Who, bearer: Bearer, code: Code) -> Response:
    """Call your tournament off. Before it begins it is deleted; later it ends with its current standings.

    Tables in play go on.
    """
    await service.call_off(code, asks(guest, bearer))
    return Response(status_code=204)


@router.post(
    "/tournaments/{code}/stand-in",
    tags=["tournaments"],
    summary="Let bots play for absent players",
    responses=problems(*CHANGING),
)
async def stand_in(
    service: TournamentServiceDep, guest: Who, bearer: Bearer, code: Code, body: models.StandingIn
) -> models.StoodIn:
    """Let bots play for the absent players who hold up a table of your tournament.

    The players get their seats back when they return.
    """
    return models.StoodIn(seats=await service.stand_in(code, asks(guest, bearer), body.table))


@router.post(
    "/tournaments/{code}/seat", tags=["tournaments"], summary="Go to your table", responses=problems(*CHANGING)
)
async def seat(service: TournamentServiceDep, guest: Who, bearer: Bearer, code: Code) -> models.TournamentSeat:
    """Return your table in the current round and a new token for your seat there."""
    found = await service.seat(code, asks(guest, bearer))
    return models.TournamentSeat(table=found.table, seat=found.seat, token=found.token)
