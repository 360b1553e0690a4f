"""The error for a name that no lesson, figure or puzzle has."""

from __future__ import annotations

from souq.engine.errors import SouqError


class NotTaught(SouqError, LookupError):
    """No lesson, figure or puzzle of the game has this name."""
