"""Several decisions in one command, and refusals that explain the position."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.server.clients import ME, OPEN, Running, running

pytestmark = pytest.mark.server

SWAP, MARK, UNMARK, KEEP, SHOUT, SHOW, PEEK = range(7)


def test_decisions_of_one_command_are_undone_together(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        amina.play(SHOW)
        answer = amina.command("choose", seq=amina.seq, choice=MARK, then=[UNMARK, "keep"])
        assert answer["held"] is False, "it can be taken back, so it is made"
        told = amina.frames(answer["seq"])
        assert [frame["ply"] for frame in told["frames"]] == [2, 3, 4]
        assert [frame["scene"] is not None for frame in told["frames"]] == [False, False, True]
        assert amina.scene["prompt"]["must_confirm"]
        assert amina.scene["prompt"]["can_reset"]
        assert omar.receives_nothing()
        answer = amina.command("undo", seq=amina.seq)
        message = amina.frames(answer["seq"])
        assert (message["after"], message["frames"][-1]["ply"]) == (1, 1)
        assert MARK in amina.picks
        assert amina.scene["prompt"]["can_reset"] is False


def test_a_command_makes_all_its_decisions_or_none(server: Running) -> None:
    table = server.open(ME, OPEN)
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        before = table.view(table.token)
        refusal = amina.command("choose", seq=amina.seq, choice=MARK, then=[KEEP, SWAP])
        assert refusal["type"] == "refused"
        refusal = amina.command("choose", seq=amina.seq, choice=MARK, then=[MARK])
        assert refusal["rule"]["id"] == "TO-T02"
        assert refusal["why"].endswith("is marked.")
        refusal = amina.command("choose", seq=amina.seq, choice=SWAP, then=[KEEP])
        assert "First see what" in refusal["message"], "what is drawn is not known before it is drawn"
        assert table.view(table.token) == before
        assert amina.command("choose", seq=amina.seq, choice=MARK, then=["?"])["type"] == "refused"


def test_a_held_choice_is_undone_with_the_choices_before_it(tmp_path: Path) -> None:
    """A choice that reveals information and ends the turn waits; until then, the command's choices are a draft."""
    database = tmp_path / "souq.db"
    with running(database) as server:
        table = server.open(ME, OPEN)
        table.take(1, "Omar")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            amina.play(SHOW)
            amina.command("choose", seq=amina.seq, choice=MARK, then=[UNMARK, MARK])
            amina.frames()
    with sqlite3.connect(database) as stored:
        made = stored.execute("SELECT choice, goes_on FROM decisions ORDER BY ply").fetchall()
        assert made == [(SHOW, 0), (MARK, 1), (UNMARK, 1), (MARK, 0)]
        stored.execute("UPDATE decisions SET goes_on = 1 WHERE ply = 4")
        stored.execute("UPDATE tables SET held = ?", (KEEP,))
    with running(database) as server:
        table.server = server
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            assert amina.scene["prompt"]["must_confirm"]
            assert amina.scene["held"]["choice"] == KEEP
            answer = amina.command("undo", seq=amina.seq)
            assert amina.frames(answer["seq"])["frames"][-1]["ply"] == 1
            assert not amina.scene["prompt"].get("must_confirm")
            answer = amina.command("undo", seq=amina.seq)
            assert amina.frames(answer["seq"])["frames"][-1]["ply"] == 0


def test_a_restart_does_not_split_decisions_of_one_command(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server:
        table = server.open(ME, OPEN)
        table.take(1, "Omar")
        with server.http(table.token) as http:
            seq = http.get(f"/api/tables/{table.id}/view").json()["seq"]
            body = {"id": "a", "seq": seq, "choice": "show", "then": ["mark on", "keep"], "at_once": False}
            answer = http.post(f"/api/tables/{table.id}/choose", json=body)
            assert answer.status_code == 200, answer.text
    with running(database) as server, server.http(table.token) as http:
        view = http.get(f"/api/tables/{table.id}/view").json()
        assert view["must_confirm"]
        assert view["view"]["marked"][0] == 1
        body = {"id": "b", "seq": view["seq"]}
        assert http.post(f"/api/tables/{table.id}/undo", json=body).status_code == 200
        view = http.get(f"/api/tables/{table.id}/view").json()
        assert (view["view"]["marked"][0], view["view"]["shown"][0], view["can_undo"]) == (0, 0, False)


def test_refusals_give_the_reason(server: Running) -> None:
    table = server.open(ME, OPEN)
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send({"type": "explain", "choice": SHOUT})
        told = amina.next("explain")
        assert (told["rule"]["id"], told["why"]) == ("TO-T03", "Amina and Omar still have to keep.")
        amina.send({"type": "explain", "choice": MARK, "after": [MARK]})
        told = amina.next("explain")
        assert told["rule"]["id"] == "TO-T02"
        assert told["why"].endswith("is marked.")
        amina.send({"type": "explain", "choice": KEEP, "after": [SWAP]})
        assert "First see what" in amina.next("refused")["message"]
    with server.http(table.token) as http:
        seq = http.get(f"/api/tables/{table.id}/view").json()["seq"]
        body = {"id": "c", "seq": seq, "choice": "shout"}
        answer = http.post(f"/api/tables/{table.id}/choose", json=body)
        assert (answer.status_code, answer.json()["why"]) == (409, "Amina and Omar still have to keep.")
