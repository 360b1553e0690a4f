"""Clocks stand still while the server, its database or the whole machine is away."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from pathlib import Path

import httpx
import pytest

from souq.engine.game import Game
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.models import HOUSE, TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.timekeeping import BEAT, LONGEST, ServerTime, SharedTime
from souq.server.core.live import tables
from souq.server.errors import NotSaved
from souq.server.ops.config.settings import Settings
from tests import plain
from tests.barter import clock
from tests.ports import free_port
from tests.server.clients import ME, OPEN, PATIENCE, Opened, eventually, process, running
from tests.server.postgres import Cluster

pytestmark = pytest.mark.server

AWAY = 5000.0
"""Longer than any clock runs."""


class Hours:
    """A storage that keeps nothing but the time, and a clock that is set by hand."""

    def __init__(self, kept: float = 0.0) -> None:
        self.kept, self.away, self.seconds = kept, False, 0.0

    async def time(self, countdown: float) -> float:
        return self.kept

    async def keep_time(self, at: float) -> None:
        if self.away:
            raise NotSaved("the database isn’t answering.")
        self.kept = at


def test_server_time_resumes_from_its_stored_value() -> None:
    async def live() -> None:
        hours = Hours(1000.0)
        now = ServerTime(hours, lambda: hours.seconds)  # type: ignore[arg-type]
        await now.start(5.0)
        assert now.now() == 1000.0
        for _ in range(100):
            hours.seconds += BEAT
            assert not await now.beat(running=True)
        assert now.now() == hours.kept == 1000.0 + 100 * BEAT
        hours.seconds += 1000.0  # the machine sleeps
        assert now.now() == hours.kept + LONGEST
        assert await now.beat(running=True)
        assert now.now() == 1000.0 + 100 * BEAT + LONGEST
        assert now.stops == 1

    asyncio.run(live())


def test_server_time_stops_while_it_cannot_be_stored() -> None:
    async def live() -> None:
        hours = Hours(1000.0)
        now = ServerTime(hours, lambda: hours.seconds)  # type: ignore[arg-type]
        await now.start(5.0)
        hours.away = True
        for _ in range(100):
            hours.seconds += BEAT
            with pytest.raises(NotSaved):
                await now.beat(running=True)
        assert now.now() == 1000.0 + LONGEST
        hours.away = False
        assert await now.beat(running=True)
        for _ in range(100):
            hours.seconds += BEAT
            await now.beat(running=False)
        assert now.now() == 1000.0 + LONGEST + 100 * BEAT
        assert hours.kept == 1000.0 + LONGEST, "nothing is written for nothing"

    asyncio.run(live())


def test_held_server_time_resumes_from_the_same_value() -> None:
    async def live() -> None:
        hours = Hours(1000.0)
        now = ServerTime(hours, lambda: hours.seconds)  # type: ignore[arg-type]
        await now.start(5.0)
        now.hold()
        for _ in range(100):
            hours.seconds += BEAT
            assert not await now.beat(running=True)
        assert now.now() == hours.kept == 1000.0
        await now.release()
        assert now.now() == 1000.0
        hours.seconds += BEAT
        assert not await now.beat(running=True)
        assert now.now() == hours.kept == 1000.0 + BEAT

    asyncio.run(live())


def test_shared_time_is_held_while_no_other_server_runs(postgres: Cluster) -> None:
    async def live() -> None:
        storage, seconds = Storage(Settings(database=postgres.create())), [0.0]
        await storage.open()

        async def pass_by(by: float) -> None:
            """So much time goes by, by the database's clock and this server's."""
            seconds[0] += by
            async with storage.database.write() as db:
                await db.execute(HOUSE.update().values(at=HOUSE.c.at - by))
            own._world -= by

        own, other = (SharedTime(Clocking(storage.database), lambda: seconds[0]) for _ in range(2))
        await own.start(5.0)
        own.hold()
        before = own.now()
        for _ in range(3):
            await pass_by(BEAT)
            assert own.now() == before and not await own.beat(running=True)
        await pass_by(BEAT)
        await own.release()
        assert own.now() == before, "nothing was taken"
        own.hold()
        await other.start(5.0)
        await pass_by(BEAT)
        await other.beat(running=True)
        await own.beat(running=True)
        assert own.now() >= before + BEAT, "others can play, and their time goes on"
        await storage.close()

    asyncio.run(live())


def test_clocks_stop_until_the_rules_of_their_tables_are_loaded(
    either: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = {"kind": "live", "bank": 60, "increment": 5}
    with running(either) as server, server.http() as http:
        body = {"game": "toy", "seats": [ME, OPEN], "clock": terms}
        told = http.post("/api/tables", json=body).json()
        opened = Opened(server, told)
        opened.take(1, "Omar")
        assert opened.info()["state"] == "playing"
    loads, loaded = tables.load, threading.Event()

    def in_time(game: Game) -> None:
        assert game.name != "toy" or loaded.wait(PATIENCE)
        loads(game)

    monkeypatch.setattr(tables, "load", in_time)
    with running(either) as server:
        house = server.house
        try:
            began = house.time.now()
            time.sleep(0.1)
            assert house.time.now() == began and not house.compiling.loaded.is_set()
        finally:
            loaded.set()
        eventually(lambda: house.time.now() > began)
        assert Opened(server, told).info()["state"] == "playing"


def let_time_pass(database: Path | str) -> None:
    """Do with a database of a stopped server what so much time does."""

    async def change() -> None:
        storage = Storage(Settings(database=str(database)))
        async with storage.database.write() as db:
            for change in (
                TABLES.update().values(clock_from=TABLES.c.clock_from - AWAY),
                HOUSE.update().values(time=HOUSE.c.time - AWAY),
            ):
                await db.execute(change)
        await storage.close()

    asyncio.run(change())


class Trader:
    """Somebody over HTTP."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self.http = httpx.Client(
            base_url=f"{address}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}, timeout=60
        )

    def passes(self) -> None:
        body = {"id": secrets.token_hex(8), "seq": self.http.get("/view").json()["seq"], "choice": "pass"}
        assert self.http.post("/choose", json=body).status_code == 200

    def left(self) -> float:
        """Seconds left of the clock that runs."""
        return float(self.http.get("/view").json()["clock"]["left"])


def test_a_killed_servers_clocks_stop_until_it_restarts(either: Path | str) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with process(port, either, workers=0):
        opened = plain.post(f"{address}/api/tables", json={"game": "barter", "seats": [ME, OPEN]}, timeout=60).json()
        amina = Trader(address, opened["table"], opened["token"])
        omar = Trader(address, opened["table"], opened["links"]["seats"]["1"].partition("#seat=")[2])
        token = omar.http.post("/seats/1", json={"name": "Omar"}).json()["token"]
        for person in (amina, Trader(address, opened["table"], token)):
            person.passes()
        before = amina.left()
        assert before > clock.SECONDS / 2
    for _ in range(2):
        let_time_pass(either)
        with process(port, either, workers=0):
            assert clock.SECONDS / 2 < amina.left() <= before + LONGEST


def test_a_countdown_survives_a_restart(either: Path | str) -> None:
    with running(either, countdown=600.0) as server:
        table = server.open(ME, OPEN, game="dash")
        table.take(1, "Omar")
        assert table.info()["begins_in"] > 0

    async def time_of() -> float:
        storage = Storage(Settings(database=str(either)))
        try:
            return await Clocking(storage.database).time(600.0)
        finally:
            await storage.close()

    assert abs(asyncio.run(time_of()) - time.time()) < 300
