"""Plans: measures of the two layouts of a table, for a wide window and for a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from souq.engine.present.scene import Layout

Point = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """Base class of the measures of one layout, to which a game adds its own."""

    layout: Layout
    width: float
    height: float
    grow: float
    """Scale of labels compared with the wide board."""

    @property
    def tall(self) -> bool:
        """Whether it is the layout of a phone."""
        return self.layout == "tall"


P = TypeVar("P", bound=Plan)


def either(wide: P, tall: P) -> Callable[[Layout], P]:
    """Return a function from a layout to its plan."""
    return {"wide": wide, "tall": tall}.__getitem__
