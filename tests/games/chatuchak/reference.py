"""A second implementation of Chatuchak's rules, slow and simple, written from the specification alone.

A grid is a word of thirty letters, row by row, ``.`` the hole. A goal is written as it is read: ``R`` the red group,
``RG`` the mix of red and green, ``PATH``, ``RECTANGLE``. Strengths are tuples, so that mixes compare as they should;
the empty tuple is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

LETTERS = "RYGBP"
BOOTHS = {"R": 6, "Y": 6, "G": 6, "B": 6, "P": 5}
TILES = (("RY", "RG"), ("YG", "YB"), ("GB", "GP"), ("BP", "BR"), ("PR", "PY"))
"""The two sides of every mix marker."""
PRINTED = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
"""The time track after START; the last space ends the game."""
MOST = 200
CELLS = [(row, column) for row in range(5) for column in range(6)]
ROWS = [[6 * row + column for column in range(6)] for row in range(5)]
COLUMNS = [[6 * row + column for row in range(5)] for column in range(6)]
BESIDE = {
    cell: {other for other in range(30) if abs(r - CELLS[other][0]) + abs(c - CELLS[other][1]) == 1}
    for cell, (r, c) in enumerate(CELLS)
}
"""Cells that share a side."""
MATES = {
    cell: {other for other in range(30) if other != cell and (CELLS[other][0] == r or CELLS[other][1] == c)}
    for cell, (r, c) in enumerate(CELLS)
}
"""The others of the row and of the column (CH-T03)."""

Cells = frozenset[int]
Strength = tuple[int, ...]


def cells_of(grid: str, colour: str) -> set[int]:
    """Return where the booths of a colour are."""
    return {cell for cell, letter in enumerate(grid) if letter == colour}


def pieces(cells: Iterable[int]) -> list[Cells]:
    """Return the connected pieces, side by side."""
    left, found = set(cells), []
    while left:
        piece, todo = set(), [min(left)]
        while todo:
            cell = todo.pop()
            if cell in left:
                left.remove(cell)
                piece.add(cell)
                todo += BESIDE[cell]
        found.append(frozenset(piece))
    return found


@cache
def components(grid: str, colour: str) -> list[Cells]:
    """Return groups and single booths of a colour (CH-K01)."""
    return pieces(cells_of(grid, colour))


def groups(grid: str, colour: str) -> list[Cells]:
    """Return components of two and more."""
    return [piece for piece in components(grid, colour) if len(piece) >= 2]


def touch(one: Cells, other: Cells) -> bool:
    """Return whether some booth of one is next to some booth of the other."""
    return any(BESIDE[cell] & other for cell in one)


def alike(grid: str, cells: Iterable[int]) -> bool:
    """Return whether all these cells have booths of one colour."""
    letters = {grid[cell] for cell in cells}
    return len(letters) == 1 and letters != {"."}


def structures(grid: str, goal: str) -> Iterator[tuple[Cells, Strength]]:
    """Return everything in a grid that counts for a goal, and its strength (CH-K02 to K05)."""
    if goal == "PATH":
        for line in ROWS + COLUMNS:
            for start, stop in combinations(range(len(line) + 1), 2):
                if stop - start >= 3 and alike(grid, line[start:stop]):
                    yield frozenset(line[start:stop]), (stop - start,)
    elif goal == "RECTANGLE":
        for top, bottom in combinations(range(5), 2):
            for left, right in combinations(range(6), 2):
                cells = frozenset(6 * r + c for r in range(top, bottom + 1) for c in range(left, right + 1))
                if alike(grid, cells):
                    yield cells, (len(cells),)
    elif len(goal) == 2:
        for one in groups(grid, goal[0]):
            for other in groups(grid, goal[1]):
                if touch(one, other):
                    yield one | other, (min(len(one), len(other)), max(len(one), len(other)))
    else:
        for group in groups(grid, goal):
            yield group, (len(group),)


@cache
def strength(grid: str, goal: str) -> Strength:
    """Return the best strength anywhere in a grid."""
    return max((value for _, value in structures(grid, goal)), default=())


def strength_with(grid: str, goal: str, cell: int) -> Strength:
    """Return the best strength of what a cell is part of (CH-M02)."""
    return max((value for cells, value in structures(grid, goal) if cell in cells), default=())


def number(value: Strength) -> int:
    """Return a strength as the record stores it."""
    return 8 * value[0] + value[1] if len(value) == 2 else sum(value)


def moved(grid: str, cell: int) -> str:
    """Return the grid after the booth of a cell jumps into the hole (CH-T03, T04)."""
    letters = list(grid)
    letters[grid.index(".")], letters[cell] = grid[cell], "."
    return "".join(letters)


def solved(grid: str) -> bool:
    """Return whether each colour has one component (CH-V01)."""
    return all(len(components(grid, colour)) == 1 for colour in LETTERS)


# ---- new grids


def fits(grid: list[str], cell: int, colour: str, rule_c: bool) -> bool:
    """Check rules A and B, and C when it is observed (CH-N01, N03)."""
    if cell in (1, 6) and grid[7 - cell] == colour:
        return False
    if any(grid[other] == colour for other in BESIDE[cell]):
        return False
    with_it = [*grid[:cell], colour, *grid[cell + 1 :]]
    return not rule_c or all(sum(with_it[q] == colour for q in BESIDE[near]) < 3 for near in BESIDE[cell])


def first_fit(grid: list[str], colour: str, rule_c: bool) -> int | None:
    """Return the lowest free cell of 1 to 29 that a colour may take."""
    return next((c for c in range(1, 30) if grid[c] == "." and fits(grid, c, colour, rule_c)), None)


def exchanged(grid: list[str], colour: str, rule_c: bool) -> list[str] | None:
    """Return the grid after the first exchange that works (CH-N04)."""
    for cell in range(1, 30):
        if grid[cell] != ".":
            lifted = list(grid)
            other, lifted[cell] = grid[cell], "."
            if fits(lifted, cell, colour, rule_c):
                lifted[cell] = colour
                place = first_fit(lifted, other, rule_c)
                if place is not None:
                    lifted[place] = other
                    return lifted
    return None


def new_grid(order: str) -> tuple[str | None, set[str]]:
    """Return the grid that an order of booths makes, or None (CH-N08), and the rules needed besides N02."""
    grid, needed = ["."] * 30, set()
    for colour in order:
        for rule_c in (True, False):
            place = first_fit(grid, colour, rule_c)
            if place is not None:
                grid[place] = colour
                needed |= set() if rule_c else {"N06"}
                break
            if (swapped := exchanged(grid, colour, rule_c)) is not None:
                grid = swapped
                needed.add("N04" if rule_c else "N07")
                break
        else:
            return None, needed
    return "".join(grid), needed


def broken(grid: str) -> set[str]:
    """Return which of the rules A, B and C a whole grid breaks (CH-N01)."""
    found = set()
    if grid[1] == grid[6]:
        found.add("A")
    if any(grid[cell] == grid[other] != "." for cell in range(30) for other in BESIDE[cell]):
        found.add("B")
    if any(sum(grid[q] == colour for q in BESIDE[cell]) >= 3 for cell in range(30) for colour in LETTERS):
        found.add("C")
    return found


# ---- the puzzle


@cache
def connected(size: int) -> frozenset[Cells]:
    """Return all connected sets of so many cells."""
    if size == 1:
        return frozenset(frozenset((cell,)) for cell in range(30))
    return frozenset(
        smaller | {more}
        for smaller in connected(size - 1)
        for cell in smaller
        for more in BESIDE[cell]
        if more not in smaller
    )


def least_moves(grid: str) -> int:
    """Return a proven lower bound of the moves that solve a grid (CH-V07)."""
    bound = 0
    for colour, count in BOOTHS.items():
        cells = cells_of(grid, colour)
        bound += count - max(len(cells & kept) for kept in connected(count))
    return bound


# ---- the game


class Game:
    """A game from a position on. ``s`` is a record's twin; its stored strengths are not read."""

    def __init__(self, s: Any) -> None:
        self.players, self.mode, self.first, self.player = s.players, s.mode, s.first, s.player
        self.grids = [grid_of(s.booths[seat]) for seat in range(s.players)]
        self.starts = [grid_of(s.start[seat]) for seat in range(s.players)]
        self.holes = [[cell for cell in s.trail[seat][::-1] if cell >= 0] for seat in range(s.players)]
        self.moves = list(s.moves[: s.players])
        self.goals = [*LETTERS, *(TILES[tile][side] for tile, side in enumerate(s.mix)), "PATH", "RECTANGLE"]
        self.holder = dict(zip(self.goals, s.holder, strict=True))
        self.token = dict(zip(self.goals, s.token, strict=True))
        self.general = list(s.general[: s.players])
        self.tent, self.need, self.round, self.shown = s.tent, s.need, s.rounds, s.rolled
        self.out = {seat for seat in range(s.players) if s.passed >> seat & 1}
        self.won = {seat for seat in range(s.players) if s.solved >> seat & 1}
        self.why = str(s.ended) if s.over else ""
        self.waiting = [seat for seat in range(s.player, s.players) if seat not in self.out]
        self.dice: deque[int] = deque()

    @property
    def asked(self) -> set[int]:
        """Return the seats that may choose."""
        if self.why:
            return set()
        return set(range(self.players)) - self.out if self.mode == 2 else {self.player}

    def legal(self, seat: int) -> set[str]:
        """Return what a seat may choose (CH-T03, T04, T07)."""
        if seat not in self.asked:
            return set()
        return {f"move {cell}" for cell in MATES[self.grids[seat].index(".")]} | {"pass"}

    def answer(self, seat: int, word: str, dice: Iterable[int] = ()) -> None:
        """Make a choice; ``dice`` are the numbers that the die shows meanwhile."""
        assert word in self.legal(seat)
        self.dice.extend(dice)
        if word == "pass":
            self.out.add(seat)
        else:
            self.jump(seat, int(word.split()[1]))
        if self.mode == 0:
            self.go_on(seat)
        else:
            self.race_on(seat, word == "pass")
        assert not self.dice

    def jump(self, seat: int, cell: int) -> None:
        """Make one move, and award what it wins (CH-T01, M02, M05, X01)."""
        hole = self.grids[seat].index(".")
        self.grids[seat] = moved(self.grids[seat], cell)
        self.holes[seat].append(hole)
        self.moves[seat] += 1
        if self.mode != 0:
            return
        others = [self.grids[other] for other in range(self.players) if other != seat]
        for goal in self.goals:
            mine = strength_with(self.grids[seat], goal, hole)
            if self.holder[goal] != seat and mine and all(mine > strength(grid, goal) for grid in others):
                if self.holder[goal] == -1:
                    self.token[goal] = seat
                else:
                    self.general[seat] += 1
                self.holder[goal] = seat

    def go_on(self, seat: int) -> None:
        """Pass the turn on; roll after the last seat's turn, skipped or not (CH-T07 to T09, C01 to C04)."""
        if len(self.out) == self.players:
            self.why = "CH-T09"
            return
        order = [(self.first + nth) % self.players for nth in range(self.players)]
        nth = order.index(seat)
        while not self.why:
            if nth == self.players - 1:
                self.roll()
            nth = (nth + 1) % self.players
            if order[nth] not in self.out:
                self.player = order[nth] if not self.why else self.player
                return

    def roll(self) -> None:
        """Roll the die for the tent."""
        self.shown = self.dice.popleft()
        if self.shown < self.need:
            self.need = max(1, self.need - 1)
        else:
            self.tent += 1
            if self.tent == len(PRINTED):
                self.why = "CH-C04"
                return
            self.need = PRINTED[self.tent]
        self.round += 1

    def race_on(self, seat: int, stops: bool) -> None:
        """Continue the puzzle and the races (CH-V01 to V06)."""
        if not stops and solved(self.grids[seat]):
            self.won.add(seat)
        elif self.moves[seat] == MOST:
            self.out.add(seat)
        if self.mode == 3:
            self.waiting.remove(seat)
            if self.waiting:
                self.player = self.waiting[0]
                return
        left = [seat for seat in range(self.players) if seat not in self.out]
        if self.won:
            self.why = {1: "CH-V01", 2: "CH-V04", 3: "CH-V06"}[self.mode]
        elif not left:
            self.why = "CH-V03" if self.mode == 1 else "CH-V05"
        else:
            self.waiting, self.player = left, left[0]

    # ---- results

    def points(self) -> list[int]:
        """Return the points of every seat (CH-E01, E02; CH-V01, V04)."""
        return [self.score(seat)[0] for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """Return the places (CH-E03, E04)."""
        scores = [self.score(seat) for seat in range(self.players)]
        return [1 + sum(other > own for other in scores) for own in scores]

    def score(self, seat: int) -> tuple[int, int, int]:
        """Return points, general tokens, tokens of mixes."""
        if self.mode == 1:
            return -self.moves[0] if self.won else -201, 0, 0
        if self.mode != 0:
            return int(seat in self.won), 0, 0
        grid = self.grids[seat]
        markers = sum(self.holder[goal] == seat and strength(grid, goal) != () for goal in self.goals)
        matching = [goal for goal in self.goals if self.token[goal] == seat]
        untidy = max(len(components(grid, colour)) for colour in LETTERS)
        mixes = sum(len(goal) == 2 for goal in matching)
        return markers + len(matching) + self.general[seat] - untidy, self.general[seat], mixes

    # ---- comparing

    def check(self, s: Any, rule_ids: Any) -> None:
        """Compare with a record's twin, including all derived fields; ``rule_ids`` names rules."""
        for seat, grid in enumerate(self.grids):
            assert (grid_of(s.booths[seat]), s.hole[seat]) == (grid, grid.index("."))
            assert (grid_of(s.start[seat]), s.moves[seat]) == (self.starts[seat], self.moves[seat])
            assert s.trail[seat] == (self.holes[seat][::-1] + [-1] * 4)[:4]
            check_market(s, seat, grid, self.goals)
        assert s.holder == list(self.holder.values())
        assert s.token == list(self.token.values())
        assert s.general == self.general + [0] * (5 - self.players)
        assert (s.tent, s.need, s.rounds, s.rolled) == (self.tent, self.need, self.round, self.shown)
        assert s.passed == sum(1 << seat for seat in self.out)
        assert s.solved == sum(1 << seat for seat in self.won)
        assert s.over == bool(self.why)
        assert not s.over or rule_ids(s.ended) == self.why
        assert s.over or s.player == min(self.asked)


def check_market(s: Any, seat: int, grid: str, goals: Iterable[str]) -> None:
    """Check the derived fields of a market: groups, parts, runs, blocks and strengths."""
    for c, colour in enumerate(LETTERS):
        kept = {frozenset(cell for cell in range(30) if word >> cell & 1) for word in s.groups[seat][c] if word}
        assert kept == set(groups(grid, colour))
        assert 0 not in s.groups[seat][c][: len(kept)]
        assert s.parts[seat][c] == len(components(grid, colour))
        only = "".join(letter if letter == colour else "." for letter in grid)
        assert s.run[seat][c] == number(strength(only, "PATH"))
        assert s.block[seat][c] == number(strength(only, "RECTANGLE"))
    assert s.strength[seat] == [number(strength(grid, goal)) for goal in goals]


def grid_of(booths: Iterable[int]) -> str:
    """Return a grid from the record's cells of each colour; a cell with two booths would be noticed."""
    letters = ["."] * 30
    for colour, cells in zip(LETTERS, booths, strict=True):
        for cell in range(30):
            if cells >> cell & 1:
                assert letters[cell] == "."
                letters[cell] = colour
    return "".join(letters)
