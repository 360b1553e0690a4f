"""Contents of the box (``components.toml``), checked against a schema, and which cells of a market are in line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from souq.engine.errors import BadComponents
from souq.engine.rules.components import WORD, count, each_of, exactly, load, section, whole

ROWS, COLUMNS = 5, 6
CELLS = ROWS * COLUMNS
LETTERS = "RYGBP"
"""Letters of the colours (red, yellow, green, blue, pink), in the order used in every list of counts."""
EMPTY = "."

_COUNT = count(200)
_PAIR = {"type": "string", "pattern": f"^[{LETTERS}]{{2}}$"}
_ROW = {"type": "string", "pattern": rf"^[.{LETTERS}]{{{COLUMNS}}}$"}

SCHEMA = whole(
    grid=section(rows={"const": ROWS}, columns={"const": COLUMNS}, empty={"const": 0}),
    colours=each_of(
        *[
            section(id={"const": letter}, name=WORD, booths={**_COUNT, "maximum": 6}, type=WORD, symbol=WORD)
            for letter in LETTERS
        ]
    ),
    markers=section(group={"const": 2}, path={"const": 3}, rectangle={"const": 4}, stars={"const": 1}),
    mixes=exactly(5, section(front=_PAIR, back=_PAIR)),
    clock=section(die={**_COUNT, "minimum": 2}, track={"type": "array", "items": _COUNT, "minItems": 1}, least=_COUNT),
    solo=section(moves={**_COUNT, "minimum": 1}),
    ranks=exactly(4, section(name=WORD, moves=_COUNT)),
    sides=exactly(16, section(rows=exactly(ROWS, _ROW))),
    new_grids=section(unlike=exactly(2, {**_COUNT, "maximum": CELLS - 1}), crowd=_COUNT),
)
"""JSON Schema of ``components.toml``."""


@dataclass(frozen=True)
class Colour:
    """A colour of booths: its letter, its name, how many booths there are, what they sell and their symbol."""

    letter: str
    name: str
    booths: int
    type: str
    symbol: str


@dataclass(frozen=True)
class Box:
    """The contents of ``components.toml``.

    ``mixes`` holds, for each mix tile, the two colours on its front and the two on its back. ``sides`` are the 16
    printed start grids, each as 30 letters in the order of the cells.
    """

    colours: tuple[Colour, ...]
    markers: dict[str, int]
    mixes: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    die: int
    track: tuple[int, ...]
    least: int
    moves: int
    ranks: tuple[tuple[str, int], ...]
    sides: tuple[str, ...]
    unlike: tuple[int, int]
    crowd: int


def unpack(folder: Path) -> Box:
    """Read and check the components of the game in ``folder``.

    Raises:
        BadComponents: the file cannot be read, breaks the schema, or has a start grid without the right booths.
    """
    data = load(folder, SCHEMA)
    colours = tuple(Colour(c["id"], c["name"], c["booths"], c["type"], c["symbol"]) for c in data["colours"])
    sides = tuple("".join(side["rows"]) for side in data["sides"])
    stock = EMPTY + "".join(colour.letter * colour.booths for colour in colours)
    for number, side in enumerate(sides, 1):
        if side[0] != EMPTY or sorted(side) != sorted(stock):
            raise BadComponents(f"components.toml: sides: grid {number} does not have each colour’s booths and a gap.")
    return Box(
        colours=colours,
        markers=data["markers"],
        mixes=tuple((_pair(mix["front"]), _pair(mix["back"])) for mix in data["mixes"]),
        die=data["clock"]["die"],
        track=tuple(data["clock"]["track"]),
        least=data["clock"]["least"],
        moves=data["solo"]["moves"],
        ranks=tuple((rank["name"], rank["moves"]) for rank in data["ranks"]),
        sides=sides,
        unlike=(data["new_grids"]["unlike"][0], data["new_grids"]["unlike"][1]),
        crowd=data["new_grids"]["crowd"],
    )


def beside(cell: int) -> list[int]:
    """Return the cells that share a side with ``cell``."""
    row, column = divmod(cell, COLUMNS)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [COLUMNS * r + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS]


def lanes(cell: int) -> list[int]:
    """Return the nine other cells in a cell's row and column: a booth can move from them into the cell."""
    row, column = divmod(cell, COLUMNS)
    return [other for other in range(CELLS) if other != cell and (other // COLUMNS == row or other % COLUMNS == column)]


def planes(cells: str) -> list[int]:
    """Convert a grid, written cell by cell, to one set of cells per colour (bit ``i`` is cell ``i``).

    >>> [bin(plane) for plane in planes(".RRBP")]
    ['0b110', '0b0', '0b0', '0b1000', '0b10000']
    """
    return [sum(1 << i for i, what in enumerate(cells) if what == letter) for letter in LETTERS]


def _pair(letters: str) -> tuple[int, int]:
    return LETTERS.index(letters[0]), LETTERS.index(letters[1])
