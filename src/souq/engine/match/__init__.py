"""A game being played: its log, what follows from it, and its file.

:class:`Match` can be imported from here; it is loaded with its first use, as most modules of this folder do without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from souq.engine.match.match import Match as Match

__all__ = ["Match"]


def __getattr__(name: str) -> Any:
    if name == "Match":
        from souq.engine.match.match import Match

        return Match
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
