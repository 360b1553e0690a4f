"""The puzzle of the day, which is the same for all players and repeats only after all puzzles have been used."""

from __future__ import annotations

import hashlib
from datetime import date

from souq.engine.game import Game
from souq.puzzles.puzzle import Puzzle, puzzles


def of_day(game: Game, day: date) -> Puzzle | None:
    """Return the puzzle of a day; None if the game has no puzzles."""
    names = sorted(puzzles(game))
    if not names:
        return None
    turn, at = divmod(day.toordinal(), len(names))
    shuffled = sorted(names, key=lambda name: hashlib.blake2b(f"{turn} {game.name} {name}".encode()).digest())
    return puzzles(game)[shuffled[at]]
