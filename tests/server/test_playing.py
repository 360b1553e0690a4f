from __future__ import annotations

import pytest

from tests.server.clients import BOT, ME, OPEN, Running

pytestmark = pytest.mark.server

MARK, UNMARK, KEEP, SHOUT = 1, 2, 3, 4


def test_two_people_play_to_the_end_over_their_sockets(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        about = amina.next("table")
        assert (about["state"], about["you"], [seat["name"] for seat in about["seats"]]) == (
            "playing",
            0,
            ["Amina", "Omar"],
        )
        assert about["commitment"]
        assert about["secret"] is None
        amina.frames()
        omar.frames()
        assert amina.picks
        assert not omar.picks
        amina.play(KEEP)
        assert amina.command("confirm", seq=amina.seq)["type"] == "ack"
        omar.frames()
        omar.play(KEEP)  # no turn is handed on to anybody: nothing is to be confirmed
        while SHOUT not in amina.picks:
            amina.frames()
        assert SHOUT in omar.picks, "everybody races"
        amina.play(SHOUT)
        about = omar.next("table", where=lambda message: message["state"] == "finished")
        assert about["result"]["ranks"]
        assert len(bytes.fromhex(about["secret"])) == 32


def test_a_draft_is_invisible_to_others(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with (
        server.sit(table.id, table.token) as amina,
        server.sit(table.id, table.token) as also_amina,
        server.sit(table.id, token) as omar,
        server.sit(table.id) as watcher,
    ):
        for person in (amina, also_amina, omar, watcher):
            person.frames()
        draft = amina.play(MARK)
        assert draft["frames"][-1]["ply"] == 1
        assert amina.scene["prompt"]["can_undo"]
        assert UNMARK in amina.picks
        assert also_amina.frames(draft["seq"])["frames"][-1]["ply"] == 1, "her other window shows it"
        assert omar.receives_nothing()
        assert watcher.receives_nothing()
        assert table.view(token)["view"]["marked"] == [0, 0, 0, 0]
        assert table.view(table.token)["view"]["marked"] == [1, 0, 0, 0]
        with server.http(token) as http:
            assert http.get(f"/api/tables/{table.id}/log").json()["decisions"] == []
            assert http.get(f"/api/tables/{table.id}/frames?ply=1").status_code == 409


def test_a_draft_can_be_undone_step_by_step_or_reset(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        first = amina.scene
        for choice in (MARK, UNMARK, MARK):
            amina.play(choice)
        answer = amina.command("undo", seq=amina.seq)
        message = amina.frames(answer["seq"])
        assert (message["after"], message["frames"][-1]["ply"]) == (2, 2)
        answer = amina.command("reset", seq=amina.seq)
        message = amina.frames(answer["seq"])
        assert (message["after"], message["frames"][-1]["ply"]) == (0, 0)
        assert amina.scene["picks"] == first["picks"]
        assert "can_undo" not in amina.scene["prompt"]
        refusal = amina.command("undo", seq=amina.seq)
        assert refusal["type"] == "refused"
        assert "nothing to undo" in refusal["message"]


def test_the_end_of_a_turn_waits_for_confirmation(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        amina.play(KEEP)
        assert amina.scene["prompt"]["must_confirm"]
        assert amina.picks == []
        early = omar.command("choose", seq=omar.seq, choice=KEEP)
        assert early["type"] == "refused"
        assert "waiting for Amina" in early["message"]
        again = amina.command("choose", seq=amina.seq, choice=KEEP)
        assert again["type"] == "refused"
        amina.command("undo", seq=amina.seq)
        amina.frames()
        assert KEEP in amina.picks
        amina.play(KEEP)
        amina.command("confirm", seq=amina.seq)
        assert omar.frames()["frames"][-1]["ply"] == 1
        assert KEEP in omar.picks


def test_confirmation_can_be_disabled(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        amina.send({"type": "settings", "confirm": False})
        assert amina.next("ack")
        assert amina.next("table")["confirm"] is False
        answer = amina.command("choose", seq=amina.seq, choice=KEEP)
        assert omar.frames(answer["seq"])["frames"][-1]["ply"] == 1
    with server.sit(table.id, table.token) as amina:
        assert amina.next("table")["confirm"] is False, "it is remembered"


def test_bots_play_automatically(server: Running) -> None:
    table = server.open(BOT, BOT, BOT)
    assert table.token is None
    with server.sit(table.id) as watcher:
        about = watcher.next("table", where=lambda message: message["state"] == "finished")
        assert about["you"] is None
        assert {seat["kind"] for seat in about["seats"]} == {"bot"}
    with server.http() as http:
        saved = http.get(f"/api/tables/{table.id}/match").json()
    assert saved["result"].items() <= about["result"].items()


def test_a_table_with_open_seats_waits_and_is_begun_by_its_host(server: Running) -> None:
    table = server.open(ME, OPEN, OPEN)
    token = table.take(2, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        about = amina.next("table")
        assert (about["state"], about["host"]) == ("waiting", True)
        assert list(about["links"]["seats"]) == ["1"]
        assert omar.next("table")["links"] is None
        assert omar.command("start")["type"] == "refused"
        assert amina.command("choose", seq=0, choice=KEEP)["type"] == "refused"
        assert amina.command("start")["type"] == "ack"
        begun = omar.next("table", where=lambda message: message["state"] == "playing")
        assert [seat["kind"] for seat in begun["seats"]] == ["person", "bot", "person"]
        assert omar.frames()["frames"]
        assert amina.command("start")["type"] == "refused"


def test_an_invitation_can_be_used_over_the_socket_once(server: Running) -> None:
    table = server.open(ME, OPEN)
    with server.sit(table.id, table.invitation(1)) as guest, server.sit(table.id, table.invitation(1)) as late:
        assert guest.next("table")["invited"] == 1
        assert late.next("table")["you"] is None
        assert guest.command("sit", seat=0, name="Omar")["type"] == "refused"
        answer = guest.command("sit", seat=1, name="  Omar\u202e ")
        assert (answer["type"], answer["seat"]) == ("ack", 1)
        about = guest.next("table", where=lambda message: message["you"] == 1)
        assert about["seats"][1]["name"] == "Omar"
        refusal = late.command("sit", seat=1, name="Layla")
        assert refusal["type"] == "refused"
        assert "already sitting there" in refusal["message"]
    with server.sit(table.id, table.invitation(1)) as late:
        assert "no longer works" in late.next("refused")["message"]
        assert late.next("table")["you"] is None
    with server.sit(table.id, answer["token"]) as omar:
        assert omar.next("table")["you"] == 1


def test_two_guests_with_the_same_name_get_different_display_names(server: Running) -> None:
    table = server.open(ME, OPEN)
    table.take(1, "Amina")
    assert [seat["name"] for seat in table.info()["seats"]] == ["Amina", "Amina 2"]


def test_presence_is_sent_to_the_table(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        with server.sit(table.id, token) as omar:
            omar.frames()
            assert amina.next("table", where=lambda message: message["seats"][1]["connected"])
        assert amina.next("table", where=lambda message: not message["seats"][1]["connected"])


def test_chat_messages_are_stored_and_truncated(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with (
        server.sit(table.id, table.token) as amina,
        server.sit(table.id, token) as omar,
        server.sit(table.id) as watcher,
    ):
        omar.frames()
        watcher.frames()
        amina.send({"type": "say", "id": "once", "text": "Salaam!\n" + "x" * 600})
        amina.send({"type": "say", "id": "once", "text": "Salaam!"})
        said = omar.next("chat")
        assert (said["name"], said["seat"], len(said["text"])) == ("Amina", 0, 500)
        assert omar.receives_nothing(), "repeated, it is said once"
        assert watcher.command("say", text="hello")["type"] == "refused"
    with server.sit(table.id) as later:
        assert later.next("chat")["text"] == said["text"]
