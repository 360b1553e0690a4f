"""Updating a table in memory with the changes that other servers have written to the database.

Usually these are a decision or two, which are applied to the match as if they had been made on this server. After an
undo, the match is replayed from its log.
"""

from __future__ import annotations

from typing import Any

from souq.engine.game import Game
from souq.engine.present.names import named
from souq.server.core.live.live import Live
from souq.server.core.live.replaying import grow, rebuilt
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import DECIDING, LineRow, Step, TableRow
from souq.server.errors import NoTable


async def catch_up(storage: TableStore, live: Live) -> bool:
    """Apply to a table in memory what other servers have written; the caller holds the table's lock.

    Return False if that isn't possible, so that the whole table must be loaded again. Everything is read before
    anything is changed, so an interruption leaves the table as it was.

    Raises:
        NoTable: the table has been deleted.
        OutOfReach: the database doesn't answer.
    """
    while True:
        row = await storage.table(live.row.id)
        if row is None:
            raise NoTable
        counts = row.revision, row.writes
        if counts == (live.row.revision, live.row.writes):
            return True
        if live.match is None or row.state == "waiting" or live.row.state == "waiting":
            return False
        steps = await storage.since(row.id, live.row.revision)
        if [step.revision for step in steps] != list(range(live.row.revision + 1, row.revision + 1)):
            return False  # some have been deleted, or newer ones exist by now
        first = min([live.match.ply, *(step.ply for step in steps)])
        again = first < live.match.ply
        log = await storage.decisions(row.id, 0 if again else live.match.ply)
        marks = await storage.marks(row.id) if again else {step.mark for step in steps}
        others = await _other_attributes(storage, live, row, steps)
        # The queries above aren't one transaction: start over if another server has written in between.
        if await storage.counts(row.id) == counts:
            break
    if again:
        live.match = await rebuilt(row, log, marks)
    else:
        grow(live.match, row, log, marks)
    _follow(live, row, steps)
    for name, value in others.items():
        setattr(live, name, value)
    return True


def _follow(live: Live, row: TableRow, steps: list[Step]) -> None:
    """Replace a table's row in memory, and record what the other server's commands (``steps``) mean for its counters.

    These are each seat's sequence number at its last decision, and the undos.
    """
    for seat, before in zip(row.seats, live.row.seats, strict=True):
        if before.salt is None and before.token_hash == seat.token_hash:
            seat.salt = None  # it was dropped in memory when the player came with the token (seats.standing)
    ply = live.row.ply
    for step in steps:
        if step.kind in DECIDING:
            live.acted[step.seat] = step.public + step.private
        if step.ply < ply:
            live.cuts = [*live.cuts[-99:], (step.revision, step.ply)]
        ply = step.ply
    live.row, live.skip_pause = row, False
    if live.match is not None:
        live.match.names[:] = named([seat.name for seat in row.seats], live.match.players)
    live.rest()


async def _other_attributes(storage: TableStore, live: Live, row: TableRow, steps: list[Step]) -> dict[str, Any]:
    """Load what the log doesn't contain and may have changed, such as chat mutes, by the name of the attribute."""
    others: dict[str, Any] = {}
    # Every command raises both counts; other changes, such as standing orders and mutes, raise `writes` alone.
    private = row.writes - live.row.writes != row.revision - live.row.revision
    if private or live.orders or live.answers:
        playing = row.state == "playing"
        others["orders"] = await storage.orders(row.id) if playing else {}
        others["answers"] = await storage.answers(row.id) if playing else {}
    if private or row.state == "finished":
        others["lines"] = sound(live.game, await storage.lines(row.id))
        others["mutes"] = await storage.mutes(row.id)
        others["next"] = await storage.following(row.id) if row.state == "finished" else None
        others["analysis"] = None
    if any(step.kind not in DECIDING for step in steps):
        others["notes"] = await storage.notes(row.id)
    return others


def sound(game: Game, lines: dict[int, LineRow]) -> dict[int, LineRow]:
    """Return the solver's stored solutions, except those with a choice that the installed game doesn't have.

    Callers compute the missing ones again.
    """
    return {
        seat: line for seat, line in lines.items() if all(0 <= choice < game.n_choices for choice in line.choices or ())
    }
