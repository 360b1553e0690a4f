"""How mistakes are called, and from when on. ``docs/how-to/look-back.md`` tells players the same."""

from __future__ import annotations

from typing import NamedTuple


class Grade(NamedTuple):
    """A kind of mistake."""

    name: str
    several: str
    least: float
    """From how much of the chance to win on, 0 to 1."""


GRADES = (
    Grade("costly mistake", "costly mistakes", 0.15),
    Grade("mistake", "mistakes", 0.08),
    Grade("slip", "slips", 0.03),
)
"""The worst first. A turn that cost less than the least of them is good."""

LEAST = GRADES[-1].least
"""What costs less is nothing to speak of."""


def grade(lost: float) -> Grade | None:
    """How a turn is called that surely cost so much of the chance to win; None of a good one.

    >>> [(grade(lost) or Grade("good", "", 0)).name for lost in (0.029, 0.03, 0.08, 0.2)]
    ['good', 'slip', 'mistake', 'costly mistake']
    """
    return next((each for each in GRADES if lost >= each.least), None)
