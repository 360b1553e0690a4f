"""Things in words, for labels, hints and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.wording import listed, several
from souq.games.desert_bazaar.state import BOX, NAMES
from souq.games.desert_bazaar.story.wording import cards, product


def cards_words(count: Sequence[int]) -> str:
    """Cards of each resource: ``2 Camel and 1 Silk``."""
    return cards(count) or "nothing"


def units_words(count: Sequence[int]) -> str:
    """The same with numbers only where there is more than one: ``2 Camel and Silk``."""
    return listed([f"{k} {name}" if k > 1 else name for k, name in zip(count, NAMES, strict=True) if k])


def helpers_words(count: Sequence[int]) -> str:
    """What neighbours pay: ``A neighbour pays Camel``."""
    return f"{'A neighbour pays' if sum(count) == 1 else 'Neighbours pay'} {units_words(count)}"


def sum_words(count: Sequence[int]) -> str:
    """The same for a button: ``2 Camel + 1 Silk``."""
    return " + ".join(f"{k} {name}" for k, name in zip(count, NAMES, strict=True) if k)


def price_words(count: int) -> str:
    """How many cards something costs."""
    return several(count, "card") if count else "free"


def tile_words(tile: int) -> str:
    """A tile and its cost: ``Water tent for 2 Camel and 1 Silk``."""
    return f"{product(tile)} tent for {cards_words(BOX.tiles[tile].cost)}"
