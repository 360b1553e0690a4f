"""A table in memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.decision import Clock
from souq.engine.match.ledger import Ledger
from souq.engine.match.match import Match
from souq.server.core.clocks.reckoning import Bank, Wall
from souq.server.core.db.models import LineRow, NextRow, NoteRow, OrderRow, SeatRow, TableRow
from souq.server.core.live.banks import banks_of
from souq.server.core.live.teaching import Teaching, teaching
from souq.server.errors import NoTable, Refused

Made = TypeVar("Made")

Now = Callable[[], float]
"""What says how late it is, for clocks."""

NOTHING_KNOWN = LineRow(-1)


class Live:
    """A table in memory: its row, its match while it is played, and what was made for viewers at this revision.

    ``orders`` are the standing orders by seat, ``answers`` the names of the standing answers that are on, ``lines``
    what is known of the best ways; each is shown to its own seat alone.
    """

    def __init__(
        self, row: TableRow, match: Match | None, orders: dict[int, OrderRow] | None = None, now: Now = time.time
    ) -> None:
        self.row = row
        self.now = now
        self.wall: Callable[[], Wall] = Wall
        """What says how far the world's time is ahead of that."""
        self.world: Now = time.time
        """What says how late it is in the world."""
        self.here: frozenset[int] = frozenset()
        """The seats whose players were looking when the last command came."""
        self.match = match
        self.orders = orders or {}
        self.answers: dict[int, tuple[str, ...]] = {}
        self.lines: dict[int, LineRow] = {}
        self.mutes: dict[int, dict[int, str]] = {}
        """Whom seats mute at this table alone: the names of others, by seat."""
        self.notes: tuple[NoteRow, ...] = ()
        self.next: NextRow | None = None
        """Where its people play again, once it is finished."""
        self.analysis: dict[str, Any] | None = None
        """What was found of it, once it is over and somebody has asked; as it is stored."""
        self.skip_pause = False
        """Whether the last decision, a bot's, showed nothing to anybody."""
        self.acted: dict[int, int] = {}
        """What each seat counted at its last command about decisions, as far as it is known (:meth:`seq`)."""
        self.quiet_until: dict[int, float] = {}
        """Until when bots make no further proposal, by the house's time."""
        self.cuts: list[tuple[int, int]] = []
        """What was taken back, while it was in memory: at which revision, and how many decisions were left."""
        self.lock = asyncio.Lock()
        self.gone = False
        self.told = (0, 0)
        """The latest of what was heard from other servers: how often it was changed, and written; it only grows."""
        self.unsure = False
        """Whether something may have been missed."""
        self.touched = time.monotonic()
        self._ledger: Ledger | None = None
        self._made: dict[Any, Any] = {}
        self._made_at = -1

    @property
    def behind(self) -> bool:
        """Whether it has to be looked at again: there is more of it than is known here, or may be."""
        return self.unsure or self.heard_of_more

    @property
    def heard_of_more(self) -> bool:
        """Whether another server has told of something that is not known here yet."""
        return self.told[0] > self.row.revision or self.told[1] > self.row.writes

    def tell(self, revision: int, writes: int) -> None:
        """Another server, or this one, has changed it and written of it so often."""
        self.told = max(self.told[0], revision), max(self.told[1], writes)

    @property
    def game(self) -> Game:
        """What is played here."""
        return registry.find(self.row.game)

    @property
    def playing(self) -> Match:
        """The match.

        Raises:
            Refused: the game has not begun.
        """
        if self.match is None:
            raise Refused("The game hasn’t begun yet. Some seats are still open.")
        return self.match

    @property
    def waits_for(self) -> int:
        """Bit mask of the seats the table waits for: whoever has a draft, or those who decide."""
        if self.match is None or self.row.state != "playing":
            return 0
        drafter = self.match.drafter
        return self.match.deciders if drafter is None else 1 << drafter

    @property
    def finished(self) -> bool:
        """Whether nothing is played here any more: the game is over, or was ended."""
        return self.row.state == "finished"

    @property
    def ledger(self) -> Ledger:
        """Where everybody's points came from, once nothing is played any more; it is reckoned once."""
        if self._ledger is None and self.match is not None and self.finished:
            self._ledger = self.match.ledger()
        return self._ledger or {}

    @property
    def people(self) -> int:
        """How many seats belong to people, whoever plays them now."""
        return sum(seat.kind == "person" or seat.kept for seat in self.row.seats)

    @property
    def racing(self) -> bool:
        """Whether decisions are made in the order in which they come."""
        return self.match is not None and self.match.racing

    @property
    def race(self) -> bool:
        """Whether speed decides: several move at once, and no clock gives them time."""
        return self.racing and self.row.players > 1 and self.clock is None

    @property
    def begins_in(self) -> float:
        """Seconds until moves count; 0 once they do."""
        return max(0.0, self.row.begins_at - self.now())

    @property
    def clock(self) -> Clock | None:
        """What time runs towards."""
        match = self.match
        runs = match is not None and self.row.state == "playing" and self.teaching is None
        return self.once("clock", lambda: self.playing.clock) if runs else None

    @property
    def teaching(self) -> Teaching | None:
        """What is taught here now."""
        return teaching(self.row, self.match) if self.row.origin else None

    @property
    def time_left(self) -> float:
        """Seconds until the clock that runs has run out."""
        return max(0.0, self.row.clock_from + self.clock.seconds - self.now()) if self.clock else 0.0

    @property
    def banks(self) -> tuple[Bank, ...]:
        """What is left to each seat; empty where people have no clocks."""
        return self.once("banks", lambda: banks_of(self.row))

    def seq(self, seat: int) -> int:
        """What a seat (-1: a spectator) counts of the table's changes: those it may know of."""
        return self.row.seq(seat)

    def stamp(self, seat: int) -> int:
        """What a seat's decision rests on, as it counts (:meth:`seq`): it is worthless once this has changed.

        When the table came to wait for it; in a race only the seat's own decisions count.
        """
        return self.acted.get(seat, 0) if self.racing else self.row.moved + self.seq(seat) - self.row.public

    def line(self, seat: int) -> LineRow:
        """What a viewer may know of the best way: a spectator where there is one seat."""
        return self.lines.get(0 if self.row.players == 1 else seat, NOTHING_KNOWN)

    def must_confirm(self, seat: int) -> bool:
        """Whether the table waits for nothing but this seat's confirmation."""
        match = self.match
        if match is None or self.row.state != "playing":
            return False
        if self.row.pending_choice is not None:
            return bool(match.deciders >> seat & 1)
        return match.drafter == seat and match.deciders != 1 << seat

    def can_undo(self, seat: int) -> bool:
        """Whether this seat has something to take back."""
        match = self.match
        if match is None or self.row.state != "playing":
            return False
        pending = self.row.pending_choice is not None and bool(match.deciders >> seat & 1)
        return pending or match.drafter == seat

    def taken_back(self, seat: int) -> int:
        """How often undo would take something back."""
        if self.match is None or not self.can_undo(seat):
            return 0
        alone = sum(not decided.goes_on for decided in self.match.log[self.match.mark :])
        return alone + (self.row.pending_choice is not None)

    def seat(self, index: int) -> SeatRow:
        """The row of a seat.

        Raises:
            NoTable: there is no such seat.
        """
        if not 0 <= index < len(self.row.seats):
            raise NoTable
        return self.row.seats[index]

    def left(self, seen: int, revision: int) -> int:
        """How many of the decisions that were ``seen`` at a revision are still the same ones."""
        return min([seen, *(left for at, left in self.cuts if at > revision)])

    def once(self, key: object, make: Callable[[], Made]) -> Made:
        """What ``make`` makes, kept until the table changes."""
        if self._made_at != self.row.revision:
            self._made, self._made_at = {}, self.row.revision
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def rest(self) -> None:
        """Drop what can be made again."""
        self._made = {}
