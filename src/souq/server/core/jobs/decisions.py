"""Decisions made by the server: for bots, by standing orders and answers, in lessons, and when a clock runs out.

They are stored and published like the commands of players (:mod:`souq.server.core.commands.committing`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from souq.engine.errors import IllegalChoice
from souq.engine.match.decision import NOBODY, SPECTATOR
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.outcome import Outcome
from souq.server.core.commands.protocol import fresh_key
from souq.server.core.commands.standing_orders import StandingOrders
from souq.server.core.jobs.due import nothing_comes
from souq.server.core.live import orders, sharing
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.errors import Stale

LOG = logging.getLogger("souq.server")


class Decisions:
    """The service that makes the decisions no client sends.

    Args:
        tables: the tables in memory.
        hub: reports when a table changes.
        committer: stores and publishes decisions.
        standing: stores standing orders and answers.
        sharing: seconds for which a table waits for shares.
    """

    def __init__(
        self, tables: Tables, hub: Hub, committer: Committer, standing: StandingOrders, sharing: float
    ) -> None:
        self._tables, self._hub, self._committer, self._standing = tables, hub, committer, standing
        self._sharing, self._since = sharing, time.monotonic()

    async def wait_for_shares(self, table_id: str) -> bool:
        """Wait for the players' shares of randomness; when the time for them is up, begin the game without the others.

        The wait ends early when the table changes. Return False immediately if the table isn't waiting for shares.
        """
        async with self._tables.hold(table_id) as live:
            if not live.row.sealed_at:
                return False
            left = sharing.time_left(live.row, self._sharing, live.world(), time.monotonic() - self._since)
            if not left:
                with self._committer.thrown_away_on_failure(live):
                    await self._committer.commit(live, NOBODY, "begin", fresh_key(), Outcome(begins=True))
        if left:
            await self._hub.next_change(table_id, left)
        return True

    async def choose_for_bot(
        self, table_id: str, seat: int, choices: Sequence[int], stamp: int, quiet: float = 0.0
    ) -> None:
        """Make the decision that a bot has chosen, if the table still waits for it.

        After a proposal to other players in a race, the bot makes no further proposal for ``quiet`` seconds.

        Raises:
            Stale: the table no longer waits for it, or in a race another player has made it illegal.
        """
        async with self._tables.hold(table_id) as live:
            _check_waits(live, seat, stamp)
            if live.seat(seat).kind != "bot" or (live.racing and not _still_legal(live, seat, choices)):
                raise Stale
            with self._committer.thrown_away_on_failure(live):
                match = live.playing
                before = match.view(SPECTATOR).tobytes()
                if match.begins(choices[0], seat):
                    live.quiet_until[seat] = live.now() + quiet
                match.play_all(choices, seat)
                if live.must_confirm(seat):
                    match.confirm()
                await self._committer.commit(live, seat, "choose", fresh_key(), Outcome(moved=True))
                # Set after the commit, which resets it.
                live.skip_pause = match.view(SPECTATOR).tobytes() == before

    async def choose_as_left(self, table_id: str, seat: int, stamp: int) -> None:
        """Make the decision for which a player has left a standing order or answer.

        If the order or answer doesn't apply to this decision, drop it and decide nothing.

        Raises:
            Stale: the table no longer waits for the decision.
        """
        async with self._tables.hold(table_id) as live:
            _check_waits(live, seat, stamp)
            ordered = seat in live.orders
            numbers = orders.chosen(live, seat) if ordered else orders.replied(live, seat)
            if not ordered and not numbers:
                raise Stale
            with self._committer.thrown_away_on_failure(live):
                try:
                    if numbers:
                        live.playing.play_all(numbers, seat)
                except IllegalChoice as error:  # a bug of the game: the seat must decide itself
                    LOG.error(
                        "A standing order or answer of seat %s at table %s was dropped: %s", seat, table_id, error
                    )
                    numbers = None
                if not numbers:
                    if ordered:
                        await self._standing.keep_order(live, seat, None)
                    else:
                        await self._standing.drop_answers(live, seat)
                    return
                live.playing.confirm()
                await self._committer.commit(live, seat, "choose", fresh_key(), Outcome(moved=True))

    async def choose_as_taught(self, table_id: str, ply: int) -> None:
        """Make the next decision that a lesson plays for its learner or their opponents.

        ``ply`` is the number of decisions at which it was due.

        Raises:
            Stale: another decision has been made since, or the lesson plays none now.
        """
        async with self._tables.hold(table_id) as live:
            taught = live.teaching
            if taught is None or taught.next is None or taught.ply != ply:
                raise Stale
            seat, number = taught.next
            with self._committer.thrown_away_on_failure(live):
                live.playing.replay(number, seat)
                if taught.stretch.speaks == ply + 1:
                    live.playing.confirm()
                await self._committer.commit(live, seat, "choose", fresh_key(), Outcome(moved=True))

    async def choose_for_time(self, table_id: str, key: str) -> None:
        """Make the decision that the game prescribes for when its clock runs out, after undoing any draft.

        The decision is made early if nobody will decide anything before then.

        Raises:
            Stale: the clock hasn't run out, or another one is running.
        """
        async with self._tables.hold(table_id) as live:
            clock = live.clock
            if clock is None or clock.key != key or (live.time_left > 0 and not nothing_comes(live)):
                raise Stale
            with self._committer.thrown_away_on_failure(live):
                match = live.playing
                if match.can_undo or live.row.pending_choice is not None:
                    drafter = NOBODY if match.drafter is None else match.drafter
                    while match.can_undo:
                        match.undo()
                    await self._committer.commit(live, drafter, "reset", fresh_key(), Outcome(moved=True))
                match.play(clock.choice, NOBODY)
                await self._committer.commit(live, NOBODY, "choose", fresh_key(), Outcome(moved=True))


def _check_waits(live: Live, seat: int, stamp: int) -> None:
    """Raise ``Stale`` if a table no longer waits for a seat's decision, or if the seat's stamp isn't ``stamp``."""
    if live.row.state != "playing" or live.stamp(seat) != stamp or not live.waits_for >> seat & 1:
        raise Stale


def _still_legal(live: Live, seat: int, choices: Sequence[int]) -> bool:
    """Return whether a seat can still make these choices as one decision."""
    try:
        return live.playing.check(choices, seat) == seat
    except IllegalChoice:
        return False
