"""Sections that practice adds to pages shared by several features."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from fastapi import Request

from souq.engine import registry
from souq.engine.game import Game
from souq.games import cards
from souq.puzzles.puzzle import puzzles
from souq.server.core.db.storage import Storage
from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.sections import TableShown
from souq.server.core.live.people import Guest
from souq.server.core.store.origins import DAILY, OWN, PUZZLE, kind_of
from souq.server.features.practice.daily import Daily, daily, option_of, played, solved_days
from souq.server.features.practice.lesson_offers import first_lesson, learned
from souq.server.features.practice.puzzle_offers import Posed, posed
from souq.server.features.practice.rules_pages import words_url
from souq.server.features.practice.storm import storm_of
from souq.server.features.practice.storms import Storms


async def on_home(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return a player's progress in lessons, and the puzzles of the day with the dates they solved."""
    storage = parts_of(request)[Storage]
    taught, practised = await storage.taught(guest.person_id), await storage.practised(guest.person_id)
    games = [registry.find(each.game) for each in cards() if each.playable]
    dailies = [
        {"game": game, "solved": sorted(await solved_days(storage, guest.person_id, game, practised))[-3:]}
        for game in games
        if puzzles(game) or option_of(game)
    ]
    return {
        "learned": {game.name: learned(game, taught) for game in games},
        "lessons": {game.name: first_lesson(game, taught) for game in games},
        "dailies": dailies,
    }


async def on_table(request: Request, guest: Guest, table: TableShown) -> Mapping[str, Any]:
    """Return the path of the game's glossary and, for a puzzle's table, links and streaks to show next to the game."""
    storage = parts_of(request)[Storage]
    return {
        "words_url": words_url(table.game),
        "daily": await _daily(storage, guest, table),
        "posed": await _posed(request, guest, table.game, table.origin),
    }


async def _daily(storage: Storage, guest: Guest, table: TableShown) -> Daily | None:
    """Return the streak and yesterday's link at a one-player table whose options contain a puzzle's date, or None."""
    game, name = table.game, option_of(table.game)
    if table.players > 1 or not table.options.get(name):
        return None
    return daily(game, table.options, await played(storage, guest.person_id, game), date.today())


async def _posed(request: Request, guest: Guest, game: Game, origin: str) -> Posed | None:
    """Return the links and the streak for a table that was opened with a puzzle, or None for other tables."""
    parts = parts_of(request)
    if (number := storm_of(origin)) is not None:
        storm = await parts[Storms].find(number, guest.person_id)
        return Posed(origin.rpartition("/")[2], "", "", "", "", storm) if storm else None
    if kind_of(origin) == OWN:
        return Posed(origin.partition(":")[2], f"/practice/{game.name}", "", "", "")
    poses = kind_of(origin) in (PUZZLE, DAILY)
    return posed(game, origin, await parts[Storage].practised(guest.person_id), date.today()) if poses else None
