"""What happened is told: ``apply`` appends short rows of integers, which become log lines, movement and sound.

A row is ``[kind, seen, a, b, c, d]``. ``seen`` is a bit mask of the seats who may see it; -1 is everybody.
The list is emptied before each decision. Search and play-outs set ``told`` to -1 and pay nothing for it.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import hot, rule

WIDTH = 6
"""Numbers in a row."""

ALL = -1
"""Everybody may see it."""


@hot
def tell(s: Any, kind: int, seen: int, a: int, b: int, c: int, d: int) -> None:
    """Append an event, unless the record keeps quiet or its list is full."""
    n = s.told
    if 0 <= n < len(s.event):
        row = s.event[n]
        row[0] = kind
        row[1] = seen
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        s.told = n + 1


@rule
def unseen(s: Any, seat: int) -> None:
    """Strike out the events ``seat`` (-1: a spectator) may not see; those left move up and leave no gap."""
    kept = 0
    for n in range(max(0, s.told)):
        mask = s.event[n][1]
        if mask == ALL or (seat >= 0 and (mask >> seat) & 1 == 1):
            for k in range(WIDTH):
                s.event[kept][k] = s.event[n][k]
            kept += 1
    for n in range(kept, len(s.event)):
        for k in range(WIDTH):
            s.event[n][k] = 0
    s.told = kept


def told(state: Any, seat: int) -> list[tuple[int, ...]]:
    """The events of the last decision that ``seat`` (-1: a spectator) may see."""
    rows = state["event"][: max(0, int(state["told"]))]
    return [tuple(int(v) for v in row) for row in rows if row[1] == ALL or (seat >= 0 and int(row[1]) >> seat & 1)]
