"""A puzzle: a moment of a game between bots where one choice is clearly best, with explanations.

A game's puzzles are stored in ``puzzles.jsonl``: a first line with the command that made them, then one puzzle a line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.teach.setting import Setting
from souq.engine.teach.unknown import NotTaught

FILE = "puzzles.jsonl"
"""The name of the puzzle file in a game's folder."""
FORMAT = "souq-puzzles/1"
LEVELS = ("Easy", "Medium", "Hard")
"""Names of the difficulties 1 to 3 (:mod:`souq.puzzles.grading`)."""


class BadPuzzles(SouqError, ValueError):
    """A puzzle file cannot be read."""


class UnknownPuzzle(NotTaught):
    """The game has no puzzle with that name."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one choice that is clearly best."""

    seed: int
    """The seed of the game it was taken from."""
    players: int
    options: Mapping[str, Any]
    log: Sequence[int]
    """All decisions of the game before the puzzle, as one list in which seats and choices alternate."""
    seat: int
    """The seat that has to choose."""
    best: int
    """The choice that is clearly best; the puzzle has only one."""
    wrong: int
    """The wrong choice that players are most likely to make."""
    chance: float
    """The seat's win probability after the best choice."""
    margin: float
    """The difference in the chance of winning between the best choice and the second-best."""
    error: float
    """The standard error of ``margin``."""
    costs: Mapping[str, float]
    """For other choices, how much lower the chance of winning is than after the best; some weren't measured."""
    theme: str
    level: int
    """The difficulty, 1 to 3, see :data:`LEVELS`. It follows from ``missed``, if that is known."""
    choice: str
    """The label of the best choice."""
    instead: str
    """The label of the wrong choice."""
    why: str
    """A sentence on why the best choice is best."""
    why_not: str
    """A sentence on why the wrong choice is wrong."""
    missed: Mapping[str, float] = field(default_factory=dict)
    """How often bots miss the best choice, from 0 to 1, by level; empty in older files."""
    after_best: Sequence[int] = field(default_factory=list)
    """How the game could go on with the best choice, as one list in which seats and choices alternate."""
    after_wrong: Sequence[int] = field(default_factory=list)
    """How the game could go on with the wrong choice."""
    after_seed: int = 0
    """The seed of the chance in ``after_best`` and ``after_wrong``."""

    @cached_property
    def name(self) -> str:
        """The puzzle's identifier in URLs, a hash of the position, so that it stays the same when the file changes."""
        identity = f"{self.players} {self.seed} {sorted(self.options.items())} {list(self.log)}"
        return hashlib.blake2b(identity.encode(), digest_size=4).hexdigest()

    @cached_property
    def setting(self) -> Setting:
        """The position of the puzzle, as a setting from which a match can begin."""
        return Setting(self.players, self.seed, self.options, log=pairs(self.log))

    def cost(self, choice: int) -> float | None:
        """Return how much lower the chance of winning is after another choice; None if it wasn't measured."""
        return self.costs.get(str(choice))

    def to_json(self) -> str:
        """Return the puzzle's line in the file."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def pairs(log: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return pairs (seat, choice) from a list in which seats and choices alternate."""
    return tuple(zip(log[::2], log[1::2], strict=True))


def header(game: Game, command: str) -> str:
    """Return the first line of a puzzle file."""
    return json.dumps({"format": FORMAT, "game": game.name, "command": command}, ensure_ascii=False)


def read(path: Path) -> tuple[str, list[Puzzle]]:
    """Return the command that made a puzzle file, and its puzzles.

    Raises:
        BadPuzzles: it isn't a valid puzzle file; the message names the line.
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
    """Return the puzzles of a game by name; empty if it has no puzzle file.

    Raises:
        BadPuzzles: the file cannot be read.
    """
    path = game.folder / FILE
    return {puzzle.name: puzzle for puzzle in read(path)[1]} if path.is_file() else {}


def find(game: Game, name: str) -> Puzzle:
    """Return a puzzle by its name.

    Raises:
        UnknownPuzzle: the game has no such puzzle.
    """
    known = puzzles(game)
    if name not in known:
        raise UnknownPuzzle(f"{game.title} has no puzzle {name[:20]!r}.")
    return known[name]
