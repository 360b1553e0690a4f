"""Generation of a puzzle file, with progress saved in a second file next to it after every game.

So the work can be interrupted at any time and continued with the same result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from souq.engine.learn.packed import put
from souq.puzzles.making import Plan, made_of, refreshed
from souq.puzzles.puzzle import BadPuzzles, Puzzle, header

LOOKED = "looked"
"""Key of the lines in the progress file that say how many games have been searched for puzzles."""


@dataclass
class Found:
    """Progress of a run: the number of games searched so far, and the puzzles found in them."""

    games: int
    puzzles: list[Puzzle]


def growing(out: Path) -> Path:
    """Return the path of the progress file that belongs to a puzzle file."""
    return out.with_name(f"{out.name}.part")


def taken_up(path: Path, command: str) -> Found:
    """Read the progress of an interrupted run; puzzles of the game it was working on are left out.

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
            break  # an interrupted write
        if number == 1:
            if data.get("command") != command:
                raise BadPuzzles(f"{path} was begun by another command: {data.get('command')}.")
        elif LOOKED in data:
            found, since = Found(data[LOOKED], [*found.puzzles, *since]), []
        else:
            since.append(Puzzle(**data))
    return found


def made(
    plan: Plan, out: Path, command: str, on_progress: Callable[[Found], None], known: Sequence[Puzzle] = ()
) -> list[Puzzle]:
    """Make as many puzzles as the plan asks for, write them to a file and return them; resume an interrupted run.

    Args:
        plan: what to make.
        out: the puzzle file.
        command: the command line, for the file's first line.
        on_progress: progress callback, called after every puzzle and every game.
        known: puzzles to begin with; their grades, reasons and continuations are made again.

    Raises:
        BadPuzzles: the progress file was begun by another command.
    """
    path = growing(out)
    found = taken_up(path, command)
    lines = [each.to_json() for each in found.puzzles]
    looked = [json.dumps({LOOKED: found.games})] if found.games or lines else []
    put(path, "\n".join([header(plan.game, command), *lines, *looked, ""]).encode())
    on_progress(found)
    with path.open("a", encoding="utf-8") as file:

        def add(puzzle: Puzzle) -> None:
            found.puzzles.append(puzzle)
            file.write(puzzle.to_json() + "\n")
            file.flush()
            on_progress(found)

        have = {each.name for each in found.puzzles}
        for puzzle in known if not found.games else ():
            if puzzle.name not in have and (again := refreshed(plan, puzzle, found.puzzles)):
                add(again)
                file.write(json.dumps({LOOKED: 0}) + "\n")
        while len(plan.usable(found.puzzles)) < plan.count:
            for puzzle in made_of(plan, found.games, tuple(found.puzzles)):
                add(puzzle)
            found.games += 1
            file.write(json.dumps({LOOKED: found.games}) + "\n")
            file.flush()
            on_progress(found)
    order = {title: at for at, title in enumerate(plan.themes.titles)}
    puzzles = sorted(plan.usable(found.puzzles), key=lambda each: (order[each.theme], each.level))
    put(out, "\n".join([header(plan.game, command), *(each.to_json() for each in puzzles), ""]).encode())
    path.unlink()
    return puzzles
