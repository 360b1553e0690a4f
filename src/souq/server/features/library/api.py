"""The library's API."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BeforeValidator

from souq.server.core.commands import publishing
from souq.server.core.http.api import ALWAYS, CHANGING, TableId, problems
from souq.server.core.http.dependencies import ListingsDep, TablesDep, Visits, note_presence, strict_query
from souq.server.core.http.models import ListingModel, OfGame, OfPlayers, listing_model
from souq.server.core.store.rows import Listing
from souq.server.features.library import api_models as models
from souq.server.features.library import service
from souq.server.features.library.dependencies import LibraryDep


def _written(day: object) -> object:
    """Reject a date in a query that is a string but no ISO date: Pydantic would read digits as seconds since 1970."""
    if isinstance(day, str) and not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        raise ValueError("write a date like 2026-11-21")
    return day


DAY = BeforeValidator(_written)

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query), Depends(note_presence)])


@router.post(
    "/tables/{table}/publish", tags=["lobby"], summary="Publish a finished game", responses=problems(*CHANGING)
)
async def publish(
    tables: TablesDep, listings: ListingsDep, visitor: Visits, table: TableId, body: models.Publishing
) -> ListingModel:
    """Agree to publish a finished game in the library, or withdraw your agreement.

    The game is published while every person who played in it agrees. Bots always agree.
    """

    async def change() -> Listing:
        async with tables.hold(table) as live:
            return await publishing.publish(listings, live, visitor.standing(live).seat, body.agree)

    return listing_model(await tables.retry(change))


@router.get("/library", tags=["lobby"], summary="List finished games", responses=problems(*ALWAYS))
async def library_page(
    library: LibraryDep,
    game: OfGame = "",
    name: Annotated[str, Query(max_length=60, description="A part of a player's name.")] = "",
    players: OfPlayers = 0,
    since: Annotated[date | None, DAY, Query(description="Ended on this day or later.")] = None,
    until: Annotated[date | None, DAY, Query(description="Ended on this day or before.")] = None,
    ended: Annotated[
        Literal["", "won", "shared", "nobody", "early"], Query(description="Only games that ended this way.")
    ] = "",
    order: Annotated[service.Order, Query(description="Newest first, or most points first.")] = "newest",
    after: Annotated[str, Query(max_length=60, description="The cursor of the previous page.")] = "",
    most: Annotated[int, Query(ge=1, le=service.MOST, description="Maximum number of games.")] = service.USUAL,
) -> models.LibraryPage:
    """Return finished games that were open to anyone, or that everyone who played has published."""
    query = service.Query(game, name, players, since, until, ended, order, after, most)
    page = await library.find(query)
    return models.LibraryPage(games=[models.library_game(found) for found in page.games], after=page.after)
