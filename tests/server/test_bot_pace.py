"""How long bots pause is the table's setting; their computing time delays nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from souq.engine.match.decision import NOBODY, Decision
from souq.server.core.jobs import due
from souq.server.core.workers.requests import MoveRequest
from souq.server.core.workers.workers import Worker, Workers
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, RANDOM, Running, running

pytestmark = pytest.mark.server

SWAP = 0


def test_any_player_at_a_table_can_set_the_pace_of_its_bots(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        table = server.open(ME, BOT)
        with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
            amina.frames()
            assert table.info()["pace"] == "people"
            amina.play(SWAP)
            assert amina.command("settings", pace="quick")["type"] == "ack"
            assert amina.next("table")["pace"] == "quick"
            about = table.info(table.token)
            assert (about["pace"], about["confirm"]) == ("quick", True), "what was not said stays as it was"
            amina.command("undo", seq=about["seq"])
            assert watcher.command("settings", pace="none")["type"] == "refused"
            assert amina.command("settings", pace="slow")["type"] == "refused"
    with running(tmp_path / "souq.db") as server:
        table.server = server
        assert table.info()["pace"] == "quick"


def test_the_pace_can_be_set_when_opening_a_table(server: Running) -> None:
    with server.http() as http:
        body = {"game": "toy", "seats": [ME, BOT], "pace": "none"}
        opened = http.post("/api/tables", json=body).json()["table"]
        assert http.get(f"/api/tables/{opened}").json()["pace"] == "none"
        form = {"players": "2", "seat-0": "me", "seat-1": "bot:random", "pace": "quick"}
        page = http.post("/new/toy", data=form)
        opened = page.headers["location"].rpartition("/")[2]
        about = http.get(f"/api/tables/{opened}").json()
        assert (about["pace"], about["seats"][1]["level"]) == ("quick", "random"), "levels of old stay known"


def test_the_human_pace_is_slower_at_the_beginning_of_a_turn(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision by the clock ends the turn before, so a bot takes the time of a new turn."""
    table, settings = server.open(ME, RANDOM), Settings(pause=1.0)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.play(SWAP)
        live = server.house.tables._live[table.id]
        live.row.pace = "people"
        goes_on = [due.pace(live, settings, due.ALL) for _ in range(40)]
        match = live.playing
        monkeypatch.setattr(type(match), "log", property(lambda self: (*match._timeline.log, Decision(NOBODY, 0))))
        begins = [due.pace(live, settings, due.ALL) for _ in range(40)]
        assert max(goes_on) < min(due.TURN) <= min(begins)
        live.row.pace = "quick"
        assert due.pace(live, settings, due.ALL) < min(goes_on)
        live.row.pace = "none"
        assert due.pace(live, settings, due.ALL) == 0


def test_the_first_decision_comes_quickly(server: Running) -> None:
    table, settings = server.open(ME, RANDOM), Settings(pause=1.0)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        live = server.house.tables._live[table.id]
        live.row.pace = "people"
        assert due.pace(live, settings, due.ALL) == due.QUICK
        amina.play(SWAP)
        assert due.pace(live, settings, due.ALL) > due.QUICK


def test_a_short_computation_does_not_wait_behind_long_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    order = list[str]()

    async def slow(self: Worker, line: str, patience: float, game: str) -> dict[str, Any]:
        await asyncio.sleep(0.05)
        order.append("vizier" if "vizier" in line else "trader")
        return {"choices": [1]}

    monkeypatch.setattr(Worker, "ask", slow)

    async def ask() -> None:
        pool = Workers(1, 60.0)
        long = [MoveRequest("toy", "vizier", 0, b"", (1,), seed) for seed in range(3)]
        waiting = [asyncio.create_task(pool.choose(question)) for question in long]
        await asyncio.sleep(0.01)
        left = asyncio.create_task(pool.choose(long[0]))
        short = asyncio.create_task(pool.choose(MoveRequest("toy", "trader", 0, b"", (1,), 1)))
        await asyncio.sleep(0.01)
        left.cancel()
        assert await asyncio.gather(*waiting, short) == [(1,)] * 4
        assert len(pool._free) == 1

    asyncio.run(ask())
    assert order == ["vizier", "trader", "vizier", "vizier"]
