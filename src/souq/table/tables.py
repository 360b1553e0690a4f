"""The tables in memory. A table is rebuilt from the database when somebody needs it, and forgotten when nobody does."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from souq.compiling import is_to_come
from souq.engine import registry
from souq.engine.errors import WrongVersion
from souq.engine.game import Game
from souq.engine.ledger import Ledger
from souq.engine.shares import Share
from souq.table.compiling import Compiling
from souq.table.errors import NoTable, Refused
from souq.table.rows import Decided, LineRow, NextRow, NoteRow, OrderRow, SeatRow, TableRow
from souq.table.storage import Storage

if TYPE_CHECKING:
    from souq.engine.decision import Clock
    from souq.engine.match import Match

Made = TypeVar("Made")

Now = Callable[[], float]
"""What says how late it is, for clocks."""

RESTS = 5.0
"""Seconds after which what was made for viewers is dropped, though the table stays."""

AT_ONCE = 50
"""Decisions of a table that is read again that are carried out before others are served."""

NOTHING_KNOWN = LineRow(-1)

ID = re.compile("[a-z0-9]{1,16}")
"""What a table's id looks like; nothing else is looked up."""


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
        self.match = match
        self.orders = orders or {}
        self.answers: dict[int, tuple[str, ...]] = {}
        self.lines: dict[int, LineRow] = {}
        self.notes: tuple[NoteRow, ...] = ()
        self.next: NextRow | None = None
        """Where its people play again, once it is finished."""
        self.analysis: dict[str, Any] | None = None
        """What was found of it, once it is over and somebody has asked; as it is stored."""
        self.hushed = False
        """Whether the last decision, a bot's, showed nothing to anybody."""
        self.acted: dict[int, int] = {}
        """What each seat counted at its last command about decisions, as far as it is known (:meth:`seq`)."""
        self.cuts: list[tuple[int, int]] = []
        """What was taken back, while it was in memory: at which revision, and how many decisions were left."""
        self.lock = asyncio.Lock()
        self.gone = False
        self.touched = time.monotonic()
        self._ledger: Ledger | None = None
        self._made: dict[Any, Any] = {}
        self._made_at = -1

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
        return self.once("clock", lambda: match.clock) if match and self.row.state == "playing" else None

    @property
    def time_left(self) -> float:
        """Seconds until the clock that runs has run out."""
        return max(0.0, self.row.clock_from + self.clock.seconds - self.now()) if self.clock else 0.0

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
        if self.row.held is not None:
            return bool(match.deciders >> seat & 1)
        return match.drafter == seat and match.deciders != 1 << seat

    def can_undo(self, seat: int) -> bool:
        """Whether this seat has something to take back."""
        match = self.match
        if match is None or self.row.state != "playing":
            return False
        held = self.row.held is not None and bool(match.deciders >> seat & 1)
        return held or match.drafter == seat

    def taken_back(self, seat: int) -> int:
        """How often undo would take something back."""
        if self.match is None or not self.can_undo(seat):
            return 0
        alone = sum(not decided.goes_on for decided in self.match.log[self.match.mark :])
        return alone + (self.row.held is not None)

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


class Tables:
    """The tables in memory, the longest untouched first."""

    def __init__(
        self, storage: Storage, idle: float, kept: int, now: Now = time.time, compiling: Compiling | None = None
    ) -> None:
        self._storage, self._idle, self._kept, self._now = storage, idle, kept, now
        self._compiling = compiling or Compiling()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._ready: dict[str, asyncio.Task[None]] = {}

    async def ready(self, game: str, *, wanted: bool = True) -> None:
        """Wait until a game can be played; should its rules have to be compiled, they are interpreted meanwhile.

        Args:
            game: its name.
            wanted: whether somebody asks for it: then it is compiled before others.

        Raises:
            UnknownGame: it is not installed.
        """
        found = registry.find(game)
        task = self._ready.get(found.name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._ready[found.name] = asyncio.create_task(asyncio.to_thread(load, found))
        await asyncio.shield(task)
        if found.door.interpreted:
            self._compiling.add(found.name, wanted=wanted)

    def __len__(self) -> int:
        return len(self._live)

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[Live]:
        """The table, with nobody else at it meanwhile.

        Raises:
            NoTable: there is none.
        """
        while True:
            live = await self._get(table_id)
            async with live.lock:
                if live.gone:
                    continue
                live.touched = time.monotonic()
                yield live
                return

    def forget(self, live: Live) -> None:
        """Drop a table from memory; the next to need it reads it from the database."""
        live.gone = True
        if self._live.get(live.row.id) is live:
            del self._live[live.row.id]

    def tidy(self) -> None:
        """Forget the tables nobody has touched for long, and the oldest of too many; drop what others hold ready."""
        now = time.monotonic()
        for live in list(self._live.values()):
            crowded = len(self._live) > self._kept
            if live.lock.locked():
                continue
            if crowded or now - live.touched > self._idle:
                self.forget(live)
            elif now - live.touched > RESTS:
                live.rest()

    async def _get(self, table_id: str) -> Live:
        live = self._live.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        if table_id in self._live:
            self._live.move_to_end(table_id)
        return live

    async def _load(self, table_id: str) -> Live:
        row = await self._storage.table(table_id) if ID.fullmatch(table_id) else None
        if row is None:
            raise NoTable
        log = [] if row.state == "waiting" else await self._storage.decisions(table_id)
        marks = await self._storage.marks(table_id)
        await self.ready(row.game)
        orders = await self._storage.orders(table_id) if row.state == "playing" else {}
        live = Live(row, None if row.state == "waiting" else await _rebuilt(row, log, marks), orders, self._now)
        live.answers = await self._storage.answers(table_id) if row.state == "playing" else {}
        lines = await self._storage.lines(table_id) if live.match else {}
        live.lines = {seat: line for seat, line in lines.items() if _sound(live.game, line)}
        live.notes = await self._storage.notes(table_id) if live.match else ()
        live.next = await self._storage.following(table_id) if live.finished else None
        self._live[table_id] = live
        if len(self._live) > self._kept:
            self.tidy()
        return live


def _sound(game: Game, line: LineRow) -> bool:
    """Whether a best way that was stored is made of the choices that the game has now; else it is looked for again."""
    return all(0 <= choice < game.n_choices for choice in line.choices or ())


def load(game: Game) -> None:
    """Load everything a game needs at a table: its rules, compiled if they are already, its story, its scenes."""
    door = game.door
    if is_to_come(game):
        door.interpret()
    else:
        door.load()
    state = door.setup(game.min_players, game.option_numbers(game.check_options({})), (1, 2))
    door.hidden(state, 0)
    seat_looks(game.name, game.min_players)


@cache
def seat_looks(game: str, players: int) -> tuple[tuple[int, str], ...]:
    """Tone and emblem of every seat in a game, as its own scenes give them."""
    from souq.engine.match import Match

    panels = Match(registry.find(game), players, seed=0).scene().panels
    return tuple((panel.tone, panel.emblem) for panel in sorted(panels, key=lambda panel: panel.seat))


def begin(row: TableRow) -> Match:
    """The match of a table that begins now."""
    from souq.engine.match import Match

    names = [seat.name for seat in row.seats]
    shares = [Share(seat.seat, seat.seal, seat.share) for seat in row.seats if seat.seal is not None]
    game = registry.find(row.game)
    options = game.kept_options(row.options, row.players)
    return Match(game, row.players, secret=row.secret, options=options, names=names, shares=shares)


def rebuild(row: TableRow, log: list[Decided], marks: Collection[int] = ()) -> Match:
    """The match of a table, played again from its log.

    Its entries end where everybody was shown it, at the ``marks``; where these have been cleared out, it is found out.

    Raises:
        WrongVersion: it was played under other rules than the installed ones.
    """
    *_, match = _replayed(row, log, marks)
    return match


async def _rebuilt(row: TableRow, log: list[Decided], marks: Collection[int]) -> Match:
    """:func:`rebuild`, while others are served."""
    replayed = _replayed(row, log, marks)
    match = next(replayed)
    for further in replayed:
        match = further
        await asyncio.sleep(0)
    return match


def _replayed(row: TableRow, log: list[Decided], marks: Collection[int]) -> Iterator[Match]:
    """The match of a table that grows from its log, every few decisions and at the end."""
    game = registry.find(row.game)
    if row.rules_version != game.rules_version:
        raise WrongVersion(
            f"This table plays by rules {row.rules_version} of {game.title}, and this server has rules "
            f"{game.rules_version}. The version of souq that began it can carry on."
        )
    match, known = begin(row), bool(marks)
    for ply, decided in enumerate(log):
        if ply in marks or ply == row.mark:
            match.confirm(as_one=known)
        match.replay(decided.choice, decided.seat, goes_on=decided.goes_on)
        if ply % AT_ONCE == 0:
            if not known:
                len(match.entries)  # they are found out little by little
            yield match
    if row.mark == len(log):
        match.confirm(as_one=known)
    yield match
