"""The results API: your own games, public profiles, and the leaderboard."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from souq.engine import registry
from souq.engine.errors import CorruptMatch, UnknownGame, WrongVersion
from souq.server.core.http.api import ALWAYS, problems
from souq.server.core.http.dependencies import MaySit, PeopleDep, RateLimitsDep, Who, strict_query
from souq.server.core.http.rate_limits import ENTRY, whence
from souq.server.core.http.rendering import keep, need_cookie
from souq.server.core.live.people import Guest, named
from souq.server.errors import Malformed, NoSeat, Refused, TooFast
from souq.server.features.ratings import api_models as models
from souq.server.features.ratings import history as records
from souq.server.features.ratings import leaders
from souq.server.features.ratings.api_models import Reader
from souq.server.features.ratings.dependencies import BookDep, BringingDep
from souq.server.features.ratings.profiles import Profile
from souq.server.features.ratings.service import Book

Code = Annotated[str, Path(max_length=24, description="The code of a public profile.")]
After = Annotated[str, Query(max_length=80, description="The cursor of the previous page.")]

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query)])


class NoPage(Refused):
    """Error: there is no public profile with this code, or it has been hidden."""

    status = 404

    def __init__(self) -> None:
        super().__init__("There’s no page here. Its address is wrong, or has changed.")


class Unknown(NoSeat):
    """Error: the visitor has not played on this server yet, so nothing is stored about them."""

    def __init__(self) -> None:
        super().__init__("You have no records yet. Play a game first.")


async def own_page(book: Book, guest: Guest, after: str = "", most: int = records.MOST) -> models.PersonModel:
    """Return the player's own profile, with a page of games.

    Raises:
        Unknown: the player has not played on this server yet.
        Malformed: `after` is no valid cursor.
    """
    person = guest.person
    if person is None:
        raise Unknown
    profile = Profile(person.id, person.name, person.emblem, await book.profiles.code_of(person.id))
    return await _page(book, profile, Reader(person.id, own=True), after, most)


async def page_of(
    book: Book, code: str, reader: str | None, after: str = "", most: int = records.MOST
) -> models.PersonModel:
    """Return a public profile, with a page of games.

    Raises:
        NoPage: there is no such profile.
        Malformed: `after` is no valid cursor.
    """
    profile = await book.profiles.by_code(code)
    if profile is None:
        raise NoPage
    return await _page(book, profile, Reader(reader, own=profile.person_id == reader), after, most)


async def _page(book: Book, profile: Profile, reader: Reader, after: str, most: int) -> models.PersonModel:
    queries = book.records
    history = await queries.history(profile.person_id, after, most)
    standings, met = await queries.standings(profile.person_id), await queries.met(profile.person_id)
    return models.person_model(profile, reader, standings, met, history)


async def board_of(
    book: Book, game: str, reader: str | None, after: str = "", most: int = leaders.MOST
) -> models.LeaderboardModel:
    """Return a page of a game's leaderboard.

    Raises:
        UnknownGame: there is no such game.
        Malformed: `after` is no valid cursor.
    """
    found = registry.find(game)
    return models.leaderboard(found.name, await book.leaders.board(found.name, after, most), reader)


@router.get("/records", tags=["records"], summary="Get your own results", responses=problems(401, *ALWAYS))
async def own(
    book: BookDep, guest: Who, after: After = "", most: Annotated[int, Query(ge=1, le=50)] = records.MOST
) -> models.PersonModel:
    """Return your ratings, places, opponents and games. Your browser's cookie says who you are."""
    return await own_page(book, guest, after, most)


@router.post(
    "/records/shown",
    tags=["records"],
    summary="Set who can see your profile",
    responses=problems(400, 401, 403, 413, *ALWAYS),
)
async def show(book: BookDep, guest: Who, body: models.Showing) -> models.ShownModel:
    """Publish or hide your profile. A profile that is published again after it was hidden gets a new code."""
    if guest.person is None:
        raise Unknown
    return models.ShownModel(page=await book.profiles.show(guest.person.id, body.shown))


@router.post(
    "/you/games",
    tags=["records"],
    summary="Add games to your history",
    responses=problems(400, 401, 403, 413, *ALWAYS),
    dependencies=[MaySit],
)
async def bring(
    request: Request,
    response: Response,
    bringing: BringingDep,
    people: PeopleDep,
    limits: RateLimitsDep,
    guest: Who,
    body: models.Bringing,
) -> models.Brought:
    """Add finished games that you have played without this server, such as in a browser offline.

    Each is checked by replaying it. They are never rated. A game that you have added before isn't added again.
    """
    need_cookie(request, guest)
    where, person, made = whence(request.scope), guest.person, list[models.AddedGame]()
    for game in body.games:
        try:
            match = await bringing.read(game.match, game.seat)
        except (CorruptMatch, WrongVersion, UnknownGame, Malformed) as error:
            made.append(models.AddedGame(problem=str(error)))
            continue
        finally:
            decisions = game.match.get("decisions")
            limits.requests.owe(where, ENTRY * len(decisions) if isinstance(decisions, list) else ENTRY)
        table = await bringing.known(match, person.id) if person else None
        if table is None:
            if not limits.openings.take(where):
                raise TooFast
            if person is None:
                person = await people.remember(guest, named(match.names[game.seat]))
                keep(request, response, guest)
            ended = game.ended_at.timestamp() if game.ended_at else time.time()
            table = await bringing.add(match, person.id, game.seat, ended)
        made.append(models.AddedGame(table=table))
    return models.Brought(games=made)


@router.get("/people/{code}", tags=["records"], summary="Get a player's profile", responses=problems(404, *ALWAYS))
async def person(
    book: BookDep, guest: Who, code: Code, after: After = "", most: Annotated[int, Query(ge=1, le=50)] = records.MOST
) -> models.PersonModel:
    """Return a public profile. Opponents without a public profile are called Somebody, except you."""
    return await page_of(book, code, guest.person_id, after, most)


@router.get("/leaderboard", tags=["records"], summary="Get the leaderboard", responses=problems(404, *ALWAYS))
async def leaderboard(
    book: BookDep,
    guest: Who,
    game: Annotated[str, Query(max_length=60, description="The game.", examples=["kairo"])],
    after: After = "",
    most: Annotated[int, Query(ge=1, le=100)] = leaders.MOST,
) -> models.LeaderboardModel:
    """Return the people with public profiles, the best first; provisional ratings come last."""
    return await board_of(book, game, guest.person_id, after, most)
