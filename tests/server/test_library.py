"""The library: public games, and games whose players have published them; searched, paginated and deleted."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from souq.server.core.db.engines import Database
from souq.server.features.privacy.clearing import Clearing, clear
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, Opened, Running, eventually, running
from tests.server.test_lobby import code_of, finish, join, opened

pytestmark = pytest.mark.server


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Running]:
    """A server on which nobody has played."""
    with running(tmp_path / "souq.db") as server:
        yield server


def library(server: Running, **asked: Any) -> dict[str, Any]:
    """Return a page of the library."""
    with server.http() as http:
        answer = http.get("/api/library", params=asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def played(server: Running, name: str, other: str = "Omar", company: str = "anybody") -> tuple[Opened, str]:
    """End a game of two early, and return the joined player's token."""
    table = opened(server, {"kind": "me", "name": name}, OPEN, company=company)
    token = table.take(1, other)
    finish(table, str(table.token), token)
    return table, token


def names(page: dict[str, Any]) -> list[str]:
    """Return the names of the first seats."""
    return [game["players"][0]["name"] for game in page["games"]]


def test_a_public_game_is_added_to_the_library_when_it_is_over(server: Running) -> None:
    table = opened(server, {"kind": "me", "name": "Zohra"}, OPEN)
    token = join(server, code_of(server, "Zohra"), "Émile").json()["token"]
    assert library(server, name="zohra")["games"] == []
    for _ in range(60):
        for seat in (str(table.token), token):
            with server.http(seat) as http:
                path = f"/api/tables/{table.id}"
                view = http.get(f"{path}/view").json()
                if view["your_turn"]:
                    choice = "shout" if "shout" in [each["text"] for each in view["legal"]] else "keep"
                    body = {"id": f"k{time.monotonic()}", "seq": view["seq"], "choice": choice}
                    http.post(f"{path}/choose", json=body)
        if table.info()["state"] == "finished":
            break
    (found,) = eventually(lambda: library(server, name="zohra")["games"])
    result = table.info()["result"]
    assert [player["points"] for player in found["players"]] == result["points"]
    assert [player["won"] for player in found["players"]] == [seat in result["winners"] for seat in (0, 1)]
    assert found["ended"] == ("won" if len(result["winners"]) == 1 else "shared")
    assert (found["table"], found["best"]) == (table.id, max(result["points"]))
    assert library(server, name="Émi")["games"] == [found] == library(server, name="ZOHRA", game="toy")["games"]
    assert not library(server, name="zohra", players=3)["games"] and not library(server, name="zoh%a")["games"]
    with server.http() as http:
        page = http.get("/library", params={"name": "zohra"}).text
        assert f'href="/t/{table.id}"' in page and "Émile" in page
        assert http.get(f"/api/tables/{table.id}/frames", params={"ply": 1}).status_code == 200, "it is replayed"


def test_friends_publish_unanimously_and_any_of_them_can_unpublish(server: Running) -> None:
    table, token = played(server, "Salma", company="friends")
    path = f"/api/tables/{table.id}/publish"
    with server.http(table.token) as salma, server.http(token) as omar, server.http() as nobody:
        assert nobody.post(path, json={}).status_code == 401
        assert (
            salma.post(path, json={}).json() | {"agreed": [0]} == salma.get(path.replace("publish", "listing")).json()
        )
        assert library(server, name="Salma")["games"] == []
        assert omar.post(path, json={}).json()["published"] is True
        assert omar.post(path, json={}).json()["agreed"] == [0, 1], "said twice, done once"
        assert [game["ended"] for game in library(server, name="Salma")["games"]] == ["early"]
        assert salma.post(path, json={"agree": False}).json()["published"] is False
        assert library(server, name="Salma")["games"] == []
    going = opened(server, {"kind": "me", "name": "Noor"}, OPEN, company="friends")
    with server.http(going.token) as noor:
        assert noor.post(f"/api/tables/{going.id}/publish", json={}).status_code == 409


def test_bots_have_no_vote_on_publishing_and_lessons_are_not_published(new_server: Running) -> None:
    table = opened(new_server, {"kind": "me", "name": "Hala"}, BOT, company="friends")
    finish(table, str(table.token))
    with new_server.http(table.token) as hala:
        assert hala.post(f"/api/tables/{table.id}/publish", json={}).json()["published"] is True


def test_pagination_is_stable_while_games_are_added(server: Running) -> None:
    for number in range(5):
        played(server, f"Page{number}")
    eventually(lambda: len(library(server, name="page")["games"]) == 5)
    first = library(server, name="page", most=2)
    assert names(first) == ["Page4", "Page3"]
    played(server, "Page5")
    eventually(lambda: len(library(server, name="page")["games"]) == 6)
    second = library(server, name="page", most=2, after=first["after"])
    third = library(server, name="page", most=2, after=second["after"])
    assert (names(second), names(third), third["after"]) == (["Page2", "Page1"], ["Page0"], "")
    best = library(server, order="best", most=50)["games"]
    assert [game["best"] for game in best] == sorted((game["best"] for game in best), reverse=True)
    walked, after = [], ""
    while True:
        page = library(server, order="best", most=1, after=after)
        walked += [game["table"] for game in page["games"]]
        after = page["after"]
        if not after:
            break
    assert walked == [game["table"] for game in best]


def test_invalid_queries_are_refused_with_a_message(server: Running) -> None:
    wrong = {"most": 51, "after": "x", "since": "yesterday", "ended": "badly", "order": "worst", "page": 2}
    with server.http() as http:
        for name, value in wrong.items():
            answer = http.get("/api/library", params={name: value})
            assert (answer.status_code, bool(answer.json()["message"])) == (422, True), name
        assert http.get("/library", params={"since": "yesterday"}).status_code == 422
        assert "is not a date" in http.get("/library", params={"since": "yesterday"}).text
        for day in ("0001-01-01", "9999-12-31"):
            assert http.get("/api/library", params={"since": day, "until": day}).status_code == 200
        assert "<script>" not in http.get("/library", params={"name": "<script>"}).text.partition("<main")[2]


def test_deleted_tables_disappear_from_lobby_and_library(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        played(server, "Rania")
        opened(server, ME, OPEN)
        eventually(lambda: library(server)["games"])

    async def tidy() -> None:
        database = Database(Settings(database=str(tmp_path / "souq.db")))
        await clear(database, Clearing(time.time() + 60, time.time() + 60))
        await database.close()

    asyncio.run(tidy())
    with running(tmp_path / "souq.db") as server, server.http() as http:
        assert library(server)["games"] == [] == http.get("/api/lobby").json()["join"]


def test_a_game_missing_from_the_library_is_added_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "souq.db"
    with running(path) as server:
        played(server, "Ines")
        eventually(lambda: library(server)["games"])
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE listings SET ended_at = NULL, ended = '', best = 0")
        database.commit()
    with running(path) as server:
        assert eventually(lambda: names(library(server))) == ["Ines"]
