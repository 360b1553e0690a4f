"""Pages composed of sections from several features, which don't know each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from souq.engine.game import Game
from souq.server.core.db.models import TableRow
from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.origins import Origin
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest


@dataclass(frozen=True, slots=True)
class TableShown:
    """The table whose page is rendered."""

    id: str
    game: Game
    players: int
    options: Mapping[str, Any]
    origin: str
    """Source of the table's first position, a kind and a name such as ``lesson:first``; "" for the game's own setup."""
    began: Origin | None
    """Link to the source of the table's first position; None if there is nothing to link to."""
    sits: bool
    """Whether the visitor has a seat at the table."""


Section = Callable[[Request, Guest], Awaitable[Mapping[str, Any]]]
ListingSection = Callable[[Request, TableRow, int], Awaitable[Mapping[str, Any]]]
TableSection = Callable[[Request, Guest, TableShown], Awaitable[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections that features add to shared pages. Each is a function that returns variables for the template."""

    home: Sequence[Section]
    you: Sequence[Section]
    table: Sequence[TableSection]
    listing: Sequence[ListingSection]
    """Functions for the sections under a table's settings; they receive the table and the seat of the player."""


async def on_home(request: Request, guest: Guest) -> dict[str, Any]:
    """Return the features' variables for the home page."""
    shown: dict[str, Any] = {}
    for section in parts_of(request)[Sections].home:
        shown |= await section(request, guest)
    return shown


async def on_table(request: Request, guest: Guest, table: TableShown) -> dict[str, Any]:
    """Return the features' variables for a table's page."""
    shown: dict[str, Any] = {"began": table.began}
    for section in parts_of(request)[Sections].table:
        shown |= await section(request, guest, table)
    return shown


async def on_listing(request: Request, row: TableRow, seat: int) -> dict[str, Any]:
    """Return the features' variables for the sections under a table's settings, as the player in ``seat`` sees them."""
    shown: dict[str, Any] = {}
    for section in parts_of(request)[Sections].listing:
        shown |= await section(request, row, seat)
    return shown


async def show_you(request: Request, guest: Guest, status: int = 200, error: str = "") -> Response:
    """Render the page *You*. ``error`` is the message if a form on it was refused."""
    shown: dict[str, Any] = {"error": error}
    for section in parts_of(request)[Sections].you:
        shown |= await section(request, guest)
    return page(request, "you.html", guest, status, **shown)
