"""New start grids (CH-N01 to N08): booths are placed one at a time, away from other booths of their colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import lowest, popcount
from souq.engine.rules.chance import below
from souq.games.chatuchak.box import COLUMNS, EMPTY, LETTERS
from souq.games.chatuchak.state import BESIDE, BOOTHS, BOX, CELLS, COLOURS, FULL, State

UNLIKE, ALSO = BOX.unlike
CROWD = BOX.crowd
SHARE = 6
"""Number of bits for each colour in the integer that counts the booths left to place."""
FEW = (1 << SHARE) - 1
EVERY = sum(colour.booths << (SHARE * c) for c, colour in enumerate(BOX.colours))


@rule
def shuffle_in(s: State, grid: Any) -> None:
    """Fill a grid (a set of cells per colour) in a random order, and retry until every booth has a place (CH-N08)."""
    while not fill(s, grid):
        pass


@rule
def fill(s: State, grid: Any) -> bool:
    """Place all booths in a random order; return whether there was a place for each."""
    clear(grid)
    stock = EVERY
    for left in range(BOOTHS, 0, -1):
        k = below(s, left)
        colour = 0
        while k >= (stock >> (SHARE * colour)) & FEW:
            k -= (stock >> (SHARE * colour)) & FEW
            colour += 1
        stock -= 1 << (SHARE * colour)
        if not place(grid, colour):
            return False
    return True


@rule
def clear(grid: Any) -> None:
    """Remove all booths from a grid."""
    for colour in range(COLOURS):
        grid[colour] = 0


@rule
def place(grid: Any, colour: int) -> bool:
    """Place one more booth of a colour (CH-N02, N04, N06, N07); return False if there is no place for it."""
    return settle(grid, colour, 1) or swap(grid, colour, 1) or settle(grid, colour, 0) or swap(grid, colour, 0)


@rule
def settle(grid: Any, colour: int, strict: int) -> bool:
    """Put a booth of a colour on the lowest free cell where it fits; return False if there is no such cell."""
    cell = lowest_fit(grid, colour, strict)
    if cell < 0:
        return False
    grid[colour] |= 1 << cell
    return True


@rule
def swap(grid: Any, colour: int, strict: int) -> bool:
    """Put a booth on the cell of another booth, which moves to a free cell (CH-N04); return whether that worked."""
    for cell in range(1, CELLS):
        other = colour_at(grid, cell)
        if other >= 0:
            grid[other] ^= 1 << cell
            if fits(grid, colour, cell, strict):
                grid[colour] |= 1 << cell
                if settle(grid, other, strict):
                    return True
                grid[colour] ^= 1 << cell
            grid[other] |= 1 << cell
    return False


@rule
def lowest_fit(grid: Any, colour: int, strict: int) -> int:
    """Return the lowest free cell where a booth fits, or -1."""
    free = FULL ^ 1
    for other in range(COLOURS):
        free &= ~grid[other]
    while free != 0:
        cell = lowest(free)
        if fits(grid, colour, cell, strict):
            return cell
        free &= free - 1
    return -1


@rule
def colour_at(grid: Any, cell: int) -> int:
    """Return the colour of the booth on a cell, or -1."""
    for colour in range(COLOURS):
        if (grid[colour] >> cell) & 1 == 1:
            return colour
    return -1


@rule
def fits(grid: Any, colour: int, cell: int, strict: int) -> bool:
    """Return whether rules A and B (and C, if ``strict``) allow a booth of a colour on a free cell (CH-N01, N03)."""
    same = grid[colour]
    if same & BESIDE[cell] != 0:
        return False
    if (cell == UNLIKE and (same >> ALSO) & 1 == 1) or (cell == ALSO and (same >> UNLIKE) & 1 == 1):
        return False
    if strict == 1:
        near = BESIDE[cell]
        while near != 0:
            if popcount((same | (1 << cell)) & BESIDE[lowest(near)]) >= CROWD:
                return False
            near &= near - 1
    return True


def dealt(order: Sequence[int | str]) -> list[str] | None:
    """Return the rows of the grid that an order of booths gives, or None if a booth finds no place.

    Raises:
        ValueError: there are more booths of a colour than in the box, or an entry isn't a colour.
    """
    colours = [LETTERS.find(booth) if isinstance(booth, str) else int(booth) for booth in order]
    for colour in set(colours):
        if not 0 <= colour < COLOURS or colours.count(colour) > BOX.colours[colour].booths:
            raise ValueError(f"An order has at most {', '.join(f'{c.booths} {c.letter}' for c in BOX.colours)}.")
    grid = np.zeros(COLOURS, np.int32)
    if not all(place(grid, colour) for colour in colours):
        return None
    return rows(grid.tolist())


def rows(grid: Sequence[int]) -> list[str]:
    """Convert a grid (a set of cells per colour) to five strings of six letters."""
    cells = "".join(next((LETTERS[c] for c in range(COLOURS) if int(grid[c]) >> i & 1), EMPTY) for i in range(CELLS))
    return [cells[i : i + COLUMNS] for i in range(0, CELLS, COLUMNS)]
