"""Checks of puzzles: their choices are legal, the best choice is clearly the best, and the texts are in style.

A game without puzzles passes all of them.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.puzzles.looking import MARGIN, SURE
from souq.puzzles.making import LEAST, gives_away, same_lesson
from souq.puzzles.puzzle import LEVELS, BadPuzzles, Puzzle, puzzles
from souq.puzzles.themes import BadThemes, themes
from souq.testing.base import contract
from souq.testing.broken import Watch, called, fail
from souq.testing.teaching import odd

SHARE = 0.4
"""Maximum share of a game's puzzles with the same best choice; with more, players could guess it."""
EVEN = 6
"""At least one puzzle in so many has each level."""
MANY = 12
"""Minimum number of puzzles a game must have before the variety of their themes, levels and answers is checked."""


def posed(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game.

    Raises:
        Broken: they cannot be read.
    """
    try:
        return tuple(puzzles(game).values())
    except BadPuzzles as error:
        fail(str(error))


def begun(game: Game, puzzle: Puzzle) -> Match:
    """Return a match at the position of a puzzle.

    Raises:
        Broken: it cannot be set up.
    """
    try:
        match = Watch.match = puzzle.setting.begin(game)
    except SouqError as error:
        fail(f"The puzzle {puzzle.name} does not begin: {error}")
    return match


@contract
def puzzles_can_be_solved(game: Game) -> None:
    """Check that every puzzle begins, that only its seat decides, and that all choices it names are legal."""
    for puzzle in posed(game):
        match = begun(game, puzzle)
        if match.deciders != 1 << puzzle.seat:
            fail(f"In the puzzle {puzzle.name} seat {puzzle.seat}, which it asks, is not the only one to choose.")
        legal = {int(choice) for choice in match.legal(puzzle.seat)}
        for choice in (puzzle.best, puzzle.wrong, *map(int, puzzle.costs)):
            if choice not in legal:
                fail(f"The puzzle {puzzle.name} names {called(game, [choice])}, which cannot be chosen there.")


@contract
def puzzles_are_sure(game: Game) -> None:
    """Check that a puzzle's best choice is clearly better than any other, and that the wrong choice has a cost."""
    for puzzle in posed(game):
        if puzzle.margin < MARGIN or puzzle.margin <= SURE * puzzle.error:
            fail(
                f"The puzzle {puzzle.name} is ahead by {puzzle.margin} ± {puzzle.error}; it should be at least "
                f"{MARGIN}, and more than {SURE:g} standard errors."
            )
        if str(puzzle.best) in puzzle.costs or puzzle.cost(puzzle.wrong) is None:
            fail(f"The puzzle {puzzle.name} should say what its wrong choice costs, and that its best costs nothing.")


@contract
def puzzles_are_spread(game: Game) -> None:
    """Check that themes and levels exist and, if there are many puzzles, that themes, levels and best choices vary."""
    known = posed(game)
    try:
        about = themes(game)
    except BadThemes as error:
        fail(str(error))
    for puzzle in known:
        if about is not None and puzzle.theme not in about.titles:
            fail(f"The puzzle {puzzle.name} is about “{puzzle.theme}”, which is not a theme of {game.title}.")
        if not 1 <= puzzle.level <= len(LEVELS):
            fail(f"The puzzle {puzzle.name} has level {puzzle.level}; there are 1 to {len(LEVELS)}.")
    if len(known) < MANY:
        return
    if len({puzzle.theme for puzzle in known}) < 2 or len({puzzle.level for puzzle in known}) < 2:
        fail(f"All puzzles of {game.title} are about the same, or as hard as each other; they should differ.")
    least = min(LEAST, len(known) // MANY)
    for theme, count in Counter(puzzle.theme for puzzle in known).items():
        if count < least:
            fail(f"Too few puzzles of {game.title} are about “{theme}”: {count}, where at least {least} should be.")
    for level, name in enumerate(LEVELS, 1):
        if (count := sum(puzzle.level == level for puzzle in known)) < len(known) // EVEN:
            fail(f"Too few puzzles of {game.title} are {name.lower()}: {count} of {len(known)}.")
    for one, other in combinations(known, 2):
        if same_lesson(one, other):
            fail(f"The puzzles {one.name} and {other.name} teach the same: “{one.choice}”.")
    answers = [puzzle.best for puzzle in known]
    if max(map(answers.count, answers)) > SHARE * len(known):
        most = max(answers, key=answers.count)
        fail(
            f"{called(game, [most])} is best in {answers.count(most)} of {len(known)} puzzles; "
            "a player who guesses it learns nothing."
        )


@contract
def puzzles_keep_to_the_voice(game: Game) -> None:
    """Check that texts of puzzles are whole sentences in souq's style, and *why not* doesn't give the answer away."""
    for puzzle in posed(game):
        for text in (puzzle.why, puzzle.why_not):
            if not text.endswith(".") or not text[:1].isupper():
                fail(f"The puzzle {puzzle.name} says “{text}”, which is not a whole sentence.")
            for said, right in odd(text):
                fail(f"The puzzle {puzzle.name} says “{said}” in “{text}”; {right}.")
        if gives_away(game, puzzle):
            fail(f"The puzzle {puzzle.name} gives its best choice away: “{puzzle.why_not}”.")
