"""The API of the records: your own games, the pages that people show to others, and the leaderboard."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from souq.engine import registry
from souq.server.core.http.api import ALWAYS, problems
from souq.server.core.http.dependencies import Who, no_stranger
from souq.server.core.live.people import Guest
from souq.server.errors import NoSeat, Refused
from souq.server.features.ratings import api_models as models
from souq.server.features.ratings import history as records
from souq.server.features.ratings import leaders
from souq.server.features.ratings.api_models import Reader
from souq.server.features.ratings.dependencies import BookDep
from souq.server.features.ratings.profiles import Shown
from souq.server.features.ratings.service import Book

Code = Annotated[str, Path(max_length=24, description="Of a page that somebody shows to others.")]
After = Annotated[str, Query(max_length=80, description="Where the page before ended.")]

router = APIRouter(prefix="/api", dependencies=[Depends(no_stranger)])


class NoPage(Refused):
    """Nobody shows a page with this code: nobody ever did, or they do no more."""

    status = 404

    def __init__(self) -> None:
        super().__init__("Nobody shows a page here. Its address is wrong, or has changed.")


class Unknown(NoSeat):
    """Nothing is kept of somebody who has done nothing here yet."""

    def __init__(self) -> None:
        super().__init__("Nobody knows you here yet. Play a game in this browser, and it is written down.")


async def own_page(book: Book, guest: Guest, after: str = "", most: int = records.MOST) -> models.PersonModel:
    """Somebody's own records.

    Raises:
        Unknown: they have done nothing here yet.
        Malformed: that is no place where a page ended.
    """
    person = guest.person
    if person is None:
        raise Unknown
    shown = Shown(person.id, person.name, person.emblem, await book.profiles.code_of(person.id))
    return await _page(book, shown, Reader(person.id, own=True), after, most)


async def page_of(
    book: Book, code: str, reader: str | None, after: str = "", most: int = records.MOST
) -> models.PersonModel:
    """The page that somebody shows to others.

    Raises:
        NoPage: nobody does.
        Malformed: that is no place where a page ended.
    """
    shown = await book.profiles.by_code(code)
    if shown is None:
        raise NoPage
    return await _page(book, shown, Reader(reader, own=shown.person_id == reader), after, most)


async def _page(book: Book, shown: Shown, reader: Reader, after: str, most: int) -> models.PersonModel:
    kept = book.records
    history = await kept.history(shown.person_id, after, most)
    standings, met = await kept.standings(shown.person_id), await kept.met(shown.person_id)
    return models.person_model(shown, reader, standings, met, history)


async def board_of(
    book: Book, game: str, reader: str | None, after: str = "", most: int = leaders.MOST
) -> models.LeaderboardModel:
    """A page of a game's leaderboard.

    Raises:
        UnknownGame: there is no such game.
        Malformed: that is no place where a page ended.
    """
    found = registry.find(game)
    return models.leaderboard(found.name, await book.leaders.board(found.name, after, most), reader)


@router.get("/records", tags=["records"], summary="Your own records", responses=problems(401, *ALWAYS))
async def own(
    book: BookDep, guest: Who, after: After = "", most: Annotated[int, Query(ge=1, le=50)] = records.MOST
) -> models.PersonModel:
    """Your ratings, places, whom you have met, and your games. You are who your browser's cookie says."""
    return await own_page(book, guest, after, most)


@router.post(
    "/records/shown",
    tags=["records"],
    summary="Show your page to others, or to nobody",
    responses=problems(400, 401, 403, 413, *ALWAYS),
)
async def show(book: BookDep, guest: Who, body: models.Showing) -> models.ShownModel:
    """Whoever shows it anew has another code."""
    if guest.person is None:
        raise Unknown
    return models.ShownModel(page=await book.profiles.show(guest.person.id, body.shown))


@router.get("/people/{code}", tags=["records"], summary="Somebody's page", responses=problems(404, *ALWAYS))
async def person(
    book: BookDep, guest: Who, code: Code, after: After = "", most: Annotated[int, Query(ge=1, le=50)] = records.MOST
) -> models.PersonModel:
    """For whoever shows their page. Others in it who do not show theirs are called Somebody, you and bots apart."""
    return await page_of(book, code, guest.person_id, after, most)


@router.get("/leaderboard", tags=["records"], summary="Who plays best", responses=problems(404, *ALWAYS))
async def leaderboard(
    book: BookDep,
    guest: Who,
    game: Annotated[str, Query(max_length=60, description="The game.", examples=["kairo"])],
    after: After = "",
    most: Annotated[int, Query(ge=1, le=100)] = leaders.MOST,
) -> models.LeaderboardModel:
    """People who show their page, the best first; those of whom too little is known come last."""
    return await board_of(book, game, guest.person_id, after, most)
