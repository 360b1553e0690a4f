"""Which puzzle is a day's: the same for everybody, and none twice until all have been shown."""

from __future__ import annotations

import hashlib
from datetime import date

from souq.engine.game import Game
from souq.puzzles.puzzle import Puzzle, puzzles


def of_day(game: Game, day: date) -> Puzzle | None:
    """The puzzle of a day; None of a game that has none."""
    names = sorted(puzzles(game))
    if not names:
        return None
    turn, at = divmod(day.toordinal(), len(names))
    shuffled = sorted(names, key=lambda name: hashlib.blake2b(f"{turn} {game.name} {name}".encode()).digest())
    return puzzles(game)[shuffled[at]]
