"""The rules ``deciders`` and ``legal`` for games in which one seat at a time chooses.

The record's field ``asked`` is the set of its legal choices.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import each


@rule
def deciders(s: Any) -> int:
    """Return a bit mask of the seats that may choose: the current player, or 0 once the game is over."""
    return 0 if s.over == 1 else 1 << s.player


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the legal choices of ``seat`` to ``out``, ascending; return how many there are."""
    if s.over == 1 or seat != s.player:
        return 0
    return each(s.asked, out, 0)
