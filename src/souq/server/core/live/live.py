"""A table in memory, with its match and everything else that requests about it need."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any, TypeVar

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.decision import Clock
from souq.engine.match.ledger import Ledger
from souq.engine.match.match import Match
from souq.engine.teach.lesson import Course, Lesson
from souq.server.core.clocks.reckoning import Bank, ClockOffsets
from souq.server.core.live.player_clocks import clocks_of
from souq.server.core.live.teaching import Teaching, progress, taught
from souq.server.core.store.rows import LineRow, NextRow, NoteRow, OrderRow, SeatRow, TableRow
from souq.server.errors import NoTable, Refused

Made = TypeVar("Made")

Now = Callable[[], float]
"""A function that returns the current time in seconds."""

NOTHING_KNOWN = LineRow(-1)


class Live:
    """A table in memory: its row, its match (the game in progress) and a cache of computed values.

    ``orders`` are the standing orders by seat, ``answers`` the names of the standing answers that are switched on, and
    ``lines`` the solver's solutions. Only the seat they belong to may see them.
    """

    def __init__(
        self, row: TableRow, match: Match | None, orders: dict[int, OrderRow] | None = None, now: Now = time.time
    ) -> None:
        self.row = row
        self.now = now
        self.offsets: Callable[[], ClockOffsets] = ClockOffsets
        """Function that returns the offsets of wall-clock time from server time."""
        self.world: Now = time.time
        """Function that returns the wall-clock time in seconds since 1970."""
        self.here: frozenset[int] = frozenset()
        """Seats of players who were connected when the last command arrived."""
        self.match = match
        self.orders = orders or {}
        self.answers: dict[int, tuple[str, ...]] = {}
        self.lines: dict[int, LineRow] = {}
        self.mutes: dict[int, dict[int, str]] = {}
        """Mutes that apply at this table only: for each muting seat, the muted seats with their players' names."""
        self.notes: tuple[NoteRow, ...] = ()
        self.next: NextRow | None = None
        """The rematch, once the game is finished and a player has opened one."""
        self.analysis: dict[str, Any] | None = None
        """The stored analysis of a finished game, once a player has asked for it."""
        self.missed = 0
        """Number of wrong tries at the current step of the lesson, since the table was loaded."""
        self.skip_pause = False
        """Whether the next bot needs no pause, because a bot's last decision changed nothing that viewers see."""
        self.acted: dict[int, int] = {}
        """Each seat's sequence number (:meth:`seq`) after its last decision or undo, if that is known."""
        self.quiet_until: dict[int, float] = {}
        """Server time, by the seats of bots, until which the bot makes no further proposal to other players."""
        self.cuts: list[tuple[int, int]] = []
        """The latest undos, as the revision of each and the number of decisions that it left in the log."""
        self.lock = asyncio.Lock()
        self.gone = False
        self.latest = (0, 0)
        """The highest revision and the highest count of writes that any server has announced for this table."""
        self.unsure = False
        """Whether another server's announcement of a change may have been lost."""
        self.touched = time.monotonic()
        self._ledger: Ledger | None = None
        self._made: dict[Any, Any] = {}
        self._made_at = -1

    @property
    def behind(self) -> bool:
        """Whether the table must be compared with the database before use, since another server may have changed it."""
        return self.unsure or self.has_newer

    @property
    def has_newer(self) -> bool:
        """Whether another server has announced a change that isn't loaded yet."""
        return self.latest[0] > self.row.revision or self.latest[1] > self.row.writes

    def note_update(self, revision: int, writes: int) -> None:
        """Record the revision and write count that a server has announced, if they are higher than those known."""
        self.latest = max(self.latest[0], revision), max(self.latest[1], writes)

    @property
    def game(self) -> Game:
        """The rules and scenes of the game that is played at this table."""
        return registry.find(self.row.game)

    @property
    def playing(self) -> Match:
        """The match; unlike ``match``, it is never None.

        Raises:
            Refused: the game has not begun.
        """
        if self.match is None:
            raise Refused("The game hasn’t begun yet. Some seats are still open.")
        return self.match

    @property
    def waits_for(self) -> int:
        """Bit mask of the seats that the table waits for.

        That is the seat with a draft or, without a draft, the seats that must decide.
        """
        if self.match is None or self.row.state != "playing":
            return 0
        drafter = self.match.drafter
        return self.match.deciders if drafter is None else 1 << drafter

    @property
    def finished(self) -> bool:
        """Whether the game is over or was ended early."""
        return self.row.state == "finished"

    @property
    def ledger(self) -> Ledger:
        """Where each player's points came from; empty until the game is finished."""
        if self._ledger is None and self.match is not None and self.finished:
            self._ledger = self.match.ledger()
        return self._ledger or {}

    @property
    def people(self) -> int:
        """The number of seats that belong to people, including those that bots play for them."""
        return sum(seat.kind == "person" or seat.reserved for seat in self.row.seats)

    @property
    def racing(self) -> bool:
        """Whether several players may decide now, so that their decisions count in the order in which they arrive."""
        return self.match is not None and self.match.racing

    @property
    def race(self) -> bool:
        """Whether the game is a race now: several players decide at once without a clock, and the first one counts."""
        return self.racing and self.row.players > 1 and self.clock is None

    @property
    def begins_in(self) -> float:
        """Seconds until a race accepts moves; 0 once it does, and in any other game."""
        return max(0.0, self.row.begins_at - self.now())

    @property
    def clock(self) -> Clock | None:
        """The game's own clock, if one is running; None if not, and during a lesson."""
        match = self.match
        runs = match is not None and self.row.state == "playing" and self.teaching is None
        return self.once("clock", lambda: self.playing.clock) if runs else None

    @property
    def teaching(self) -> Teaching | None:
        """The current step and progress of the table's lesson; None without a lesson, or once it is over."""
        return progress(self.row, self.match, self._taught) if self.row.origin else None

    @cached_property
    def _taught(self) -> tuple[Lesson, Course] | None:
        return taught(self.row)  # encodes a whole position, and never changes

    @property
    def time_left(self) -> float:
        """Seconds left on the game's own clock."""
        return max(0.0, self.row.clock_from + self.clock.seconds - self.now()) if self.clock else 0.0

    @property
    def player_clocks(self) -> tuple[Bank, ...]:
        """Each seat's clock; empty if players have no clocks."""
        return self.once("player_clocks", lambda: clocks_of(self.row))

    def seq(self, seat: int) -> int:
        """Return the sequence number of a seat (-1: a spectator): how many changes to the table the seat could see."""
        return self.row.seq(seat)

    def stamp(self, seat: int) -> int:
        """Return the sequence number (:meth:`seq`) that a seat must have seen for its decision to be accepted.

        A decision based on an older one is stale. Usually this is the seat's number when the table began to wait for
        it. In a race it is the number at the seat's own last decision, since other players' decisions don't make one
        stale.
        """
        return self.acted.get(seat, 0) if self.racing else self.row.moved + self.seq(seat) - self.row.public

    def line(self, seat: int) -> LineRow:
        """Return what the solver has found for a seat; in a one-player game, spectators get the player's result."""
        return self.lines.get(0 if self.row.players == 1 else seat, NOTHING_KNOWN)

    def must_confirm(self, seat: int) -> bool:
        """Return whether the only decision left to this seat is to confirm its draft or its pending choice."""
        match = self.match
        if match is None or self.row.state != "playing":
            return False
        if self.row.pending_choice is not None:
            return bool(match.deciders >> seat & 1)
        return match.drafter == seat and match.deciders != 1 << seat

    def can_undo(self, seat: int) -> bool:
        """Return whether this seat has an unconfirmed decision, which it can undo."""
        match = self.match
        if match is None or self.row.state != "playing":
            return False
        pending = self.row.pending_choice is not None and bool(match.deciders >> seat & 1)
        return pending or match.drafter == seat

    def taken_back(self, seat: int) -> int:
        """Return how many times this seat can press undo now."""
        if self.match is None or not self.can_undo(seat):
            return 0
        alone = sum(not decided.goes_on for decided in self.match.log[self.match.mark :])
        return alone + (self.row.pending_choice is not None)

    def seat(self, index: int) -> SeatRow:
        """Return the row of a seat.

        Raises:
            NoTable: there is no such seat.
        """
        if not 0 <= index < len(self.row.seats):
            raise NoTable
        return self.row.seats[index]

    def left(self, seen: int, revision: int) -> int:
        """Return how many of the first ``seen`` decisions are still in the log, despite the undos since a revision."""
        return min([seen, *(left for at, left in self.cuts if at > revision)])

    def once(self, key: object, make: Callable[[], Made]) -> Made:
        """Return the cached value of ``key``; call ``make`` to compute it once for each revision of the table."""
        if self._made_at != self.row.revision:
            self._made, self._made_at = {}, self.row.revision
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def with_match(self, match: Match) -> Live:
        """Return a copy of this table with another match, to show how the game could have gone; read-only."""
        other = copy(self)
        other.match, other._ledger, other._made = match, None, {}
        return other

    def rest(self) -> None:
        """Clear the cache of computed values. Must be called after a change that doesn't increment the revision."""
        self._made = {}
