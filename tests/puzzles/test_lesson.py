"""Nudges after a wrong try at a puzzle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.present.reasons import mention
from souq.puzzles import lesson
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.puzzles.saying import called
from tests.support import ours

KAIRO = registry.find("kairo")
SITES = [choice for choice in range(KAIRO.n_choices) if KAIRO.choices.group_of(choice)[0] == "site"]


def nudge(monkeypatch: pytest.MonkeyPatch, best: int, costs: dict[int, float], tried: int, chance: float = 0.9) -> str:
    """Return what follows the loss in the answer to a first try."""
    puzzle: Puzzle = next(iter(puzzles(KAIRO).values()))
    measured = {str(choice): cost for choice, cost in costs.items()}
    puzzle = replace(puzzle, best=best, wrong=tried, chance=chance, costs=measured)
    monkeypatch.setattr(lesson, "find", lambda game, name: puzzle)
    step = lesson.practice(KAIRO, f"{puzzle.name}-{best}-{costs}-{chance}").steps[0]
    answer = next(other for other in step.others if other.choice == KAIRO.choices.name(tried))
    return answer.say.partition("%.")[2].strip()


def test_a_nudge_says_how_near_the_choice_is_only_where_that_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    best, site, another = SITES[:3]
    colour = next(choice for choice in range(KAIRO.n_choices) if KAIRO.choices.group_of(choice)[0] != "site")
    said = {
        "near": nudge(monkeypatch, best, {site: 0.05, another: 0.4}, site),
        "far": nudge(monkeypatch, best, {site: 0.05, another: 0.4}, another),
        "little, but most of the chance": nudge(monkeypatch, best, {site: 0.09, another: 0.1}, site, chance=0.12),
        "near of several kinds": nudge(monkeypatch, best, {site: 0.05, colour: 0.4}, site),
        "far of several kinds": nudge(monkeypatch, best, {site: 0.4, colour: 0.05}, site),
        "far, another kind tempts nobody": nudge(monkeypatch, best, {site: 0.4, colour: 0.8}, site),
        "another kind": nudge(monkeypatch, best, {site: 0.4, colour: 0.05}, colour),
    }
    assert said == {
        "near": "You’re close.",
        "far": "Look again at what your other choices lead to.",
        "little, but most of the chance": "Look again at what your other choices lead to.",
        "near of several kinds": "You’re close. The best choice is of the same kind.",
        "far of several kinds": "The best choice is of the same kind.",
        "far, another kind tempts nobody": "Look again at what your other choices lead to.",
        "another kind": "Look for something else to do.",
    }


def test_a_reason_keeps_back_only_what_names_the_best_choice() -> None:
    puzzle: Puzzle = next(iter(puzzles(KAIRO).values()))
    why = "It costs 1 card. It also leaves you the money to expand your red stall."
    said = "Here’s what the best choice does. It costs 1 card."
    assert lesson._reason(replace(puzzle, choice="Red stall", why=why)) == said
    assert lesson._reason(replace(puzzle, choice="Red", why="It sells red.")).endswith("It sells red.")
    assert lesson._reason(replace(puzzle, choice="Red stall", why="It opens a red stall.")) == lesson.OTHERWISE


def test_texts_of_puzzles_name_the_players_at_the_table() -> None:
    for game in registry.installed().values():
        for puzzle in puzzles(game).values():
            for text in (puzzle.choice, puzzle.instead, puzzle.why, puzzle.why_not):
                assert "Player " not in text, puzzle.name


def test_a_storm_goes_on_without_a_nudge() -> None:
    (step,) = lesson.storm(KAIRO, f"1/{next(iter(puzzles(KAIRO)))}").steps
    assert {other.say.partition("%.")[2] for other in step.others if "%." in other.say} == {""}


@pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
def test_puzzles_name_their_choices_as_the_table_does(game: Game) -> None:
    for puzzle in puzzles(game).values():
        match = lesson.moment(game, puzzle.name).begin(game)
        match.names = [mention(seat) for seat in range(match.players)]
        labels = [called(match, puzzle.seat, choice) for choice in (puzzle.best, puzzle.wrong)]
        assert labels == [puzzle.choice, puzzle.instead]
