"""Kinds of events, and access to an event's numbers by name without loading the compiler.

A game's :class:`Kind` names the numbers of each kind of event, and everything that reads events uses those names:

>>> from souq.engine.rules.kinds import Kind, rows
>>> class Event(Kind):
...     EARNED = 18, "seat colour money as_owner"   # as_owner: 1 for the owner of the stall
...     BARKER = 23, "seat left"
>>> (earned,) = rows(Event, [(18, -1, 2, 3, 5, 1)])
>>> earned.kind is Event.EARNED, earned.seat, earned.money
(True, 2, 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

WIDTH = 6
"""Number of integers in an event's row."""

ALL = -1
"""Value of ``seen`` for an event that everybody may see."""


class Kind(IntEnum):
    """Base class of a game's kinds of events: each has a number, and names for the numbers in its rows.

    Rules use a kind as its number. A name must have the same meaning in every kind that uses it (``seat`` is always a
    seat), so that stories and effects can rely on names.
    """

    names: tuple[str, ...]
    """Names for the numbers in rows of this kind, at most four; numbers without a name are 0."""

    def __new__(cls, number: int, names: str = "") -> Kind:
        """Create a kind from its number and the names of its numbers, separated by spaces."""
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.names = tuple(names.split())
        if len(kind.names) > WIDTH - 2:
            raise TypeError(f"An event tells {WIDTH - 2} numbers at most, not {len(kind.names)}: {names}.")
        if taken := {"kind", "numbers", "get"} & {*kind.names}:
            raise TypeError(f"No number of an event can be called {min(taken)!r}: every row has one of its own.")
        return kind


@dataclass(frozen=True, slots=True)
class Row:
    """An event that has happened; its numbers can be read by name: ``row.seat``, ``row.money``."""

    kind: Kind
    numbers: tuple[int, ...]

    def __getattr__(self, name: str) -> int:
        """Return the number of this name.

        Raises:
            AttributeError: the kind of the event has no such name; the message lists the names that it has.
        """
        for known, number in zip(self.kind.names, self.numbers, strict=False):
            if known == name:
                return number
        told = ", ".join(self.kind.names) or "nothing"
        raise AttributeError(f"{self.kind.name} tells no {name!r}; it tells {told}.")

    def get(self, name: str, default: int | None = None) -> int | None:
        """Return the number with this name, or ``default`` if the kind of the event has no such name."""
        return getattr(self, name) if name in self.kind.names else default


def rows(kinds: type[Kind], events: Iterable[Sequence[int]]) -> list[Row]:
    """Convert events from lists of numbers, ``[kind, seen, ...]``, to objects whose numbers can be read by name."""
    return [Row(kinds(event[0]), tuple(int(number) for number in event[2:WIDTH])) for event in events]


def visible_events(state: Any, seat: int) -> list[tuple[int, ...]]:
    """Return those events of the last decision that ``seat`` (-1: a spectator) may see."""
    told = state["event"][: max(0, int(state["n_events"]))].tolist()
    return [tuple(row) for row in told if row[1] == ALL or (seat >= 0 and row[1] >> seat & 1)]
