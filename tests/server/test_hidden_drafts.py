"""Drafts are invisible to other players: their content, their number, and their existence."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.clients import BOT, ME, OPEN, Opened, Person, Running, running
from tests.toy import GAME as TOY

pytestmark = pytest.mark.server

SWAP, MARK, UNMARK, KEEP, SHOUT, SHOW, PEEK = range(TOY.n_choices)


def draft_and_undo(person: Person) -> None:
    """Make choices and undo all of them."""
    for choice in (MARK, UNMARK, MARK):
        person.play(choice)
    for command in ("undo", "reset"):
        person.command(command, seq=person.seq)
        person.frames()


def revisions(table: Opened, token: str | None = None) -> tuple[int, int, int, int]:
    """Return every revision number that a client can see."""
    with table.server.http(token) as http:
        path = f"/api/tables/{table.id}"
        log, frames = http.get(f"{path}/log").json(), http.get(f"{path}/frames").json()
        return table.info(token)["seq"], table.view(token)["seq"], log["seq"], frames["frames"][0]["rev"]


def test_drafts_do_not_change_other_players_revisions(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    before = revisions(table), revisions(table, token)
    with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
        amina.frames()
        watcher.frames()
        mine = amina.seq
        draft_and_undo(amina)
        assert amina.seq == mine + 5, "every one of her own clicks is counted for her"
        with server.http() as http:
            answer = http.get(f"/api/tables/{table.id}/view", params={"after": before[0][0], "wait": 0.3}).json()
        assert answer["seq"] == before[0][0] and watcher.receives_nothing()
        assert (revisions(table), revisions(table, token)) == before
        amina.play(KEEP)
        amina.command("confirm", seq=amina.seq)
        assert watcher.frames()["seq"] == before[0][0] + 1
        assert revisions(table, token) == (before[1][0] + 1,) * 4


@pytest.mark.parametrize("again", [False, True], ids=["in memory", "from the database"])
def test_commands_on_an_outdated_draft_are_refused(tmp_path: Path, again: bool) -> None:
    with running(tmp_path / "souq.db") as server:
        table = server.open(ME, OPEN)
        token = table.take(1, "Omar")
        early, omars = table.view(table.token)["seq"], table.view(token)["seq"]
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            draft_and_undo(amina)
            amina.play(MARK)
            now = amina.seq
        if again:
            with running(tmp_path / "souq.db") as server:
                check_stale_commands(server, table, token, early, now, omars)
        else:
            check_stale_commands(server, table, token, early, now, omars)


def check_stale_commands(server: Running, table: Opened, token: str, early: int, now: int, omars: int) -> None:
    """Check the answers to commands on older and newer revisions."""
    path = f"/api/tables/{table.id}/choose"
    with server.http(table.token) as amina, server.http(token) as omar:
        body = {"id": "old", "seq": early, "choice": UNMARK}
        assert amina.post(path, json=body).status_code == 409
        answer = amina.post(path, json={"id": "new", "seq": now, "choice": KEEP})
        assert (answer.status_code, answer.json()["seq"]) == (200, now + 1)
        assert amina.post(path, json={"id": "new", "seq": now, "choice": KEEP}).json() == answer.json(), "said again"
        assert omar.post(path, json={"id": "o", "seq": omars, "choice": KEEP}).status_code == 409, "settled meanwhile"
        assert omar.post(path, json={"id": "o", "seq": omars + 1, "choice": MARK}).status_code == 200
        assert omar.post(path, json={"id": "p", "seq": 10_000, "choice": KEEP}).status_code == 422


def test_a_player_who_reconnects_to_their_draft_is_sent_its_changes(server: Running) -> None:
    table = server.open(ME, OPEN)
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        draft_and_undo(amina)
        amina.play(MARK)
        seen = amina.seq
        amina.play(UNMARK)
    with server.sit(table.id, table.token, seen=seen) as amina:
        message = amina.frames()
        assert (message["after"], [frame["ply"] for frame in message["frames"]]) == (1, [2])
        seen = amina.seq
        amina.play(SWAP)
        assert amina.received[-1]["frames"][-1]["ply"] == 1, "settled, all of it is one entry"
    with server.sit(table.id, table.token, seen=seen) as amina:
        message = amina.frames()
        assert (message["after"], [frame["ply"] for frame in message["frames"]]) == (2, [1])


def test_positions_keep_their_numbers_after_a_restart(tmp_path: Path) -> None:
    def moments(server: Running) -> list[object]:
        with server.http() as http:
            path = f"/api/tables/{table.id}"
            last = http.get(f"{path}/log").json()["plies"]
            drawn = [http.get(f"{path}/frames?ply={ply}").json()["frames"] for ply in range(last + 1)]
            return [http.get(f"{path}/log").json(), drawn]

    with running(tmp_path / "souq.db") as server:
        table = server.open(ME, BOT)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            for choice in (MARK, SWAP, UNMARK, MARK, SHOW, PEEK):
                amina.play(choice)
            amina.play(KEEP)
            amina.command("confirm", seq=amina.seq)
            while not amina.picks:
                amina.frames()
            before = moments(server)
            entries = before[0]["decisions"]  # type: ignore[index]
            assert [entry["seat"] for entry in entries][:3] == [0, 0, 0], "marked and swapped; showed and peeked; kept"
    with running(tmp_path / "souq.db") as server:
        table.server = server
        assert moments(server) == before
    with closing(sqlite3.connect(tmp_path / "souq.db")) as stored, stored:
        stored.execute("DELETE FROM commands")
    with running(tmp_path / "souq.db") as server:
        table.server = server
        assert moments(server) == before, "also when the commands have been cleared out"
