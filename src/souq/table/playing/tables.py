"""The tables in memory. A table is rebuilt from the database when somebody needs it, and forgotten when nobody does."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager
from functools import cache

from souq.compiling import is_to_come
from souq.engine import registry
from souq.engine.errors import WrongVersion
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.shares import Share
from souq.table.errors import NoTable
from souq.table.playing.live import Live, Now
from souq.table.processes.compiling import Compiling
from souq.table.stored.rows import Decided, LineRow, TableRow
from souq.table.stored.storage import Storage

RESTS = 5.0
"""Seconds after which what was made for viewers is dropped, though the table stays."""

AT_ONCE = 50
"""Decisions of a table that is read again that are carried out before others are served."""

ID = re.compile("[a-z0-9]{1,16}")
"""What a table's id looks like; nothing else is looked up."""


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
        if found.bindings.interpreted:
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
    bindings = game.bindings
    if is_to_come(game):
        bindings.interpret()
    else:
        bindings.load()
    state = bindings.setup(game.min_players, game.option_numbers(game.check_options({})), (1, 2))
    bindings.hidden(state, 0)
    seat_looks(game.name, game.min_players)


@cache
def seat_looks(game: str, players: int) -> tuple[tuple[int, str], ...]:
    """Tone and emblem of every seat in a game, as its own scenes give them."""
    panels = Match(registry.find(game), players, seed=0).scene().panels
    return tuple((panel.tone, panel.emblem) for panel in sorted(panels, key=lambda panel: panel.seat))


def begin(row: TableRow) -> Match:
    """The match of a table that begins now."""
    names = [seat.name for seat in row.seats]
    shares = [Share(seat.seat, seat.seal, seat.share) for seat in row.seats if seat.seal is not None]
    game = registry.find(row.game)
    options = game.kept_options(row.options, row.players)
    return Match(game, row.players, secret=row.secret, options=options, names=names, shares=shares, start=row.start)


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
