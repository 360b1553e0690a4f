"""Small words that all sentences share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.wording import listed
from souq.games.desert_bazaar.state import BOX, NAMES

FACES = (*NAMES, "Wild", "Desert")
SETS = ("left", "right")


def product(tile: int) -> str:
    """What a tile makes."""
    return NAMES[BOX.tiles[tile].product]


def faces(dice: Iterable[int]) -> str:
    """What dice show: ``Silk, Wild, Water``."""
    return ", ".join(FACES[face] for face in dice)


def cards(counts: Sequence[int]) -> str:
    """Cards of each resource: ``2 Camel and 1 Silk``."""
    return listed([f"{n} {name}" for n, name in zip(counts, NAMES, strict=True) if n])
