"""Events: what happened in a decision, which becomes log lines, movement and sound.

``apply`` appends events as rows of integers, ``[kind, seen, ...]`` with four more numbers. ``seen`` is a bit mask of
the seats that may see the event; -1 is everybody. The list is cleared before each decision. Search and playouts set
``n_events`` to -1, which turns events off at no cost.

For a game's kinds of events and for reading rows by name, see :mod:`souq.engine.rules.kinds`.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.kinds import ALL as ALL
from souq.engine.rules.kinds import WIDTH as WIDTH
from souq.engine.rules.kinds import Kind as Kind
from souq.engine.rules.kinds import Row as Row
from souq.engine.rules.kinds import rows as rows
from souq.engine.rules.kinds import visible_events as visible_events


@hot
def emit(s: Any, kind: int, seen: int, a: int, b: int, c: int, d: int) -> None:
    """Add an event to the record's list of events, with four numbers ``a`` to ``d``.

    Do nothing if events are off or the list is full. ``seen`` is a bit mask of the seats that may see the event.
    """
    n = s.n_events
    if 0 <= n < len(s.event):
        row = s.event[n]
        row[0] = kind
        row[1] = seen
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        s.n_events = n + 1


@rule
def unseen(s: Any, seat: int) -> None:
    """Remove the events that ``seat`` may not see, and close the gaps; seat -1 is a spectator."""
    kept = 0
    for n in range(max(0, s.n_events)):
        mask = s.event[n][1]
        if mask == ALL or (seat >= 0 and (mask >> seat) & 1 == 1):
            for k in range(WIDTH):
                s.event[kept][k] = s.event[n][k]
            kept += 1
    for n in range(kept, len(s.event)):
        for k in range(WIDTH):
            s.event[n][k] = 0
    s.n_events = kept
