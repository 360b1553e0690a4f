"""Plans: the sizes and positions in a scene, for its two layouts: a wide window and a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from souq.engine.present.scene import Layout

Point = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """Sizes of one layout of a scene; a game's own class adds the positions of its pieces."""

    layout: Layout
    width: float
    height: float
    grow: float
    """Factor by which labels are larger than in the wide layout."""

    @property
    def tall(self) -> bool:
        """Whether the layout is the phone's."""
        return self.layout == "tall"


P = TypeVar("P", bound=Plan)


def either(wide: P, tall: P) -> Callable[[Layout], P]:
    """Return a function that returns the plan of the layout it is called with."""
    return {"wide": wide, "tall": tall}.__getitem__
