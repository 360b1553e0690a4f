"""Clients that disconnect before the answer, reused idempotency keys, and invalid rows."""

from __future__ import annotations

import asyncio
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.barter import clock
from tests.server.clients import ME, OPEN, Running, eventually, running

pytestmark = pytest.mark.server

SWAP, KEEP = 0, 3


def delayed(work: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """Return a coroutine function that returns later."""

    async def worked(*what: Any) -> Any:
        made = await work(*what)
        await asyncio.sleep(seconds)
        return made

    return worked


def test_a_command_is_completed_although_its_sender_disconnects(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        for name in ("commit", "say"):
            monkeypatch.setattr(server.house.storage, name, delayed(getattr(server.house.storage, name), 1.0))
        omar.send({"type": "say", "id": "hello", "text": "Hello"})
        time.sleep(0.4)
        amina.send({"type": "choose", "id": "keep", "seq": amina.seq, "choice": KEEP, "at_once": True})
        time.sleep(0.3)
        amina.socket.socket.shutdown(socket.SHUT_RDWR)  # nothing can be sent to her any more
        told = omar.frames(amina.seq + 1)
        assert told["frames"][-1]["ply"] == 1


def test_a_used_idempotency_key_does_not_block_a_standing_order(server: Running) -> None:
    table = server.open(ME, OPEN, game="lot")
    amina, omar = str(table.token), table.take(1, "Omar")
    with server.http(omar) as http:
        assert http.post(f"/api/tables/{table.id}/order", json={"about": "lot 0", "amount": 20}).status_code == 200
    with server.sit(table.id, omar) as two:
        two.frames()
        first = table.view()["seq"] + 2
        for ahead in range(1, 9):
            assert two.command("settings", key=f"order {first + ahead}", confirm=False)["type"] == "ack"
    with server.http(amina) as http:
        body = {"id": "bid", "seq": table.view(amina)["seq"], "choice": "bid"}
        assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200
    eventually(lambda: table.view()["view"]["leader"] == 1)


def test_a_shorter_timer_does_not_wait_for_a_longer_expired_one(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "SECONDS", 60.0)
    table = server.open(ME, OPEN, game="barter")
    tokens = [str(table.token), table.take(1, "Omar")]

    def play(choice: str, *tokens: str) -> None:
        for token in tokens:
            with server.http(token) as http:
                body = {"id": secrets.token_hex(8), "seq": table.view(token)["seq"], "choice": choice}
                assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200

    play("pass", *tokens)
    play("leave", tokens[0])
    assert table.view()["view"]["stage"] == 1
    monkeypatch.setattr(clock, "SECONDS", 0.5)
    play("pass", *tokens)
    eventually(lambda: table.view()["over"])


def test_an_overlong_choice_phrase_is_refused(server: Running) -> None:
    table = server.open(ME, OPEN, game="barter")
    table.take(1, "Omar")
    with server.http(table.token) as http:
        for choice in ({"choice": "x" * 401}, {"choice": "pass", "then": ["x" * 401]}):
            body = {"id": "k", "seq": table.view(table.token)["seq"], **choice}
            assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 422


@pytest.fixture(scope="module")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on SQLite, which stores invalid choices that PostgreSQL would refuse."""
    with running(tmp_path_factory.mktemp("file") / "souq.db") as server:
        yield server


@pytest.mark.parametrize("stored", ["nonsense", "7", '"step"', '[["step"]]', "[1, 9999]", "[-1]", "[]"])
def test_an_invalid_stored_solution_is_computed_again(sqlite_server: Running, stored: str) -> None:
    server, house = sqlite_server, sqlite_server.house
    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina, server.http(table.token) as http:
        amina.frames()
        eventually(lambda: house.tables._live[table.id].lines)
        with sqlite3.connect(house.storage.database.url.partition("///")[2]) as spoilt:
            spoilt.execute("UPDATE lines SET choices = ? WHERE table_id = ?", (stored, table.id))
        house.tables.forget(house.tables._live[table.id])
        assert table.view(table.token)["hints"]
        assert http.post(f"/api/tables/{table.id}/hint").json()["left"] == 4
    with server.sit(table.id, table.token) as amina:
        amina.frames()


def test_missed_frames_are_not_cached(server: Running) -> None:
    table = server.open(ME, OPEN)
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        for _ in range(4):
            amina.play(SWAP)
        for seen in range(1, amina.seq + 1):
            with server.sit(table.id, seen=seen, retell=seen % 2 == 0) as watcher:
                assert watcher.frames()["catchup"] or seen == 1
        kept = [key for key in server.house.tables._live[table.id]._made if key[0] == "text"]
        assert len(kept) <= 3, "nobody can fill the memory by saying what they have seen"
