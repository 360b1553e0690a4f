"""Kinds of events, and their rows by name: whatever reads what was told reads it here, without the compiler.

A game's :class:`Kind` says what the numbers of each kind are, and whatever is told of it reads them by their names:

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
"""Numbers in a row."""

ALL = -1
"""Everybody may see it."""


class Kind(IntEnum):
    """The kinds of events of a game: each is a number, and the names of the numbers that its rows tell, in order.

    Rules tell a kind as the number it is. A name that stands in many kinds means the same in all of them (``seat`` is
    a seat), so that tellers and effects can be written by names.
    """

    names: tuple[str, ...]
    """What the numbers are, four at most; those that have no name are 0."""

    def __new__(cls, number: int, names: str = "") -> Kind:
        """A kind from its number and its names, separated by spaces."""
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
    """An event with its numbers by name: ``row.seat``, ``row.money``."""

    kind: Kind
    numbers: tuple[int, ...]

    def __getattr__(self, name: str) -> int:
        """A number of the row.

        Raises:
            AttributeError: the kind tells nothing of that name; the message lists what it tells.
        """
        for known, number in zip(self.kind.names, self.numbers, strict=False):
            if known == name:
                return number
        told = ", ".join(self.kind.names) or "nothing"
        raise AttributeError(f"{self.kind.name} tells no {name!r}; it tells {told}.")

    def get(self, name: str, default: int | None = None) -> int | None:
        """A number of the row, or ``default`` where the kind tells nothing of that name."""
        return getattr(self, name) if name in self.kind.names else default


def rows(kinds: type[Kind], events: Iterable[Sequence[int]]) -> list[Row]:
    """Events as they are told, ``[kind, seen, ...]``, with their names."""
    return [Row(kinds(event[0]), tuple(int(number) for number in event[2:WIDTH])) for event in events]


def visible_events(state: Any, seat: int) -> list[tuple[int, ...]]:
    """The events of the last decision that ``seat`` (-1: a spectator) may see."""
    told = state["event"][: max(0, int(state["n_events"]))].tolist()
    return [tuple(row) for row in told if row[1] == ALL or (seat >= 0 and row[1] >> seat & 1)]
