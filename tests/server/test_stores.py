"""The storage of tables: a database and a browser's memory must behave alike."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from souq.server.core.clocks.reckoning import ClockOffsets
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.models import PEOPLE
from souq.server.core.db.storage import Storage
from souq.server.core.store.interface import ClockStore, TableStore
from souq.server.core.store.memory import MemoryStore
from souq.server.core.store.rows import (
    Commit,
    Decided,
    LineRow,
    LogState,
    NextRow,
    NoteRow,
    OrderRow,
    SeatRow,
    Step,
    TableRow,
)
from souq.server.errors import Overtaken
from souq.server.ops.config.settings import Settings
from tests.server.conftest import KINDS

pytestmark = pytest.mark.server


@dataclass
class Stores:
    tables: TableStore
    clocks: ClockStore


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Stores]:
    """Yield the storage in memory or, with the name of a database, that one."""
    if not database:
        memory = MemoryStore()
        yield Stores(memory, memory)
        return
    storage = Storage(Settings(database=database))
    await storage.open()
    async with storage.database.write() as db:
        people = [{"id": who, "name": who, "emblem": "star", "created_at": 0.0} for who in PERSONS]
        await db.execute(insert(PEOPLE), people)
    yield Stores(storage, Clocking(storage.database))
    await storage.close()


Check = Callable[[Stores], Awaitable[None]]
PERSONS = ("amina", "omar")


@pytest.fixture(params=("memory", *KINDS))
def check(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Check], None]:
    """Run an asynchronous check of a storage."""
    database = ""
    if request.param == "sqlite":
        database = str(tmp_path / "souq.db")
    elif request.param == "postgresql":
        database = str(request.getfixturevalue("postgres").create())

    async def run(checked: Check) -> None:
        async with opened(database) as stores:
            await checked(stores)

    return lambda checked: asyncio.run(run(checked))


def table(name: str = "t", **values: Any) -> TableRow:
    seats = [
        SeatRow(0, "person", "", "Amina", "amina", name.encode() * 32, salt=b"1" * 32),
        SeatRow(1, "bot", "greedy", "Omar", "omar"),
    ]
    made = TableRow(name, "toy", "1", 2, {"marks": 3}, b"\x00\xff" * 16, 1.5, 1.5, host=0, private=[0, 0], seats=seats)
    return replace(made, **values)


def commit(
    row: TableRow, kind: str = "choose", seat: int = 0, key: str = "", private: int = 0, **values: Any
) -> Commit:
    """Return a command at a table; its changes are seen by all or, with ``private``, only by its seat."""
    counts = [count + (private if each == seat else 0) for each, count in enumerate(row.private)]
    after = replace(row, revision=row.revision + 1, writes=row.writes + 1, public=row.public + 1 - private)
    after = replace(after, private=counts, updated_at=row.updated_at + 1)
    made = Commit(after, kind, seat, key or f"{after.revision}", {"seq": after.seq(seat)}, row.ply, **values)
    after.ply = made.keep + len(made.added)
    return made


async def everything(store: TableStore, name: str = "t") -> list[Any]:
    """Return all that a storage knows of a table."""
    reads = (
        store.table, store.counts, store.decisions, store.marks, store.following, store.notes, store.orders,
        store.answers, store.lines, store.analysis, store.chat, store.mutes,
    )  # fmt: skip
    told: list[Any] = [await read(name) for read in reads]
    steps = await store.since(name, 0)
    told += [steps, *[await store.answer(name, step.seat, f"{step.revision}") for step in steps]]
    top = max((step.public + step.private for step in steps), default=0) + 2
    told += [await store.log_state(name, seat, seq) for seat in (-1, 0, 1) for seq in range(-1, top)]
    told += [await store.last_change(name, seat) for seat in (-1, 0, 1)]
    told += [await store.left_by(name, who) for who in PERSONS]
    return [*told, *[await store.removed(name, [who]) for who in PERSONS]]


def test_a_table_is_read_as_it_was_stored(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        row = table(start={"bag": [1, 2]}, timing={"kind": "live"}, unasked=True)
        await stores.tables.create(row)
        read = await stores.tables.table("t")
        assert read == row
        row.seats[0].salt, row.options["marks"] = None, 4
        assert await stores.tables.table("t") == read, "a change in memory isn't stored"
        assert await stores.tables.counts("t") == (1, 1)
        assert await stores.tables.since("t", 0) == [Step(1, -1, "open", 0, 0, 1, 0)]
        with pytest.raises(Overtaken):
            await stores.tables.create(table())

    check(checked)


def test_a_finished_table_is_stored_with_its_log(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        first = replace(table(state="finished", result={"points": [1, 2], "ranks": [2, 1]}), private=[])
        last = replace(first, revision=2, public=2, ply=2, mark=2)
        log = [Decided(0, 3, True), Decided(1, 4, False)]
        commits = [Commit(first, "open", -1, "1", {}, 0), Commit(last, "saved", -1, "2", {}, 0, added=log)]
        await stores.tables.create_finished(commits)
        assert await stores.tables.table("t") == last
        assert await stores.tables.decisions("t") == log and await stores.tables.marks("t") == {0, 2}
        assert await stores.tables.since("t", 0) == [
            Step(1, -1, "open", 0, 0, 1, 0),
            Step(2, -1, "saved", 2, 2, 2, 0),
        ]
        with pytest.raises(Overtaken):
            await stores.tables.create_finished(commits)

    check(checked)


def test_nothing_is_known_of_a_table_that_does_not_exist(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        assert not any(await everything(stores.tables))
        assert await stores.tables.say("t", 0, "a", "Amina", "Hello") is None
        with pytest.raises(Overtaken):
            await stores.tables.commit(commit(table()))
        with pytest.raises(Overtaken):
            await stores.tables.switch(table(), 0, "no", True)

    check(checked)


def test_commands_grow_and_cut_the_log(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        store, row = stores.tables, table(state="playing")
        await store.create(row)
        first = commit(row, added=[Decided(0, 7, True), Decided(0, 8, False)], private=1)
        await store.commit(first)
        undone = commit(first.table, "undo", private=1)
        undone.keep, undone.cut, undone.table.ply = 1, True, 1
        await store.commit(undone)
        last = commit(undone.table, seat=1, added=[Decided(1, 9, False)])
        last.table.mark = 2
        await store.commit(last)
        assert await store.decisions("t") == [Decided(0, 7, True), Decided(1, 9, False)]
        assert await store.decisions("t", 1) == [Decided(1, 9, False)]
        assert await store.marks("t") == {0, 2}
        assert [step.kind for step in await store.since("t", 2)] == ["undo", "choose"]
        assert await store.answer("t", 0, "2") == {"seq": 2}
        assert await store.answer("t", 0, "2", since=3.0) is None
        assert (await store.last_change("t", 0), await store.last_change("t", 1)) == (3, 2)
        assert await store.log_state("t", 0, 2) == LogState(2, 0, 1), "two decisions, one of which was undone"
        assert await store.log_state("t", 1, 2) == LogState(2, 2, 2)
        assert await store.log_state("t", 1, 9) is None
        assert await store.table("t") == last.table

    check(checked)


def test_a_command_is_stored_once_and_only_on_the_table_it_was_made_for(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        store, row = stores.tables, table(state="playing")
        await store.create(row)
        first = commit(row, key="a", added=[Decided(0, 7, False)])
        await store.commit(first)
        before = await everything(store)
        for again in (
            first,
            commit(row, key="b"),
            commit(first.table, key="a"),
            commit(replace(first.table, writes=9)),
        ):
            with pytest.raises(Overtaken):
                await store.commit(again)
        assert await everything(store) == before

    check(checked)


def test_commands_change_seats_notes_and_standing_orders(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        store, row = stores.tables, table(state="playing")
        await store.create(row)
        for seat in (0, 1):
            await store.order(row, seat, OrderRow(seat, "price", 3))
            await store.switch(row, seat, "pass", True)
        seats = [SeatRow(0, "open"), row.seats[1]]
        done = commit(row, "stand", lapsed=[0], ended=[(1, "pass")], left=[row.seats[0]], removed=["omar", "ff"])
        done.note, done.seats, done.table.seats = NoteRow(0, 0, "stand", "Amina"), seats[:1], seats
        await store.commit(done)
        assert await store.table("t") == done.table
        assert await store.orders("t") == {1: OrderRow(1, "price", 3)}
        assert await store.answers("t") == {0: ("pass",)}
        assert await store.notes("t") == (NoteRow(0, 0, "stand", "Amina"),)
        assert [await store.left_by("t", who) for who in PERSONS] == [{0}, frozenset()]
        assert [await store.removed("t", [who]) for who in ("omar", "ff", "amina")] == [True, True, False]
        again = commit(done.table, "remove", removed=["omar"])
        again.table.seats = [done.table.seats[0], replace(done.table.seats[1], salt=b"1")]
        await store.commit(again)
        assert (await store.table("t") or row).seats == done.table.seats, "a seat that the command hasn't changed"
        assert await store.removed("t", ["lea", "omar"])

    check(checked)


def test_what_is_stored_beside_commands_counts_as_a_write(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        store, row = stores.tables, table()
        await store.create(row)
        outdated = replace(row)
        writes: list[Callable[[TableRow], Awaitable[None]]] = [
            lambda row: store.switch(row, 0, "pass", True),
            lambda row: store.switch(row, 0, "ask", True),
            lambda row: store.order(row, 1, OrderRow(1, "price", 3)),
            lambda row: store.order(row, 1, OrderRow(1, "price", 4)),
            lambda row: store.line(row, LineRow(0, True, (3, 1), 2, 1)),
            lambda row: store.analysed(row, {"moments": [[0, 0.5]]}),
            lambda row: store.mute(row, 0, 1, "Omar", True),
        ]
        for written, write in enumerate(writes, 2):
            await write(row)
            assert row.writes == written
            with pytest.raises(Overtaken):
                await write(outdated)
        assert row.unasked and await store.table("t") == row
        assert await store.answers("t") == {0: ("ask", "pass")}
        assert await store.orders("t") == {1: OrderRow(1, "price", 4)}
        assert await store.lines("t") == {0: LineRow(0, True, (3, 1), 2, 1)}
        assert await store.analysis("t") == {"moments": [[0, 0.5]]}
        assert await store.mutes("t") == {0: {1: "Omar"}}
        await store.switch(row, 0, "pass", False)
        await store.order(row, 1, None)
        await store.line(row, LineRow(0))
        await store.mute(row, 0, 1, "Omar", False)
        assert await store.answers("t") == {0: ("ask",)}
        assert (await store.orders("t"), await store.mutes("t")) == ({}, {})
        assert await store.lines("t") == {0: LineRow(0)}

    check(checked)


def test_a_table_has_one_rematch(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        store, row = stores.tables, table(state="finished")
        await store.create(row)
        assert await store.following("t") is None
        await store.create(table("u", follows="t", seats=[SeatRow(0, "person", name="Lea"), SeatRow(1, "open")]))
        assert await store.following("t") == NextRow("u", "Lea")
        assert await store.counts("t") == (1, 2)
        with pytest.raises(Overtaken):
            await store.create(table("v", follows="t"))

    check(checked)


def test_only_a_waiting_table_without_people_is_dropped(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        alone = [SeatRow(0, "open"), SeatRow(1, "bot", "greedy", "Omar")]
        await stores.tables.create(table("a"))
        await stores.tables.create(table("b", state="playing", seats=alone))
        await stores.tables.create(table("c", seats=alone))
        for name in "abc":
            await stores.tables.drop(name)
        assert [await stores.tables.counts(name) for name in "abc"] == [(1, 1), (1, 1), None]

    check(checked)


def test_concurrent_chat_messages_are_all_stored(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        store = stores.tables
        await store.create(table())
        keys = [f"{n % 12}" for n in range(24)]
        heard = await asyncio.gather(*(store.say("t", 0, key, "Amina", key) for key in keys))
        assert sum(said is not None for said in heard) == 12, "what was said before is not said again"
        assert [said.n for said in await store.chat("t")] == list(range(1, 13))
        assert [said.n for said in await store.chat("t", 2, after=3)] == [11, 12]
        said = await store.say("t", 1, "0", "Omar", "Well played!", phrase=4, about="corn")
        assert await store.chat("t", 1) == [said]

    check(checked)


def test_clocks_are_stored(check: Any) -> None:
    async def checked(stores: Stores) -> None:
        await stores.tables.create(table("a"))
        await stores.tables.create(table("b", state="playing"))
        await stores.tables.create(table(state="playing", reckoned=5.0))
        (row,) = await stores.clocks.timed()
        assert row.id == "t"
        assert [await stores.clocks.timed(of) for of in (["a", "b"], ["a", "t"])] == [[], [row]]
        await stores.clocks.seen(row, 0, 7.0)
        assert (row.writes, row.seats[0].here_at) == (2, 7.0)
        await stores.clocks.seen(replace(row, writes=1), 0, 8.0)
        assert await stores.tables.table("t") == row
        for at, ahead in ((1.0, 0.5), (3.0, 0.7), (2.0, 0.6)):
            await stores.clocks.store_offset(at, ahead)
        assert await stores.clocks.offsets() == ClockOffsets(((1.0, 0.5), (2.0, 0.6)))
        assert await stores.clocks.hours(["amina"]) == {}

    check(checked)


async def play(store: TableStore, seed: int) -> None:
    """Store random commands and what is stored beside them."""
    chance, row = random.Random(seed), table(state="playing")
    await store.create(row)
    for _ in range(40):
        seat, keep = chance.choice((-1, 0, 1)), chance.randint(max(0, row.ply - 2), row.ply)
        private = chance.randint(0, 1) if seat >= 0 else 0
        done = commit(row, chance.choice(("choose", "undo", "hand")), seat, private=private)
        done.added = [Decided(chance.randint(0, 1), chance.randint(0, 9), False) for _ in range(chance.randint(0, 3))]
        done.keep, done.cut = keep, keep < row.ply
        row = done.table
        row.ply = keep + len(done.added)
        row.mark = chance.randint(0, row.ply)
        await store.commit(done)
        await store.switch(row, chance.randint(0, 1), chance.choice(("pass", "ask")), chance.random() < 0.7)
        seat = chance.randint(0, 1)
        await store.order(row, seat, chance.choice((None, OrderRow(seat, "price", 2))))


@pytest.mark.parametrize("seed", range(3))
def test_memory_answers_as_a_database_does(tmp_path: Path, seed: int) -> None:
    async def answers(database: str) -> list[Any]:
        async with opened(database) as stores:
            await play(stores.tables, seed)
            return await everything(stores.tables)

    assert asyncio.run(answers("")) == asyncio.run(answers(str(tmp_path / "souq.db")))


def test_a_table_in_memory_can_be_moved_as_json() -> None:
    async def moved() -> None:
        store, other = MemoryStore(), MemoryStore()
        await play(store, 0)
        row = await store.table("t")
        assert row is not None
        await store.line(row, LineRow(0, True, (3, 1)))
        await store.analysed(row, {"moments": []})
        await store.mute(row, 0, 1, "Omar", True)
        await store.say("t", 0, "a", "Amina", "Hello")
        done = commit(row, left=[row.seats[0]], removed=["omar"], note=NoteRow(0, 0, "stand"))
        await store.commit(done)
        dumped = json.dumps(store.dump("t"))
        other.load(json.loads(dumped))
        assert await everything(other) == await everything(store)
        await other.commit(commit(done.table))
        assert json.dumps(store.dump("t")) == dumped, "the two share nothing"

    asyncio.run(moved())
