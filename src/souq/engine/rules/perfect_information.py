"""Who knows what in a game where everybody sees everything but chance: ``HIDDEN`` is empty."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule


@rule
def hide(s: Any, seat: int) -> None:
    """Blank what nobody may know: the key of chance."""
    s.key[0] = s.key[1] = s.draws = 0


@rule
def determinize(s: Any, seat: int) -> None:
    """Sample what a seat cannot know: nothing."""
