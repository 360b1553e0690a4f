"""A puzzle as a lesson of one step, so that a table needs to know only of lessons."""

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
"""A choice that costs less of the chance to win is not said to cost anything."""


@cache
def practice(game: Game, name: str) -> Lesson:
    """The lesson that a puzzle is.

    Raises:
        UnknownPuzzle: there is none of that name.
    """
    return _lesson(game, find(game, name), "Practice")


@cache
def daily(game: Game, name: str) -> Lesson:
    """The lesson that the puzzle of a day is: ``2026-11-23/0a1b2c3d``.

    Raises:
        UnknownPuzzle: there is none of that name.
    """
    return _lesson(game, find(game, name.rpartition("/")[2]), "Puzzle of the day")


@cache
def moment(game: Game, name: str) -> Setting:
    """Where a puzzle begins, as a position: hundreds of decisions lead there, and are gone through once.

    Raises:
        UnknownPuzzle: there is none of that name.
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
    """Why not the likely wrong choice, with the chance that is told everywhere.

    Words and chance on file are rounded apart, so that half a per cent may go either way.
    """
    return re.sub(r"drops from \d+ %", f"drops from {_percent(puzzle.chance)}", _counted(puzzle.why_not))


def _costs(puzzle: Puzzle, cost: float) -> str:
    after = _percent(max(0.0, puzzle.chance - cost))
    return f"Your chance of winning would drop from {_percent(puzzle.chance)} to {after}."


def _counted(said: str) -> str:
    """Large sums as the table writes them: 3,050."""
    return re.sub(r"\d{4,}", lambda found: f"{int(found[0]):,}", said)


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"
