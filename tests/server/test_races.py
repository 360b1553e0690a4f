"""Races: all players move at once, in the order the server receives it, and nobody waits for another."""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from souq.engine.match.match import Match
from tests.dash.state import END, STEP, STOP
from tests.server.clients import BOT, ME, OPEN, RANDOM, Opened, Person, Running, running

pytestmark = pytest.mark.server

ONE = STEP


def open_race(server: Running, *seats: dict[str, Any]) -> Opened:
    return server.open(*(seats or (ME, OPEN)), game="dash")


def move_repeatedly(person: Person, moves: int, answers: list[dict[str, Any]]) -> None:
    """Move as fast as the server answers, each time on the revision after one's own last move."""
    for _ in range(moves):
        answer = person.command("choose", seq=person.seq, choice=ONE)
        answers.append(answer)
        if answer["type"] == "ack":
            person.frames(answer["seq"])


def test_moves_do_not_wait_for_other_players(server: Running) -> None:
    table = open_race(server, ME, OPEN, OPEN)
    tokens = [table.token, table.take(1, "Omar"), table.take(2, "Layla")]
    people = [server.sit(table.id, token) for token in tokens]
    answers: list[list[dict[str, Any]]] = [[], [], []]
    for person in people:
        person.frames()
    threads = [threading.Thread(target=move_repeatedly, args=(people[i], END - 1, answers[i])) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [[answer["type"] for answer in mine] for mine in answers] == [["ack"] * (END - 1)] * 3
    told = sorted(answer["seq"] for mine in answers for answer in mine)
    assert len(set(told)) == 3 * (END - 1), "one after another, none twice"
    with server.http(tokens[0]) as http:
        made = http.get(f"/api/tables/{table.id}/log").json()["decisions"]
    assert Counter(each["seat"] for each in made) == dict.fromkeys(range(3), END - 1)
    last = people[1].command("choose", seq=people[1].seq, choice=ONE)
    assert last["type"] == "ack"
    late = people[2].command("choose", seq=people[2].seq, choice=ONE)
    assert (late["type"], late["message"]) == ("refused", "The game is over.")
    for person in people:
        person.__exit__(None, None, None)
    with server.http() as http:
        saved = http.get(f"/api/tables/{table.id}/match").json()
    assert Match.from_json(saved).winners() == [1]


def test_another_players_move_does_not_make_a_move_stale(server: Running) -> None:
    table = open_race(server)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        before = omar.seq
        for _ in range(3):
            amina.play(ONE)
        assert omar.command("choose", seq=before, choice=ONE)["type"] == "ack"
        again = omar.command("choose", seq=before, choice=ONE)
        assert again["type"] == "refused", "one's own move was made since"
        assert "moved on" in again["message"]


@pytest.mark.parametrize("forgotten", [False, True])
def test_only_a_players_own_moves_make_a_move_stale(server: Running, forgotten: bool) -> None:
    table = open_race(server)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        before = omar.seq
        omar.command("settings", confirm=False)
        amina.play(ONE)
        if forgotten:
            server.house.tables.forget(server.house.tables._live[table.id])
        assert omar.command("choose", seq=before, choice=ONE)["type"] == "ack"


def test_another_players_resignation_does_not_make_a_move_late(server: Running) -> None:
    table = open_race(server)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        before = omar.seq
        amina.play(STOP)
        answer = omar.command("choose", seq=before, choice=ONE)
        assert answer["type"] == "ack", "his move stands, and needs no confirmation"
        told = amina.frames(answer["seq"])
        assert told["race"]
        assert told["frames"][-1]["ply"] == 2, "who has given up still looks on"
        omar.frames(answer["seq"])
        assert not omar.scene["prompt"].get("can_undo")
        assert omar.command("undo", seq=omar.seq)["type"] == "refused"


def test_bots_race_immediately_and_are_not_delayed_by_a_fast_player(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", race_pause=0.3) as server:
        table = open_race(server, ME, BOT, RANDOM)
        moved, until = set[int](), time.monotonic() + 20
        with server.sit(table.id, table.token) as amina, server.http(table.token) as http:
            amina.frames()
            for _ in range(6):
                amina.play(ONE)
            while not {1, 2} <= moved:
                assert time.monotonic() < until, "the bots do not move"
                moved = {each["seat"] for each in http.get(f"/api/tables/{table.id}/log").json()["decisions"]}


def test_a_race_of_bots_ends(server: Running) -> None:
    table = open_race(server, BOT, RANDOM, BOT)
    with server.sit(table.id) as watcher:
        assert watcher.next("table", where=lambda message: message["state"] == "finished")["result"]


def test_a_race_has_a_countdown_that_a_restart_does_not_shorten(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database, countdown=4.0) as server:
        table = open_race(server, ME, OPEN, BOT)
        assert table.info()["begins_in"] == 0, "not everybody is there"
        table.take(1, "Omar")
        with server.sit(table.id, table.token) as amina:
            about = amina.next("table")
            assert 3 < about["begins_in"] <= 4
            amina.frames()
            refusal = amina.command("choose", seq=amina.seq, choice=ONE)
            assert refusal["type"] == "refused"
            assert refusal["message"].startswith("The race begins in ")
            assert refusal["message"].endswith(" seconds.")
    with running(database, countdown=4.0, race_pause=60.0) as server:
        table.server = server
        view = table.view(table.token)
        assert 0 < view["begins_in"] <= 4, "it stands still while the server is away"
        assert view["view"]["steps"] == [0, 0, 0, 0]
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            until = time.monotonic() + 60
            while (answer := amina.command("choose", seq=amina.seq, choice=ONE))["type"] != "ack":
                assert answer["message"].startswith("The race begins in ") and time.monotonic() < until
                time.sleep(0.1)


def test_turn_based_games_have_no_countdown(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", countdown=60.0) as server:
        table = server.open(ME, OPEN)
        table.take(1, "Omar")
        assert table.info()["begins_in"] == 0
        alone = server.open(ME, game="dash")
        assert alone.info()["begins_in"] == 0, "nobody else has to be ready"
