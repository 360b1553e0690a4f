"""FastAPI dependencies of the routes: parts of the server, the client's identity, and the client's permissions."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.openings import Openings
from souq.server.core.commands.outcome import Caller
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.listings import Listings
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.http.devices import device_of
from souq.server.core.http.rate_limits import PROVEN, RateLimits, whence
from souq.server.core.jobs.analysing import Analysing
from souq.server.core.jobs.better_lines import BetterLines
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.hinting import Hints
from souq.server.core.jobs.turns import Turns
from souq.server.core.live.admission import Admission
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest, People
from souq.server.core.live.seats import Standing, standing
from souq.server.core.live.tables import ID, Tables
from souq.server.core.live.talking import TableTalk
from souq.server.core.live.world_time import WorldTime
from souq.server.core.parts import Parts
from souq.server.core.playing import Playing
from souq.server.core.realtime.hub import Hub
from souq.server.core.workers.compiling import Compiling
from souq.server.errors import Malformed, NoSeat, TooFast
from souq.server.mail import Post
from souq.server.ops.config.settings import Settings


def parts_of(connection: HTTPConnection) -> Parts:
    """Return the container with the parts of the running server, such as its tables and settings."""
    parts: Parts = connection.app.state.parts
    return parts


@cache
def part(kind: type) -> Any:
    """Return a FastAPI dependency that gives a route the server's part of this class, such as ``Tables``."""

    async def found(connection: HTTPConnection) -> object:
        return parts_of(connection)[kind]

    return Depends(found)


AdmissionDep = Annotated[Admission, part(Admission)]
AnalysingDep = Annotated[Analysing, part(Analysing)]
BetterLinesDep = Annotated[BetterLines, part(BetterLines)]
ChoresDep = Annotated[Chores, part(Chores)]
ClockingDep = Annotated[Clocking, part(Clocking)]
CommandsDep = Annotated[Commands, part(Commands)]
CommitterDep = Annotated[Committer, part(Committer)]
CompilingDep = Annotated[Compiling, part(Compiling)]
HintsDep = Annotated[Hints, part(Hints)]
HubDep = Annotated[Hub, part(Hub)]
ListingsDep = Annotated[Listings, part(Listings)]
OpeningsDep = Annotated[Openings, part(Openings)]
PeopleDep = Annotated[People, part(People)]
PlayingDep = Annotated[Playing, part(Playing)]
SessionsDep = Annotated[Sessions, part(Sessions)]
SettingsDep = Annotated[Settings, part(Settings)]
StorageDep = Annotated[Storage, part(Storage)]
TablesDep = Annotated[Tables, part(Tables)]
WorldTimeDep = Annotated[WorldTime, part(WorldTime)]
PostDep = Annotated[Post, part(Post)]
TalkDep = Annotated[TableTalk, part(TableTalk)]
TurnsDep = Annotated[Turns, part(Turns)]
RateLimitsDep = Annotated[RateLimits, part(RateLimits)]


def strict_query(request: Request) -> None:
    """Refuse query parameters that the operation doesn't have, so that a typo isn't silently ignored.

    Raises:
        Malformed: the request has such a parameter.
    """
    known = {parameter.alias for parameter in request.scope["route"].dependant.query_params}
    for name in request.query_params:
        if name not in known:
            takes = f"It has: {', '.join(sorted(known))}" if known else "It has none"
            raise Malformed(f"This address has no parameter {name[:40]!r}. {takes}.")


async def note_presence(request: Request, turns: TurnsDep) -> None:
    """Record that a client has asked for a table, so that the server continues to play the bots' turns there."""
    table = str(request.path_params.get("table", ""))
    if ID.fullmatch(table):
        turns.viewed(table, whence(request.scope))


async def the_guest(request: Request, people: PeopleDep, limits: RateLimitsDep) -> Guest:
    """Return the person who sends the request, recognised by the session cookie.

    Raises:
        TooFast: the person exceeds the rate limit.
    """
    device = device_of(request.headers.get("user-agent", ""))
    guest = await people.recognise(request.cookies, request.url.scheme == "https", device)
    if guest.person is not None and not limits.players.take(guest.person.id, PROVEN):
        raise TooFast
    request.state.guest = guest
    return guest


def asked_by(request: Request) -> Guest | None:
    """Return the person that another dependency has already recognised for this request, or None.

    The result is also None for a guest who isn't stored. Error pages use this function, since it needs no database.
    """
    guest: Guest | None = getattr(request.state, "guest", None)
    return guest if guest is not None and guest.person is not None else None


Who = Annotated[Guest, Depends(the_guest)]


async def may_sit(request: Request, admission: AdmissionDep, guest: Who) -> None:
    """Refuse a request for a seat if the person or the address is suspended.

    Raises:
        NotAllowed: the person or address is suspended.
    """
    admission.admit(guest.person_id, whence(request.scope))


MaySit = Depends(may_sit)

_bearer = HTTPBearer(auto_error=False, description="The token of a seat, as you got it when you took the seat.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class Visitor:
    """The client of a request about a table, identified by the seat's token and by the cookie."""

    def __init__(self, request: Request, guest: Who, bearer: Bearer, limits: RateLimitsDep) -> None:
        self.guest, self.limits, self.where = guest, limits, whence(request.scope)
        self.token = bearer.credentials if bearer else None

    def standing(self, live: Live) -> Standing:
        """Return what a client may do at a table: the seat whose player it is, or the invitation that its token is.

        Raises:
            NoSeat: the token doesn't open a seat here.
            TooFast: the player exceeds the rate limit.
        """
        stands = standing(live.row, self.token, self.guest.person_id)
        if not stands.known:
            raise NoSeat("This token doesn’t open a seat at this table. It’s wrong, or has been replaced.")
        if stands.seat != SPECTATOR and not self.limits.players.take(f"{live.row.id} {stands.seat}", PROVEN):
            raise TooFast
        return stands

    async def caller(self, tables: Tables, table: str) -> Caller:
        """Return the client as the sender of a command: its seat, its invitation and the person.

        Raises:
            NoSeat, TooFast: as for :meth:`standing`.
        """
        async with tables.hold(table) as live:
            stands = self.standing(live)
        return Caller(stands.seat, stands.invited, self.guest)


Visits = Annotated[Visitor, Depends()]
