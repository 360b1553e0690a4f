"""What a game does not teach."""

from __future__ import annotations

from souq.engine.errors import SouqError


class NotTaught(SouqError, LookupError):
    """A game has no lesson, no figure or no puzzle of that name."""
