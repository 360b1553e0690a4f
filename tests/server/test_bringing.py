"""Games played without the server, added to a person's history as saved matches."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from souq.engine.match.match import Match
from tests.heaps import GAME as HEAPS
from tests.server.clients import Running, eventually, running
from tests.server.test_ratings import Guest
from tests.toy import GAME as TOY

pytestmark = pytest.mark.server

LONG_AGO = "2026-11-01T12:00:00+00:00"


def played(seed: int, names: tuple[str, ...] = ("Amina", "Omar"), most: int = 999, game: Any = TOY, **more: Any) -> Any:
    """Return the file of a match of random choices."""
    match, luck = Match(game, len(names), seed=seed, names=list(names), **more), random.Random(seed)
    while not match.over and match.ply < most:
        seat = luck.choice([seat for seat in range(match.players) if match.legal(seat)])
        match.play(luck.choice([each for each in match.legal(seat) if not match.begins(each, seat)]), seat)
    match.confirm()
    return match.to_json()


def bring(http: httpx.Client, *files: Any, seat: int = 0, **more: Any) -> list[dict[str, Any]]:
    answer = http.post("/api/you/games", json={"games": [{"match": file, "seat": seat, **more} for file in files]})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["games"])


def test_a_game_comes_into_the_history_once_and_is_never_rated(server: Running) -> None:
    amina, file = Guest(server.address, "Amina"), played(1)
    (made,) = bring(amina.http, file, ended_at=LONG_AGO)
    assert made["problem"] == ""
    (game,) = eventually(lambda: amina.records()["games"])
    assert game["table"] == made["table"] and game["rating"] is None and game["change"] is None
    assert datetime.fromisoformat(game["ended_at"]) == datetime.fromisoformat(LONG_AGO)
    assert [seat["points"] for seat in game["players"]] == file["result"]["points"]
    assert [seat["who"]["you"] for seat in game["players"]] == [True, False]
    assert amina.http.get(f"/api/tables/{made['table']}/match").json() == file
    info = amina.info(made["table"])
    assert (info["state"], info["you"], info["rated"]) == ("finished", 0, False)
    assert [seat["name"] for seat in info["seats"]] == ["Amina", "Omar"]
    assert bring(amina.http, file, file) == [made, made] and len(amina.records()["games"]) == 1
    assert amina.records()["standings"][0]["rating"] is None
    assert amina.http.get(f"/api/tables/{made['table']}/frames", params={"ply": 1}).status_code == 200
    refused = amina.http.post(f"/api/tables/{made['table']}/publish", json={"agree": True})
    assert refused.status_code == 409, "the library has only games that were played here"


def test_two_people_can_add_the_same_game_each_to_their_own_history(server: Running) -> None:
    amina, omar, file = Guest(server.address, "Amina"), Guest(server.address, "Omar"), played(2)
    first, second = bring(amina.http, file)[0], bring(omar.http, file, seat=1)[0]
    assert first["table"] != second["table"]
    assert omar.info(second["table"])["you"] == 1 and omar.info(first["table"])["you"] is None


def test_a_new_visitor_becomes_a_guest_with_the_name_in_the_game(server: Running) -> None:
    with server.http() as http:
        (made,) = bring(http, played(3, ("Zoé", "Li")))
        assert http.get(f"/api/tables/{made['table']}").json()["you"] == 0
        assert http.get("/api/records").json()["name"] == "Zoé"


def test_a_game_alone_and_one_that_ended_early_are_added(server: Running) -> None:
    amina = Guest(server.address, "Amina")
    alone, early = bring(amina.http, played(4, ("Amina",), game=HEAPS), played(4, most=1))
    assert amina.info(alone["table"])["state"] == "finished"
    assert amina.info(early["table"])["result"]["agreed"]
    eventually(lambda: [each["early"] for each in amina.records()["standings"]] == [1])


def test_a_game_that_does_not_check_out_is_not_added_and_the_others_are(server: Running) -> None:
    amina, file = Guest(server.address, "Amina"), played(5)
    begun = Match(TOY, 2, seed=5).position()
    wrong = [
        {},
        {"game": 7, "decisions": 5},
        file | {"game": "nothing"},
        file | {"rules_version": "0"},
        file | {"result": {"points": [9, 9], "ranks": [1, 1]}},
        file | {"decisions": file["decisions"][:-1]},
        played(5, start=begun),
        played(5, most=0),
    ]
    *made, good = bring(amina.http, *wrong, file)
    assert good["table"] and not good["problem"]
    assert not any(each["table"] for each in made) and all(each["problem"] for each in made)
    assert "no seat 2" in bring(amina.http, file, seat=2)[0]["problem"]


@pytest.mark.parametrize(
    "games",
    [[], [{}], [{"match": [], "seat": 0}], [{"match": {}, "seat": 16}], [{"match": {}, "seat": 0}] * 21, "x"],
)
def test_a_request_without_sense_is_refused(server: Running, games: Any) -> None:
    with server.http() as http:
        assert http.post("/api/you/games", json={"games": games}).status_code == 422


def test_a_game_is_known_after_its_player_has_signed_in_as_another_person(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        amina, other, file = Guest(server.address, "Amina"), Guest(server.address, "Amina"), played(7)
        (made,) = bring(amina.http, file)
        (elsewhere,) = bring(other.http, played(8))
        with closing(sqlite3.connect(tmp_path / "souq.db")) as db, db:
            whose = "SELECT person_id FROM seats WHERE table_id = ? AND seat = 0"
            db.execute(
                f"UPDATE seats SET person_id = ({whose}) WHERE table_id = ? AND seat = 0",
                (elsewhere["table"], made["table"]),
            )
        assert bring(other.http, file) == [made]


def test_nobody_adds_games_without_end(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        amina, files = Guest(server.address, "Amina"), [played(seed) for seed in range(40)]
        assert all(each["table"] for each in bring(amina.http, *files[:20]))
        games = [{"match": file, "seat": 0} for file in files[20:]]
        assert amina.http.post("/api/you/games", json={"games": games}).status_code == 429
        assert all(each["table"] for each in bring(amina.http, *files[:5])), "those that are known cost little"


def test_a_game_cannot_end_in_the_future(server: Running) -> None:
    amina = Guest(server.address, "Amina")
    bring(amina.http, played(6), ended_at="9000-01-01T00:00:00Z")
    (game,) = eventually(lambda: amina.records()["games"])
    assert datetime.fromisoformat(game["ended_at"]) <= datetime.now(UTC)


def test_other_sites_and_huge_requests_are_refused(server: Running) -> None:
    with server.http() as http:
        elsewhere = {"Origin": "https://evil.example"}
        assert http.post("/api/you/games", json={"games": []}, headers=elsewhere).status_code == 403
        assert http.post("/api/you/games", json={"games": ["x" * 300_000]}).status_code == 413
