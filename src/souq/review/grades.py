"""Names and thresholds of mistakes. ``docs/how-to/look-back.md`` explains the same to players."""

from __future__ import annotations

from typing import NamedTuple


class Grade(NamedTuple):
    """A kind of mistake, such as "slip", with the loss from which a turn counts as one."""

    name: str
    several: str
    least: float
    """Minimum loss of win probability, 0 to 1."""


GRADES = (
    Grade("costly mistake", "costly mistakes", 0.15),
    Grade("mistake", "mistakes", 0.08),
    Grade("slip", "slips", 0.03),
)
"""Kinds of mistakes, the worst first. A turn that lost less than the last one requires is good."""

LEAST = GRADES[-1].least
"""Loss of win probability below which a turn isn't reported as a mistake."""


def grade(lost: float) -> Grade | None:
    """Return the kind of mistake for a loss of win probability; None if the loss is too small to be a mistake.

    >>> [(grade(lost) or Grade("good", "", 0)).name for lost in (0.029, 0.03, 0.08, 0.2)]
    ['good', 'slip', 'mistake', 'costly mistake']
    """
    return next((each for each in GRADES if lost >= each.least), None)
