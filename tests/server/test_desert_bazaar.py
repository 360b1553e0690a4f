"""Desert Bazaar at a table: turns, confirmation, and the finished game."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.server.clients import BOT, OPEN, Person, Running

pytestmark = pytest.mark.server

ME = {"kind": "me", "name": "Amina"}


def plays_until_confirmation(person: Person) -> bool:
    """Play the last pick until a choice waits for confirmation; return False if the game ends before."""
    while "held" not in person.scene:
        if person.scene["prompt"].get("must_confirm"):
            person.command("confirm", seq=person.seq)
            person.frames()
        elif person.picks:
            person.play(person.picks[-1])
        elif person.scene["prompt"]["title"] == "The game is over":
            return False
        else:
            person.frames()
    return True


def test_an_irreversible_end_of_turn_waits_for_confirmation(server: Running) -> None:
    for _ in range(20):
        table = server.open(ME, BOT, BOT, game="desert_bazaar")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            if plays_until_confirmation(amina):
                break
    else:
        raise AssertionError("nothing was held in twenty games")
    with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
        watcher.frames()
        amina.frames()
        held, ply, seq = amina.scene["held"], table.info(table.token)["plies"], amina.seq
        assert amina.scene["prompt"]["must_confirm"]
        assert amina.scene["prompt"]["can_undo"]
        assert amina.picks == []
        assert watcher.receives_nothing()
        settled = table.info()["plies"]
        assert settled <= ply, "nobody else is shown it"
        amina.command("undo", seq=seq)
        amina.frames()
        assert held["choice"] in amina.picks
        assert "held" not in amina.scene
        amina.play(held["choice"])
        assert amina.scene["held"] == held
        answer = amina.command("confirm", seq=amina.seq)
        frames = amina.frames(answer["seq"])["frames"]
        assert frames[0]["ply"] == settled + 1, "with what came before it is one entry"
        assert watcher.frames()["frames"][0]["ply"] == settled + 1


def test_static_parts_of_a_scene_are_sent_only_once(server: Running) -> None:
    table = server.open(ME, BOT, BOT, game="desert_bazaar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        assert any("ground" in area for area in amina.scene["areas"])
        while not amina.picks:
            amina.frames()
        amina.play(amina.picks[0])
        assert not any({"ground", "backdrop", "spots"}.intersection(area) for area in amina.scene["areas"])
        amina.send({"type": "layout", "layout": "tall"})
        while not any("ground" in area for area in amina.scene["areas"]):
            amina.frames()


def test_a_finished_game_is_announced_and_can_be_replayed(server: Running) -> None:
    table = server.open(BOT, BOT, BOT, game="desert_bazaar")
    with server.sit(table.id) as watcher:
        about = watcher.next("table", where=lambda message: message["state"] == "finished")
        last = watcher.next("frames", where=lambda message: message["seq"] == about["seq"])
        assert last["frames"][-1]["scene"]["tally"]
    with server.http() as http:
        for ply in (0, 1, about["plies"] // 2, about["plies"]):
            for layout in ("wide", "tall"):
                answer = http.get(f"/api/tables/{table.id}/frames", params={"ply": ply, "layout": layout}).json()
                assert answer["frames"][0]["scene"]["areas"]
        effects = [
            effect["kind"]
            for ply in range(1, about["plies"] + 1)
            for effect in http.get(f"/api/tables/{table.id}/frames?ply={ply}").json()["frames"][0]["effects"]
        ]
        assert "tumble" in effects
        story = http.get(f"/api/tables/{table.id}/log").json()["decisions"]
        assert len(story) == about["plies"]
        assert all(entry["choices"] for entry in story)


def test_a_game_between_people_only(server: Running) -> None:
    table = server.open(ME, OPEN, OPEN, game="desert_bazaar")
    tokens = [table.token, table.take(1, "Omar"), table.take(2, "Layla")]
    with ExitStack() as lines:
        people = [lines.enter_context(server.sit(table.id, token, layout="tall")) for token in tokens]
        for person in people:
            person.frames()
        for _ in range(30):
            info = table.info()
            mover, token = people[info["deciders"][0]], tokens[info["deciders"][0]]
            while mover.seq < table.info(token)["seq"]:
                mover.frames()
            if mover.scene["prompt"].get("must_confirm"):
                mover.command("confirm", seq=mover.seq)
            else:
                mover.command("choose", seq=mover.seq, choice=mover.picks[-1])
            mover.frames()
