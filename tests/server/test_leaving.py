"""Handing a seat to a bot and taking it back, resigning, and ending a game by agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.engine.match import saved
from souq.engine.match.match import Match
from tests.server.clients import ME, OPEN, RANDOM, Opened, Person, Running, eventually, running

pytestmark = pytest.mark.server

SWAP, MARK, UNMARK, KEEP, SHOUT, SHOW, PEEK = range(7)


def two_players(server: Running) -> tuple[Opened, str]:
    """Return a table of Amina and Omar, and his token."""
    table = server.open(ME, OPEN)
    return table, table.take(1, "Omar")


def changed(person: Person, **what: object) -> dict[str, object]:
    """Return the next table message in which the first seat has these values."""
    return person.next("table", where=lambda told: all(told["seats"][0][name] == is_ for name, is_ in what.items()))


def test_a_bot_plays_until_the_player_returns(server: Running) -> None:
    table, omar = two_players(server)
    with server.sit(table.id, table.token) as amina, server.sit(table.id, omar) as watching:
        amina.frames()
        amina.play(MARK)
        assert amina.command("hand", level="random")["type"] == "ack"
        told = changed(watching, kind="bot", kept=True)
        assert [note["text"] for note in told["notes"]] == ["**Amina** hands over to a bot."]
        assert told["seats"][0]["name"] == "Amina"
        watching.next("frames", where=lambda message: bool(message["frames"][-1]["scene"].get("picks")))
        before = table.view(table.token)
        assert before["your_turn"] is False, "the bot has moved, and Omar is asked"
        assert amina.command("choose", seq=before["seq"], choice=KEEP)["message"] == (
            "A bot plays for you. Take your seat back first."
        )
        assert amina.command("undo", seq=before["seq"])["message"].startswith("A bot plays for you")
        assert before["prompt"]["title"] == "A bot plays for you"
        assert amina.command("back")["type"] == "ack"
        told = changed(watching, kind="person", kept=False)
        assert [note["text"] for note in told["notes"]][1:] == ["**Amina** is back."]
        assert amina.command("back")["message"].startswith("You’re playing this seat")


def test_leaving_undoes_only_the_draft(server: Running) -> None:
    table, omar = two_players(server)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.play(SWAP)
        amina.play(MARK)
        live, turns = server.house.tables._live[table.id], server.house.turns
        eventually(lambda: not any(at == table.id for at, _ in turns._tasks))  # what has looked already, looks no more
        turns.schedule = lambda *_: None  # type: ignore[method-assign]
        try:
            assert amina.command("hand")["type"] == "ack"
            match = live.match
            assert match is not None
            assert [made.choice for made in match.log] == [SWAP]
            assert (live.row.pending_choice, live.row.ply, live.row.mark) == (None, 1, 1)
            assert table.view(omar)["your_turn"] is False, "the bot is still to move"
        finally:
            del turns.schedule


def test_the_prompt_says_that_a_bot_plays_until_the_player_returns(server: Running) -> None:
    table, omar = two_players(server)
    with server.sit(table.id, omar) as waiting:
        waiting.frames()
        for command, bot in (("hand", True), ("back", False)):
            assert waiting.command(command)["type"] == "ack"
            waiting.next("frames")
            assert (waiting.scene["prompt"]["title"] == "A bot plays for you") is bot


def test_a_player_who_resigns_has_no_seat(server: Running) -> None:
    table, omar = two_players(server)
    with server.http(omar) as http:
        assert http.post(f"/api/tables/{table.id}/stand").status_code == 200
        assert http.get(f"/api/tables/{table.id}").status_code == 401, "the token is worth nothing"
    info = table.info()
    assert [(seat["kind"], seat["kept"]) for seat in info["seats"]] == [("person", False), ("bot", False)]
    assert info["notes"][0]["text"] == "**Omar** leaves, and a bot plays on."


def test_leaving_before_the_game_reopens_a_seat_except_the_hosts(server: Running) -> None:
    table = server.open(ME, OPEN, OPEN)
    omar = table.take(1, "Omar")
    with server.http(table.token) as http:
        assert http.post(f"/api/tables/{table.id}/stand").status_code == 409
    with server.http(omar) as http:
        assert http.post(f"/api/tables/{table.id}/stand").status_code == 200
    info = table.info(table.token)
    assert (info["seats"][1]["kind"], info["seats"][1]["name"]) == ("open", "")
    assert "1" in info["links"]["seats"]


def test_a_game_ends_when_all_players_agree(either: Path | str) -> None:
    with running(either) as server:
        table, omar = two_players(server)
        with server.sit(table.id, table.token) as amina, server.sit(table.id, omar) as other:
            amina.frames()
            amina.play(SHOW)
            assert amina.command("end")["type"] == "ack"
            assert changed(other, ends=True)["state"] == "playing"
            assert other.command("end", agree=False)["type"] == "ack"
            assert changed(amina, ends=False)["state"] == "playing"
            amina.command("end")
            other.command("end")
            told = amina.next("table", where=lambda message: message["state"] == "finished")
            assert told["result"]["agreed"] and told["result"]["winners"] == []
            assert told["notes"][-1]["text"] == "Everybody agrees to end the game."
            assert told["secret"]
            other.next("frames", where=lambda message: "tally" in message["frames"][-1]["scene"])
            assert other.scene["tally"]["note"] == "The game was ended early. Nobody wins."
            assert not other.picks
            assert other.command("choose", seq=other.seq, choice=KEEP)["message"] == "The game is over."
        with server.http() as http:
            document = http.get(f"/api/tables/{table.id}/match").json()
            assert [made["choice"] for made in document["decisions"]] == [SHOW]
            assert not saved.verify(document, Match).result, "it was played so far, and has no result"
    with running(either) as server:
        with server.sit(table.id, table.token) as amina:
            told = amina.next("table")
            assert (told["state"], told["notes"][-1]["seat"]) == ("finished", 1)
            amina.frames()
            assert amina.scene["tally"]["ranks"] == [0, 0]
            assert amina.command("settings", confirm=False)["type"] == "ack", "nothing begins anew"
        with server.http() as http:
            assert http.get(f"/api/tables/{table.id}").json()["state"] == "finished"


def test_a_single_player_against_bots_can_end_the_game(server: Running) -> None:
    table = server.open(ME, RANDOM, RANDOM)
    with server.http(table.token) as http:
        assert http.post(f"/api/tables/{table.id}/end", json={}).status_code == 200
    info = table.info()
    assert (info["state"], info["notes"][-1]["text"]) == ("finished", "**Amina** ends the game.")


def test_spectators_and_solo_players_cannot_leave(server: Running) -> None:
    table, _ = two_players(server)
    with server.http() as http:
        for way, body in (("hand", {}), ("back", None), ("stand", None), ("end", {})):
            assert http.post(f"/api/tables/{table.id}/{way}", json=body).status_code == 401
    alone = server.open(ME, game="dash")
    with server.http(alone.token) as http:
        assert http.post(f"/api/tables/{alone.id}/end", json={}).status_code == 409


def test_handing_seats_to_bots_does_not_enable_hints(server: Running) -> None:
    table = server.open(ME, OPEN, game="kairo")
    omar = table.take(1, "Omar")
    with server.http(omar) as http:
        assert http.post(f"/api/tables/{table.id}/hand", json={"level": "random"}).status_code == 200
    assert not table.view(table.token)["hints"]
