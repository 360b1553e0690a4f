"""The file that puzzles are made into: beside it grows another, to which every game that was looked through adds.

So the work can be left at any time and taken up again, and comes to the same in the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from souq.engine.learn.packed import put
from souq.puzzles.making import Plan, made_of
from souq.puzzles.puzzle import BadPuzzles, Puzzle, header

LOOKED = "looked"
"""Says in the growing file how many games have been looked through."""


@dataclass
class Found:
    """How far the work is."""

    games: int
    puzzles: list[Puzzle]


def growing(out: Path) -> Path:
    """The file that grows beside the one that is to be made."""
    return out.with_name(f"{out.name}.part")


def taken_up(path: Path, command: str) -> Found:
    """What a growing file holds already; what a game added that was not looked through is left out.

    Raises:
        BadPuzzles: it was begun by another command, or cannot be read.
    """
    if not path.is_file():
        return Found(0, [])
    found, since = Found(0, []), list[Puzzle]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            data = json.loads(line)
        except ValueError:
            break  # cut off while it was written
        if number == 1:
            if data.get("command") != command:
                raise BadPuzzles(f"{path} was begun by another command: {data.get('command')}.")
        elif LOOKED in data:
            found, since = Found(data[LOOKED], [*found.puzzles, *since]), []
        else:
            since.append(Puzzle(**data))
    return found


def made(plan: Plan, out: Path, command: str, tell: Callable[[Found], None]) -> list[Puzzle]:
    """Make puzzles until there are as many as wanted, and write them to a file; goes on with what was begun.

    Args:
        plan: what is wanted.
        out: the file.
        command: what was typed, for its first line.
        tell: told how far it is after every puzzle.

    Raises:
        BadPuzzles: the file was begun by another command.
    """
    path = growing(out)
    found = taken_up(path, command)
    lines = [each.to_json() for each in found.puzzles]
    looked = [json.dumps({LOOKED: found.games})] if found.games else []
    put(path, "\n".join([header(plan.game, command), *lines, *looked, ""]).encode())
    tell(found)
    with path.open("a", encoding="utf-8") as file:
        while len(found.puzzles) < plan.count:
            for puzzle in made_of(plan, found.games, tuple(found.puzzles)):
                found.puzzles.append(puzzle)
                file.write(puzzle.to_json() + "\n")
                tell(found)
            found.games += 1
            file.write(json.dumps({LOOKED: found.games}) + "\n")
            file.flush()
            tell(found)
    order = {title: at for at, title in enumerate(plan.themes.titles)}
    puzzles = sorted(found.puzzles, key=lambda each: (order[each.theme], each.level))
    put(out, "\n".join([header(plan.game, command), *(each.to_json() for each in puzzles), ""]).encode())
    path.unlink()
    return puzzles
