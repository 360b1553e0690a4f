"""Conversion of a puzzle to a lesson with a single step, so that a table shows puzzles in the same way as lessons.

The first wrong try is answered with what it costs and a nudge, the second with a reason, and any further one with the
best choice, so that nobody gets stuck. Afterwards the player can look at how the game could go on. Texts may contain
placeholders for players' names (:func:`souq.engine.present.reasons.named`), which depend on the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from glob import escape

from souq.engine.game import Game
from souq.engine.teach.lesson import Continuation, Lesson, Other, Step
from souq.engine.teach.setting import Setting
from souq.puzzles.puzzle import LEVELS, Puzzle, find, pairs

ASK = "One choice here is clearly best. Which one? Take your time: nothing happens until you find it."
HURRY = "One choice here is clearly best. Which one?"
OTHERWISE = "That isn’t the best here."
NEAR = "You’re close."
SAME = "The best choice is of the same kind."
FAR = "Look for something else to do."
AGAIN = "Look again at what your other choices lead to."
"""Nudges: after a choice that costs little, after one of the same kind as the best one if another kind might tempt,
after one of another kind, and after any other."""
LITTLE = 0.1
"""A wrong choice that lowers the chance of winning by at most this, and at most by half, is close to the best one."""
SLIGHT = 0.01
"""A wrong choice that lowers the chance of winning by less than this gets no comment of its own."""


def practice(game: Game, name: str) -> Lesson:
    """Return a puzzle as a lesson for practice.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    return _lesson(game, name, "Practice")


def daily(game: Game, name: str) -> Lesson:
    """Return the puzzle of the day as a lesson; ``name`` is like ``2026-11-23/0a1b2c3d``.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    return _lesson(game, name.rpartition("/")[2], "Puzzle of the day")


def storm(game: Game, name: str) -> Lesson:
    """Return a storm's puzzle as a lesson; ``name`` is like ``12/0a1b2c3d``.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    return _lesson(game, name.rpartition("/")[2], "Storm", HURRY)


@cache
def moment(game: Game, name: str) -> Setting:
    """Return the position of a puzzle without the decisions before it, which may be hundreds and would take time.

    Raises:
        UnknownPuzzle: the game has no puzzle with that name.
    """
    begins = find(game, name).setting
    return replace(begins, start=begins.begin(game).position(), log=())


@cache
def _lesson(game: Game, name: str, title: str, ask: str = ASK) -> Lesson:
    puzzle = find(game, name)
    about = f"{puzzle.theme}. {LEVELS[puzzle.level - 1]}."
    return Lesson(name, title, about, 1, moment(game, name), (_step(game, puzzle, ask),), puzzle.seat)


def _step(game: Game, puzzle: Puzzle, ask: str) -> Step:
    called, answer = game.choices.name, f"It’s “{puzzle.choice}”. Choose it to see why."
    others = []
    for choice, cost in sorted((int(choice), cost) for choice, cost in puzzle.costs.items()):
        loses = _costs(puzzle, cost) if cost > SLIGHT else OTHERWISE
        reason = _why_not(puzzle) if choice == puzzle.wrong and _tells_loss(puzzle) else _reason(puzzle)
        said = loses if ask == HURRY else f"{loses} {_nudge(game, puzzle, choice, cost)}"  # a storm goes on by itself
        others.append(Other(escape(called(choice)), said, (reason, answer)))
    done = f"That’s it. {_counted(puzzle.why)} Your chance of winning is about {_percent(puzzle.chance)}."
    return Step(
        ask,
        puzzle.theme,
        choose=(called(puzzle.best),),
        done=done,
        otherwise=OTHERWISE,
        others=(*others, Other("*", OTHERWISE, (_reason(puzzle), answer))),
        continuations=tuple(_continuations(puzzle)),
    )


def _nudge(game: Game, puzzle: Puzzle, choice: int, cost: float) -> str:
    group = game.choices.group_of
    kind, best = group(choice)[0], group(puzzle.best)[0]
    if kind != best:
        return FAR
    near = NEAR if cost <= min(LITTLE, puzzle.chance / 2) else ""
    tempting = (each for each, lost in puzzle.costs.items() if lost < puzzle.chance / 2)  # passing for good isn't
    same = SAME if any(group(int(each))[0] != best for each in tempting) else ""
    return " ".join(filter(None, (near, same))) or AGAIN


def _reason(puzzle: Puzzle) -> str:
    """Return why the best choice is best, without the sentences that would name it."""
    sentences = re.split(r"(?<=\.) ", _counted(puzzle.why))
    if " " in puzzle.choice:  # single words, such as goods, tell nothing
        sentences = [each for each in sentences if puzzle.choice.lower() not in each.lower()]
    return f"Here’s what the best choice does. {' '.join(sentences)}" if sentences else OTHERWISE


def _tells_loss(puzzle: Puzzle) -> bool:
    """Return whether the text about the wrong choice says more than how much lower the chance of winning is."""
    return not re.match(r"With this choice|It [^.]*, but your chance", puzzle.why_not)


def _continuations(puzzle: Puzzle) -> Iterator[Continuation]:
    for kind, title, log in ("Best", puzzle.choice, puzzle.after_best), ("Instead", puzzle.instead, puzzle.after_wrong):
        if log:
            yield Continuation(f"{kind}: {title}", pairs(log), puzzle.after_seed)


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
