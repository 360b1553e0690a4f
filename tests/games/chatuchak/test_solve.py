"""The solver: its tables, bounds that hold, solutions that solve, and proofs that none is shorter."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from souq.engine.match.match import Match
from souq.games.chatuchak import GAME
from souq.games.chatuchak.solve import solve
from souq.games.chatuchak.solve.beam import Beam
from souq.games.chatuchak.solve.bound import at_least, displaced, joined
from souq.games.chatuchak.solve.exact import FAILED, GOING, SOLVED, Deepening
from souq.games.chatuchak.solve.position import BadMarket, Market
from souq.games.chatuchak.solve.recorded import recorded, solutions
from souq.games.chatuchak.solve.search import improved
from souq.games.chatuchak.solve.sets import sets
from souq.games.chatuchak.state import BOX
from tests.games.chatuchak.positions import PLAIN, TIDY
from tests.games.chatuchak.reference import BESIDE, MATES
from tests.support import rules

SOLO = ".BRBPG YPYGYB RBGRBR YGPYGP PRYRBG"
"""The first puzzle of the specification's examples."""


# ---- by hand, to compare with


def is_whole(cells: set[int]) -> bool:
    """Return whether cells are connected, by walking from one to the next."""
    left = set(cells)
    walk = [left.pop()]
    while walk:
        near = left & set(BESIDE[walk.pop()])
        left -= near
        walk += near
    return not left


def is_tidy(grid: str) -> bool:
    return all(is_whole({cell for cell in range(30) if grid[cell] == letter}) for letter in "RYGBP")


def next_grids(grid: str) -> Iterator[str]:
    hole = grid.index(".")
    for cell in MATES[hole]:
        made = list(grid)
        made[hole], made[cell] = made[cell], "."
        yield "".join(made)


def distance(grid: str) -> int:
    """Return the fewest moves that tidy a grid, by trying everything."""
    seen, front, depth = {grid}, [grid], 0
    while not any(map(is_tidy, front)):
        front = list(dict.fromkeys(made for one in front for made in next_grids(one) if made not in seen))
        seen |= set(front)
        depth += 1
    return depth


def stirred(moves: int, seed: int) -> str:
    """Return a tidy grid after some random moves."""
    pick, grid = random.Random(seed), TIDY.replace(" ", "")
    for _ in range(moves):
        grid = pick.choice(list(next_grids(grid)))
    return grid


def depth_of(market: Market, most: int) -> int:
    search = Deepening(sets(), market, most)
    while (status := search.slice()) == GOING:
        pass
    assert status == SOLVED
    assert market.played(search.moves).tidy
    return len(search.moves)


def shortest(market: Market, memory: int) -> int:
    """Return the fewest moves, by iterative deepening with a memory for that many positions."""
    for most in range(at_least(market), 30):
        search = Deepening(sets(), market, most, memory)
        while (status := search.slice()) == GOING:
            pass
        if status == SOLVED:
            return most
    raise AssertionError("no solution")


# ---- markets


def test_a_market_can_be_parsed_and_written() -> None:
    market = Market.read(SOLO)
    assert str(market) == SOLO and market.hole == 0 and not market.tidy
    assert Market.read(SOLO.lower().replace(" ", "/")) == Market.read(SOLO.split()) == market
    assert Market.read(TIDY).tidy


@pytest.mark.parametrize("text", ["", SOLO[:-1], SOLO.replace(".", "R"), SOLO.replace("P", "X")])
def test_invalid_markets_are_refused(text: str) -> None:
    with pytest.raises(BadMarket, match="6 R, 6 Y, 6 G, 6 B, 5 P and one"):
        Market.read(text)


@rules("CH-T03", "CH-T04")
def test_booths_jump_along_rows_and_columns_only() -> None:
    market = Market.read(SOLO)
    for cell in range(30):
        if cell in MATES[0]:
            assert market.played([cell]).hole == cell
        else:
            with pytest.raises(BadMarket, match=f"No booth can jump from {cell} to 0"):
                market.played([cell])


# ---- tables


def test_every_set_has_a_unique_number() -> None:
    tables, pick = sets(), random.Random(1)
    numbers = set()
    for size, colour in ((6, 0), (5, 4)):
        for _ in range(2000):
            cells = sum(1 << cell for cell in pick.sample(range(30), size))
            numbers.add((cells, int(tables.high[colour, cells >> 15] + tables.low[cells & 0x7FFF])))
    assert len({cells for cells, _ in numbers}) == len({number for _, number in numbers}) == len(numbers)
    assert len(tables.far) == 593_775 + 142_506
    assert np.diff(tables.goals_from).tolist() == [2018] * 4 + [766]


@pytest.mark.parametrize("size, colour", [(6, 1), (5, 4)])
def test_the_bound_of_a_single_colour_is_exact(size: int, colour: int) -> None:
    """0 exactly if it is in one piece; otherwise one more than the best successor, and never less."""
    tables, pick = sets(), random.Random(size)
    for _ in range(400):
        cells = set(pick.sample(range(30), size))
        word = sum(1 << cell for cell in cells)
        nearby = [
            tables.distance(colour, word ^ 1 << booth ^ 1 << to)
            for booth in cells
            for to in MATES[booth]
            if to not in cells
        ]
        assert tables.distance(colour, word) == (0 if is_whole(cells) else 1 + min(nearby)), cells


# ---- bounds


@rules("CH-V07")
def test_the_bound_of_the_rulebook_on_the_printed_grids() -> None:
    """The figures come from the specification's data."""
    known = [14, 14, 13, 14, 14, 14, 15, 13, 14, 14, 14, 14, 13, 14, 13, 13]
    assert [displaced(Market.read(grid)) for grid in BOX.sides] == known


@rules("CH-V07", "CH-Q29")
@pytest.mark.parametrize("seed", range(10))
def test_bounds_hold_and_the_search_is_exact(seed: int) -> None:
    """A few moves before the end everything can be tried."""
    grid = stirred(1 + seed % 5, seed)
    market, true = Market.read(grid), distance(grid)
    bounds = joined(market), displaced(market), at_least(market)
    assert max(bounds) == bounds[-1] <= true
    assert depth_of(market, true) == true
    if true > bounds[-1]:
        assert Deepening(sets(), market, true - 1).slice(10_000_000) == FAILED
    found = solve(grid, 5)
    assert (found.length, found.bound, found.optimal, found.found) == (true, true, True, True)


@rules("CH-Q29")
def test_every_start_grid_needs_moves() -> None:
    """No two booths of a colour touch, so there are 29 pieces."""
    for grid in BOX.sides:
        market = Market.read(grid)
        assert joined(market) == 4 * 2 + 1 and at_least(market) >= 15


@pytest.mark.parametrize("side", range(1, 17))
def test_a_small_memory_does_not_change_results(side: int) -> None:
    """With space for one position, or for few that replace each other, the result is the same."""
    pick, start = random.Random(side), Market.read(BOX.sides[side - 1])
    moves = solve(BOX.sides[side - 1], 0).moves
    for left in range(6, 13):
        market = start.played(moves[: len(moves) - left])
        for _ in range(pick.randrange(3)):
            market = market.played([pick.choice(sorted(MATES[market.hole]))])
        assert shortest(market, 1) == shortest(market, 64) == shortest(market, 1 << 12)


# ---- solutions


@rules("CH-V01")
def test_the_examples_of_the_specification() -> None:
    way = [18, 23, 19, 7, 10, 11, 9, 21, 15, 17, 14, 26, 2, 1, 4, 28, 25, 1, 13, 14, 12]
    assert str(Market.read(SOLO).played(way)) == TIDY
    way = [24, 27, 15, 12, 6, 11, 29, 26, 2, 8, 7, 19, 22, 21, 9, 3, 4, 22, 23, 5, 4, 28]
    assert str(Market.read(PLAIN).played(way)) == "BBBBBB RGGGGG RRYYYG PRRRYY PPPP.Y"
    for grid, theirs in ((SOLO, 21), (PLAIN, 22)):  # the first is the shortest there is
        found = solve(grid, 1)
        assert Market.read(grid).played(found.moves).tidy
        assert at_least(Market.read(grid)) <= found.bound <= found.length <= theirs


@rules("CH-V01", "CH-V07")
def test_recorded_solutions_solve_the_printed_grids() -> None:
    """Played by the rules themselves, and never shorter than what is proven."""
    assert len(solutions()) == 16
    for side, grid in enumerate(BOX.sides, 1):
        known = recorded(Market.read(grid))
        assert known is not None
        moves, bound = known
        match = Match(GAME, 1, seed=side, options={"side": str(side)})
        for cell in moves:
            assert not match.over
            match.play(cell)
        assert match.over and match.points() == [-len(moves)]
        assert at_least(Market.read(grid)) <= bound <= len(moves)
        assert solve(grid, 0).moves == moves


def test_the_easiest_printed_grid_can_be_proven_again() -> None:
    found = solve(BOX.sides[8], 60, fresh=True)
    assert (found.length, found.bound) == (19, 19)


@pytest.mark.long
@rules("CH-V01", "CH-V07")
@pytest.mark.parametrize("side", [pytest.param(side, marks=[pytest.mark.wide] * (side == 2)) for side in range(1, 17)])
def test_recorded_solutions_can_be_found_and_proven_again(side: int) -> None:
    """From scratch: every recorded solution is the shortest. The second takes as long as all others together."""
    known, found = recorded(Market.read(BOX.sides[side - 1])), solve(BOX.sides[side - 1], 60, fresh=True)
    assert known is not None
    assert (found.length, found.bound) == (len(known[0]), known[1])
    assert found.optimal and Market.read(BOX.sides[side - 1]).played(found.moves).tidy


def test_a_beam_finds_solutions_with_any_seed() -> None:
    market = Market.read(PLAIN)
    ways = set()
    for seed in range(6):
        *looking, moves = Beam(sets(), 600, seed).search(list(market.cells), market.hole, 40)
        assert not any(looking) and len(looking) == len(moves) - 1
        assert market.played(moves).tidy and len(moves) <= 24
        ways.add(tuple(moves))
    assert len(ways) > 1


def test_a_beam_finds_nothing_that_is_too_long() -> None:
    market = Market.read(PLAIN)
    assert not any(Beam(sets(), 100).search(list(market.cells), market.hole, 18))


def test_the_best_known_solution_only_improves() -> None:
    best = list(improved(Market.read(SOLO), 50))
    for one, after in pairwise(best):
        assert after.bound >= one.bound
        assert not one.moves or after.length <= one.length
    assert best[-1].optimal and best[-1].length == 21


def test_a_tidy_market_needs_no_moves() -> None:
    found = solve(TIDY)
    assert (found.moves, found.bound, found.optimal) == ((), 0, True)
