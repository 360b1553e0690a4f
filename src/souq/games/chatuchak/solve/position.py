"""A market to be solved: parsed from text, played on, and written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from souq.engine.errors import SouqError
from souq.engine.rules.twin import interpreted
from souq.games.chatuchak import box
from souq.games.chatuchak.rules.market import grown
from souq.games.chatuchak.state import BOX, CELLS, COLOURS, COLUMNS, FULL, LANES

_grown = interpreted(grown)


class BadMarket(SouqError):
    """Error for a market without every colour's booths and one empty cell, or for an impossible move."""


@dataclass(frozen=True)
class Market:
    """A market as one set of cells per colour; the remaining cell is the gap.

    >>> market = Market.read(".BRBPG YPYGYB RBGRBR YGPYGP PRYRBG")
    >>> market.hole, str(market.played([18]))
    (0, 'YBRBPG YPYGYB RBGRBR .GPYGP PRYRBG')
    """

    cells: tuple[int, ...]

    @classmethod
    def read(cls, text: str | Iterable[str]) -> Market:
        """Parse a market from its rows, as one text or several: letters R, Y, G, B, P, and a dot for the gap.

        Raises:
            BadMarket: the text is not a market.
        """
        rows = "".join((text if isinstance(text, str) else " ".join(text)).replace("/", " ").upper().split())
        stock = box.EMPTY + "".join(colour.letter * colour.booths for colour in BOX.colours)
        if sorted(rows) != sorted(stock):
            what = ", ".join(f"{colour.booths} {colour.letter}" for colour in BOX.colours)
            raise BadMarket(f"A market is {box.ROWS} rows of {COLUMNS} cells: {what} and one '{box.EMPTY}'.")
        return cls(tuple(box.planes(rows)))

    @classmethod
    def of(cls, cells: Sequence[int]) -> Market:
        """Return the market for the cells of each colour in a position."""
        return cls(tuple(int(plane) for plane in cells))

    @property
    def hole(self) -> int:
        """The empty cell."""
        return (FULL & ~sum(self.cells)).bit_length() - 1

    @property
    def tidy(self) -> bool:
        """Whether every colour is in one piece (CH-V01)."""
        return all(len(pieces(plane)) == 1 for plane in self.cells)

    def played(self, moves: Iterable[int]) -> Market:
        """Return the market after the booths of these cells have jumped into the gap, one after another.

        Raises:
            BadMarket: a booth is not in the gap's row or column (CH-T03).
        """
        cells, hole = list(self.cells), self.hole
        for cell in moves:
            if not (0 <= cell < CELLS and LANES[hole] >> cell & 1):
                raise BadMarket(f"No booth can jump from {cell} to {hole}.")
            colour = next(colour for colour in range(COLOURS) if cells[colour] >> cell & 1)
            cells[colour] ^= 1 << cell | 1 << hole
            hole = cell
        return Market(tuple(cells))

    def rows(self) -> list[str]:
        """Return the market as five strings of six letters."""
        letters = [box.EMPTY] * CELLS
        for colour, plane in zip(BOX.colours, self.cells, strict=True):
            for cell in range(CELLS):
                if plane >> cell & 1:
                    letters[cell] = colour.letter
        return ["".join(letters[row : row + COLUMNS]) for row in range(0, CELLS, COLUMNS)]

    def __str__(self) -> str:
        return " ".join(self.rows())


def pieces(cells: int) -> list[int]:
    """Return the connected pieces of a set of cells.

    >>> pieces(0b1000011)
    [67]
    >>> pieces(0b0100011)
    [3, 32]
    """
    made = []
    while cells:
        made.append(_grown(cells & -cells, cells))
        cells &= ~made[-1]
    return made
