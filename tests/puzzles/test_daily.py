"""The puzzle of a day, and how a puzzle becomes a lesson."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta

import pytest

from souq.bots.search import quiet
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.teach.lesson import play
from souq.puzzles.daily import of_day
from souq.puzzles.lesson import daily, practice, storm
from souq.puzzles.puzzle import UnknownPuzzle, puzzles
from tests.heaps import GAME as HEAPS
from tests.toy import GAME as TOY


def test_no_puzzle_repeats_before_all_were_used() -> None:
    game, known = registry.find("desert_bazaar"), puzzles(registry.find("desert_bazaar"))
    begins = date.fromordinal(date(2026, 11, 23).toordinal() // len(known) * len(known))
    turns = [
        [of_day(game, begins + timedelta(days=turn * len(known) + nth)) for nth in range(len(known))]
        for turn in range(3)
    ]
    for turn in turns:
        assert Counter(each.name for each in turn if each) == Counter(list(known))
    assert turns[0] != turns[1] != turns[2], "another order each time"
    assert of_day(HEAPS, begins) is None


@pytest.mark.parametrize("game", [TOY, registry.find("desert_bazaar")], ids=lambda game: game.name)
def test_a_puzzle_can_be_played_as_a_lesson(game: Game) -> None:
    for name, puzzle in puzzles(game).items():
        lesson = practice(game, name)
        match, course = play(lesson, game)
        begun, there = lesson.setting.begin(game), puzzle.setting.begin(game)
        assert begun.legal(puzzle.seat) == there.legal(puzzle.seat)
        assert quiet(begun.view(puzzle.seat)) == quiet(there.view(puzzle.seat))
        assert course.log == ((puzzle.seat, puzzle.best),) and match.ply == 1
        step = lesson.steps[0]
        reason, again = puzzle.why_not.partition("drops from")[0], step.answer(game.choices.name(puzzle.wrong), 1)
        alone = re.match("With this choice|It [^.]*, but your chance", reason)  # it tells only the loss
        assert again.startswith("Here’s what the best choice does." if alone else reason)
        assert puzzle.choice in step.answer(game.choices.name(puzzle.wrong), 2)
        for choice, cost in puzzle.costs.items():
            said = step.answer(game.choices.name(int(choice)))
            assert "another look" not in said, "the table says so above it"
            assert said.endswith(".") and (cost < 0.01 or "drop" in said) and puzzle.choice not in said
        assert daily(game, f"2026-11-23/{name}").setting is lesson.setting
        assert practice(game, name) is lesson, "it is made once: its course is kept"
        assert daily(game, f"2026-11-23/{name}") is daily(game, f"2026-11-24/{name}")
        assert storm(game, f"1/{name}") is storm(game, f"2/{name}")
    with pytest.raises(UnknownPuzzle):
        practice(game, "nothing")


def test_large_sums_are_written_as_at_the_table() -> None:
    game = registry.find("marracash")
    done = [practice(game, name).steps[0].done for name in puzzles(game)]
    assert any("3,050 Dirham" in text for text in done)
    assert not any(re.search(r"\d{4}", text) for text in done)


def test_a_puzzle_states_one_number_for_one_chance() -> None:
    game = registry.find("grand_bazaar")
    for name in puzzles(game):
        step = practice(game, name).steps[0]
        said = " ".join(text for other in step.others for text in (other.say, *other.further))
        chances = set(re.findall(r"drops? from (\d+)%", said)) | set(re.findall(r"is about (\d+)%", step.done))
        assert len(chances) == 1, (name, said)
