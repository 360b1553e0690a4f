"""A puzzle: a moment of a game between bots in which one choice is clearly best, and what is said of it.

The puzzles of a game are data, ``puzzles.jsonl``: a first line with the command that made them, then one a line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.teach.setting import Setting
from souq.engine.teach.unknown import NotTaught

FILE = "puzzles.jsonl"
"""Where a game keeps its puzzles."""
FORMAT = "souq-puzzles/1"
LEVELS = ("Easy", "Medium", "Hard")
"""How hard a puzzle is, 1 to 3: an Apprentice finds it more often than not; a Trader does; one has to look ahead."""


class BadPuzzles(SouqError, ValueError):
    """Puzzles that cannot be read."""


class UnknownPuzzle(NotTaught):
    """A game has no puzzle of that name."""


@dataclass(frozen=True)
class Puzzle:
    """One position to be thought about."""

    seed: int
    """The chance of the game it was taken from."""
    players: int
    options: Mapping[str, Any]
    log: Sequence[int]
    """Seat and choice of every decision before it, one after the other."""
    seat: int
    """Who is to choose."""
    best: int
    """The choice that is clearly best; no other comes to the same."""
    wrong: int
    """The choice that a naive player makes."""
    chance: float
    """The seat's chance to win after the best choice."""
    margin: float
    """How much less it is after the best of all other choices ..."""
    error: float
    """... and the standard error of that."""
    costs: Mapping[str, float]
    """By how much it is less after other choices, by number, as far as they were looked into."""
    theme: str
    level: int
    """1 to 3, see :data:`LEVELS`."""
    choice: str
    """The best choice in the words of the table."""
    instead: str
    """The wrong one."""
    why: str
    """Why the best choice is, in a sentence."""
    why_not: str
    """What is wrong with the wrong one."""

    @cached_property
    def name(self) -> str:
        """What it is called in addresses; it stays so wherever in the file it stands."""
        told = f"{self.players} {self.seed} {sorted(self.options.items())} {list(self.log)}"
        return hashlib.blake2b(told.encode(), digest_size=4).hexdigest()

    @cached_property
    def setting(self) -> Setting:
        """The moment."""
        return Setting(self.players, self.seed, self.options, log=pairs(self.log))

    def cost(self, choice: int) -> float | None:
        """How much of the chance to win another choice costs, if that is known."""
        return self.costs.get(str(choice))

    def to_json(self) -> str:
        """The line of a file."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def pairs(log: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Seat and choice of every decision of a log that holds them one after the other."""
    return tuple(zip(log[::2], log[1::2], strict=True))


def header(game: Game, command: str) -> str:
    """The first line of a file."""
    return json.dumps({"format": FORMAT, "game": game.name, "command": command}, ensure_ascii=False)


def read(path: Path) -> tuple[str, list[Puzzle]]:
    """The command that made a file, and the puzzles in it.

    Raises:
        BadPuzzles: it is no such file; the message names the line.
        OSError: it cannot be read.
    """
    made = list[Puzzle]()
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        head = json.loads(first)
        if head["format"] != FORMAT:
            raise BadPuzzles(f"{path} holds {head['format']}, not {FORMAT}.")
        for line in lines:
            made.append(Puzzle(**json.loads(line)))
    except (ValueError, TypeError, KeyError) as error:
        if isinstance(error, BadPuzzles):
            raise
        raise BadPuzzles(f"{path}, line {len(made) + 2} cannot be read: {error}.") from error
    return str(head["command"]), made


@cache
def puzzles(game: Game) -> Mapping[str, Puzzle]:
    """The puzzles of a game by name; none, if it has no file of them.

    Raises:
        BadPuzzles: they cannot be read.
    """
    path = game.folder / FILE
    return {puzzle.name: puzzle for puzzle in read(path)[1]} if path.is_file() else {}


def find(game: Game, name: str) -> Puzzle:
    """A puzzle by its name.

    Raises:
        UnknownPuzzle: there is none.
    """
    known = puzzles(game)
    if name not in known:
        raise UnknownPuzzle(f"{game.title} has no puzzle {name[:20]!r}.")
    return known[name]
