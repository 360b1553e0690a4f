"""A server with a wrong clock among others on one database: the database's time counts."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import select

from souq.server.core.db.clocking import Clocking
from souq.server.core.db.models import HOUSE
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.timekeeping import BEAT, LONGEST, SharedTime
from souq.server.core.live.world_time import WorldTime
from souq.server.ops.config.settings import Settings
from tests.server.clients import ME, OPEN, Running, running
from tests.server.postgres import Cluster
from tests.server.test_many_servers import at
from tests.server.test_seat_retries import sit
from tests.server.test_seed_shares import OMAR, begun, sealed, take

pytestmark = pytest.mark.server

HOUR, SLACK = 3600.0, 600.0
AWAY = 1000.0


@contextmanager
def ahead(seconds: float) -> Iterator[None]:
    """Set this process's clock ahead."""
    right = time.time
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: right() + seconds)
        yield


@pytest.fixture(scope="module")
def short_timeout_server(postgres: Cluster) -> Iterator[Running]:
    """A server that waits one second for shares."""
    with running(postgres.create(), sharing=1.0) as server:
        yield server


def test_a_server_with_a_fast_clock_waits_for_shares_as_long_as_others(
    short_timeout_server: Running,
) -> None:
    with ahead(HOUR):
        table = short_timeout_server.open(ME, OPEN)
        take(table, 1, "Omar", OMAR)
    assert begun(table)["seats"][1]["seal"] == sealed(OMAR)


@pytest.mark.parametrize("wrong", [-HOUR, HOUR])
def test_taking_a_seat_can_be_retried_despite_a_wrong_clock(short_timeout_server: Running, wrong: float) -> None:
    table, key = short_timeout_server.open(ME, OPEN, OPEN), secrets.token_hex(8)
    _, first = sit(table, table.invitation(1), key)
    with ahead(wrong):
        assert sit(at(short_timeout_server, table), table.invitation(1), key) == (200, first)


def test_stored_timestamps_are_the_databases(short_timeout_server: Running) -> None:
    before = time.time()
    with ahead(HOUR):
        table = short_timeout_server.open(ME, OPEN)
        table.take(1, "Omar")
        row = short_timeout_server.house.tables._live[table.id].row
    for written in (row.created_at, row.updated_at, short_timeout_server.house.parts[WorldTime].now()):
        assert abs(written - before) < SLACK


@pytest.fixture
def storage(postgres: Cluster) -> Callable[[], Storage]:
    """Return a function that opens a new database's storage."""
    url = postgres.create()
    return lambda: Storage(Settings(database=url))


def test_server_time_stops_while_only_workers_run(storage: Callable[[], Storage]) -> None:
    async def beats(shows: bool, times: int) -> tuple[float, float]:
        """Let a server or a worker be there, and everybody else be away for long between two of its beats."""
        kept = storage()
        await kept.open()
        house = SharedTime(Clocking(kept.database), shows=shows)
        await house.start(0.0)
        begun = house.now()
        for _ in range(times):
            async with kept.database.write() as db:
                await db.execute(HOUSE.update().values(at=HOUSE.c.at - AWAY))
            await house.beat(running=True)
        passed = house.now() - begun
        async with kept.database.read() as db:
            written = float((await db.execute(select(HOUSE.c.time))).scalar_one())
        await kept.close()
        return passed, written

    async def live() -> None:
        _, first = await beats(shows=True, times=0)
        passed, written = await beats(shows=False, times=5)
        assert passed < LONGEST + BEAT and written - first < LONGEST, "a worker only looks"
        passed, _ = await beats(shows=True, times=5)
        assert passed > 4 * LONGEST

    asyncio.run(live())
