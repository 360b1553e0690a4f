"""Who looks at a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Here:
    """Who looks at a table through one server, or all others: seats, those with the page in front, and if anybody."""

    connected: frozenset[int]
    looking: frozenset[int]
    anybody: bool


NOBODY_HERE = Here(frozenset(), frozenset(), False)
