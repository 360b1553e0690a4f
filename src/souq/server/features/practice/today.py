"""Today's puzzles: one of every game, and whether a player has solved it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from souq.engine import registry
from souq.engine.game import Game
from souq.games import cards
from souq.puzzles.puzzle import puzzles
from souq.server.core.store.rows import TaughtRow
from souq.server.features.practice.daily import Tables, option_of, solved_days


@dataclass(frozen=True, slots=True)
class Today:
    """A game's puzzle of the day."""

    game: Game
    done: bool
    """Whether the player has solved it."""


async def todays(storage: Tables, person_id: str | None, rows: Sequence[TaughtRow], today: date) -> list[Today]:
    """Return today's puzzle of every game that has one; ``rows`` are the player's puzzle tables."""
    games = [registry.find(each.game) for each in cards() if each.playable]
    return [
        Today(game, today.isoformat() in await solved_days(storage, person_id, game, rows))
        for game in games
        if puzzles(game) or option_of(game)
    ]
