"""Pages that show parts of several features, which know nothing of each other."""

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
    """A table whose page is asked for."""

    id: str
    game: Game
    players: int
    options: Mapping[str, Any]
    origin: str
    """Where its position comes from, a kind and a name; "" of a game from the beginning."""
    began: Origin | None
    """The way back to where it came from, as far as its origin tells."""
    sits: bool
    """Whether who asks sits there."""


Section = Callable[[Request, Guest], Awaitable[Mapping[str, Any]]]
ListingSection = Callable[[Request, TableRow, int], Awaitable[Mapping[str, Any]]]
TableSection = Callable[[Request, Guest, TableShown], Awaitable[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Sections:
    """What features show on shared pages: each section returns what the page's template is given, in this order."""

    home: Sequence[Section]
    you: Sequence[Section]
    table: Sequence[TableSection]
    listing: Sequence[ListingSection]
    """What who sits at a table reads under its settings; given the table and their seat."""


async def on_home(request: Request, guest: Guest) -> dict[str, Any]:
    """Return what features show on the home page."""
    shown: dict[str, Any] = {}
    for section in parts_of(request)[Sections].home:
        shown |= await section(request, guest)
    return shown


async def on_table(request: Request, guest: Guest, table: TableShown) -> dict[str, Any]:
    """Return what features show on the page of a table."""
    shown: dict[str, Any] = {"began": table.began}
    for section in parts_of(request)[Sections].table:
        shown |= await section(request, guest, table)
    return shown


async def on_listing(request: Request, row: TableRow, seat: int) -> dict[str, Any]:
    """Return what features say to who sits at a table, under its settings."""
    shown: dict[str, Any] = {}
    for section in parts_of(request)[Sections].listing:
        shown |= await section(request, row, seat)
    return shown


async def show_you(request: Request, guest: Guest, status: int = 200, error: str = "") -> Response:
    """Answer with the page *You*, and with what was wrong with a form on it."""
    shown: dict[str, Any] = {"error": error}
    for section in parts_of(request)[Sections].you:
        shown |= await section(request, guest)
    return page(request, "you.html", guest, status, **shown)
