"""The contract finds mistakes in puzzles, and explains them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from souq.engine.game import Game
from souq.puzzles.puzzle import BadPuzzles, Puzzle, puzzles
from souq.testing import Broken, practising
from souq.testing.base import CHECKS
from tests.toy import GAME as TOY

ONE = next(iter(puzzles(TOY).values()))


def check(name: str) -> None:
    """Run a check of the contract on the toy game."""
    next(each for each in CHECKS if each.__name__ == name)(TOY)


@pytest.fixture
def spoilt(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the toy game these puzzles."""

    def spoil(*made: Puzzle) -> None:
        monkeypatch.setattr(practising, "puzzles", lambda _: {each.name: each for each in made})

    return spoil


@pytest.mark.parametrize(
    "check_name, change, says",
    [
        ("puzzles_can_be_solved", {"log": [1, 0]}, "does not begin: Decision 1 of the log"),
        ("puzzles_can_be_solved", {"seat": 1}, "seat 1, which it asks, is not the only one to choose"),
        ("puzzles_can_be_solved", {"best": 4}, "names “shout”, which cannot be chosen there"),
        ("puzzles_can_be_solved", {"costs": {"2": 0.3}}, "names “mark off”"),
        ("puzzles_are_sure", {"margin": 0.04}, r"ahead by 0.04 ± 0.01; it should be at least 0.05"),
        ("puzzles_are_sure", {"margin": 0.3, "error": 0.08}, "more than 4 standard errors"),
        ("puzzles_are_sure", {"costs": {"5": 0.2}}, "what its wrong choice costs"),
        ("puzzles_are_spread", {"level": 4}, "has level 4; there are 1 to 3"),
        ("puzzles_keep_to_the_voice", {"why": "it wins"}, "is not a whole sentence"),
        ("puzzles_keep_to_the_voice", {"why": "He wins."}, "says “He” in “He wins.”"),
        ("puzzles_keep_to_the_voice", {"why_not": "Better is Swap."}, "gives its best choice away"),
    ],
)
def test_mistakes_in_a_puzzle_are_explained(spoilt: Any, check_name: str, change: dict[str, Any], says: str) -> None:
    spoilt(ONE)
    check(check_name)
    spoilt(replace(ONE, **change))
    with pytest.raises(Broken, match=says):
        check(check_name)


def test_puzzles_that_are_all_alike_are_reported(spoilt: Any) -> None:
    many = [
        replace(ONE, seed=seed, best=seed % 6, choice=str(seed), theme=f"T{seed % 2}", level=1 + seed % 3)
        for seed in range(12)
    ]
    spoilt(*many)
    check("puzzles_are_spread")
    spoilt(*(replace(each, best=3) for each in many))
    with pytest.raises(Broken, match="“keep” is best in 12 of 12 puzzles"):
        check("puzzles_are_spread")
    spoilt(*(replace(each, theme="T") for each in many))
    with pytest.raises(Broken, match="about the same"):
        check("puzzles_are_spread")
    spoilt(*(replace(each, choice=str(each.seed % 6)) for each in many))
    with pytest.raises(Broken, match="teach the same: “0”"):
        check("puzzles_are_spread")
    spoilt(*(replace(each, level=2 if each.level == 3 else each.level) for each in many))
    with pytest.raises(Broken, match="Too few puzzles of Toy are hard: 0 of 12"):
        check("puzzles_are_spread")
    rare = [replace(each, seed=100 + each.seed, choice=f"{each.seed}b", theme="T0") for each in many]
    spoilt(*rare, *(replace(each, theme="T1" if each.seed == 1 else "T0") for each in many))
    with pytest.raises(Broken, match="about “T1”: 1, where at least 2 should be"):
        check("puzzles_are_spread")


def test_an_unreadable_file_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_: Game) -> None:
        raise BadPuzzles("line 3 cannot be read")

    monkeypatch.setattr(practising, "puzzles", unreadable)
    with pytest.raises(Broken, match="line 3 cannot be read"):
        check("puzzles_can_be_solved")
