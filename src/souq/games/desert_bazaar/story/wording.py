"""Small words that all sentences and labels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.bits import members
from souq.engine.wording import listed
from souq.games.desert_bazaar.state import BOX, CHOICES, NAMES, State

FACES = (*NAMES, "Wild", "Desert")
SETS = ("left", "right")


def building(view: State) -> int:
    """The tile being built, or -1."""
    return view.display[view.side][view.slot] if view.slot >= 0 else -1


def offered(view: State, group: str) -> list[int]:
    """Which of a group of choices can be made, as indices within the group."""
    return [index for name, index in map(CHOICES.group_of, members(view.asked)) if name == group]


def product(tile: int) -> str:
    """What a tile makes."""
    return NAMES[BOX.tiles[tile].product]


def tent(tile: int) -> str:
    """A tile and its cost: ``Water tent for 2 Camel and 1 Silk``."""
    return f"{product(tile)} tent for {cards(BOX.tiles[tile].cost)}"


def faces(dice: Iterable[int]) -> str:
    """What dice show: ``Silk, Wild, Water``."""
    return ", ".join(FACES[face] for face in dice)


def cards(counts: Sequence[int]) -> str:
    """Cards of each resource: ``2 Camel and 1 Silk``."""
    return listed([f"{n} {name}" for n, name in zip(counts, NAMES, strict=True) if n]) or "nothing"


def units(counts: Sequence[int]) -> str:
    """The same with numbers only where there is more than one: ``2 Camel and Silk``."""
    return listed([f"{n} {name}" if n > 1 else name for n, name in zip(counts, NAMES, strict=True) if n])


def helpers(paying: Iterable[tuple[int, int]]) -> str:
    """What neighbours pay, each a site with its resource: ``A neighbour pays Camel``."""
    goods = [good for _, good in paying]
    counts = [goods.count(good) for good in range(len(NAMES))]
    return f"{'A neighbour pays' if len(goods) == 1 else 'Neighbours pay'} {units(counts)}"
