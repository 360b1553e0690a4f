"""Retrying to take a seat after a lost answer: the same client gets the same answer, others are refused."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from souq.server.core.live import seats
from souq.server.core.store.rows import SeatRow
from tests.server.clients import ME, OPEN, Opened, Running

pytestmark = pytest.mark.server


@pytest.fixture
def table(server: Running) -> Opened:
    return server.open(ME, OPEN, OPEN)


def sit(table: Opened, invitation: str, key: str, name: str = "Omar") -> tuple[int, dict[str, Any]]:
    with table.server.http(invitation) as http:
        answer = http.post(f"/api/tables/{table.id}/seats/1", json={"name": name, "id": key})
    return answer.status_code, answer.json()


def test_a_retry_gets_the_same_answer_until_the_token_is_used(table: Opened) -> None:
    invitation, key = table.invitation(1), secrets.token_hex(8)
    status, first = sit(table, invitation, key)
    assert status == 200
    assert sit(table, invitation, key) == (200, first)
    table.take(2, "Leila")  # the game begins
    assert sit(table, invitation, key) == (200, first)
    assert sit(table, invitation, "another")[0] == 409, "the link alone is worth nothing"
    assert sit(table, secrets.token_urlsafe(24), key)[0] == 401, "nor is the id"
    with table.server.http(invitation) as http:
        assert http.get(f"/api/tables/{table.id}/view").status_code == 401
    assert table.view(first["token"])["you"] == 1
    assert sit(table, invitation, key)[0] == 401, "somebody has come: the old link opens nothing any more"
    assert table.view(first["token"])["you"] == 1


def test_a_retry_at_another_server_gets_the_same_answer(table: Opened) -> None:
    invitation, key = table.invitation(1), secrets.token_hex(8)
    _, first = sit(table, invitation, key)
    tables = table.server.house.tables
    tables.forget(tables._live[table.id])
    assert sit(table, invitation, key) == (200, first)


def test_a_retry_is_refused_after_a_while(table: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    invitation, key = table.invitation(1), secrets.token_hex(8)
    assert sit(table, invitation, key)[0] == 200
    monkeypatch.setattr(seats, "RECOVERABLE", -1.0)
    assert sit(table, invitation, key)[0] == 409, "as to who was slower"


def test_a_browser_can_retry_over_http(table: Opened) -> None:
    invitation, key = table.invitation(1), secrets.token_hex(8)
    with table.server.http(invitation) as http:
        assert http.get("/").status_code == 200
        assert http.post(f"/api/tables/{table.id}/seats/1", json={"name": "Omar", "id": key}).status_code == 200
        again = http.post(f"/api/tables/{table.id}/seats/1", json={"name": "Omar", "id": key})
    assert again.status_code == 200
    assert table.view(again.json()["token"])["you"] == 1


def test_a_socket_without_a_cookie_can_retry(table: Opened) -> None:
    invitation, server = table.invitation(1), table.server
    sits: dict[str, Any] = {"seat": 1, "name": "Omar"}
    with server.sit(table.id, invitation) as omar:
        token = omar.command("sit", key="mine", **sits)["token"]
    with server.sit(table.id, invitation) as omar:
        assert "no longer works" in omar.next("refused")["message"]
        again = omar.command("sit", key="mine", **sits)
        assert (again["type"], again["token"]) == ("ack", token)
    with server.sit(table.id, token) as omar:
        assert omar.next("table")["you"] == 1
    with server.sit(table.id, invitation) as stranger:
        assert stranger.command("sit", key="mine", **sits)["type"] == "refused"


def test_a_new_link_ends_retries(table: Opened) -> None:
    invitation, key = table.invitation(1), secrets.token_hex(8)
    _, first = sit(table, invitation, key)
    with table.server.http(first["token"]) as http:
        assert http.post(f"/api/tables/{table.id}/seats/1/link").status_code == 200
    assert sit(table, invitation, key)[0] == 401


def test_stored_answers_contain_no_token() -> None:
    seat, token = seats.taken_by(SeatRow(0, "open", invitation="invitation"), "Omar", None, set())
    assert seat.salt is not None
    assert seats.recover_token(seat, "invitation") == token
    for wrong in (None, "", "another", token):
        assert seats.recover_token(seat, wrong) is None
    assert seats.recover_token(seats.relinked(seat)[0], "invitation") is None
