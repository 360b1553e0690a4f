"""Tournaments: players enter by link, rounds start automatically, and nothing is created twice."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import pytest

from souq.server.core.db.storage import Storage
from souq.server.core.live.world_time import WorldTime
from souq.server.core.realtime import hub
from souq.server.features.privacy.clearing import Cleared, Clearing, clear, count
from souq.server.features.tournaments import runner
from souq.server.features.tournaments.service import TournamentService
from souq.server.ops.config.settings import Settings
from tests.ports import free_port as port
from tests.server.clients import Running, eventually, process, running

pytestmark = pytest.mark.server

LIVE = {"kind": "live", "bank": 600, "increment": 5, "level": "random"}
KEY = "0123456789abcdef"


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Running]:
    """A server on which nobody has played."""
    with running(tmp_path / "souq.db") as server:
        yield server


class Tournament:
    """A tournament opened over the API."""

    def __init__(self, server: Running, **wanted: Any) -> None:
        self.server = server
        body = {"game": "toy", "players": 2, "clock": LIVE, "level": "random", "pace": "none", **wanted}
        answer = self.post("", None, body, at="/api/tournaments")
        assert answer.status_code == 201, answer.text
        self.code, self.host = answer.json()["code"], answer.json()["token"]

    def post(self, what: str, token: str | None, body: Any = None, at: str = "") -> httpx.Response:
        """Send a request."""
        with self.server.http(token) as http:
            return http.post(at or f"/api/tournaments/{self.code}/{what}", json=body)

    def enter(self, *names: str) -> dict[int, str]:
        """Enter players and return their tokens by number."""
        answers = [self.post("enter", None, {"name": name}) for name in names]
        assert {answer.status_code for answer in answers} <= {200}, answers[0].text
        return {answer.json()["number"]: answer.json()["token"] for answer in answers}

    def begin(self) -> None:
        """Begin the tournament."""
        answer = self.post("begin", self.host, {})
        assert answer.status_code == 200, answer.text

    def seen(self, token: str | None = None) -> dict[str, Any]:
        """Return the tournament as a client sees it."""
        with self.server.http(token) as http:
            answer = http.get(f"/api/tournaments/{self.code}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def hand_over(self, *tokens: str) -> None:
        """Have players come to their tables and hand over to bots."""
        for token in tokens:
            answer = self.post("seat", token)
            if answer.status_code == 409:
                continue  # no table waits for them
            assert answer.status_code == 200, answer.text
            with self.server.http(answer.json()["token"]) as http:
                handed = http.post(f"/api/tables/{answer.json()['table']}/hand", json={"level": "random"})
            assert handed.status_code in (200, 409), handed.text  # the game may be over

    def play(self, tokens: dict[int, str]) -> dict[str, Any]:
        """Play the tournament to its end."""
        done, until = 0, time.monotonic() + 90
        while (seen := self.seen())["state"] == "playing":
            assert time.monotonic() < until, seen
            made = all(table["state"] != "coming" for table in seen["tables"][-1])
            if seen["round"] != done and made:
                done = seen["round"]
                self.hand_over(*tokens.values())
            time.sleep(0.05)
        return seen


def people(tables: list[dict[str, Any]]) -> list[list[int]]:
    """Return the players at each table of a round."""
    return [[each["number"] for each in table["players"] if each["number"]] for table in tables]


def test_a_round_robin_is_played_to_its_end(server: Running) -> None:
    tournament = Tournament(server, system="robin", title="  The **long**\nnight ")
    tokens = tournament.enter("Amina", "Omar", "Lea")
    before = tournament.seen()
    assert (before["state"], before["round"], before["entrants"], before["tables"]) == ("waiting", 0, 3, [])
    assert [row["place"] for row in before["standings"]] == [1, 2, 3]
    tournament.begin()
    during = tournament.seen(tokens[1])
    assert (during["state"], during["you"], during["rounds"], during["host"]) == ("playing", 1, 3, False)
    assert during["seed"] == before["seed"], "it is published before anybody is paired"
    after = tournament.play(tokens)
    assert (after["state"], after["round"], len(after["tables"])) == ("finished", 3, 3)
    met = Counter(tuple(sorted(pair)) for tables in after["tables"] for pair in people(tables) if len(pair) == 2)
    assert met == Counter(combinations((1, 2, 3), 2))
    assert all(row["games"] == 3 for row in after["standings"]), "a bot fills in where somebody would sit out"
    assert after["champion"] == after["standings"][0]["name"]
    points = sum(row["points"] for row in after["standings"])
    made = sum(each["points"] for tables in after["tables"] for table in tables for each in table["players"])
    assert points == made


@pytest.mark.parametrize(("system", "players", "many"), [("swiss", 2, 5), ("swiss", 3, 7), ("knockout", 2, 5)])
def test_every_system_is_played_to_its_end(server: Running, system: str, players: int, many: int) -> None:
    tournament = Tournament(server, system=system, players=players)
    tokens = tournament.enter(*[f"P{n}" for n in range(many)])
    tournament.begin()
    after = tournament.play(tokens)
    assert after["state"] == "finished" and after["champion"]
    sat = [sorted(number for table in people(tables) for number in table) for tables in after["tables"]]
    if system == "knockout":
        assert [len(each) for each in sat] == [5, 3, 2]
        assert after["standings"][0]["number"] in sat[-1]
    else:
        assert all(each == sorted(tokens) for each in sat), "everybody sits in every round"
    ids = [table["table"] for tables in after["tables"] for table in tables]
    assert len(set(ids)) == len(ids)


def test_players_are_recognised_by_cookie_at_their_tables(new_server: Running) -> None:
    with new_server.http() as amina, new_server.http() as omar:
        for person, name in ((amina, "Amina"), (omar, "Omar")):
            person.post("/me", data={"name": name})
        tournament = Tournament(new_server, rated=True)
        for person in (amina, omar):
            entered = person.post(f"/api/tournaments/{tournament.code}/enter", json={"name": "Amina"}).json()
            assert entered["token"] is None
            again = person.post(f"/api/tournaments/{tournament.code}/enter", json={"name": "Else"}).json()
            assert again == entered, "nobody enters twice"
        assert [row["name"] for row in tournament.seen()["standings"]] in (["Amina", "Amina 2"], ["Amina 2", "Amina"])
        tournament.begin()
        (table,) = tournament.seen()["tables"][0]
        yours = {person.get(f"/api/tables/{table['table']}").json()["you"] for person in (amina, omar)}
        assert yours == {0, 1}
        info = amina.get(f"/api/tables/{table['table']}").json()
        assert (info["state"], info["timing"]["kind"], info["rated"]) == ("playing", "live", True)


def test_only_the_host_can_begin_and_only_public_tournaments_are_listed(new_server: Running) -> None:
    hidden, public = Tournament(new_server), Tournament(new_server, company="anybody", title="Open to all")
    tokens = hidden.enter("Amina", "Omar")
    with new_server.http() as http:
        listed = http.get("/api/tournaments").json()
        assert [each["code"] for each in listed] == [public.code]
        unknown = http.get(f"/api/tournaments/{hidden.code[:-1]}{'-' if hidden.code[-1] == '_' else '_'}")
        assert unknown.status_code == 404
    for token in (None, tokens[1], "x" * 32):
        assert hidden.post("begin", token, {}).status_code == 403
        assert hidden.post("off", token).status_code == 403
    assert hidden.post("leave", None).status_code == hidden.post("seat", "y" * 32).status_code == 403
    assert public.post("begin", public.host, {}).status_code == 409, "nobody has entered"
    stale = hidden.seen()["seq"]
    hidden.enter("Lea")
    assert hidden.post("begin", hidden.host, {"seq": stale}).status_code == 409, "somebody has entered since"
    told = json.dumps(hidden.seen())
    for token in (*tokens.values(), hidden.host):
        assert token not in told


def test_an_entry_can_be_retried_with_its_key(server: Running) -> None:
    tournament = Tournament(server)
    first = tournament.post("enter", None, {"name": "Ines", "id": KEY}).json()
    assert tournament.post("enter", None, {"name": "Ines", "id": KEY}).json() == first
    assert tournament.post("enter", None, {"name": "Lea", "id": KEY + "x"}).json()["number"] == 2
    assert tournament.post("leave", first["token"]).status_code == 204
    assert [row["name"] for row in tournament.seen()["standings"]] == ["Lea"]


def test_concurrent_entries_get_distinct_numbers(server: Running) -> None:
    tournament = Tournament(server)
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: tournament.post("enter", None, {"name": "Ali"}).json(), range(12)))
    assert sorted(answer["number"] for answer in answers) == list(range(1, 13))
    assert len({row["name"] for row in tournament.seen()["standings"]}) == 12


def test_invalid_tournaments_are_refused_with_the_valid_choices(server: Running) -> None:
    body = {"game": "toy", "players": 2, "clock": LIVE}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"players": 9}, "seats at each table"),
        ({"clock": {"kind": "live", "bank": 30, "increment": 0}}, "Choose 30 seconds to four hours"),
        ({"level": "nobody"}, "nobody"),
        ({"title": "x" * 61}, "up to 60"),
        ({"forward": 2}, "to go through"),
        ({"options": {"nothing": 1}}, "nothing"),
    ]
    with server.http() as http:
        for change, said in wrong:
            answer = http.post("/api/tournaments", json=body | change)
            assert answer.status_code in (409, 422) and said in answer.json()["message"], answer.text
        assert http.post("/api/tournaments", json={**body, "clock": None}).status_code == 422
        evil = http.post("/api/tournaments", json=body, headers={"origin": "https://evil.example"})
        assert evil.status_code == 403


def test_a_bot_plays_for_a_withdrawn_player_who_is_not_paired_again(server: Running) -> None:
    tournament = Tournament(server, rounds=2)
    tokens = tournament.enter("Amina", "Omar", "Lea", "Idris")
    tournament.begin()
    assert tournament.post("leave", tokens[4]).status_code == 204
    assert tournament.post("leave", tokens[4]).status_code == 204, "once is as good as twice"
    assert tournament.post("seat", tokens[4]).status_code == 409
    after = tournament.play({number: tokens[number] for number in (1, 2, 3)})
    first, second = after["tables"]
    assert sorted(number for table in people(first) for number in table) == [1, 2, 3, 4]
    assert sorted(number for table in people(second) for number in table) == [1, 2, 3]
    assert [row["gone"] for row in sorted(after["standings"], key=lambda row: row["number"])] == [False] * 3 + [True]


def test_a_withdrawn_player_can_return_except_in_a_knockout(server: Running) -> None:
    for system, status in (("swiss", 200), ("knockout", 409)):
        tournament = Tournament(server, system=system, rounds=2)
        tokens = tournament.enter("Amina", "Omar", "Lea")
        tournament.begin()
        tournament.post("leave", tokens[3])
        assert tournament.post("enter", tokens[3], {"name": "Lea"}).status_code == status
        assert tournament.post("enter", None, {"name": "Late"}).status_code == 409, "it has begun"


def test_a_player_absent_for_a_whole_game_is_withdrawn(server: Running) -> None:
    tournament = Tournament(server, rounds=3, players=3)
    tokens = tournament.enter("Amina", "Omar", "Absent")
    tournament.begin()
    tournament.hand_over(tokens[1], tokens[2])
    (table,) = tournament.seen()["tables"][0]
    assert table["state"] == "playing", "it waits for whoever is not there"
    server.house.parts[WorldTime]._clock = lambda: time.time() + 3600
    try:
        eventually(lambda: tournament.post("stand-in", tournament.host, {"table": 1}).status_code == 200)
    finally:
        server.house.parts[WorldTime]._clock = time.time
    eventually(lambda: tournament.seen()["round"] == 2)
    gone = {row["name"]: row["gone"] for row in tournament.seen()["standings"]}
    assert gone == {"Amina": False, "Omar": False, "Absent": True}


def test_tournament_games_cannot_be_ended_early_and_have_no_hints(server: Running) -> None:
    """Neither while the opponent hasn't arrived nor among bots."""
    tournament = Tournament(server, game="kairo", system="knockout")
    tokens = tournament.enter("Amina", "Omar", "Lea")
    tournament.begin()
    for token in tokens.values():
        seat = tournament.post("seat", token).json()
        with server.http(seat["token"]) as http:
            refused = http.post(f"/api/tables/{seat['table']}/end", json={})
            assert refused.status_code == 409 and "played to the end" in refused.json()["message"]
            table = http.get(f"/api/tables/{seat['table']}").json()
            assert table["state"] == "playing" and table["tournament"] is True
            hint = http.post(f"/api/tables/{seat['table']}/hint")
            assert hint.status_code == 409 and "no hints" in hint.json()["message"]


def test_a_table_with_only_bots_left_is_played_to_its_end(new_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody watches it, but the round waits for it."""
    monkeypatch.setattr(hub, "LOOKS", 0.0)
    tournament = Tournament(new_server, rounds=1, pace="quick")
    tokens = tournament.enter("Amina", "Omar")
    tournament.begin()
    tournament.hand_over(*tokens.values())
    eventually(lambda: tournament.seen()["state"] == "finished")


def test_a_player_who_wins_before_arriving_is_not_withdrawn(server: Running) -> None:
    tournament = Tournament(server, rounds=2)
    tokens = tournament.enter("Amina", "Omar")
    tournament.begin()
    seat = tournament.post("seat", tokens[1]).json()
    with server.http(seat["token"]) as http:
        assert http.post(f"/api/tables/{seat['table']}/resign").status_code == 200
    eventually(lambda: tournament.seen()["round"] == 2)
    assert [(row["name"], row["gone"]) for row in tournament.seen()["standings"]] == [("Omar", False), ("Amina", False)]


def test_bots_play_only_for_absent_players(server: Running) -> None:
    tournament = Tournament(server)
    tokens = tournament.enter("Amina", "Omar")
    tournament.begin()
    refused = tournament.post("stand-in", tournament.host, {"table": 1})
    assert refused.status_code == 409 and "Give them more time" in refused.json()["message"]
    assert tournament.post("stand-in", tournament.host, {"table": 2}).status_code == 409
    assert tournament.post("stand-in", tokens[1], {"table": 1}).status_code == 403


def test_a_tournament_can_be_cancelled(server: Running) -> None:
    tournament = Tournament(server)
    tokens = tournament.enter("Amina", "Omar")
    assert tournament.post("off", tournament.host).status_code == 204
    assert tournament.post("off", tournament.host).status_code == 404
    tournament = Tournament(server)
    tokens = tournament.enter("Amina", "Omar")
    tournament.begin()
    assert tournament.post("off", tournament.host).status_code == 204
    seen = tournament.seen()
    assert (seen["state"], seen["champion"]) == ("ended", None)
    tournament.hand_over(*tokens.values())
    assert tournament.seen()["round"] == 1, "nothing follows"


def test_a_missing_table_is_created_and_none_is_created_twice(new_server: Running, monkeypatch: Any) -> None:
    """As after a crash between two tables: whoever looks makes what is missing, and two who look at once do no harm."""
    made, real = [], runner.Runner._make

    async def dies(self: Any, row: Any, pairing: Any) -> None:
        if made:
            raise RuntimeError("the power fails")
        made.append(pairing)
        await real(self, row, pairing)

    tournament = Tournament(new_server)
    tournament.enter(*[f"P{n}" for n in range(6)])
    with monkeypatch.context() as broken:
        broken.setattr(runner.Runner, "_make", dies)
        assert tournament.post("begin", tournament.host, {}).status_code == 200, (
            "it has begun; its tables are made later"
        )
    before = tournament.seen()
    assert [table["state"] for table in before["tables"][0]] == ["playing", "coming", "coming"]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: tournament.begin(), range(4)))
    after = tournament.seen()
    assert [table["state"] for table in after["tables"][0]] == ["playing"] * 3
    assert after["tables"][0][0]["table"] == before["tables"][0][0]["table"]
    assert people(after["tables"][0]) == people(before["tables"][0])


def test_a_tournament_survives_a_killed_server(tmp_path: Path) -> None:
    """Every round has its tables exactly once, and the tournament ends."""
    database, at = tmp_path / "souq.db", port()
    with process(at, database, workers=0) as dies:
        server = Running.__new__(Running)
        server.address = f"http://127.0.0.1:{at}"
        tournament = Tournament(server, game="barter", rounds=3)
        tokens = tournament.enter("Amina", "Omar", "Lea", "Idris")
        with server.http(tournament.host) as http, concurrent.futures.ThreadPoolExecutor(1) as pool:
            begun = pool.submit(http.post, f"/api/tournaments/{tournament.code}/begin", json={})
            time.sleep(0.05)
            dies.kill()
    begun.exception()  # it may have been killed before the answer
    deaths = 0
    while True:
        with process(at, database, workers=0):
            try:
                if tournament.seen()["state"] == "waiting":
                    tournament.begin()
                eventually(lambda: tournament.seen()["round"] and tournament.seen()["tables"][-1][0]["table"], 90)
                tournament.hand_over(*tokens.values())
                if deaths < 1:
                    deaths += 1
                    continue  # it is killed
                after = tournament.play(tokens)
                break
            except httpx.HTTPError:
                pass
    assert (after["state"], len(after["tables"])) == ("finished", 3)
    assert all(table["state"] == "finished" for tables in after["tables"] for table in tables)
    with sqlite3.connect(database) as db:
        (matches,) = db.execute("SELECT count(*) FROM matches").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM tables").fetchone()
    assert matches == tables == 6, "each once"


def test_tournament_data_is_exported_and_deleted(new_server: Running) -> None:
    with new_server.http() as amina, new_server.http() as omar:
        for person, name in ((amina, "Amina"), (omar, "Omar")):
            person.post("/me", data={"name": name})
            person.post("/you/codes")  # who keeps their name can have it deleted
        opened = amina.post("/api/tournaments", json={"game": "toy", "players": 2, "clock": LIVE}).json()
        assert opened["token"] is None
        code = opened["code"]
        for person in (amina, omar):
            person.post(f"/api/tournaments/{code}/enter", json={"name": "X"})
        amina.post(f"/api/tournaments/{code}/begin", json={})
        told = json.loads(amina.get("/you/data").text)["tournaments"]
        assert [(each["code"], each["number"], each["opened"]) for each in told] == [(code, 1, True)]
        deleted = amina.post("/you/delete", data={"sure": "yes"})
        assert deleted.status_code < 400, deleted.text
        seen = omar.get(f"/api/tournaments/{code}").json()
        assert {row["name"]: row["gone"] for row in seen["standings"]} == {"Somebody": True, "X 2": False}
        assert seen["host"], "who is still there is the host from now on"
        assert "X" not in [each["name"] for tables in seen["tables"] for table in tables for each in table["players"]]


def test_old_tournaments_are_deleted_and_entered_guests_are_kept(tmp_path: Path) -> None:
    database = str(tmp_path / "souq.db")
    with running(database) as server, server.http() as guest:
        guest.post("/me", data={"name": "Amina"})
        old, young = Tournament(server), Tournament(server)
        guest.post(f"/api/tournaments/{young.code}/enter", json={"name": "Amina"})
        old.enter("Omar")
    with sqlite3.connect(database) as db:
        db.execute("UPDATE people SET created_at = 0")
        db.execute("UPDATE sessions SET seen_at = 0")
        db.execute("UPDATE tournaments SET updated_at = 0 WHERE code = ?", (old.code,))

    async def tidied() -> tuple[Cleared, Cleared]:
        storage = Storage(Settings(database=database))
        try:
            what = Clearing(1000.0, 1000.0)
            return await count(storage.database, what), await clear(storage.database, what)
        finally:
            await storage.close()

    assert asyncio.run(tidied()) == (Cleared(tournaments=1), Cleared(tournaments=1))
    with sqlite3.connect(database) as db:
        assert db.execute("SELECT code FROM tournaments").fetchall() == [(young.code,)]
        assert db.execute("SELECT name FROM people").fetchall() == [("Amina",)]
        db.execute("UPDATE tournaments SET updated_at = 0")
    assert asyncio.run(tidied()) == (Cleared(tournaments=1, guests=1), Cleared(tournaments=1, guests=1))


def test_a_round_begun_concurrently_by_another_server_is_begun_once(
    new_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = Tournament(new_server)
    tournament.enter("Amina", "Omar")
    running = new_server.house.parts[TournamentService].runner
    original = running.next_round

    async def slower(row: Any) -> None:
        """Somebody else pairs the first round between the reading and the writing."""
        monkeypatch.setattr(running, "next_round", original)
        await original(row)
        await original(row)

    monkeypatch.setattr(running, "next_round", slower)
    answer = tournament.post("begin", tournament.host, {})
    assert (answer.status_code, answer.json()["round"]) == (200, 1)
    assert running.next_round == original
    assert tournament.post("begin", tournament.host, {}).status_code == 200
    assert tournament.seen()["round"] == 1


def test_merged_entrants_count_once_even_if_the_tournament_begins_meanwhile(new_server: Running) -> None:
    """Entrants that go raise the tournament's revision: whoever began it on the old ones looks again."""
    tournament = Tournament(new_server)
    with new_server.http() as amina, new_server.http() as phone, new_server.http() as omar:
        for person, name in ((amina, "Amina"), (phone, "Phone"), (omar, "Omar")):
            person.post("/me", data={"name": name})
            entered = person.post(f"/api/tournaments/{tournament.code}/enter", json={"name": name})
            assert entered.status_code == 200
        code = amina.post("/you/codes").text.partition("<code>")[2].partition("</code>")[0]
        before = tournament.seen()["seq"]
        assert phone.post("/sign-in/code", data={"code": code, "join": "on"}).status_code == 303
        assert tournament.seen()["seq"] > before
        tournament.begin()
        assert len(tournament.seen()["standings"]) == 2


def test_of_merged_entrants_one_leaves_a_tournament_that_has_begun(new_server: Running) -> None:
    tournament = Tournament(new_server)
    with new_server.http() as amina, new_server.http() as phone, new_server.http() as omar:
        for person, name in ((phone, "Phone"), (amina, "Amina"), (omar, "Omar")):
            person.post("/me", data={"name": name})
            person.post(f"/api/tournaments/{tournament.code}/enter", json={"name": name})
        tournament.begin()
        code = amina.post("/you/codes").text.partition("<code>")[2].partition("</code>")[0]
        assert phone.post("/sign-in/code", data={"code": code, "join": "on"}).status_code == 303
        seen = amina.get(f"/api/tournaments/{tournament.code}").json()
        assert seen["you"] == 2
        assert {each["name"]: each["gone"] for each in seen["standings"]} == {
            "Amina": False,
            "Phone": True,
            "Omar": False,
        }


def test_a_player_who_resigned_a_seat_has_no_control_over_its_new_player(new_server: Running) -> None:
    tournament = Tournament(new_server, game="kairo")
    tokens = tournament.enter("Ann", "Ben")
    tournament.begin()
    ann, ben = (tournament.post("seat", token).json() for token in tokens.values())
    table = f"/api/tables/{ann['table']}"
    with new_server.http(ann["token"]) as http:
        assert http.post(f"{table}/stand").status_code == 200
    with new_server.http(ben["token"]) as http:
        invitation = http.post(f"{table}/seats/{ann['seat']}/link").json()["token"]
    with new_server.http(invitation) as http:
        xavier = http.post(f"{table}/seats/{ann['seat']}", json={"name": "Xavier"}).json()["token"]
    (hers,) = (token for number, token in tokens.items() if number == 1)
    assert tournament.post("seat", hers).status_code == 409
    assert tournament.post("leave", hers).status_code == 204
    with new_server.http(xavier) as http:
        info = http.get(table)
        assert info.status_code == 200, "the seat is still Xavier's"
        assert info.json()["seats"][ann["seat"]]["kind"] == "person"
