"""Playing with anybody: a queue in which whoever has waited longest comes first, and from which everybody may leave."""

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
from tests.server.clients import ME, OPEN, Running, process, running, soon
from tests.server.test_lobby import lobby, opened

pytestmark = pytest.mark.server


@pytest.fixture
def lone(tmp_path: Path) -> Iterator[Running]:
    """A server at which nobody waits."""
    with running(tmp_path / "souq.db") as server:
        yield server


class Program:
    """A program that waits, known by its ticket."""

    def __init__(self, server: Running, *games: str, name: str = "Mei", players: tuple[int, ...] = ()) -> None:
        self.server = server
        with server.http() as http:
            answer = http.post("/api/lobby/waiting", json={"games": games, "players": players, "name": name})
        assert answer.status_code == 200, answer.text
        self.ticket = str(answer.json()["ticket"])

    def asks(self, **params: Any) -> dict[str, Any]:
        """How its waiting stands."""
        with self.server.http(self.ticket) as http:
            answer = http.get("/api/lobby/waiting", params=params)
        return {"status": answer.status_code, **answer.json()}


class Page:
    """A browser with the home page open: what its line is told."""

    def __init__(self, server: Running, name: str) -> None:
        self.http = server.http()
        self.http.get("/")
        self.http.post("/me", data={"name": name})
        self.person = None
        self.cookie = {"Cookie": f"souq_guest={self.http.cookies['souq_guest']}"}
        self.address = server.address.replace("http", "ws") + "/ws/lobby"
        self.told: dict[str, Any] = {}
        self._line = connect(self.address, additional_headers=self.cookie, max_size=None)
        self.line: ClientConnection = self._line.__enter__()

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *error: Any) -> None:
        self._line.__exit__(*error)
        self.http.close()

    def hears(self, name: str, words: str = "") -> Any:
        """What comes under a name, with some words in it."""
        until = time.monotonic() + 10
        while name not in self.told or words not in str(self.told[name]):
            self.told |= json.loads(self.line.recv(timeout=max(0.01, until - time.monotonic())))
        return self.told.pop(name)


def test_two_who_like_the_same_are_seated_and_a_third_waits_on(lone: Running) -> None:
    first = Program(lone, "toy", "kairo", players=(2,))
    other = Program(lone, "marracash", name="Omar")
    assert (first.asks()["place"], other.asks()["place"], other.asks()["alike"]) == (1, 2, 0)
    second = Program(lone, "toy", name="Mei", players=(2, 3))
    found, again = first.asks(), second.asks()
    assert found["table"] == again["table"] is not None
    assert {found["seat"], again["seat"]} == {0, 1}
    with lone.http(first.ticket) as http:
        info = http.get(f"/api/tables/{found['table']}").json()
    assert (info["you"], info["game"], info["state"]) == (0, "toy", "playing")
    assert [seat["name"] for seat in info["seats"]] == ["Mei", "Mei 2"]
    assert other.asks()["place"] == 1
    assert found["table"] in [each["table"] for each in lobby(lone)["watch"]]


def test_a_view_of_the_queue_can_wait_for_news(lone: Running) -> None:
    first = Program(lone, "toy", players=(2,))
    begun = time.monotonic()
    assert first.asks(wait=0.5)["place"] == 1 and time.monotonic() - begun >= 0.5
    import threading

    later = threading.Timer(0.3, lambda: Program(lone, "toy", players=(2,)))
    later.start()
    assert first.asks(wait=10)["table"]
    later.join()


def test_who_is_not_heard_of_waits_no_more(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SILENT", 0.5)
    gone = Program(lone, "toy", players=(2,))
    soon(lambda: lobby(lone)["waiting"] == 0)
    assert gone.asks()["status"] == 404
    Program(lone, "toy", players=(2,))
    assert gone.asks()["status"] == 404


def test_leaving_and_changing_ones_mind(lone: Running) -> None:
    first, second = Program(lone, "kairo"), Program(lone, "marracash", name="Omar")
    with lone.http(first.ticket) as http:
        answer = http.post("/api/lobby/waiting", json={"games": ["grand_bazaar"], "players": [5]})
        assert (answer.json()["place"], answer.json()["games"], answer.json()["ticket"]) == (1, ["grand_bazaar"], None)
        assert [http.delete("/api/lobby/waiting").status_code for _ in range(2)] == [204, 204]
        assert http.get("/api/lobby/waiting").status_code == 404
        assert http.post("/api/lobby/waiting", json={"games": ["chess"]}).status_code == 422
        assert http.post("/api/lobby/waiting", json={"games": ["kairo"], "players": [6]}).status_code == 422
    assert second.asks()["place"] == 1


def test_nobody_fills_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "EACH", 4)
    with running(tmp_path / "souq.db", limited=True) as server, server.http() as http:
        server.limits.company = Buckets(rate=0.001, burst=12)
        body = {"games": ["grand_bazaar"], "players": [6]}
        answers = [http.post("/api/lobby/waiting", json=body).status_code for _ in range(14)]
        assert answers == [200] * 4 + [409] * 8 + [429] * 2


def test_pages_are_led_to_a_table_where_their_seats_are_kept(lone: Running) -> None:
    with Page(lone, "Amina") as amina, Page(lone, "Omar") as omar:
        wish = {"game-toy": "on", "players-2": "on"}
        shown = amina.http.post("/lobby/wait", data=wish).text
        assert "You’re first in the queue. Nobody else is waiting yet." in shown
        assert "first in the queue" in amina.hears("seek", "Waiting")
        assert amina.http.post("/lobby/wait", data={}).status_code == 422, "no game"
        omar.http.post("/lobby/wait", data=wish)
        to = amina.hears("go")
        assert to == omar.hears("go")
        table = to.removeprefix("/t/")
        with lone.sit(table, headers=amina.cookie) as one, lone.sit(table, headers=omar.cookie) as two:
            for person, seat in ((one, 0), (two, 1)):
                assert person.next("table")["invited"] == seat
                assert person.command("sit", seat=seat, name="X", seal="ab" * 32)["type"] == "ack", "with a share"
        soon(lambda: not lone.house.parts[Lobby].waiting._waiters)
        line = connect(amina.address, additional_headers=amina.cookie, max_size=None)
        with line as again:
            assert "go" not in json.loads(again.recv(timeout=5)), "who has been at the table is not led there again"


def test_who_closes_the_page_waits_no_more_and_two_tabs_are_one_person(
    lone: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "SILENT", 0.5)
    with Page(lone, "Amina") as amina:
        amina.http.post("/lobby/wait", data={"game-toy": "on", "players-2": "on"})
        amina.http.post("/lobby/wait", data={"game-toy": "on", "players-2": "on"})
        assert lobby(lone)["waiting"] == 1
        with connect(amina.address, additional_headers=amina.cookie, max_size=None) as other_tab:
            other_tab.recv(timeout=5)
            amina.line.close()
            time.sleep(2)
            assert lobby(lone)["waiting"] == 1, "one page is still open"
        soon(lambda: lobby(lone)["waiting"] == 0)


def test_after_a_minute_bots_are_offered_and_nothing_begins_by_itself(
    lone: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "ALONE", 1.0)
    with Page(lone, "Amina") as amina:
        amina.http.post("/lobby/wait", data={"game-kairo": "on"})
        assert 'formaction="/play/kairo"' in amina.hears("seek", "Would you rather play against bots?")
        assert "Nothing on the table yet" in amina.http.get("/").text
        amina.http.post("/lobby/leave")
        assert "Which games do you like?" in amina.hears("seek", "Which games")


def test_who_signs_out_is_told_no_more(lone: Running) -> None:
    with Page(lone, "Amina") as amina:
        amina.hears("tables")
        sessions = [watcher.session for watcher in lone.house.hub.everybody()]
        assert amina.http.post("/you/out", data={"everywhere": "1", "sure": "1"}).status_code == 303
        assert len(sessions) == 1 and sessions[0]
        with pytest.raises(ConnectionClosed) as closed:
            amina.hears("never")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_a_party_that_was_found_survives_a_kill_and_nobody_is_seated_twice(either: Path | str) -> None:
    number = free_port()
    address = f"http://127.0.0.1:{number}"
    wish = {"games": ["toy"], "players": [3]}
    with process(number, either, workers=0), httpx.Client(base_url=address, timeout=20) as http:
        wish["games"] = ["desert_bazaar"]
        tickets = [http.post("/api/lobby/waiting", json={**wish, "name": f"P{n}"}).json()["ticket"] for n in range(4)]
        found = [told(http, ticket) for ticket in tickets]
        assert [each["place"] for each in found] == [0, 0, 0, 1]
    with process(number, either, workers=0), httpx.Client(base_url=address, timeout=20) as http:
        soon(lambda: http.get("/api/lobby").json()["waiting"] == 1)
        again = [told(http, ticket) for ticket in tickets]
        assert [(each["table"], each["seat"], each["place"]) for each in again] == [
            (each["table"], each["seat"], each["place"]) for each in found
        ]
        info = http.get(f"/api/tables/{found[1]['table']}", headers={"Authorization": f"Bearer {tickets[1]}"}).json()
        assert (info["you"], info["state"]) == (1, "playing")


def told(http: httpx.Client, ticket: str) -> dict[str, Any]:
    """How the waiting of a ticket stands."""
    answer = http.get("/api/lobby/waiting", headers={"Authorization": f"Bearer {ticket}"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_line_tells_strangers_what_is_open_and_nothing_of_friends(lone: Running) -> None:
    with Page(lone, "Eve") as eve, Page(lone, "Amina") as amina:
        eve.hears("tables", "Nobody has a table open")
        friends = opened(lone, {"kind": "me", "name": "Zohra"}, {"kind": "open"}, company="friends")
        friends.take(1, "Omar")
        with pytest.raises(TimeoutError):
            eve.line.recv(timeout=1.5)
        amina.http.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open", "company": "anybody"})
        shown = eve.hears("tables", "Amina")
        assert (eve.told.get("yours", []), len(amina.hears("yours", "'") or [])) == ([], 1)
        amina.hears("tables", "Amina")
        assert friends.id not in shown and "Zohra" not in shown
        eve.line.send("anything at all")
        headers = {"Origin": "https://evil.example"}
        with pytest.raises(Exception, match="403"):
            connect(eve.address, additional_headers=headers).__enter__()


def test_another_sites_page_acts_for_nobody(lone: Running) -> None:
    with Page(lone, "Amina") as amina:
        paths = ("/lobby/wait", "/lobby/leave", "/lobby/abcdefgh", "/t/abcdefgh/listing", "/api/lobby/waiting")
        for path in (*paths, "/api/lobby/tables/abcdefgh/join", "/api/tables/abcdefgh/publish"):
            answer = amina.http.post(path, headers={"Origin": "https://evil.example"})
            assert (answer.status_code, "another site" in answer.text) == (403, True), path
        assert lobby(lone)["waiting"] == 0


def test_a_guest_who_waits_by_the_api_keeps_the_name(lone: Running) -> None:
    with Page(lone, "Amina") as amina:
        answer = amina.http.post("/api/lobby/waiting", json={"games": ["kairo"]})
        assert (answer.status_code, answer.json()["ticket"]) == (200, None)
        assert "Amina" in amina.http.get("/join").text


def test_a_made_up_ticket_opens_nothing(lone: Running) -> None:
    Program(lone, "kairo")
    with lone.http("x" * 32) as http:
        assert http.get("/api/lobby/waiting").status_code == 404
        assert http.delete("/api/lobby/waiting").status_code == 204
    with lone.http("short") as http:
        assert http.get("/api/lobby/waiting").status_code == 401
    assert lobby(lone)["waiting"] == 1


def test_who_plays_elsewhere_waits_no_more(lone: Running) -> None:
    with Page(lone, "Amina") as amina:
        for way in ("/play/toy", "/new/toy"):
            assert amina.http.post("/api/lobby/waiting", json={"games": ["kairo"]}).status_code == 200
            assert lobby(lone)["waiting"] == 1
            seats = {"players": "2", "seat-0": "me", "seat-1": "bot:random"}
            assert amina.http.post(way, data=seats).status_code == 303
            assert lobby(lone)["waiting"] == 0
        opened(lone, ME, OPEN, OPEN)
        (table,) = lobby(lone)["join"]
        assert amina.http.post("/api/lobby/waiting", json={"games": ["kairo"]}).status_code == 200
        assert amina.http.post(f"/lobby/{table['code']}").status_code == 303
        assert lobby(lone)["waiting"] == 0


def test_a_ticket_that_has_opened_a_seat_is_good_for_nothing_more(lone: Running) -> None:
    """It would be the token of two seats."""
    tickets = [Program(lone, "toy", players=(2,)).ticket for _ in range(2)]
    for ticket in (*tickets, "x" * 32):
        with lone.http(ticket) as http:
            assert http.post("/api/lobby/waiting", json={"games": ["toy"]}).status_code == 401
    one, other = Program(lone, "toy", players=(2,)), Program(lone, "toy", players=(2,))
    assert one.asks()["table"] == other.asks()["table"] is not None


def test_who_cannot_be_seated_holds_up_nobody(lone: Running) -> None:
    seated = [Program(lone, "kairo", players=(2,)).ticket for _ in range(2)]
    first = Program(lone, "toy", players=(2,))
    waiter = next(each for each in lone.house.parts[Lobby].waiting._waiters.values() if each.table is None)
    waiter.token_hash = hashed(seated[0])  # as if a ticket could be used again
    with lone.http() as http:
        http.post("/api/lobby/waiting", json={"games": ["toy"], "players": [2]})
    assert first.asks()["status"] == 404, "who cannot be seated waits no more"
    one, other = Program(lone, "toy", players=(2,)), Program(lone, "toy", players=(2,))
    assert one.asks()["table"] == other.asks()["table"] is not None
