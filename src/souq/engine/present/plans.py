"""Plans: the dimensions of a scene in its two layouts, for a wide window and for a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from souq.engine.present.scene import Layout

Point = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """Base class for the dimensions of one layout, to which a game adds its own."""

    layout: Layout
    width: float
    height: float
    grow: float
    """Scale of labels relative to the wide layout."""

    @property
    def tall(self) -> bool:
        """Whether the layout is the phone's."""
        return self.layout == "tall"


P = TypeVar("P", bound=Plan)


def either(wide: P, tall: P) -> Callable[[Layout], P]:
    """Return a function from a layout to its plan."""
    return {"wide": wide, "tall": tall}.__getitem__
