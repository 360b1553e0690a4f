"""A table is opened by a form: what the form says, and the way to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from souq.bots.characters import CHARACTERS
from souq.engine.match.match import Match
from souq.server.core.clocks.forms import asked
from souq.server.core.db.models import Company, Pace, Talk
from souq.server.core.http.dependencies import AdmissionDep, OpeningsDep, PeopleDep, Spent, Who
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import keep, keeps_no_cookie
from souq.server.core.live import seats
from souq.server.core.live.people import Guest, named
from souq.server.core.live.seats import Wish
from souq.server.errors import Malformed, TooFast

GENTLEST = CHARACTERS[0].name
"""Who plays with somebody who has just been taught something."""


async def the_form(request: Request) -> Mapping[str, str]:
    """What a form sent: the last value of every field."""
    try:
        fields = parse_qs((await request.body()).decode(), keep_blank_values=True, max_num_fields=60)
    except ValueError as error:
        raise Malformed("That form can’t be read.") from error
    return {name: values[-1] for name, values in fields.items()}


Form = Annotated[Mapping[str, str], Depends(the_form)]


class Opener:
    """Opens tables as forms ask for them."""

    def __init__(
        self,
        request: Request,
        guest: Who,
        rations: Spent,
        admission: AdmissionDep,
        people: PeopleDep,
        openings: OpeningsDep,
    ) -> None:
        self._request, self._guest, self._rations = request, guest, rations
        self._admission, self._people, self._openings = admission, people, openings

    async def open(
        self,
        game: str,
        wishes: list[Wish],
        options: dict[str, Any],
        form: Mapping[str, str],
        begins: seats.Beginning | None = None,
    ) -> Response:
        """Store a new table and go there; whoever opens a table is known from then on."""
        guest, where = self._guest, whence(self._request.scope)
        if not self._rations.openings.take(where):
            raise TooFast
        self._admission.admit(guest.person_id, where)
        called = named(form.get("name") or (guest.person.name if guest.person else "") or "Guest")
        pace = pace_of(form.get("pace", "people"))
        timing = None if begins else asked(form)
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
        match: Match,
        seat: int,
        origin: str,
        form: Mapping[str, str],
        *,
        names: Sequence[str] = (),
        seeded: bool = False,
    ) -> Response:
        """Open a table of somebody's own that begins where a match stands.

        Args:
            match: the others are bots, of the ``level`` of the form.
            seat: where the guest sits.
            origin: where the position comes from, a kind and a name (:class:`souq.server.core.db.models.TableRow`).
            form: what was sent.
            names: what the seats are called, the guest's apart; bots without one get theirs.
            seeded: whether its chance is that of the match; else it is fresh.
        """
        level = form.get("level", seats.USUAL)
        called = [*names, *[""] * match.players]
        wishes = [Wish("me") if n == seat else Wish("bot", level, called[n]) for n in range(match.players)]
        begins = seats.Beginning(match.position(), origin, match.secret if seeded else None)
        return await self.open(match.game.name, wishes, dict(match.options), form, begins)


Opens = Annotated[Opener, Depends()]


def to_seat(request: Request, guest: Guest, table: str, token: str | None) -> Response:
    """Lead somebody to their new seat, which a browser without cookies proves by the token in the link.

    A script that asks for JSON gets the address as such: what stands behind its ``#`` is hidden from one that is
    redirected.
    """
    to = f"/t/{table}" + (f"#seat={token}" if token and keeps_no_cookie(request, guest) else "")
    asks = "application/json" in request.headers.get("accept", "")
    response: Response = JSONResponse({"to": to}) if asks else RedirectResponse(to, 303)
    keep(request, response, guest)
    return response


def players_of(form: Mapping[str, str], least: int) -> int:
    """How many players a form asks for.

    Raises:
        Malformed: nobody can say how many.
    """
    number = form.get("players", str(least))
    if not number.isdecimal() or not 1 <= int(number[:4]) <= 16:
        raise Malformed("Say how many players there are.")
    return int(number[:4])


def pace_of(text: str) -> Pace:
    """How long bots take, as a form says it: like people, if nothing else."""
    return "quick" if text == "quick" else "none" if text == "none" else "people"


def talk_of(form: Mapping[str, str]) -> Talk | None:
    """How people talk at a table, as a form says it; None: as is usual for that company."""
    said = form.get("talk", "")
    return "free" if said == "free" else "phrases" if said == "phrases" else None


def company_of(form: Mapping[str, str]) -> tuple[Company, bool]:
    """Who may come to a table and who may watch it, as a form says it: friends, if nothing else."""
    return "anybody" if form.get("company") == "anybody" else "friends", form.get("watch") == "anybody"


def rated_of(form: Mapping[str, str], wishes: Sequence[Wish]) -> bool:
    """Whether a game is to be rated, as a form says it: not if nothing is said, nor against bots alone."""
    return form.get("rated") == "on" and sum(wish.kind != "bot" for wish in wishes) > 1
