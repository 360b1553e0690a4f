"""Who plays alone: everything can be taken back, everybody may look on, and the end needs no confirmation."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dash.state import STEP, STOP
from tests.server.clients import ME, Running, running

pytestmark = pytest.mark.server

THREE = STEP + 2


def test_spectators_see_decisions_and_undo(server: Running) -> None:
    table = server.open(ME, game="dash")
    with (
        server.sit(table.id, table.token) as amina,
        server.sit(table.id, table.token) as phone,
        server.sit(table.id) as watcher,
    ):
        for person in (amina, phone, watcher):
            person.frames()
        amina.play(THREE)
        seen = amina.play(THREE)
        for person in (phone, watcher):
            assert person.frames(seen["seq"])["frames"][-1]["ply"] == 2
        assert watcher.scene["panels"][0]["score"] == "2"
        answer = amina.command("undo", seq=amina.seq)
        for person in (phone, watcher):
            told = person.frames(answer["seq"])
            assert (told["after"], told["frames"][-1]["ply"]) == (1, 1)
        amina.frames(answer["seq"])
        answer = amina.command("reset", seq=amina.seq)
        assert amina.frames(answer["seq"])["frames"][-1]["ply"] == 0
    assert table.view()["view"]["at"][0] == 0


def test_a_spectator_is_sent_the_moves_made_after_an_undo(server: Running) -> None:
    """Somebody who was shown two moves, and looks again when other two have been made, is told of these."""
    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
        amina.frames()
        watcher.frames()
        seen = amina.play(THREE)
        watcher.frames(seen["seq"])
        live = server.house.tables._live[table.id]
        at = live.row.revision
        for kind, fields in (("undo", {}), ("choose", {"choice": STEP})):
            answer = amina.command(kind, seq=amina.seq, **fields)
            amina.frames(answer["seq"])
        told = watcher.frames(answer["seq"])
        assert told["frames"][-1]["ply"] == 1
        assert watcher.scene["panels"][0]["score"] == "1"
        assert live.left(1, at) == 0
        assert live.left(1, answer["seq"]) == 1


def test_the_last_decision_needs_no_confirmation_and_earlier_ones_are_stored(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server:
        table = server.open(ME, game="dash")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            for _ in range(3):
                amina.play(THREE)
    with running(database) as server, server.sit(table.id, table.token) as amina:
        amina.frames()
        assert amina.scene["panels"][0]["score"] == "3"
        assert amina.scene["prompt"]["can_undo"], "all the way back"
        answer = amina.command("choose", seq=amina.seq, choice=STEP)
        assert answer["held"] is False
        assert amina.next("table", where=lambda message: message["state"] == "finished")["result"]["points"] == [-4]
        assert amina.command("undo", seq=answer["seq"])["type"] == "refused"


def test_resigning_ends_the_game(server: Running) -> None:
    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.play(THREE)
        assert amina.command("choose", seq=amina.seq, choice=STOP)["type"] == "ack"
        assert amina.next("table", where=lambda message: message["state"] == "finished")
