"""Playing again: one new table for the people of a finished one, whoever asks first, on any server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.clients import ME, OPEN, RANDOM, Opened, Running, running

pytestmark = pytest.mark.server

KEEP, SHOUT = "keep", "shout"


def finish(table: Opened, *tokens: str) -> None:
    """Play a table of the toy game to its end: everybody keeps, and the first shouts."""
    for token in (*tokens, tokens[0]):
        view = table.view(token)
        choice = KEEP if KEEP in [each["text"] for each in view["legal"]] else SHOUT
        body = {"id": token + choice, "seq": view["seq"], "choice": choice, "at_once": True}
        with table.server.http(token) as http:
            assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200


def rematch(server: Running, table: str, token: str | None) -> httpx.Response:
    """Ask to play again."""
    with server.http(token) as http:
        return http.post(f"/api/tables/{table}/again")


def two_players(server: Running, **options: Any) -> tuple[Opened, str, str]:
    """A finished table of two people, and their tokens."""
    table = server.open(ME, OPEN, **options)
    other = table.take(1, "Omar")
    finish(table, table.token, other)
    return table, table.token, other


def test_all_players_are_sent_to_one_rematch_table(server: Running) -> None:
    table, amina, omar = two_players(server, high=True)
    with server.sit(table.id, omar) as watching:
        assert watching.next("table")["next"] is None
        first = rematch(server, table.id, amina).json()
        told = watching.next("table", where=lambda message: message["next"] is not None)
        assert told["next"] == {"table": first["table"], "by": "Amina"}
    second = rematch(server, table.id, omar).json()
    assert second["table"] == first["table"] != table.id
    with server.http() as http:
        info = http.get(f"/api/tables/{first['table']}").json()
    assert (info["state"], info["game"], info["options"]["high"]) == ("waiting", "toy", True)
    assert [(seat["name"], seat["kind"], seat["kept"]) for seat in info["seats"]] == [
        ("Amina", "person", False),
        ("Omar", "open", True),
    ]
    proof = second["link"].partition("#seat=")[2]
    with server.http(proof) as http:
        assert http.post(f"/api/tables/{first['table']}/seats/1", json={"name": "Omar"}).status_code == 200
    with server.http() as http:
        assert http.get(f"/api/tables/{first['table']}").json()["state"] == "playing"


def test_spectators_and_unfinished_games_get_no_rematch(server: Running) -> None:
    table = server.open(ME, OPEN)
    table.take(1, "Omar")
    assert rematch(server, table.id, table.token).status_code == 409
    ended, *_ = two_players(server)
    assert rematch(server, ended.id, None).status_code == 401


def test_bots_take_their_seats_again_and_the_rematch_begins_at_once(server: Running) -> None:
    table = server.open(ME, RANDOM)
    with server.http(table.token) as http:
        http.post(f"/api/tables/{table.id}/end", json={})
        found = http.post(f"/api/tables/{table.id}/again").json()
    with server.http(found["link"].partition("#seat=")[2]) as http:
        info = http.get(f"/api/tables/{found['table']}").json()
    assert (info["state"], info["you"]) == ("playing", 0)
    assert [seat["name"] for seat in info["seats"]] == [seat["name"] for seat in table.info()["seats"]]


def test_a_guest_reaches_the_reserved_seat_by_cookie_and_the_home_page_lists_it(server: Running) -> None:
    with ExitStack() as doors:
        amina, omar = (doors.enter_context(server.http(follow_redirects=True)) for _ in range(2))
        for http, name in ((amina, "Amina"), (omar, "Omar")):
            http.get("/")
            http.post("/me", data={"name": name})
        table = amina.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open"}).url.path.split("/")[-1]
        link = amina.get(f"/api/tables/{table}").json()["links"]["seats"]["1"].partition("#seat=")[2]
        bearer = {"Authorization": f"Bearer {link}"}
        omar.post(f"/api/tables/{table}/seats/1", json={"name": "Omar"}, headers=bearer)
        for http in (amina, omar):
            assert http.post(f"/api/tables/{table}/end", json={}).status_code == 200
        follows = amina.post(f"/api/tables/{table}/again").json()["table"]
        assert f"/t/{follows}" in omar.get("/").text
        assert omar.get(f"/api/tables/{follows}").json()["invited"] == 1
        assert omar.post(f"/api/tables/{follows}/seats/1", json={"name": "Omar"}).status_code == 200
        assert omar.get(f"/api/tables/{follows}").json()["you"] == 1


def test_a_bot_plays_for_an_absent_player_until_they_arrive(server: Running) -> None:
    table, amina, _ = two_players(server)
    found = rematch(server, table.id, amina).json()
    with server.http(found["link"].partition("#seat=")[2]) as http:
        assert http.post(f"/api/tables/{found['table']}/start").status_code == 200
        seats = http.get(f"/api/tables/{found['table']}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]


def test_two_servers_open_only_one_rematch_table(either: Path | str) -> None:
    with running(either) as server, running(either) as other:
        table, amina, omar = two_players(server)
        assert table.info()["state"] == "finished"
        with other.http() as http:
            assert http.get(f"/api/tables/{table.id}").json()["next"] is None
        with ThreadPoolExecutor(2) as both:
            asked = [both.submit(rematch, at, table.id, token) for at, token in ((server, amina), (other, omar))]
            answers = [each.result() for each in asked]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert len({answer.json()["table"] for answer in answers}) == 1
