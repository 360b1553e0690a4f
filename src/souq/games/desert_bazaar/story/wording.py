"""Phrases that the log, the prompts and the labels of the picture share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.present.wording import listed
from souq.engine.rules.bits import members
from souq.games.desert_bazaar.state import BOX, CHOICES, NAMES, State

SEVERAL = ("Water", "Camels", "Silk", "Spice")
"""Plural of each resource, for example "Camels"; "Silk" stays the same."""
FACES = (*NAMES, "Wild", "Desert")
SETS = ("left", "right")


def building(view: State) -> int:
    """Return the tile that the player has chosen to build, or -1 if there is none."""
    return view.display[view.side][view.slot] if view.slot >= 0 else -1


def offered(view: State, group: str) -> list[int]:
    """Return the legal choices that belong to ``group``, as indices within the group."""
    return [index for name, index in map(CHOICES.group_of, members(view.asked)) if name == group]


def product(tile: int) -> str:
    """Return the name of the resource that a tile produces."""
    return NAMES[BOX.tiles[tile].product]


def tent(tile: int) -> str:
    """Describe a tile and its cost: ``Water tent for 2 Camels and 1 Silk``."""
    return f"{product(tile)} tent for {cards(BOX.tiles[tile].cost)}"


def faces(dice: Iterable[int]) -> str:
    """Return the faces of dice: ``Silk, Wild, Water``."""
    return ", ".join(FACES[face] for face in dice)


def amount(n: int, good: int) -> str:
    """Return a number of cards of a resource: ``1 Camel``, ``2 Camels``, ``2 Silk``."""
    return f"{n} {NAMES[good] if n == 1 else SEVERAL[good]}"


def amounts(counts: Sequence[int]) -> list[str]:
    """Return a list of phrases, one for each resource of which there are cards: ``2 Camels``, ``1 Silk``."""
    return [amount(n, good) for good, n in enumerate(counts) if n]


def cards(counts: Sequence[int]) -> str:
    """Return a phrase for some cards of several resources: ``2 Camels and 1 Silk``."""
    return listed(amounts(counts)) or "nothing"


def helpers(paying: Iterable[tuple[int, int]]) -> str:
    """Describe what neighbours pay, given as pairs of a site and a resource: ``A neighbour pays 1 Camel``."""
    goods = [good for _, good in paying]
    counts = [goods.count(good) for good in range(len(NAMES))]
    return f"{'A neighbour pays' if len(goods) == 1 else 'Neighbours pay'} {cards(counts)}"
