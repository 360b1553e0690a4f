"""What can go wrong with an environment; every message names what would be right."""

from __future__ import annotations

from souq.engine.errors import SouqError


class BadSetting(SouqError, ValueError):
    """Something an environment is made with cannot be so."""


class BadActions(SouqError, ValueError):
    """Actions that do not fit a batch of games."""


class UnknownSeat(SouqError, LookupError):
    """A seat that is not at the table."""


class GameOver(SouqError, RuntimeError):
    """A step after the end of a game."""


def one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    """``value`` if it is one of those known.

    Raises:
        BadSetting: it is not; the message names them.
    """
    if value not in known:
        raise BadSetting(f"{name} cannot be {str(value)[:40]!r}; it is one of {', '.join(map(repr, known))}.")
    return value
