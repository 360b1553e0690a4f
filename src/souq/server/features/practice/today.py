"""Today's puzzles: one of every game, and whether a player has solved it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from souq.engine import registry
from souq.engine.game import Game
from souq.games import cards
from souq.puzzles.puzzle import puzzles
from souq.server.core.db.models import TaughtRow
from souq.server.core.db.storage import Storage
from souq.server.features.practice.daily import option_of


@dataclass(frozen=True, slots=True)
class Today:
    """A game's puzzle of the day."""

    game: Game
    done: bool
    """Whether the player has solved it."""


async def todays(storage: Storage, person_id: str | None, rows: Sequence[TaughtRow], today: date) -> list[Today]:
    """Return today's puzzle of every game that has one; ``rows`` are the player's puzzle tables."""
    games = [registry.find(each.game) for each in cards() if each.playable]
    return [
        Today(game, await _done(storage, person_id, game, rows, today))
        for game in games
        if puzzles(game) or option_of(game)
    ]


async def _done(storage: Storage, person_id: str | None, game: Game, rows: Sequence[TaughtRow], today: date) -> bool:
    """Return whether a player has solved a game's puzzle of the day, at a table of its own kind if it has one."""
    if not person_id:
        return False
    if option := option_of(game):
        played = await storage.played_alone(person_id, game.name)
        mine = (row for row in played if row.options.get(option) == today.isoformat())
        return any((row.result or {}).get("winners") for row in mine)
    origin = f"daily:{today.isoformat()}/"
    return any(row.game == game.name and row.ply > 0 and row.origin.startswith(origin) for row in rows)
