"""Conversion of a puzzle to a lesson with a single step, so that a table shows puzzles in the same way as lessons."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from glob import escape

from souq.engine.game import Game
from souq.engine.teach.lesson import Lesson, Other, Step
from souq.engine.teach.setting import Setting
from souq.puzzles.puzzle import LEVELS, Puzzle, find

ASK = "One choice here is clearly best. Which one? Take your time: nothing happens until you find it."
OTHERWISE = "That isn’t the best here."
SLIGHT = 0.01
"""A wrong choice that lowers the chance of winning by less than this gets no comment of its own."""


@cache
def practice(game: Game, name: str) -> Lesson:
    """Return a puzzle as a lesson for practice.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    return _lesson(game, find(game, name), "Practice")


@cache
def daily(game: Game, name: str) -> Lesson:
    """Return the puzzle of the day as a lesson; ``name`` is like ``2026-11-23/0a1b2c3d``.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    return _lesson(game, find(game, name.rpartition("/")[2]), "Puzzle of the day")


@cache
def moment(game: Game, name: str) -> Setting:
    """Return the position of a puzzle without the decisions before it, which may be hundreds and would take time.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    begins = find(game, name).setting
    return replace(begins, start=begins.begin(game).position(), log=())


def _lesson(game: Game, puzzle: Puzzle, title: str) -> Lesson:
    about = f"{puzzle.theme}. {LEVELS[puzzle.level - 1]}."
    return Lesson(puzzle.name, title, about, 1, moment(game, puzzle.name), (_step(game, puzzle),), puzzle.seat)


def _step(game: Game, puzzle: Puzzle) -> Step:
    called = game.choices.name
    costs = {int(choice): cost for choice, cost in puzzle.costs.items() if int(choice) != puzzle.wrong}
    others = [Other(escape(called(puzzle.wrong)), _why_not(puzzle))]
    others += [Other(escape(called(choice)), _costs(puzzle, cost)) for choice, cost in costs.items() if cost > SLIGHT]
    done = f"That’s it. {_counted(puzzle.why)} Your chance of winning is about {_percent(puzzle.chance)}."
    return Step(
        ASK,
        puzzle.theme,
        choose=(called(puzzle.best),),
        done=done,
        otherwise=OTHERWISE,
        others=tuple(others),
    )


def _why_not(puzzle: Puzzle) -> str:
    """Return why the wrong choice is wrong, with the chance of winning written as in the lesson's other texts.

    The stored sentence and the stored chance were rounded separately, so they may differ by a per cent.
    """
    return re.sub(r"drops from \d+%", f"drops from {_percent(puzzle.chance)}", _counted(puzzle.why_not))


def _costs(puzzle: Puzzle, cost: float) -> str:
    after = _percent(max(0.0, puzzle.chance - cost))
    return f"Your chance of winning would drop from {_percent(puzzle.chance)} to {after}."


def _counted(said: str) -> str:
    """Write large numbers in a text with commas (3,050), as the table does."""
    return re.sub(r"\d{4,}", lambda found: f"{int(found[0]):,}", said)


def _percent(chance: float) -> str:
    return f"{round(100 * chance)}%"
