"""Matchmaking: a queue that seats the longest waiting player first and that everybody can leave."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from souq.server.core.live.people import hashed
from souq.server.core.token_bucket import Buckets
from souq.server.features.lobby import waiting
from souq.server.features.lobby.service import Lobby
from tests.ports import free_port
from tests.server.clients import ME, OPEN, Running, eventually, process, running
from tests.server.test_lobby import lobby, opened

pytestmark = pytest.mark.server


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Running]:
    """A server with an empty queue."""
    with running(tmp_path / "souq.db") as server:
        yield server


class Program:
    """An API client in the queue, known by its ticket."""

    def __init__(self, server: Running, *games: str, name: str = "Mei", players: tuple[int, ...] = ()) -> None:
        self.server = server
        with server.http() as http:
            answer = http.post("/api/lobby/waiting", json={"games": games, "players": players, "name": name})
        assert answer.status_code == 200, answer.text
        self.ticket = str(answer.json()["ticket"])

    def poll(self, **params: Any) -> dict[str, Any]:
        """Return the state of its ticket."""
        with self.server.http(self.ticket) as http:
            answer = http.get("/api/lobby/waiting", params=params)
        return {"status": answer.status_code, **answer.json()}


class Page:
    """A browser with the home page open, and the messages of its live connection."""

    def __init__(self, server: Running, name: str) -> None:
        self.http = server.http()
        self.http.get("/")
        self.http.post("/me", data={"name": name})
        self.person = None
        self.cookie = {"Cookie": f"souq_guest={self.http.cookies['souq_guest']}"}
        self.address = server.address.replace("http", "ws") + "/ws/lobby"
        self.received: dict[str, Any] = {}
        self._line = connect(self.address, additional_headers=self.cookie, max_size=None)
        self.line: ClientConnection = self._line.__enter__()

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *error: Any) -> None:
        self._line.__exit__(*error)
        self.http.close()

    def receives(self, name: str, words: str = "") -> Any:
        """Return a message with this name that contains these words."""
        until = time.monotonic() + 10
        while name not in self.received or words not in str(self.received[name]):
            self.received |= json.loads(self.line.recv(timeout=max(0.01, until - time.monotonic())))
        return self.received.pop(name)


def test_two_players_with_matching_wishes_are_seated_and_a_third_keeps_waiting(new_server: Running) -> None:
    first = Program(new_server, "toy", "kairo", players=(2,))
    other = Program(new_server, "marracash", name="Omar")
    assert (first.poll()["place"], other.poll()["place"], other.poll()["alike"]) == (1, 2, 0)
    second = Program(new_server, "toy", name="Mei", players=(2, 3))
    found, again = first.poll(), second.poll()
    assert found["table"] == again["table"] is not None
    assert {found["seat"], again["seat"]} == {0, 1}
    with new_server.http(first.ticket) as http:
        info = http.get(f"/api/tables/{found['table']}").json()
    assert (info["you"], info["game"], info["state"]) == (0, "toy", "playing")
    assert [seat["name"] for seat in info["seats"]] == ["Mei", "Mei 2"]
    assert other.poll()["place"] == 1
    assert found["table"] in [each["table"] for each in lobby(new_server)["watch"]]


def test_a_queue_request_can_wait_for_a_change(new_server: Running) -> None:
    first = Program(new_server, "toy", players=(2,))
    begun = time.monotonic()
    assert first.poll(wait=0.5)["place"] == 1 and time.monotonic() - begun >= 0.5
    import threading

    later = threading.Timer(0.3, lambda: Program(new_server, "toy", players=(2,)))
    later.start()
    assert first.poll(wait=10)["table"]
    later.join()


def test_a_silent_player_is_removed_from_the_queue(new_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SILENT", 0.5)
    gone = Program(new_server, "toy", players=(2,))
    eventually(lambda: lobby(new_server)["waiting"] == 0)
    assert gone.poll()["status"] == 404
    Program(new_server, "toy", players=(2,))
    assert gone.poll()["status"] == 404


def test_a_player_can_leave_the_queue_and_change_their_wishes(new_server: Running) -> None:
    first, second = Program(new_server, "kairo"), Program(new_server, "marracash", name="Omar")
    with new_server.http(first.ticket) as http:
        answer = http.post("/api/lobby/waiting", json={"games": ["grand_bazaar"], "players": [5]})
        assert (answer.json()["place"], answer.json()["games"], answer.json()["ticket"]) == (1, ["grand_bazaar"], None)
        assert [http.delete("/api/lobby/waiting").status_code for _ in range(2)] == [204, 204]
        assert http.get("/api/lobby/waiting").status_code == 404
        assert http.post("/api/lobby/waiting", json={"games": ["chess"]}).status_code == 422
        assert http.post("/api/lobby/waiting", json={"games": ["kairo"], "players": [6]}).status_code == 422
    assert second.poll()["place"] == 1


def test_one_client_cannot_fill_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "EACH", 4)
    with running(tmp_path / "souq.db", limited=True) as server, server.http() as http:
        server.limits.company = Buckets(rate=0.001, burst=12)
        body = {"games": ["grand_bazaar"], "players": [6]}
        answers = [http.post("/api/lobby/waiting", json=body).status_code for _ in range(14)]
        assert answers == [200] * 4 + [409] * 8 + [429] * 2


def test_pages_are_sent_to_a_table_where_their_seats_are_reserved(new_server: Running) -> None:
    with Page(new_server, "Amina") as amina, Page(new_server, "Omar") as omar:
        wish = {"game-toy": "on", "players-2": "on"}
        shown = amina.http.post("/lobby/wait", data=wish).text
        assert "You’re first in the queue. Nobody else is waiting yet." in shown
        assert "first in the queue" in amina.receives("seek", "Waiting")
        assert amina.http.post("/lobby/wait", data={}).status_code == 422, "no game"
        omar.http.post("/lobby/wait", data=wish)
        to = amina.receives("go")
        assert to == omar.receives("go")
        table = to.removeprefix("/t/")
        with new_server.sit(table, headers=amina.cookie) as one, new_server.sit(table, headers=omar.cookie) as two:
            for person, seat in ((one, 0), (two, 1)):
                assert person.next("table")["invited"] == seat
                assert person.command("sit", seat=seat, name="X", seal="ab" * 32)["type"] == "ack", "with a share"
        eventually(lambda: not new_server.house.parts[Lobby].waiting._waiters)
        line = connect(amina.address, additional_headers=amina.cookie, max_size=None)
        with line as again:
            assert "go" not in json.loads(again.recv(timeout=5)), "who has been at the table is not led there again"


def test_closing_the_page_leaves_the_queue_and_two_tabs_count_as_one_player(
    new_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "SILENT", 0.5)
    with Page(new_server, "Amina") as amina:
        amina.http.post("/lobby/wait", data={"game-toy": "on", "players-2": "on"})
        amina.http.post("/lobby/wait", data={"game-toy": "on", "players-2": "on"})
        assert lobby(new_server)["waiting"] == 1
        with connect(amina.address, additional_headers=amina.cookie, max_size=None) as other_tab:
            other_tab.recv(timeout=5)
            amina.line.close()
            time.sleep(2)
            assert lobby(new_server)["waiting"] == 1, "one page is still open"
        eventually(lambda: lobby(new_server)["waiting"] == 0)


def test_after_a_minute_bots_are_offered_but_no_game_starts_automatically(
    new_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "ALONE", 1.0)
    with Page(new_server, "Amina") as amina:
        amina.http.post("/lobby/wait", data={"game-kairo": "on"})
        assert 'formaction="/play/kairo"' in amina.receives("seek", "Would you rather play against bots?")
        assert 'id="tables-title"' not in amina.http.get("/").text
        amina.http.post("/lobby/leave")
        assert "Which games do you like?" in amina.receives("seek", "Which games")


def test_a_signed_out_user_receives_no_queue_updates(new_server: Running) -> None:
    with Page(new_server, "Amina") as amina:
        amina.receives("tables")
        sessions = [watcher.session for watcher in new_server.house.hub.everybody()]
        assert amina.http.post("/you/out", data={"everywhere": "1", "sure": "1"}).status_code == 303
        assert len(sessions) == 1 and sessions[0]
        with pytest.raises(ConnectionClosed) as closed:
            amina.receives("never")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_a_match_survives_a_killed_server_and_seats_nobody_twice(either: Path | str) -> None:
    number = free_port()
    address = f"http://127.0.0.1:{number}"
    wish = {"games": ["toy"], "players": [3]}
    with process(number, either, workers=0), httpx.Client(verify=False, base_url=address, timeout=20) as http:
        wish["games"] = ["desert_bazaar"]
        tickets = [http.post("/api/lobby/waiting", json={**wish, "name": f"P{n}"}).json()["ticket"] for n in range(4)]
        found = [ticket_status(http, ticket) for ticket in tickets]
        assert [each["place"] for each in found] == [0, 0, 0, 1]
    with process(number, either, workers=0), httpx.Client(verify=False, base_url=address, timeout=20) as http:
        eventually(lambda: http.get("/api/lobby").json()["waiting"] == 1)
        again = [ticket_status(http, ticket) for ticket in tickets]
        assert [(each["table"], each["seat"], each["place"]) for each in again] == [
            (each["table"], each["seat"], each["place"]) for each in found
        ]
        info = http.get(f"/api/tables/{found[1]['table']}", headers={"Authorization": f"Bearer {tickets[1]}"}).json()
        assert (info["you"], info["state"]) == (1, "playing")


def ticket_status(http: httpx.Client, ticket: str) -> dict[str, Any]:
    """Return the state of a ticket."""
    answer = http.get("/api/lobby/waiting", headers={"Authorization": f"Bearer {ticket}"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_live_feed_lists_public_tables_only(new_server: Running) -> None:
    with Page(new_server, "Eve") as eve, Page(new_server, "Amina") as amina:
        eve.receives("tables", "No tables are open")
        friends = opened(new_server, {"kind": "me", "name": "Zohra"}, {"kind": "open"}, company="friends")
        friends.take(1, "Omar")
        with pytest.raises(TimeoutError):
            eve.line.recv(timeout=1.5)
        amina.http.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open", "company": "anybody"})
        shown = eve.receives("tables", "Amina")
        assert (eve.received.get("yours", []), len(amina.receives("yours", "'") or [])) == ([], 1)
        amina.receives("tables", "Amina")
        assert friends.id not in shown and "Zohra" not in shown
        eve.line.send("anything at all")
        headers = {"Origin": "https://evil.example"}
        with pytest.raises(Exception, match="403"):
            connect(eve.address, additional_headers=headers).__enter__()


def test_cross_site_requests_cannot_use_the_queue(new_server: Running) -> None:
    with Page(new_server, "Amina") as amina:
        paths = ("/lobby/wait", "/lobby/leave", "/lobby/abcdefgh", "/t/abcdefgh/listing", "/api/lobby/waiting")
        for path in (*paths, "/api/lobby/tables/abcdefgh/join", "/api/tables/abcdefgh/publish"):
            answer = amina.http.post(path, headers={"Origin": "https://evil.example"})
            assert (answer.status_code, "another site" in answer.text) == (403, True), path
        assert lobby(new_server)["waiting"] == 0


def test_a_guest_who_queues_over_the_api_keeps_the_name(new_server: Running) -> None:
    with Page(new_server, "Amina") as amina:
        answer = amina.http.post("/api/lobby/waiting", json={"games": ["kairo"]})
        assert (answer.status_code, answer.json()["ticket"]) == (200, None)
        assert "Amina" in amina.http.get("/join").text


def test_an_invented_ticket_is_refused(new_server: Running) -> None:
    Program(new_server, "kairo")
    with new_server.http("x" * 32) as http:
        assert http.get("/api/lobby/waiting").status_code == 404
        assert http.delete("/api/lobby/waiting").status_code == 204
    with new_server.http("short") as http:
        assert http.get("/api/lobby/waiting").status_code == 401
    assert lobby(new_server)["waiting"] == 1


def test_a_player_seated_elsewhere_leaves_the_queue(new_server: Running) -> None:
    with Page(new_server, "Amina") as amina:
        for way in ("/play/toy", "/new/toy"):
            assert amina.http.post("/api/lobby/waiting", json={"games": ["kairo"]}).status_code == 200
            assert lobby(new_server)["waiting"] == 1
            seats = {"players": "2", "seat-0": "me", "seat-1": "bot:random"}
            assert amina.http.post(way, data=seats).status_code == 303
            assert lobby(new_server)["waiting"] == 0
        opened(new_server, ME, OPEN, OPEN)
        (table,) = lobby(new_server)["join"]
        assert amina.http.post("/api/lobby/waiting", json={"games": ["kairo"]}).status_code == 200
        assert amina.http.post(f"/lobby/{table['code']}").status_code == 303
        assert lobby(new_server)["waiting"] == 0


def test_a_used_ticket_is_invalid(new_server: Running) -> None:
    """Otherwise it would be the token of two seats."""
    tickets = [Program(new_server, "toy", players=(2,)).ticket for _ in range(2)]
    for ticket in (*tickets, "x" * 32):
        with new_server.http(ticket) as http:
            assert http.post("/api/lobby/waiting", json={"games": ["toy"]}).status_code == 401
    one, other = Program(new_server, "toy", players=(2,)), Program(new_server, "toy", players=(2,))
    assert one.poll()["table"] == other.poll()["table"] is not None


def test_a_player_who_cannot_be_seated_does_not_delay_others(new_server: Running) -> None:
    seated = [Program(new_server, "kairo", players=(2,)).ticket for _ in range(2)]
    first = Program(new_server, "toy", players=(2,))
    waiter = next(each for each in new_server.house.parts[Lobby].waiting._waiters.values() if each.table is None)
    waiter.token_hash = hashed(seated[0])  # as if a ticket could be used again
    with new_server.http() as http:
        http.post("/api/lobby/waiting", json={"games": ["toy"], "players": [2]})
    assert first.poll()["status"] == 404, "who cannot be seated waits no more"
    one, other = Program(new_server, "toy", players=(2,)), Program(new_server, "toy", players=(2,))
    assert one.poll()["table"] == other.poll()["table"] is not None
