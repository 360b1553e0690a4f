"""Retried commands, stale commands, and players who reconnect."""

from __future__ import annotations

import threading

import pytest

from souq.server.core.realtime.frames import MISSED
from tests.server.clients import BOT, ME, OPEN, Running

pytestmark = pytest.mark.server

SWAP, MARK, UNMARK, KEEP, SHOUT = 0, 1, 2, 3, 4


def test_a_retried_command_is_answered_again_and_executed_once(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        seq = amina.seq
        first = amina.command("choose", key="same", seq=seq, choice=SWAP)
        amina.frames(first["seq"])
        again = amina.command("choose", key="same", seq=seq, choice=SWAP)
        assert again == first
        assert amina.receives_nothing()
        assert table.view(table.token)["seq"] == first["seq"]
    with server.sit(table.id, table.token) as amina:
        assert amina.command("choose", key="same", seq=seq, choice=SWAP) == first, "also after a reconnection"
    with server.http(table.token) as http:
        body = {"id": "same", "seq": seq, "choice": SWAP}
        assert http.post(f"/api/tables/{table.id}/choose", json=body).json()["seq"] == first["seq"], "also over HTTP"


def test_a_reused_id_gets_the_stored_answer_even_with_a_new_position(server: Running) -> None:
    """As when a program lost the answer, fetched the table and retries."""
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        first = amina.command("choose", key="same", seq=amina.seq, choice=SWAP)
        amina.frames(first["seq"])
        assert amina.command("choose", key="same", seq=amina.seq, choice=SWAP) == first
        assert table.view(table.token)["seq"] == first["seq"]
        assert amina.command("choose", seq=amina.seq, choice=MARK)["type"] == "ack", "the table goes on"


def test_concurrent_clicks_in_two_windows_make_one_decision(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as one, server.sit(table.id, table.token) as two:
        one.frames()
        two.frames()
        for person in (one, two):
            person.send({"type": "choose", "id": f"from {id(person)}", "seq": person.seq, "choice": MARK})
        answers = [person.next("ack", "refused") for person in (one, two)]
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        refusal = next(answer for answer in answers if answer["type"] == "refused")
        assert "moved on" in refusal["message"]


def test_a_stale_command_is_refused_and_changes_nothing(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        old = amina.seq
        amina.play(MARK)
        before = table.view(table.token)
        for kind, fields in (("choose", {"choice": UNMARK}), ("undo", {}), ("reset", {}), ("confirm", {})):
            refusal = amina.command(kind, seq=old, **fields)
            assert (refusal["type"], refusal["rule"]) == ("refused", None)
            assert "moved on" in refusal["message"]
        assert amina.command("choose", seq=before["seq"] + 1, choice=UNMARK)["type"] == "refused"
        assert table.view(table.token) == before


def test_an_older_revision_of_the_same_decision_is_accepted(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        seq = amina.seq
        amina.command("settings", confirm=False)
        assert amina.command("choose", seq=seq, choice=MARK)["type"] == "ack"


def test_an_illegal_choice_is_refused_with_its_rule(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        before = table.view(table.token)
        refusal = amina.command("choose", seq=amina.seq, choice=UNMARK)
        assert (refusal["type"], refusal["rule"]["id"]) == ("refused", "TO-T02")
        assert refusal["rule"]["text"]
        for nonsense in (99, -1, 2**31, "no such choice"):
            assert amina.command("choose", seq=amina.seq, choice=nonsense)["type"] == "refused"
        omar.frames()
        assert "not your turn" in omar.command("choose", seq=omar.seq, choice=KEEP)["message"]
        assert table.view(table.token) == before
        amina.send({"type": "explain", "choice": UNMARK})
        assert amina.next("explain")["rule"]["id"] == "TO-T02"
        amina.send({"type": "explain", "choice": MARK})
        assert amina.next("explain")["rule"] is None
        omar.send({"type": "explain", "choice": MARK})
        assert "Amina" in omar.next("explain")["message"]


def test_in_a_race_the_first_command_wins(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    for seat in (table.token, token):
        with server.http(seat) as http:
            body = {"id": "keep", "seq": table.view(seat)["seq"], "choice": "keep"}
            assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200
    seq, answers = table.view(token)["seq"], []

    def shout(seat: str | None) -> None:
        with server.http(seat) as http:
            body = {"id": "shout", "seq": seq, "choice": "shout"}
            answers.append(http.post(f"/api/tables/{table.id}/choose", json=body).status_code)

    threads = [threading.Thread(target=shout, args=(seat,)) for seat in (table.token, token)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409]
    assert table.info()["state"] == "finished"


def test_a_reconnecting_player_is_sent_what_they_missed(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, token) as omar:
        first = omar.frames()
        assert (first["after"], first["catchup"]) == (-1, False)
        seen = omar.seq
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        for choice in (SWAP, MARK, SWAP, SWAP):
            amina.play(choice)
    with server.sit(table.id, token, seen=seen) as omar:
        missed = omar.frames()
        assert (missed["catchup"], missed["after"]) == (True, 0)
        assert [frame["ply"] for frame in missed["frames"]] == [1, 2, 3], "she marked and swapped as one"
        assert all(frame["scene"] for frame in missed["frames"])
        assert missed["frames"][0]["lines"]
    with server.sit(table.id, token, seen=missed["seq"]) as omar:
        again = omar.frames()
        assert (again["after"], [frame["ply"] for frame in again["frames"]]) == (3, [3])
        assert again["frames"][0]["lines"] == []
        assert again["frames"][0]["scene"]
    with server.sit(table.id, token, seen=10_000) as omar:
        assert omar.frames()["after"] == -1, "a revision from nowhere counts as nothing"


def test_after_a_long_absence_old_decisions_are_sent_as_text_only(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    seen = table.view(token)["seq"]
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        for _ in range(30):
            amina.play(SWAP)
    with server.sit(table.id, token, seen=seen) as omar:
        frames = omar.frames()["frames"]
        assert len(frames) == MISSED + 1
        assert (frames[0]["ply"], frames[0]["scene"], frames[0]["effects"]) == (30 - MISSED, None, [])
        assert len(frames[0]["lines"]) == 30 - MISSED
    with server.sit(table.id, token) as omar:
        frames = omar.frames()["frames"]
        assert [frame["ply"] for frame in frames] == [30]
        assert len(frames[0]["lines"]) >= 30, "who is new reads everything, and is shown the last moment"


def test_an_undone_draft_is_not_replayed(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        for choice in (MARK, UNMARK, MARK):
            amina.play(choice)
        seen = amina.seq
        for _ in range(2):
            amina.command("undo", seq=amina.seq)
            amina.frames()
        amina.play(UNMARK)
    with server.sit(table.id, table.token, seen=seen) as amina:
        message = amina.frames()
        assert (message["after"], [frame["ply"] for frame in message["frames"]]) == (1, [2])


def test_another_layout_gets_another_scene(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send({"type": "layout", "layout": "tall"})
        assert amina.frames()["after"] == 0


def test_past_positions_can_be_requested(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.play(SWAP)
        amina.play(SWAP)
    with server.http(token) as http:
        for ply in range(3):
            answer = http.get(f"/api/tables/{table.id}/frames", params={"ply": ply, "layout": "tall"}).json()
            assert (answer["ply"], answer["last"], len(answer["frames"])) == (ply, 2, 1)
            assert answer["frames"][0]["scene"]["areas"]
            assert "picks" not in answer["frames"][0]["scene"]
        assert http.get(f"/api/tables/{table.id}/frames?ply=3").status_code == 409
        assert http.get(f"/api/tables/{table.id}/frames?ply=-1").status_code == 422
