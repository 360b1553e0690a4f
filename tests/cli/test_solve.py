"""Solving on the command line: the best solution, its proof, and puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from souq.engine.match.solving import Solution
from souq.engine.rules.record import Batch
from tests.dash import GAME as DASH
from tests.heaps import GAME as HEAPS

from .conftest import Souq


class Module:
    """A solver for Heaps that works in slices: every solution takes all it can, the last one two at a time."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, ...]] = []
        self.tired = False

    def solvable(self, view: Any, seat: int) -> bool:
        return True

    def solution(self, state: Batch, seat: int, seconds: float) -> Solution | None:
        return list(self.attempts(state, seat))[-1]

    def attempts(self, state: Batch, seat: int, width: int | None = None, fresh: bool = False) -> Iterator[Solution]:
        heap = int(state[0].heap)
        least = (heap + 1) // 2
        yield Solution((), least)
        yield Solution((0,) * heap, least)
        if self.tired:
            raise KeyboardInterrupt
        yield Solution((1,) * (heap // 2) + (0,) * (heap % 2), least)

    def position(self, text: str) -> Batch:
        state = HEAPS.bindings.setup(1, HEAPS.option_numbers(HEAPS.check_options(None)), (1, 2))
        state[0].heap = len(text)
        return state

    def puzzles(self) -> list[tuple[str, dict[str, Any]]]:
        return [("Five", {"size": 5}), ("Seven", {"size": 7})]

    def report(self, state: Batch, seat: int, way: Solution) -> list[str]:
        return [f"{state[0].heap} stones [or so]"]

    def record(self, state: Batch, seat: int, way: Solution) -> bool:
        self.kept.append(way.choices)
        return len(self.kept) == 1


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Module:
    made = Module()
    monkeypatch.setitem(HEAPS.__dict__, "solve", made)
    return made


def test_a_solution_is_printed_with_its_proof(souq: Souq) -> None:
    ran = souq("solve", DASH.name, "--seed", 4)
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("Seed 4: 4 moves, the fewest possible (0.0 s).")
    assert ran.out.splitlines()[1].count(",") == 3


def test_game_options_have_their_own_flags(souq: Souq, module: Module) -> None:
    for words in (["--size", 7], ["--size=7"], ["--option", "size=7"]):
        ran = souq("solve", HEAPS.name, *words)
        assert ran.code == 0 and ran.out.startswith("Size: Seven: 4 moves, the fewest possible")
        assert "7 stones [or so]" in ran.out
    assert "no option 'sise'" in souq("solve", HEAPS.name, "--sise", 7).err
    assert "'7' doesn’t belong to any option" in souq("solve", HEAPS.name, 7).err


def test_a_typed_position_is_solved(souq: Souq, module: Module) -> None:
    found = json.loads(souq("solve", HEAPS.name, "--position", "ooo", "--json").out)
    assert found[0].pop("seconds") >= 0
    assert found == [{"puzzle": "ooo", "choices": [1, 0], "length": 2, "bound": 2, "proven": True}]


def test_all_puzzles_are_solved_and_recorded(souq: Souq, module: Module) -> None:
    ran = souq("solve", HEAPS.name, "--all", "--write")
    five, seven = ran.out.splitlines()
    assert five.startswith("Five: 3 moves, the fewest possible") and five.endswith("; put on record.")
    assert seven.startswith("Seven: 4 moves") and not seven.endswith("record.")
    assert module.kept == [(1, 1, 0), (1, 1, 1, 0)]


def test_a_time_limit_gives_the_best_solution_so_far(souq: Souq, module: Module) -> None:
    ran = souq("solve", HEAPS.name, "--size", 5, "--seconds", 0)
    assert (ran.code, ran.out[:31]) == (1, "Size: Five: no solution found (")
    module.tired = True
    ran = souq("solve", HEAPS.name, "--size", 5)
    assert ran.code == 130 and "Size: Five: 5 moves; it takes at least 3 (" in ran.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([HEAPS.name], "Heaps is not a game that can be solved."),
        ([DASH.name, "--position", "x"], "Dash can’t start from a position of your own."),
        ([DASH.name, "--all"], "Dash has no printed puzzles."),
        ([DASH.name, "--write"], "Dash keeps no record of solutions."),
    ],
)
def test_unsolvable_requests_are_refused(souq: Souq, words: list[str], says: str) -> None:
    ran = souq("solve", *words)
    assert (ran.code, ran.err) == (2, f"souq: {says}\n")
