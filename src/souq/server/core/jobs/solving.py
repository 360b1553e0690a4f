"""The best line of choices from the start of a game. Scenes show it, and its remaining choices serve as hints.

A solver runs in a process of its own, separate from the bots. Its results belong to the table, not to the game: they
aren't in the log and don't increment the revision. If it dies or takes too long, that is only logged.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from souq.engine.match import hooks
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import LineRow
from souq.server.core.workers.requests import SolveRequest
from souq.server.core.workers.thinking import TRIES, Thinking, WorkerDied
from souq.server.errors import Refused

LOG = logging.getLogger("souq.server")


class Solving:
    """The service that solves tables' games from the start.

    Args:
        tables: the tables in memory.
        storage: where lines are stored.
        hub: notifies viewers.
        solvers: run the solvers.
        chores: runs the work in the background.
        seconds: the time limit for one search.
    """

    def __init__(
        self, tables: Tables, storage: TableStore, hub: Hub, solvers: Thinking, chores: Chores, seconds: float
    ) -> None:
        self._tables, self._storage, self._hub = tables, storage, hub
        self._solvers, self._chores, self._seconds = solvers, chores, seconds
        self._started: set[str] = set()
        """IDs of tables that are being solved, or whose solver failed. They aren't solved again."""

    def solve(self, live: Live) -> None:
        """Start to look for the best line of a table's game, unless it is known or has been tried before.

        This runs in the background. A game of several players is solved only when it is over.
        """
        if live.row.id in self._started or self._chores.closing or not unsolved(live):
            return
        self._started.add(live.row.id)
        self._chores.start(self._solve(live.row.id))

    async def _solve(self, table_id: str) -> None:
        try:
            async with self._tables.hold(table_id) as live:
                requests = [request_of(live, seat, 0, self._seconds) for seat in unsolved(live)]
            for request in requests:
                found = await self._solvers.solve(request, TRIES, self._hub.asker(table_id))
                async with self._tables.hold(table_id) as live:
                    row = live.lines.get(request.seat, LineRow(request.seat))
                    choices = None if found is None else found.choices
                    row = replace(row, looked=True, choices=choices, bound=0 if found is None else found.bound)
                    await store_line(self._storage, self._hub, live, row)
            self._started.discard(table_id)
        except WorkerDied as error:
            LOG.warning("The best line at table %s was not found: %s.", table_id, error)
        except Refused as error:  # it could not be stored: solved again at the next view
            self._started.discard(table_id)
            LOG.warning("The best line at table %s will be searched for again: %s", table_id, error)


def unsolved(live: Live) -> list[int]:
    """Return the seats for which a solver can compute the best line from the start, and hasn't yet."""
    match = live.match
    if match is None or match.game.solve is None or (match.players > 1 and not match.over):
        return []
    todo = [seat for seat in range(match.players) if not (seat in live.lines and live.lines[seat].looked)]
    return [seat for seat in todo if hooks.solvable(match.game, match.view(seat, 0), seat)]


def request_of(live: Live, seat: int, ply: int | None, seconds: float) -> SolveRequest:
    """Return the request that asks a solver to solve a seat's view after ``ply`` decisions (None: the current view)."""
    return SolveRequest(live.row.game, seat, live.playing.view(seat, ply).tobytes(), seconds)


def remaining_line(live: Live, seat: int) -> tuple[int, ...] | None:
    """Return the choices still to come in the best line from the start.

    Return None if a decision has deviated from the line, or if none is known.
    """
    known, match = live.lines.get(seat), live.playing
    made = match.log
    if known is None or known.choices is None or any(decision.seat != seat for decision in made):
        return None
    followed = tuple(decision.choice for decision in made) == known.choices[: len(made)]
    left = known.choices[len(made) :] if followed else ()
    return left if left and match.refusal(left[0], seat) is None else None


async def store_line(storage: TableStore, hub: Hub, live: Live, row: LineRow) -> None:
    """Store the solver's line for a seat, and notify the viewers who may see it."""
    await storage.line(live.row, row)
    live.lines = live.lines | {row.seat: row}
    live.rest()
    if live.row.players == 1:
        hub.publish(live.row.id)
    else:
        hub.publish_to(live.row.id, row.seat)
