"""What can go wrong with an environment; every message names what would be right."""

from __future__ import annotations

import operator
from typing import Any, TypeVar

from souq.engine.errors import SouqError

S = TypeVar("S", bound=str)

NONE_BEGUN = "No game is being played. Call reset() to begin one."


class BadSetting(SouqError, ValueError):
    """Something an environment is made with cannot be so."""


class BadActions(SouqError, ValueError):
    """Actions that do not fit a batch of games."""


class UnknownSeat(SouqError, LookupError):
    """A seat that is not at the table."""


class GameOver(SouqError, RuntimeError):
    """A step after the end of a game."""


def whole(name: str, value: Any, least: int | None = None) -> int:
    """``value`` if it is a whole number, and ``least`` or more.

    Raises:
        BadSetting: it is not; the message says what it is.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise BadSetting(f"{name} is a whole number, not {str(value)[:40]!r}.") from None
    if least is not None and number < least:
        raise BadSetting(f"{name} cannot be {number}; it is {least} or more.")
    return number


def flag(name: str, value: Any) -> bool:
    """``value`` if it is true or false.

    Raises:
        BadSetting: it is neither.
    """
    if value not in (0, 1):
        raise BadSetting(f"{name} is True or False, not {str(value)[:40]!r}.")
    return bool(value)


def action(value: Any) -> int:
    """``value`` if it can be an action.

    Raises:
        BadActions: it is no whole number.
    """
    try:
        return operator.index(value)
    except TypeError:
        raise BadActions(f"An action is the number of a choice, not {str(value)[:40]!r}.") from None


def one_of(name: str, value: S, known: tuple[S, ...]) -> S:
    """``value`` if it is one of those known.

    Raises:
        BadSetting: it is not; the message names them.
    """
    if value not in known:
        raise BadSetting(f"{name} cannot be {str(value)[:40]!r}; it is one of {', '.join(map(repr, known))}.")
    return value
