"""Opening a table with a form: parsing the form's fields, and redirecting to the new table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.server.core.clocks.forms import parse_terms
from souq.server.core.http.dependencies import AdmissionDep, OpeningsDep, PeopleDep, RateLimitsDep, TablesDep, Who
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import keep, keeps_no_cookie
from souq.server.core.http.table_forms import alone, pace_of
from souq.server.core.live import seats
from souq.server.core.live.people import Guest, named
from souq.server.core.live.seats import Wish
from souq.server.core.store.rows import Company, Talk
from souq.server.errors import Malformed, TooFast


async def the_form(request: Request) -> Mapping[str, str]:
    """Parse the form in a request's body. If a field occurs several times, its last value counts.

    Raises:
        Malformed: it can't be parsed.
    """
    try:
        fields = parse_qs((await request.body()).decode(), keep_blank_values=True, max_num_fields=60)
    except ValueError as error:
        raise Malformed("That form can’t be read.") from error
    return {name: values[-1] for name, values in fields.items()}


Form = Annotated[Mapping[str, str], Depends(the_form)]


class Opener:
    """Opens tables for people who submit a form."""

    def __init__(
        self,
        request: Request,
        guest: Who,
        limits: RateLimitsDep,
        admission: AdmissionDep,
        people: PeopleDep,
        openings: OpeningsDep,
        tables: TablesDep,
    ) -> None:
        self._request, self._guest, self._limits = request, guest, limits
        self._admission, self._people, self._openings = admission, people, openings
        self._tables, self._admitted = tables, False

    def admit(self) -> None:
        """Check that the person may open a table now; a route calls this itself if it stores anything before it opens.

        Raises:
            TooFast: too many tables were opened from the person's address.
            NotAllowed: the person or address is suspended.
        """
        if self._admitted:
            return
        where = whence(self._request.scope)
        if not self._limits.openings.take(where):
            raise TooFast
        self._admission.admit(self._guest.person_id, where)
        self._admitted = True

    async def open(
        self,
        game: str,
        wishes: list[Wish],
        options: dict[str, Any],
        form: Mapping[str, str],
        begins: seats.Beginning | None = None,
    ) -> Response:
        """Store a new table as a form describes it, and redirect the person to their seat.

        A person who hasn't been here before becomes a guest with a session.
        """
        guest, where = self._guest, whence(self._request.scope)
        self.admit()
        called = named(form.get("name") or (guest.person.name if guest.person else "") or "Guest")
        pace = pace_of(form.get("pace", "people"))
        timing = None if begins else parse_terms(form)
        rated = rated_of(form, wishes) and not begins
        # refused before anything is stored
        draft = seats.new_table(game, wishes, options, None, called, pace, begins, timing, rated)
        seats.check_bots(game, wishes, timing)
        person = await self._people.remember(guest, called)
        for seat in draft.table.seats:
            seat.person_id = person.id if seat.seat == draft.seat else None
        company, watch = company_of({} if begins else form)
        await self._openings.open_table(draft, company, watch, where, talk_of(form))
        return to_seat(self._request, guest, draft.table.id, draft.token)

    async def open_at(
        self,
        game: Game,
        begin: Callable[[], Match],
        seat: int,
        origin: str,
        form: Mapping[str, str],
        *,
        names: Sequence[str] = (),
        seeded: bool = False,
        posed: Mapping[str, Any] | None = None,
    ) -> Response:
        """Open a table for one person against bots, which begins with the current position of a match.

        ``begin`` makes the match, in a thread. The others are the arguments of
        :func:`souq.server.core.http.table_forms.alone`.
        """
        await self._tables.ready(game.name)
        match = await asyncio.to_thread(begin)  # slow if interpreted
        wishes, begins = alone(match, seat, origin, form, names=names, seeded=seeded, posed=posed)
        return await self.open(match.game.name, wishes, dict(match.options), form, begins)


Opens = Annotated[Opener, Depends()]


def to_seat(request: Request, guest: Guest, table: str, token: str | None) -> Response:
    """Return a redirect to a person's new seat. Its link contains the seat's token if the browser stores no cookies.

    A script that asks for JSON gets the address as JSON, because a redirect would hide the part after ``#`` from it.
    """
    to = f"/t/{table}" + (f"#seat={token}" if token and keeps_no_cookie(request, guest) else "")
    asks = "application/json" in request.headers.get("accept", "")
    response: Response = JSONResponse({"to": to}) if asks else RedirectResponse(to, 303)
    keep(request, response, guest)
    return response


def talk_of(form: Mapping[str, str]) -> Talk | None:
    """Parse the kind of chat in a form. None means the default, which depends on who may join the table."""
    said = form.get("talk", "")
    return "free" if said == "free" else "phrases" if said == "phrases" else None


def company_of(form: Mapping[str, str]) -> tuple[Company, bool]:
    """Parse who may join a table, and whether strangers may watch. The default is friends only, and no watching."""
    return "anybody" if form.get("company") == "anybody" else "friends", form.get("watch") == "anybody"


def rated_of(form: Mapping[str, str], wishes: Sequence[Wish]) -> bool:
    """Parse whether a game is rated. By default it isn't, and games against bots alone never are."""
    return form.get("rated") == "on" and sum(wish.kind != "bot" for wish in wishes) > 1
