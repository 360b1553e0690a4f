"""Small words that all sentences and labels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.present.wording import listed
from souq.engine.rules.bits import members
from souq.games.desert_bazaar.state import BOX, CHOICES, NAMES, State

SEVERAL = ("Water", "Camels", "Silk", "Spice")
"""What more than one card of each resource is called: only camels are counted in English."""
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
    """A tile and its cost: ``Water tent for 2 Camels and 1 Silk``."""
    return f"{product(tile)} tent for {cards(BOX.tiles[tile].cost)}"


def faces(dice: Iterable[int]) -> str:
    """What dice show: ``Silk, Wild, Water``."""
    return ", ".join(FACES[face] for face in dice)


def amount(n: int, good: int) -> str:
    """So many cards of a resource: ``1 Camel``, ``2 Camels``, ``2 Silk``."""
    return f"{n} {NAMES[good] if n == 1 else SEVERAL[good]}"


def amounts(counts: Sequence[int]) -> list[str]:
    """Cards of each resource that there are any of: ``2 Camels``, ``1 Silk``."""
    return [amount(n, good) for good, n in enumerate(counts) if n]


def cards(counts: Sequence[int]) -> str:
    """The same in one phrase: ``2 Camels and 1 Silk``."""
    return listed(amounts(counts)) or "nothing"


def helpers(paying: Iterable[tuple[int, int]]) -> str:
    """What neighbours pay, each a site with its resource: ``A neighbour pays 1 Camel``."""
    goods = [good for _, good in paying]
    counts = [goods.count(good) for good in range(len(NAMES))]
    return f"{'A neighbour pays' if len(goods) == 1 else 'Neighbours pay'} {cards(counts)}"
