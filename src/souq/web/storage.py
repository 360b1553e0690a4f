"""The browser's storage as the worker sees it, and the person's tables in it, most of which aren't loaded."""

from __future__ import annotations

import json
from typing import Any, Protocol

from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.server.core.live.teaching import is_learned, lesson_of
from souq.server.core.store.origins import DAILY, LESSON, OWN, PUZZLE, kind_of
from souq.server.core.store.rows import SoloRow, TableRow, TaughtRow, winners
from souq.server.features.practice.daily import option_of


class BrowserStorage(Protocol):
    """Reads and writes the browser's storage, except for the tables that the worker saves."""

    async def table(self, table_id: str) -> str:
        """Return a saved table's data as JSON; "" if there is none."""

    async def entries(self) -> str:
        """Return what lists say of all tables (:class:`souq.web.store.SavedStore`) as JSON, the latest first."""

    async def practice(self) -> str:
        """Return the person's progress with puzzles (:data:`souq.web.progress.Record`) as JSON; "" without any."""

    async def store_practice(self, record: str) -> str:
        """Replace the person's progress with puzzles; return what went wrong, or ""."""


class NoStorage:
    """A browser that stores nothing."""

    async def table(self, table_id: str) -> str:
        """Return ""."""
        return ""

    async def entries(self) -> str:
        """Return an empty list."""
        return "[]"

    async def practice(self) -> str:
        """Return ""."""
        return ""

    async def store_practice(self, record: str) -> str:
        """Do nothing."""
        return ""


def taught(row: TableRow) -> dict[str, Any]:
    """Return what a list of tables says about lessons and puzzles.

    Besides fields of the row, these are whether its lesson is learned, and the day whose puzzle it solves.
    """
    lesson = lesson_of(row)
    return {
        "origin": row.origin,
        "step": row.step,
        "ply": row.ply,
        "players": row.players,
        "options": row.options,
        "winners": winners(row.result or {}),
        "learned": bool(lesson and is_learned(lesson, row.step)),
        "solved_day": _solved_day(row),
    }


def _solved_day(row: TableRow) -> str:
    """Return the date whose puzzle of the day a table solves, or ""."""
    if kind_of(row.origin) == DAILY:
        return row.origin.removeprefix(f"{DAILY}:").partition("/")[0] if row.ply > 0 else ""
    try:
        day = row.options.get(option_of(registry.find(row.game)), "")
    except UnknownGame:
        return ""
    solves = row.players == 1 and row.state == "finished" and winners(row.result or {})
    return str(day) if solves else ""


class Shelf:
    """Lists the person's tables, as the server's storage does."""

    def __init__(self, stored: BrowserStorage) -> None:
        self._stored = stored

    async def entries(self) -> list[dict[str, Any]]:
        """Return what lists say of all tables, the latest first."""
        return [each for each in json.loads(await self._stored.entries()) if "origin" in each]

    async def taught(self) -> list[TaughtRow]:
        """Return the tables of lessons, the latest first."""
        return await self._of(LESSON)

    async def practised(self) -> list[TaughtRow]:
        """Return the tables of puzzles, except in storms, the latest first."""
        return await self._of(PUZZLE, DAILY, OWN)

    async def played_alone(self, person_id: str, game: str) -> list[SoloRow]:
        """Return the finished tables for one player, the latest first; they are all the same person's."""
        return [
            SoloRow(each["id"], each["options"], {"winners": each["winners"]})
            for each in await self.entries()
            if (each["game"], each["players"], each["state"]) == (game, 1, "finished")
        ]

    async def _of(self, *kinds: str) -> list[TaughtRow]:
        names = ("id", "game", "origin", "state", "step", "ply")
        rows = await self.entries()
        return [TaughtRow(*(each[name] for name in names)) for each in rows if kind_of(each["origin"]) in kinds]
