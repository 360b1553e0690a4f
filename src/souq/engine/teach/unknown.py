"""The error for lessons, figures and puzzles that a game doesn't have."""

from __future__ import annotations

from souq.engine.errors import SouqError


class NotTaught(SouqError, LookupError):
    """A name that no lesson, figure or puzzle of the game has."""
