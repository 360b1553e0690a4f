"""Presence: which seats of a table have a connected player, and whether anybody views it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TablePresence:
    """The viewers of a table on one server, or on all other servers together.

    The fields are the connected seats, the seats with a visible page, and whether there are any viewers.
    """

    connected: frozenset[int]
    looking: frozenset[int]
    anybody: bool


NOBODY_PRESENT = TablePresence(frozenset(), frozenset(), False)
