"""What requests are answered with: the server's parts, and who asks."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from souq.engine.match.decision import SPECTATOR
from souq.server.container import House
from souq.server.core.http.devices import device_of
from souq.server.core.http.rate_limits import PROVEN, Rations, whence
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest
from souq.server.core.live.seats import Standing, standing
from souq.server.core.live.tables import ID
from souq.server.core.parts import Parts
from souq.server.errors import Malformed, NoSeat, TooFast


def parts_of(connection: HTTPConnection) -> Parts:
    """Return the parts of the server that a request, or a socket, has come to."""
    parts: Parts = connection.app.state.parts
    return parts


@cache
def part(kind: type) -> Any:
    """Return what makes ``tables: Annotated[Tables, part(Tables)]`` a parameter of a route."""

    async def found(connection: HTTPConnection) -> object:
        return parts_of(connection)[kind]

    return Depends(found)


def the_house(request: Request) -> House:
    """The server's state."""
    house: House = request.app.state.house
    return house


Here = Annotated[House, Depends(the_house)]


def the_rations(request: Request) -> Rations:
    """What is left to everybody who asks."""
    rations: Rations = request.app.state.rations
    return rations


Spent = Annotated[Rations, Depends(the_rations)]


def no_stranger(request: Request) -> None:
    """A parameter the operation does not have is a mistake worth telling.

    Raises:
        Malformed: there is one.
    """
    known = {parameter.alias for parameter in request.scope["route"].dependant.query_params}
    for name in request.query_params:
        if name not in known:
            takes = f"It takes: {', '.join(sorted(known))}" if known else "It takes none"
            raise Malformed(f"There’s no parameter {name[:40]!r} here. {takes}.")


async def looked(request: Request, house: Here) -> None:
    """Whoever asks for anything of a table looks at it."""
    table = str(request.path_params.get("table", ""))
    if ID.fullmatch(table):
        house.turns.looked_at(table, whence(request.scope))


async def the_guest(request: Request, house: Here, rations: Spent) -> Guest:
    """Who asks, by cookie.

    Raises:
        TooFast: they ask for too much.
    """
    device = device_of(request.headers.get("user-agent", ""))
    guest = await house.people.recognise(request.cookies, request.url.scheme == "https", device)
    if guest.person is not None and not rations.players.take(guest.person.id, PROVEN):
        raise TooFast
    request.state.guest = guest
    return guest


def asked_by(request: Request) -> Guest | None:
    """Who asks, where that is known already and somebody is: also for what is said when something went wrong."""
    guest: Guest | None = getattr(request.state, "guest", None)
    return guest if guest is not None and guest.person is not None else None


Who = Annotated[Guest, Depends(the_guest)]


def may_sit(request: Request, house: Here, guest: Who) -> None:
    """For what takes a seat.

    Raises:
        Suspended: who asks may not.
    """
    house.watch.admit(guest.person_id, whence(request.scope))


MaySit = Depends(may_sit)

_bearer = HTTPBearer(auto_error=False, description="The token of a seat, as you got it when you took the seat.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class Visitor:
    """Who asks for something of a table: by the link they have, and by their cookie."""

    def __init__(self, request: Request, guest: Who, bearer: Bearer, rations: Spent) -> None:
        self.guest, self.rations, self.where = guest, rations, whence(request.scope)
        self.token = bearer.credentials if bearer else None

    def standing(self, live: Live) -> Standing:
        """Where they stand at a table.

        Raises:
            NoSeat: their token opens nothing here.
            TooFast: whose seat it is asks for too much.
        """
        stands = standing(live.row, self.token, self.guest.person_id)
        if not stands.known:
            raise NoSeat("This token doesn’t open a seat at this table. It’s wrong, or has been replaced.")
        if stands.seat != SPECTATOR and not self.rations.players.take(f"{live.row.id} {stands.seat}", PROVEN):
            raise TooFast
        return stands


Visits = Annotated[Visitor, Depends()]
