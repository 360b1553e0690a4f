"""The two plans of a table: where things are in a wide window, and where on a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from souq.engine.present.scene import Layout

Point = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """Measures of one layout, to which a game adds its own."""

    layout: Layout
    width: float
    height: float
    grow: float
    """How much larger than on the wide board labels are drawn."""

    @property
    def tall(self) -> bool:
        """Return whether it is a phone's."""
        return self.layout == "tall"


P = TypeVar("P", bound=Plan)


def either(wide: P, tall: P) -> Callable[[Layout], P]:
    """Return a function that finds the plan of a layout."""
    return {"wide": wide, "tall": tall}.__getitem__
