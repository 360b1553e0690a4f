"""The lobby: strangers find and join public tables, and private tables are invisible to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from souq.server.core.commands.committing import Committer
from souq.server.core.db.listings import Listings
from souq.server.core.token_bucket import Buckets
from souq.server.errors import NotSaved
from souq.server.features.lobby import joining, open_tables
from souq.server.features.lobby.service import Lobby
from tests.ports import free_port as port
from tests.server.clients import BOT, ME, OPEN, RANDOM, Opened, Running, eventually, process, running

pytestmark = pytest.mark.server

KEY = "0123456789abcdef"


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Running]:
    """A server on which nobody has played."""
    with running(tmp_path / "souq.db") as server:
        yield server


def opened(server: Running, *seats: dict[str, Any], **wanted: Any) -> Opened:
    """Open a table, public by default."""
    with server.http() as http:
        body = {"game": "toy", "seats": list(seats), "company": "anybody", **wanted}
        answer = http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return Opened(server, answer.json())


def lobby(server: Running, **asked: Any) -> dict[str, Any]:
    """Return the tables that strangers may join or watch."""
    with server.http() as http:
        answer = http.get("/api/lobby", params=asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def code_of(server: Running, name: str = "Amina") -> str:
    """Return the code of the table where a player sits."""
    (found,) = [each for each in lobby(server)["join"] if name in [seat["name"] for seat in each["seats"]]]
    return str(found["code"])


def join(server: Running, code: str, name: str = "Omar", **more: Any) -> httpx.Response:
    """Request a seat."""
    with server.http() as http:
        return http.post(f"/api/lobby/tables/{code}/join", json={"name": name, **more})


def finish(table: Opened, *tokens: str) -> None:
    """Have the players of a table end their game."""
    for token in tokens:
        with table.server.http(token) as http:
            answer = http.post(f"/api/tables/{table.id}/end", json={})
            assert answer.status_code == 200, answer.text


def test_a_visitor_finds_a_table_and_takes_a_seat(server: Running) -> None:
    table = opened(server, {"kind": "me", "name": "Zohra"}, BOT, OPEN, options={})
    (found,) = [each for each in lobby(server)["join"] if each["seats"][0]["name"] == "Zohra"]
    assert (found["game"], found["players"], found["open"], found["table"]) == ("toy", 3, 1, None)
    assert [seat["kind"] for seat in found["seats"]] == ["person", "bot", "open"]
    joined = join(server, found["code"]).json()
    assert (joined["table"], joined["seat"]) == (table.id, 2)
    assert table.info(joined["token"])["you"] == 2
    assert table.info()["state"] == "playing"
    assert found["code"] not in json.dumps(lobby(server)["join"])
    assert join(server, found["code"]).status_code == 404, "it is full"
    watched = [each["table"] for each in lobby(server)["watch"]]
    assert table.id in watched


def test_the_lobby_can_be_filtered(new_server: Running) -> None:
    opened(new_server, ME, OPEN)
    opened(new_server, ME, OPEN, OPEN)
    opened(new_server, ME, OPEN, OPEN, game="desert_bazaar")
    assert [each["players"] for each in lobby(new_server)["join"]] == [3, 3, 2], "the latest first"
    assert [each["players"] for each in lobby(new_server, game="toy")["join"]] == [3, 2]
    assert [each["game"] for each in lobby(new_server, players=3)["join"]] == ["desert_bazaar", "toy"]
    assert lobby(new_server, game="kairo")["join"] == []


def test_concurrent_joins_get_different_seats(server: Running) -> None:
    import concurrent.futures

    table = opened(server, {"kind": "me", "name": "Hala"}, OPEN, OPEN, OPEN)
    code = code_of(server, "Hala")
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: join(server, code, f"P{n}"), range(6)))
    seats = sorted(answer.json()["seat"] for answer in answers if answer.status_code == 200)
    assert seats == [1, 2, 3]
    assert {answer.status_code for answer in answers} == {200, 404}
    assert table.info()["state"] == "playing"


def test_a_join_can_be_retried_with_its_key_until_the_token_is_used(server: Running) -> None:
    table = opened(server, {"kind": "me", "name": "Ines"}, OPEN, OPEN)
    code = code_of(server, "Ines")
    key = f"{KEY}{table.id}"
    first = join(server, code, id=key).json()
    assert join(server, code, id=key).json() == first
    assert join(server, code, "Lea", id=f"{key}x").json()["seat"] == 2, "the game begins"
    assert join(server, code, id=key).json() == first
    assert table.info(first["token"])["you"] == first["seat"]
    assert join(server, code, id=key).status_code == 404
    assert join(server, code, id="short").status_code == 422, "nobody is to guess it"


def test_a_table_made_public_has_no_free_chat_even_if_saving_fails(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise NotSaved("a full disk")

    table = opened(server, {"kind": "me", "name": "Zaynab"}, OPEN, OPEN, company="friends")
    path = f"/api/tables/{table.id}/listing"
    with server.http(table.token) as zaynab:
        for broken in ((Committer, "commit"), (Listings, "keep")):
            with monkeypatch.context() as patched:
                patched.setattr(*broken, fails)
                assert zaynab.post(path, json={"company": "anybody"}).status_code == 503
            assert zaynab.get(path).json()["company"] == "friends"
        assert zaynab.post(path, json={"company": "anybody"}).json()["company"] == "anybody"
    assert table.info(table.token)["talk"] == "phrases"


def test_bots_have_readable_names(server: Running) -> None:
    long = {"kind": "bot", "name": "\u202e" + "Omar " * 3000}
    table = opened(server, {"kind": "me", "name": "Noor"}, long)
    name = table.info()["seats"][1]["name"]
    assert name.startswith("Omar") and len(name) <= 24 and "\u202e" not in name


def test_the_host_can_make_a_table_private_again(server: Running) -> None:
    table = opened(server, {"kind": "me", "name": "Noor"}, OPEN, OPEN)
    code = code_of(server, "Noor")
    path = f"/api/tables/{table.id}/listing"
    token = join(server, code).json()["token"]
    with server.http() as nobody, server.http(token) as omar, server.http(table.token) as noor:
        assert (nobody.get(path).status_code, nobody.post(path, json={"company": "friends"}).status_code) == (401, 403)
        assert omar.post(path, json={"company": "friends"}).status_code == 403
        assert omar.get(path).json()["company"] == "anybody"
        assert noor.post(path, json={"company": "friends"}).json()["company"] == "friends"
        assert join(server, code).status_code == 404
        assert code not in json.dumps(lobby(server))
        assert noor.post(path, json={"company": "anybody"}).json()["company"] == "anybody"
        assert code_of(server, "Noor") == code
        table.take(2, "Lea")
        assert noor.post(path, json={"company": "friends"}).status_code == 409, "the game has begun"
        assert table.id in json.dumps(lobby(server)["watch"])
        assert noor.post(path, json={"watch": False}).json()["watch"] is False
        assert table.id not in json.dumps(lobby(server))


def test_private_tables_can_allow_spectators(new_server: Running) -> None:
    opened(new_server, ME, BOT, company="friends")
    assert lobby(new_server)["watch"] == []
    shown = opened(new_server, ME, BOT, company="friends", watch=True)
    hidden = opened(new_server, ME, BOT, watch=False)
    bots = opened(new_server, BOT, BOT, company="friends", watch=True)
    assert [each["table"] for each in lobby(new_server)["watch"]] == [shown.id]
    with new_server.http() as http:
        assert http.get(f"/api/tables/{bots.id}").status_code == 200, "whoever has the link watches them"
    assert hidden.id not in json.dumps(lobby(new_server))


def responses_to_strangers(server: Running) -> list[bytes]:
    """Return every response a stranger can get, byte for byte."""
    paths = ["/api/lobby", "/api/library", "/library", "/lobby/abcdefghijklmnop", "/api/tables/abcdefgh2345"]
    told = []
    for path in [*paths, "/"]:
        with server.http() as http:
            told.append(http.get(path).content)
    with server.http() as http:
        told.append(http.post("/api/lobby/tables/abcdefghijklmnop/join", json={"name": "Eve"}).content)
        told.append(http.post("/api/tables/abcdefgh2345/listing", json={"watch": True}).content)
        told.append(http.post("/api/tables/abcdefgh2345/publish", json={}).content)
    return told


def test_private_tables_are_invisible_to_strangers(new_server: Running) -> None:
    opened(new_server, {"kind": "me", "name": "Zohra"}, OPEN)
    eventually(lambda: new_server.house.compiling.progress.over)  # pages say how far the games are
    before = responses_to_strangers(new_server)
    for wanted in ({}, {"game": "desert_bazaar"}):
        friends = opened(new_server, ME, OPEN, OPEN, company="friends", **wanted)
        assert responses_to_strangers(new_server) == before, "a table that waits"
        tokens = [friends.take(seat, name) for seat, name in ((1, "Omar"), (2, "Lea"))]
        assert responses_to_strangers(new_server) == before, "a game in play"
        finish(friends, str(friends.token), *tokens)
        assert responses_to_strangers(new_server) == before, "a game that is over"
        with new_server.http(friends.token) as amina:
            amina.post(f"/api/tables/{friends.id}/publish", json={})
        assert responses_to_strangers(new_server) == before, "a game that one of three would publish"


def test_a_join_code_gives_access_to_a_seat_only(server: Running) -> None:
    table = opened(server, {"kind": "me", "name": "Rania"}, OPEN)
    code = code_of(server, "Rania")
    assert table.invitation(1) not in json.dumps(lobby(server))
    with server.http(code) as http:
        assert http.get(f"/api/tables/{table.id}/view").status_code == 401
        assert http.get(f"/api/tables/{code.lower()[:12]}").status_code in (401, 404, 422)
    joined = join(server, code).json()
    with server.http(table.invitation(1)) as http:
        assert http.post(f"/api/tables/{table.id}/seats/1", json={"name": "Eve"}).status_code == 401
    assert table.info(joined["token"])["you"] == 1


def test_one_client_cannot_fill_the_lobby(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        server.limits.company = Buckets(rate=0.001, burst=12)
        with server.http() as http:
            http.get("/")
            http.post("/me", data={"name": "Amina"})
            body = {"game": "toy", "seats": [ME, OPEN], "company": "anybody"}
            answers = [http.post("/api/tables", json=body).status_code for _ in range(6)]
        assert answers == [201] * 5 + [409]
        with server.http() as http:
            others = [http.post("/api/tables", json=body).status_code for _ in range(11)]
        assert others == [201] * 10 + [409], "from one address"
        codes = [each["code"] for each in lobby(server)["join"]]
        answers = [join(server, code).status_code for code in codes[:14]]
        assert answers == [200] * 12 + [429] * 2


def six_tables(server: Running) -> list[str]:
    """Return the codes of six public tables, each of another host."""
    for number in range(6):
        opened(server, {"kind": "me", "name": f"H{number}"}, OPEN)
    return [each["code"] for each in lobby(server)["join"]]


def test_a_player_can_wait_at_five_tables_at_most(new_server: Running) -> None:
    codes = six_tables(new_server)
    with new_server.http() as http:
        http.get("/")
        http.post("/me", data={"name": "Omar"})
        answers = [http.post(f"/lobby/{code}").status_code for code in codes]
        assert answers == [303] * 5 + [409]
        assert http.post(f"/lobby/{codes[0]}").status_code == 404, "a seat is kept there, and none is open"


def test_an_unclaimed_seat_is_open_again(new_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "PATIENCE", 0.2)
    monkeypatch.setattr(joining, "LOOKS", 0.1)
    table = opened(new_server, ME, OPEN)
    code = code_of(new_server)
    with new_server.http() as omar:
        omar.get("/")
        assert omar.post(f"/lobby/{code}", data={"name": "Omar"}).headers["location"] == f"/t/{table.id}"
    eventually(lambda: not lobby(new_server)["join"] or table.info()["seats"][1]["kept"] is False)
    eventually(lambda: lobby(new_server)["join"])
    assert code_of(new_server) == code


def test_api_clients_with_a_name_can_wait_at_five_tables_at_most(new_server: Running) -> None:
    codes = six_tables(new_server)
    with new_server.http() as http:
        http.get("/")
        http.post("/me", data={"name": "Omar"})
        body = {"name": "Omar"}
        answers = [http.post(f"/lobby/{code}").status_code for code in codes[:5]]
        assert answers == [303] * 5
        assert http.post(f"/api/lobby/tables/{codes[5]}/join", json=body).status_code == 409


def test_reserved_seats_stay_reserved_at_watchable_tables(new_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "PATIENCE", 0.2)
    monkeypatch.setattr(joining, "LOOKS", 0.1)
    table, keeper, looks = opened(new_server, ME, OPEN), new_server.house.parts[Lobby].joining, []
    code, known = code_of(new_server), keeper._open_tables.known
    with new_server.http() as omar, new_server.http(table.token) as amina:
        omar.get("/")
        omar.post(f"/lobby/{code}", data={"name": "Omar"})
        shown = amina.post(f"/api/tables/{table.id}/listing", json={"company": "friends", "watch": True})
        assert shown.status_code == 200, shown.text
        keeper._reserved.clear()  # as where friends keep each other's seats, of whom nobody is on the way
        monkeypatch.setattr(keeper._open_tables, "known", lambda: looks.append(1) or known())
        eventually(lambda: len(looks) > 8)
        assert table.info()["seats"][1]["kept"] is True


def test_an_inactive_table_leaves_the_lobby(new_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(new_server, ME, OPEN)
    code = code_of(new_server)
    with new_server.http() as http:
        assert code in http.get("/").text
        monkeypatch.setattr(open_tables, "FADES", 0.0)
        assert code not in http.get("/").text and not lobby(new_server)["join"]
        assert join(new_server, code).status_code == 404
    assert table.info()["seats"][1]["kind"] == "open"


def test_a_player_sent_by_the_page_takes_the_reserved_seat(server: Running) -> None:
    table = opened(server, {"kind": "me", "name": "Salma"}, OPEN)
    code = code_of(server, "Salma")
    with server.http() as omar, server.http() as eve:
        assert "What’s your name?" in omar.post(f"/lobby/{code}").text, "asked where there is none yet"
        to = omar.post(f"/lobby/{code}", data={"name": "Omar"})
        assert (to.status_code, to.headers["location"]) == (303, f"/t/{table.id}")
        cookie = {"Cookie": f"souq_guest={omar.cookies['souq_guest']}"}
        assert eve.post(f"/lobby/{code}", data={"name": "Eve"}).status_code == 404
        with server.sit(table.id, headers=cookie) as page:
            assert page.next("table")["invited"] == 1
            assert page.command("sit", seat=1, name="Omar")["type"] == "ack"
            page.frames()
        again = omar.post(f"/lobby/{code}", data={"name": "Omar"})
        assert again.status_code == 404, "the game has begun, and the table stands under Your tables"


def test_the_lobby_survives_a_restart(either: Path | str) -> None:
    number = port()
    address = f"http://127.0.0.1:{number}"
    with process(number, either, workers=0), httpx.Client(verify=False, base_url=address, timeout=20) as http:
        body = {"game": "desert_bazaar", "seats": [ME, OPEN, OPEN], "company": "anybody"}
        opened = http.post("/api/tables", json=body).json()
        before = http.get("/api/lobby").json()
        assert before["join"]
        ticket = http.post("/api/lobby/waiting", json={"games": ["kairo"], "name": "Mei"}).json()["ticket"]
    with process(number, either, workers=0), httpx.Client(verify=False, base_url=address, timeout=20) as http:
        assert http.get("/api/lobby").json()["join"] == before["join"]
        eventually(lambda: http.get("/api/lobby").json()["waiting"] == 1)
        mei = http.get("/api/lobby/waiting", headers={"Authorization": f"Bearer {ticket}"}).json()
        assert (mei["place"], mei["games"]) == (1, ["kairo"])
        path = f"/api/tables/{opened['table']}/listing"
        answer = http.post(path, json={"watch": False}, headers={"Authorization": f"Bearer {opened['token']}"})
        assert answer.json() == {"company": "anybody", "watch": False, "agreed": [], "published": False}


def test_a_refused_form_keeps_its_values(new_server: Running) -> None:
    with new_server.http() as http:
        said = {"name": "Mei", "players-3": "on", "clock": "days"}
        answer = http.post("/lobby/wait", data=said)
        assert answer.status_code == 422 and "Choose at least one game" in answer.text
        for field in ('name="players-3" value="on" checked', 'name="clock" value="days" checked', 'value="Mei"'):
            assert field in answer.text
        assert answer.text.count(" checked") == 2


def test_a_table_of_bots_can_be_watched(new_server: Running) -> None:
    table = opened(new_server, RANDOM, RANDOM, game="desert_bazaar", seats=[RANDOM] * 3)
    eventually(lambda: table.info()["state"] == "finished" or lobby(new_server)["watch"])


def test_a_used_invitation_hides_the_listing_and_is_no_error(server: Running) -> None:
    """A page opened with it may ask before it has received the seat's new token."""
    table = server.open(ME, OPEN)
    invitation = table.invitation(1)
    table.take(1, "Omar")
    with server.http(invitation) as http:
        answer = http.get(f"/t/{table.id}/listing")
        assert (answer.status_code, answer.text) == (200, "")
        assert http.post(f"/t/{table.id}/listing", data={"company": "anybody"}).status_code == 401
