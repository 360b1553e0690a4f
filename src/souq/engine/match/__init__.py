"""Matches: a game being played, its log, the positions derived from it, and its file format.

:class:`Match` can be imported from this package; it is loaded on first use, because most modules here don't need it.
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
