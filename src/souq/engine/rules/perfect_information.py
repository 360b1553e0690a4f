"""``hide`` and ``determinize`` for games in which nothing is hidden except future chance."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule


@rule
def hide(s: Any, seat: int) -> None:
    """Blank the chance key, which no seat may know; nothing else is hidden."""
    s.key[0] = s.key[1] = s.draws = 0


@rule
def determinize(s: Any, seat: int) -> None:
    """Do nothing, because nothing is hidden that could be sampled."""
