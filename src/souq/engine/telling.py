"""Events become sentences: a story is a table of tellers, each for the events that begin something.

A game's story says who tells what: ``{Event.WALK: (_walk, {Event.ENTER, Event.INCOME})}`` means that ``_walk`` is given
a row of kind WALK with all rows of kind ENTER and INCOME that follow, and makes log lines of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from souq.engine.scene import Line, Names


@dataclass(frozen=True, slots=True)
class Row:
    """An event: its kind (of the game's ``Event``) and its four numbers."""

    kind: int
    a: int
    b: int
    c: int
    d: int


Rows = Sequence[Row]
Teller = Callable[[Rows, Names], list[Line]]
Tellers = Mapping[int, tuple[Teller, Collection[int]]]
"""By the kind that begins it: who tells it, and the kinds that belong to it when they follow."""


def tell(tellers: Tellers, events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    rows = [Row(int(e[0]), *(int(v) for v in e[2:6])) for e in events]
    lines: list[Line] = []
    while rows:
        teller, going_on = tellers[rows[0].kind]
        n = next((i for i, row in enumerate(rows) if i and row.kind not in going_on), len(rows))
        lines += teller(rows[:n], names)
        rows = rows[n:]
    return lines


def only(rows: Rows, *kinds: int) -> list[Row]:
    """The rows of some kinds."""
    return [row for row in rows if row.kind in kinds]
