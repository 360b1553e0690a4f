"""Two servers that do not hear of each other for a while, or are stopped: what one knows too late does no harm."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update
from websockets.exceptions import ConnectionClosed

from souq.server.cluster.membership import Membership
from souq.server.cluster.pubsub import NAME
from souq.server.core.db import engines
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.engines import Database
from souq.server.core.db.migrations import migrate
from souq.server.core.db.models import HOUSE, LEASES, SERVERS, TABLES
from souq.server.core.events import Bus, UpdatesMissed
from souq.server.errors import OutOfReach
from souq.server.ops.config.settings import Settings
from tests.chaos.wires import Proxy
from tests.server.clients import ME, OPEN, Running, eventually
from tests.server.postgres import Cluster
from tests.server.test_many_servers import at, plies, servers

__all__ = ["servers"]

pytestmark = pytest.mark.server

MARK, SHOW = 1, 5


@contextmanager
def without_notifications(server: Running, postgres: Cluster) -> Iterator[None]:
    """A server that hears nothing, and does not know it; at the end it hears again."""
    pubsub, back = server.house.cluster.pubsub, list[bool]()
    server.house.bus.subscribe(UpdatesMissed, lambda event: back.append(True))
    eventually(lambda: pubsub.hears)
    hear, pubsub._on_message = pubsub._on_message, lambda message: None
    try:
        yield
    finally:
        pubsub._on_message = hear
        postgres.close_connections(NAME)
        eventually(lambda: back)


def choose(server: Running, table: Any, token: str, seq: int, choice: int = SHOW) -> Any:
    """Make a decision, one that everybody sees if nothing else is said."""
    with server.http(token) as http:
        body = {"choice": choice, "id": f"{seq}", "seq": seq}
        return http.post(f"/api/tables/{table.id}/choose", json=body)


def test_a_deleted_table_is_gone_on_a_server_that_missed_the_notification(
    servers: tuple[Running, Running], postgres: Cluster
) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    at(other, table).info(table.token)
    with without_notifications(other, postgres):
        asyncio.run(_delete_table(one, table.id))
        other.house.tables.forget_all()
        with other.http(table.token) as http:
            assert http.get(f"/api/tables/{table.id}").status_code == 404


async def _delete_table(server: Running, table: str) -> None:
    database = Database(Settings(database=server.house.storage.database.url))
    async with database.write() as db:
        await db.execute(delete(TABLES).where(TABLES.c.id == table))
    await database.close()


def test_a_command_may_arrive_before_the_notification_it_depends_on(
    servers: tuple[Running, Running], postgres: Cluster
) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    table.take(1, "Omar")
    there = at(other, table)
    there.view(table.token)
    with without_notifications(other, postgres):
        assert choose(one, table, table.token, table.view(table.token)["seq"]).status_code == 200
        seq = table.view(table.token)["seq"]
        assert there.view(table.token)["seq"] < seq
        answer = choose(other, table, table.token, seq, MARK)
        assert answer.status_code == 200, answer.text


def test_a_replaced_seat_link_is_invalid_on_a_server_that_missed_the_notification(
    servers: tuple[Running, Running], postgres: Cluster
) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    token = table.take(1, "Omar")
    with other.sit(table.id, token) as omar:
        omar.frames()
        with without_notifications(other, postgres), one.http(token) as http:
            assert http.post(f"/api/tables/{table.id}/seats/1/link", json={}).status_code == 200
        with pytest.raises(ConnectionClosed, match="1012"):
            omar.next("nothing")


def test_an_interrupted_catch_up_changes_nothing(servers: tuple[Running, Running]) -> None:
    """What lies beside the game is as old as the game, or as new."""
    one, other = servers
    table = one.open(ME, OPEN, game="lot")
    token = table.take(1, "Omar")
    there = at(other, table)
    there.view(token)
    storage = other.house.storage
    orders, failing = storage.orders, [True]

    async def asked(table_id: str) -> Any:
        if failing:
            raise OutOfReach("away.")
        return await orders(table_id)

    storage.orders = asked  # type: ignore[method-assign]
    try:
        with one.http(token) as http:
            body = {"about": "lot 0", "amount": 20}
            assert http.post(f"/api/tables/{table.id}/order", json=body).status_code == 200
        assert there.view(token)["order"]["now"] is None
        failing.clear()
        eventually(lambda: there.view(token)["order"]["now"] == 20)
    finally:
        storage.orders = orders  # type: ignore[method-assign]


def test_a_notification_during_a_catch_up_is_not_lost(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    table.take(1, "Omar")
    there = at(other, table)
    there.view(table.token)
    storage, tables = other.house.storage, other.house.tables
    read = storage.table

    async def slowly(table_id: str) -> Any:
        row = await read(table_id)
        if row is not None and table_id == table.id:
            tables.note_written(table_id, row.revision + 1, row.writes + 1)
        return row

    storage.table = slowly  # type: ignore[method-assign]
    try:
        tables.forget_all()
        there.view(table.token)
        assert tables._live[table.id].behind
    finally:
        storage.table = read  # type: ignore[method-assign]


def _with_databases(url: str, work: Callable[[Database, Database], Awaitable[None]]) -> None:
    async def run() -> None:
        databases = Database(Settings(database=url)), Database(Settings(database=url))
        await migrate(databases[0])
        try:
            await work(*databases)
        finally:
            for database in databases:
                await database.close()

    asyncio.run(run())


def test_a_resumed_server_gives_up_leases_that_others_have_taken(postgres: Cluster) -> None:
    async def work(one: Database, other: Database) -> None:
        bus = Bus()
        stopped, awake = Membership(one, bus, works=True), Membership(other, bus, works=True)
        returned: list[int] = []
        await stopped.beat()
        stopped._come_back = lambda: returned.append(1)  # type: ignore[method-assign]
        assert stopped.leads and await stopped.take("table x")
        async with one.write() as db:  # as if it had not been heard of for long
            await db.execute(update(SERVERS).values(until=0.0))
        await awake.beat()
        assert awake.leads
        assert await awake.take("table x"), "though others hold leases that are good"
        assert stopped.leads, "it believes so"
        await stopped.beat()
        assert not stopped.leads and not stopped.holds("table x") and returned
        await stopped.give("table x")
        assert awake.holds("table x") and await _leases(one) == {"house", "table x"}

    _with_databases(postgres.create(), work)


async def _leases(database: Database) -> set[str]:
    async with database.read() as db:
        return set((await db.execute(select(LEASES.c.name))).scalars())


def test_a_lease_taken_concurrently_is_released(postgres: Cluster) -> None:
    async def work(one: Database, _: Database) -> None:
        membership = Membership(one, Bus(), works=False)
        await membership.beat()
        for n in range(20):
            assert all(await asyncio.gather(*(membership.take(f"table {n}") for _ in range(4))))
            await asyncio.gather(*(membership.give(f"table {n}") for _ in range(4)))
        assert await _leases(one) == set()

    _with_databases(postgres.create(), work)


def test_servers_that_start_concurrently_initialise_the_shared_clock_once(postgres: Cluster) -> None:
    async def work(one: Database, _: Database) -> None:
        await asyncio.gather(*(Clocking(one).begin_time(5.0, 6.0) for _ in range(6)))
        async with one.read() as db:
            assert (await db.execute(select(func.count()).select_from(HOUSE))).scalar() == 1

    _with_databases(postgres.create(), work)


def test_an_unresponsive_database_counts_as_unreachable(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "LONGEST", 1.0)
    url = postgres.create()

    async def run() -> None:
        wire = Proxy(("127.0.0.1", postgres.port))
        await wire.start()
        database = Database(Settings(database=url.replace(f":{postgres.port}/", f":{wire.database[1]}/")))
        ask = select(func.now())
        async with database.read() as db:
            await db.execute(ask)
        await wire.cut()
        with pytest.raises(OutOfReach):
            async with database.write() as db:
                await db.execute(ask)
        await wire.mend()
        async with database.read() as db:
            await db.execute(ask)
        await database.close()
        await wire.close()

    asyncio.run(run())


def test_a_paused_server_reports_its_viewers_again(servers: tuple[Running, Running]) -> None:
    """Who looks at a table there is told once more."""
    one, other = servers
    table = one.open(ME, OPEN)
    token = table.take(1, "Omar")
    with one.sit(table.id, table.token) as amina:
        amina.frames()
        eventually(lambda: at(other, table).info(token)["seats"][0]["connected"])
        other.house.cluster.presence.keep(())  # as when it is taken for gone
        assert not at(other, table).info(token)["seats"][0]["connected"]
        asyncio.run(_expire_lease(one))
        eventually(lambda: at(other, table).info(token)["seats"][0]["connected"])
    assert plies(one, table) == plies(other, table)


async def _expire_lease(server: Running) -> None:
    database = Database(Settings(database=server.house.storage.database.url))
    async with database.write() as db:
        await db.execute(update(SERVERS).where(SERVERS.c.id == server.house.cluster.id).values(until=0.0))
    await database.close()
