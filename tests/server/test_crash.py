"""``kill -9`` at any moment: every acknowledged decision survives, and the table continues by itself."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import plain
from tests.ports import free_port
from tests.server.clients import process

ROUNDS = 5

pytestmark = [pytest.mark.server, pytest.mark.slow]


class Player(threading.Thread):
    """A player who plays a seat as fast as possible and records the acknowledged decisions."""

    def __init__(self, address: str, table: str, token: str) -> None:
        super().__init__(daemon=True)
        self.http = httpx.Client(
            verify=False, base_url=f"{address}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}
        )
        self.acknowledged: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.unanswered: dict[str, Any] | None = None
        self.stopped = False

    def run(self) -> None:
        rng = random.Random(id(self))
        while not self.stopped:
            try:
                self.move(rng)
            except httpx.TransportError:
                time.sleep(0.05)

    def move(self, rng: random.Random) -> None:
        if self.unanswered is not None:  # what a client does after a lost connection: say the same again
            command = self.unanswered
        else:
            view = self.http.get("/view").json()
            if view["over"]:
                self.stopped = True
            if not view["your_turn"]:
                return
            choice = rng.choice(view["legal"])["choice"]
            command = {"id": f"{rng.random()}", "seq": view["seq"], "choice": choice}
        self.unanswered = command
        answer = self.http.post("/choose", json=command)
        self.unanswered = None
        if answer.status_code == 200:
            self.acknowledged[command["id"]] = (command, answer.json())


def check(database: Path, table: str) -> None:
    """Check that a stored table is consistent: its log has no gap and agrees with its row."""
    with sqlite3.connect(database) as stored:
        ply, mark, revision = stored.execute("SELECT ply, mark, revision FROM tables WHERE id = ?", (table,)).fetchone()
        plies = [
            row[0] for row in stored.execute("SELECT ply FROM decisions WHERE table_id = ? ORDER BY ply", (table,))
        ]
        last = stored.execute("SELECT max(revision), count(*) FROM commands WHERE table_id = ?", (table,)).fetchone()
        assert plies == list(range(1, ply + 1))
        assert mark <= ply
        assert last == (revision, revision)
        assert stored.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_no_acknowledged_decision_is_lost_and_the_table_goes_on(tmp_path: Path) -> None:
    database, rng = tmp_path / "souq.db", random.Random(5)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}, {"kind": "bot"}]
    with process(port, database):
        opened = plain.post(f"{address}/api/tables", json={"game": "desert_bazaar", "seats": seats}, timeout=60).json()
        table, token = opened["table"], opened["token"]
        plain.get(f"{address}/api/tables/{table}", timeout=60)
    player = Player(address, table, token)
    player.start()
    grown = []
    for _ in range(ROUNDS):
        with process(port, database):
            wanted, until = len(player.acknowledged) + rng.randrange(7), time.monotonic() + 30
            while len(player.acknowledged) < wanted and not player.stopped and time.monotonic() < until:
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.1))
        check(database, table)
        grown.append(len(player.acknowledged))
        if player.stopped:
            break
    player.stopped = True
    player.join(10)
    assert grown[-1] >= ROUNDS, "it was played between the kills"
    with (
        process(port, database),
        httpx.Client(verify=False, base_url=f"{address}/api/tables/{table}", timeout=30) as http,
    ):
        http.headers["Authorization"] = f"Bearer {token}"
        log = {entry["ply"]: entry for entry in http.get("/log").json()["decisions"]}
        mine = [each["choice"] for entry in log.values() if entry["seat"] == 0 for each in entry["choices"]]
        promised = sorted(player.acknowledged.values(), key=lambda pair: pair[1]["seq"])
        acknowledged = [command["choice"] for command, _ in promised]
        lost_answer = player.unanswered is not None and len(mine) == len(acknowledged) + 1
        assert mine[: len(acknowledged)] == acknowledged
        assert len(mine) == len(acknowledged) or lost_answer
        for command, answer in promised[-5:]:
            assert http.post("/choose", json=command).json() == answer, "said again, it is answered the same"
        until = time.monotonic() + 60
        while not (view := http.get("/view").json())["your_turn"] and not view["over"]:
            assert time.monotonic() < until, "the bots do not go on"
            time.sleep(0.1)


def test_bots_resume_after_a_kill_when_the_table_is_viewed(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    body = {"game": "desert_bazaar", "seats": [{"kind": "bot"}] * 3}
    with process(port, database):
        table = plain.post(f"{address}/api/tables", json=body, timeout=60).json()["table"]

    def plies() -> int:
        with sqlite3.connect(database) as stored:
            return int(stored.execute("SELECT ply FROM tables WHERE id = ?", (table,)).fetchone()[0])

    before = plies()
    with process(port, database):
        until = time.monotonic() + 60
        while plies() < before + 5:
            plain.get(f"{address}/api/tables/{table}", timeout=60)
            assert time.monotonic() < until, "the bots do not go on"
            time.sleep(0.1)
    check(database, table)


def test_child_processes_of_a_killed_server_exit(tmp_path: Path) -> None:
    port = free_port()
    with process(port, tmp_path / "souq.db") as server:
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        if not children.exists():
            pytest.skip("needs /proc")
        until = time.monotonic() + 30
        while not (pids := [int(pid) for pid in children.read_text().split()]):
            assert time.monotonic() < until, "no worker was started"
            time.sleep(0.05)
    until = time.monotonic() + 30
    while any(os.path.exists(f"/proc/{pid}") for pid in pids):
        assert time.monotonic() < until, "a worker outlives its server"
        time.sleep(0.1)
