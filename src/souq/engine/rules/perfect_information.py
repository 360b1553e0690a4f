"""The rules ``hide`` and ``determinize`` for games without secrets: only the results of future chance are unknown."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule


@rule
def hide(s: Any, seat: int) -> None:
    """Hide the key that determines future chance; nothing else is secret."""
    s.key[0] = s.key[1] = s.draws = 0


@rule
def determinize(s: Any, seat: int) -> None:
    """Do nothing. In other games this rule replaces hidden information by a random sample."""
