"""Shared pages, such as the home page, to which several features add sections without knowing each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from souq.engine.game import Game
from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.origins import Origin
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest
from souq.server.core.store.rows import TableRow


@dataclass(frozen=True, slots=True)
class TableShown:
    """The facts about a table that the sections of its page need."""

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
    """The sections that features add to shared pages, by page.

    A section is a function that returns variables for the page's template.
    """

    home: Sequence[Section]
    you: Sequence[Section]
    table: Sequence[TableSection]
    listing: Sequence[ListingSection]
    """Sections under a table's settings. They receive the table and the player's seat, rather than a guest."""


async def on_home(request: Request, guest: Guest) -> dict[str, Any]:
    """Call the sections of the home page, and return their variables for its template."""
    shown: dict[str, Any] = {}
    for section in parts_of(request)[Sections].home:
        shown |= await section(request, guest)
    return shown


async def on_table(request: Request, guest: Guest, table: TableShown) -> dict[str, Any]:
    """Call the sections of a table's page, and return their variables for its template."""
    shown: dict[str, Any] = {"began": table.began}
    for section in parts_of(request)[Sections].table:
        shown |= await section(request, guest, table)
    return shown


async def on_listing(request: Request, row: TableRow, seat: int) -> dict[str, Any]:
    """Call the sections under a table's settings for the player in ``seat``, and return their variables."""
    shown: dict[str, Any] = {}
    for section in parts_of(request)[Sections].listing:
        shown |= await section(request, row, seat)
    return shown


async def show_you(request: Request, guest: Guest, status: int = 200, error: str = "") -> Response:
    """Render the person's own page, *You*. ``error`` explains why a form on the page was refused; "" if none was."""
    shown: dict[str, Any] = {"error": error}
    for section in parts_of(request)[Sections].you:
        shown |= await section(request, guest)
    return page(request, "you.html", guest, status, **shown)
