"""Every game has a lesson, enough puzzles, and the best options for a first game."""

from __future__ import annotations

import pytest

from souq.engine.game import Game
from souq.engine.teach.lesson import lessons
from souq.puzzles.puzzle import FILE, read
from tests.support import ours

GAMES = ours()
PUZZLES = 30
FIRST = {
    "chatuchak": (2, {}),
    "desert_bazaar": (3, {}),
    "grand_bazaar": (4, {"trading": "off"}),
    "kairo": (3, {"start": "suggested"}),
    "marracash": (3, {}),
}
"""What *Play* starts until somebody has finished a game: players, and options that are not as usual."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_first_lesson_of_a_few_minutes(game: Game) -> None:
    known = lessons(game)
    assert next(iter(known)) == "first"
    assert all(5 <= lesson.minutes <= 8 for lesson in known.values())
    assert ("puzzle" in known) == (game.min_players == 1), "who can play it alone learns that too"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_puzzles_are_numerous_and_have_their_command(game: Game) -> None:
    command, known = read(game.folder / FILE)
    assert command.startswith(f"souq puzzles {game.name} ")
    assert len(known) >= PUZZLES
    assert all(puzzle.why and puzzle.why_not for puzzle in known)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_first_game_has_the_recommended_options(game: Game) -> None:
    assert game.first is not None
    assert (game.first.players, game.first.options) == FIRST[game.name]
