"""Rules of games in which one seat at a time is asked, and ``asked`` holds a bit for everything it may choose."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import each


@rule
def deciders(s: Any) -> int:
    """Return the seats that may choose, a bit each: one, until the game is over."""
    return 0 if s.over == 1 else 1 << s.player


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the choices ``seat`` has, ascending, to ``out``; return how many there are."""
    if s.over == 1 or seat != s.player:
        return 0
    return each(s.asked, out, 0)
