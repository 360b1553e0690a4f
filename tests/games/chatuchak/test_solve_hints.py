"""The solver behind the table and the command line: solutions from any position, puzzles, and records."""

from __future__ import annotations

import random
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from souq.bots import levels
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.solving import Solution
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.solve import asked, attempts, position, puzzles, quick, record, report, solution, solvable
from souq.games.chatuchak.solve import recorded as on_record
from souq.games.chatuchak.solve.position import BadMarket, Market
from souq.games.chatuchak.solve.search import PACE, improved
from souq.games.chatuchak.state import BOX, STOP, Mode
from tests.games.chatuchak.positions import PLAIN, TIDY, filled
from tests.support import rules

NEARLY = "YBBBBG YYYYBG RYRB.G PPPRGG PPRRRG"
"""Two moves from the end."""


def begun(players: int = 1, **options: Any) -> Match:
    return Match(GAME, players, seed=5, options=options)


def state_of(match: Match, seat: int = 0) -> Batch:
    return match.view(seat)


def found(match: Match, seat: int = 0, seconds: float = 0.3) -> Solution:
    way = solution(state_of(match, seat), seat, seconds)
    assert way is not None and way.choices and way.bound <= len(way.choices)
    return way


# ---- the table


@rules("CH-V01", "CH-V04", "CH-V06")
def test_only_puzzles_and_races_can_be_solved() -> None:
    assert solvable(Twin.of(state_of(begun())), 0)
    for play in ("speed", "turns"):
        view = Twin.of(state_of(begun(3, play=play)))
        assert [solvable(view, seat) for seat in (-1, 0, 1, 2, 3)] == [False, True, True, True, False]
        view.passed, view.solved = 0b001, 0b100
        assert [solvable(view, seat) for seat in range(3)] == [False, True, False]
    goals = begun(2)
    assert not solvable(Twin.of(state_of(goals)), 0)
    assert solution(state_of(goals), 0, 0.1) is None


@rules("CH-V03")
def test_a_seat_that_gave_up_has_no_solution() -> None:
    match = begun()
    match.play(STOP)
    assert match.over and not solvable(Twin.of(state_of(match)), 0)
    assert solution(state_of(match), 0, 0.1) is None


@rules("CH-V01")
def test_the_recorded_solution_is_available_at_every_step() -> None:
    match = begun(side="4")
    way = found(match, seconds=0)
    assert len(way.choices) == 21 and way.proven
    for step, choice in enumerate(way.choices):
        rest = found(match, seconds=0)
        assert len(rest.choices) == len(way.choices) - step and rest.proven
        match.play(choice)
    assert match.over and match.points() == [-21]


@rules("CH-V01")
def test_the_solution_from_the_start_is_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was found before, with more effort or from a later position, and however slow the machine is."""
    match = begun(day="2026-11-22")
    first = solution(state_of(match), 0, 0.02)
    assert first is not None
    found(match, seconds=1.5)
    further = begun(day="2026-11-22")
    further.play(found(further).choices[0])
    found(further, seconds=1)
    monkeypatch.setattr("time.monotonic", count(0, 1000).__next__)
    asked._worked_out.cache_clear()
    assert solution(state_of(match), 0, 0.02) == first


def test_work_is_counted_and_limited() -> None:
    market = Market.of(state_of(begun(day="2026-11-23"))[0].booths[0])
    spent = [each.spent for each, _ in zip(improved(market), range(60), strict=False)]
    assert spent == sorted(spent) and spent[0] > 0 and max(b - a for a, b in pairwise(spent)) < PACE
    again = [each.spent for each, _ in zip(improved(market), range(60), strict=False)]
    assert spent == again


@pytest.mark.parametrize("seed", range(3))
def test_a_solution_from_any_position_solves_it(seed: int) -> None:
    match, pick = begun(grids="new"), random.Random(seed)
    for _ in range(4 * seed):
        match.play(pick.choice(match.legal()[:-1]))
    made = match.ply
    way = found(match)
    for choice in way.choices:
        match.play(choice)
    assert match.over and match.points() == [-made - len(way.choices)]


@rules("CH-V06")
@pytest.mark.parametrize("play", ["speed", "turns"])
def test_searching_bots_finish_a_race(play: str) -> None:
    match = begun(2, play=play, grids="new")
    bots = [levels.get("merchant"), levels.get("vizier")]
    made = [0, 0]
    while not match.over:
        for seat in seats(match.deciders):
            legal = [int(choice) for choice in match.legal(seat)]
            match.play(bots[seat].choose(GAME, match.view(seat), seat, legal, match.ply), seat)
            made[seat] += 1
    assert 10 < max(made) < 45
    assert match.state["solved"][0] != 0


def test_more_effort_finds_shorter_solutions() -> None:
    view = begun(grids="new").view(0)
    ways = [quick(view, 0, effort) for effort in (20, 2_000)]
    assert ways[0] is not None and ways[1] is not None
    assert len(ways[1].choices) <= len(ways[0].choices)
    assert quick(view, 0, 20) == ways[0]
    assert quick(begun(2).view(0), 0, 20) is None


def test_following_hints_solves_the_puzzle() -> None:
    """Every hint is computed from scratch, and none is wrong."""
    match = begun(day="2026-11-21")
    left = len(found(match, seconds=0.02).choices)
    while not match.over:
        way = found(match, seconds=0.02)
        assert len(way.choices) <= left
        match.play(way.choices[0])
        left = len(way.choices) - 1
    assert left == 0


@rules("CH-V04")
def test_every_seat_in_a_race_has_its_own_solution() -> None:
    match = begun(2, play="speed", grids="new")
    ways = [found(match, seat) for seat in range(2)]
    for seat, way in enumerate(ways):
        market = Market.of(state_of(match)[0].booths[seat])
        assert market.played(way.choices).tidy
    assert ways[0].choices != ways[1].choices


@rules("CH-V03")
def test_a_solution_beyond_the_move_limit_is_dropped() -> None:
    state = position(PLAIN)
    state[0].moves[0] = BOX.moves - 10
    assert solution(state, 0, 0.2) is None


# ---- the command line


@rules("CH-V01")
def test_the_printed_puzzles_are_listed() -> None:
    assert [name for name, _ in puzzles()] == [f"Grid {side}" for side in range(1, 17)]
    for (_, options), grid in zip(puzzles(), BOX.sides, strict=True):
        assert Market.of(state_of(begun(**options))[0].booths[0]) == Market.read(grid)


@rules("CH-V01")
def test_a_typed_market_is_a_puzzle() -> None:
    state = position(NEARLY)
    assert state[0].mode == Mode.SOLO and state[0].parts[0].tolist() == [3, 1, 1, 2, 1]
    assert GAME.bindings.legal(state, 0).tolist()[:-1] == [4, 10, 12, 13, 14, 15, 17, 22, 28]
    *_, way = attempts(state, 0)
    assert (way.choices, way.bound) == ((15, 12), 2)
    with pytest.raises(BadMarket):
        position("RYGBP")


@rules("CH-V02", "CH-V03")
def test_a_report_shows_both_ends_and_the_rank() -> None:
    told = report(position(NEARLY), 0, Solution((15, 12), 2))
    assert told[0] == "Move these booths in order (cells are numbered row by row, from 0): 15, 12."
    assert told[2] == "  Y B B B B G     Y B B B B G"
    assert [row.split("     ")[1].replace(" ", "") for row in told[2:7]] == TIDY.split()
    assert told[-1] == "2 moves: Market Master."
    assert report(position(NEARLY), 0, Solution((15,), 2))[-1] == "1 move: Looky Loo."


def test_only_better_solutions_are_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_record, "FILE", tmp_path / "solutions.toml")
    on_record.solutions.cache_clear()
    state = state_of(begun(side="9"))
    *_, first = (way for way in attempts(state, 0, width=300) if len(way.choices) > 19 or not way.choices)
    longer = Solution((1, 0, *first.choices), first.bound)
    try:
        for way, kept in ((Solution((), 16), False), (longer, True), (longer, False), (first, True), (longer, False)):
            assert record(state, 0, way) is kept
        assert record(state, 0, Solution(first.choices, first.bound + 1))
        assert on_record.recorded(Market.read(BOX.sides[8])) == (first.choices, first.bound + 1)
        assert record(state_of(begun(side="2")), 0, Solution((1, 0), 1))
        text = on_record.FILE.read_text()
        assert text.startswith("# Chatuchak: the shortest solutions known") and "--write" in text
        assert text.index("side = 2\n") < text.index("side = 9\n")
        with pytest.raises(BadMarket, match="printed start grids"):
            record(position(filled(NEARLY)), 0, Solution((15, 12), 2))
    finally:
        on_record.solutions.cache_clear()
