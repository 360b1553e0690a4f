"""Odds of the dice that are thrown again after one has been set aside (DB-R07).

>>> chance([3, 3, 3, 3], 2, 2), chance([3, 3, 3, 3], FACE_WILD, 2), chance([3, 0, 3, 0], FACE_WILD, 1)
(Fraction(5, 9), Fraction(35, 36), Fraction(1, 2))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from souq.games.desert_bazaar.state import FACE_DESERT, FACE_WILD, RESOURCES

FACES = FACE_DESERT + 1
"""Number of faces of a die."""


def matching(pile: Sequence[int], kept: int) -> list[int]:
    """Return the faces of which another die must show one so that the dice bring cards (DB-R10 to DB-R12)."""
    goods = [good for good in range(RESOURCES) if pile[good]] if kept == FACE_WILD else [kept]
    return [*goods, FACE_WILD]


def chance(pile: Sequence[int], kept: int, dice: int) -> Fraction:
    """Return the probability that a number of dice that are thrown again bring cards."""
    return 1 - Fraction(FACES - len(matching(pile, kept)), FACES) ** dice
