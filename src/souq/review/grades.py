"""Names and thresholds of mistakes. ``docs/how-to/look-back.md`` explains the same to players."""

from __future__ import annotations

from typing import NamedTuple


class Grade(NamedTuple):
    """A kind of mistake."""

    name: str
    several: str
    least: float
    """Minimum loss of win probability, 0 to 1."""


GRADES = (
    Grade("costly mistake", "costly mistakes", 0.15),
    Grade("mistake", "mistakes", 0.08),
    Grade("slip", "slips", 0.03),
)
"""The grades, the worst first. A turn that cost less than the last one's minimum is good."""

LEAST = GRADES[-1].least
"""Loss of win probability below which nothing is reported."""


def grade(lost: float) -> Grade | None:
    """Return the grade of a turn that surely lost this much win probability; None if it is good.

    >>> [(grade(lost) or Grade("good", "", 0)).name for lost in (0.029, 0.03, 0.08, 0.2)]
    ['good', 'slip', 'mistake', 'costly mistake']
    """
    return next((each for each in GRADES if lost >= each.least), None)
