"""Errors of environments, and functions that check arguments. Each error's message says which values are valid."""

from __future__ import annotations

import operator
from typing import Any, TypeVar

from souq.engine.errors import SouqError
from souq.engine.match.decision import SPECTATOR

S = TypeVar("S", bound=str)

NONE_BEGUN = "No game is being played. Call reset() to begin one."


class BadSetting(SouqError, ValueError):
    """Raised when an argument of an environment has an invalid value."""


class BadActions(SouqError, ValueError):
    """Raised for actions that don't fit a batch of games."""


class UnknownSeat(SouqError, LookupError):
    """Raised for a seat that isn't at the table."""


class GameOver(SouqError, RuntimeError):
    """Raised for a step after the end of a game."""


def whole(name: str, value: Any, least: int | None = None, error: type[SouqError] = BadSetting) -> int:
    """Return ``value`` as an int if it is a whole number and not less than ``least``.

    Raises:
        BadSetting: ``value`` isn't such a number. ``error`` is another class to raise instead.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise error(f"{name} is a whole number, not {str(value)[:40]!r}.") from None
    if least is not None and number < least:
        raise error(f"{name} cannot be {number}; it is {least} or more.")
    return number


def flag(name: str, value: Any) -> bool:
    """Return ``value`` as a bool.

    Raises:
        BadSetting: ``value`` is neither true nor false.
    """
    if value not in (0, 1):
        raise BadSetting(f"{name} is True or False, not {str(value)[:40]!r}.")
    return bool(value)


def seat(value: Any, players: int) -> int:
    """Return ``value`` as the number of a seat, or -1 for a spectator.

    Raises:
        UnknownSeat: a table for ``players`` has no such seat.
    """
    if not SPECTATOR <= value < players:
        raise UnknownSeat(f"There are the seats 0 to {players - 1}, and -1 for a spectator; not {value!r}.")
    return int(value)


def action(value: Any) -> int:
    """Return ``value`` as an int, the number of an action.

    Raises:
        BadActions: ``value`` isn't a whole number.
    """
    try:
        return operator.index(value)
    except TypeError:
        raise BadActions(f"An action is the number of a choice, not {str(value)[:40]!r}.") from None


def one_of(name: str, value: S, known: tuple[S, ...], error: type[SouqError] = BadSetting) -> S:
    """Return ``value`` if it is one of the values in ``known``.

    Raises:
        BadSetting: ``value`` is another one; the message lists ``known``. ``error`` is another class to raise instead.
    """
    if value not in known:
        raise error(f"{name} cannot be {str(value)[:40]!r}; it is one of {', '.join(map(repr, known))}.")
    return value
