"""Quick phrases, muting and blocking unnoticed by the other player, hosts' rights, and the privacy page."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Column, Integer, MetaData, Table

from souq.server.core.db.declaring import all_tables
from souq.server.core.db.storage import Storage
from souq.server.core.events import AccountMerged, Bus
from souq.server.core.http.templating import STATIC
from souq.server.errors import Refused
from souq.server.features.accounts.api import Settled
from souq.server.features.lobby import joining
from souq.server.features.privacy.statement import BROWSER, STATEMENTS, entries
from souq.server.features.social.blocks import BlockData, BlockLists
from souq.server.features.social.phrases import PHRASES
from souq.server.ops.config.settings import Settings
from tests.server.clients import ME, OPEN, Opened, Person, Running, eventually, running
from tests.server.test_lobby import code_of, join, lobby, opened

pytestmark = pytest.mark.server

TO_COME = "About what follows"
"""The last message, after which nothing else was sent."""


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Running]:
    """A server on which nobody has played."""
    with running(tmp_path / "souq.db") as server:
        yield server


def account_client(server: Running, name: str) -> httpx.Client:
    """Return an HTTP client with an account."""
    http = server.http()
    http.get("/")
    http.post("/me", data={"name": name})
    return http


def cookie(http: httpx.Client) -> dict[str, str]:
    """Return the headers of a browser's socket."""
    return {"Cookie": f"souq_guest={http.cookies['souq_guest']}"}


def table_of_browsers(server: Running, *names: str, **wanted: Any) -> tuple[Opened, list[httpx.Client]]:
    """Open a table in play whose players have browsers; the first one is the host."""
    people = [account_client(server, name) for name in names]
    body = {"game": "toy", "seats": [{"kind": "me", "name": names[0]}, *[OPEN] * (len(names) - 1)], **wanted}
    table = Opened(server, people[0].post("/api/tables", json=body).json())
    for seat, http in enumerate(people[1:], 1):
        path = f"/api/tables/{table.id}/seats/{seat}"
        bearer = {"Authorization": f"Bearer {table.invitation(seat)}"}
        assert http.post(path, json={"name": names[seat]}, headers=bearer).status_code == 200
    return table, people


def post_status(http: httpx.Client, table: Opened, what: str, **body: Any) -> int:
    """Post a command to a table and return the status."""
    return http.post(f"/api/tables/{table.id}/{what}", json=body).status_code


def chat_texts(http: httpx.Client, table: Opened) -> list[str]:
    """Return the chat messages visible to a client."""
    return [said["text"] for said in http.get(f"/api/tables/{table.id}/talk").json()["said"]]


def received_until(person: Person, until: str) -> list[str]:
    """Return the chat messages a page receives up to a given one."""
    person.next("chat", where=lambda message: message["text"] == until)
    return [message["text"] for message in person.received if message["type"] == "chat"]


# phrases


def test_a_quick_phrase_is_a_chat_message_with_a_number(server: Running) -> None:
    table, (amina, omar) = table_of_browsers(server, "Amina", "Omar")
    with server.sit(table.id, headers=cookie(omar)) as page:
        page.frames()
        assert post_status(amina, table, "say", id="one", phrase=2) == 200
        said = page.next("chat")
        assert (said["text"], said["phrase"], said["seat"], said["name"]) == (PHRASES[1], 2, 0, "Amina")
        assert page.command("phrase", phrase=9)["type"] == "ack"
        assert page.next("chat")["phrase"] == 9
        assert page.command("say", text="Is it my turn?")["type"] == "ack"
        assert page.next("chat")["phrase"] is None
    assert post_status(amina, table, "say", id="one", phrase=2) == 200, "said again"
    assert chat_texts(omar, table) == [PHRASES[1], PHRASES[8], "Is it my turn?"], "and heard once"
    with server.http() as http:
        known = http.get("/api/phrases").json()
        assert [each["text"] for each in known] == list(PHRASES) and known[1]["phrase"] == 2


INVALID = [{}, {"phrase": 0}, {"phrase": 99}, {"text": "a", "phrase": 1}, {"text": ""}, {"phrase": 1, "want": []}]


@pytest.mark.parametrize("body", INVALID)
def test_an_invalid_chat_message_is_refused(server: Running, body: dict[str, Any]) -> None:
    table, (amina, _) = table_of_browsers(server, "Amina", "Omar")
    assert post_status(amina, table, "say", **body) == 422
    assert chat_texts(amina, table) == []


def test_public_tables_allow_only_phrases_until_the_host_allows_free_chat(server: Running) -> None:
    table, (amina, omar) = table_of_browsers(server, "Amina", "Omar", company="anybody")
    assert table.info()["talk"] == "phrases"
    assert post_status(omar, table, "say", text="Psst") == 409
    assert post_status(omar, table, "say", phrase=1) == 200
    assert post_status(omar, table, "talk", free=True) == 403, "only the host may"
    with server.sit(table.id, headers=cookie(omar)) as page:
        page.next("table")
        assert post_status(amina, table, "talk", free=True) == 200
        assert page.next("table")["talk"] == "free"
    assert post_status(omar, table, "say", text="Psst") == 200
    assert chat_texts(amina, table) == [PHRASES[0], "Psst"]


def test_the_host_can_set_the_chat_mode_when_opening_a_table(server: Running) -> None:
    assert opened(server, ME, OPEN).info()["talk"] == "phrases"
    assert opened(server, ME, OPEN, talk="free").info()["talk"] == "free"
    assert opened(server, ME, OPEN, company="friends").info()["talk"] == "free"
    assert opened(server, ME, OPEN, company="friends", talk="phrases").info()["talk"] == "phrases"


def test_spectators_cannot_chat(server: Running) -> None:
    table, _ = table_of_browsers(server, "Amina", "Omar")
    with server.http() as http:
        assert post_status(http, table, "say", phrase=1) == 401
        assert post_status(http, table, "mute", seat=1) == 401


def test_phrases_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table, (amina, _) = table_of_browsers(server, "Amina", "Omar")
        answers = [post_status(amina, table, "say", phrase=1) for _ in range(9)]
    assert answers[:6] == [200] * 6 and 429 in answers[6:]


# muting


def test_a_muted_players_messages_are_hidden_at_every_table(server: Running) -> None:
    table, (amina, omar, lea) = table_of_browsers(server, "Amina", "Omar", "Lea")
    assert post_status(omar, table, "say", text="Before") == 200
    with server.sit(table.id, headers=cookie(amina)) as hers, server.sit(table.id, headers=cookie(lea)) as leas:
        hers.frames(), leas.frames()
        assert hers.command("mute", seat=1)["type"] == "ack"
        assert hers.next("table", where=lambda info: info["muted"] == [1])
        assert post_status(omar, table, "say", text="Bother") == 200
        assert post_status(omar, table, "say", phrase=3) == 200
        assert post_status(lea, table, "say", text=TO_COME) == 200
        assert received_until(hers, TO_COME) == ["Before", TO_COME]
        assert received_until(leas, TO_COME) == ["Before", "Bother", PHRASES[2], TO_COME]
    assert chat_texts(amina, table) == [TO_COME]
    assert chat_texts(omar, table)[1] == "Bother"
    next_table = Opened(server, amina.post("/api/tables", json={"game": "toy", "seats": [ME, OPEN]}).json())
    bearer = {"Authorization": f"Bearer {next_table.invitation(1)}"}
    omar.post(f"/api/tables/{next_table.id}/seats/1", json={"name": "Umar"}, headers=bearer)
    assert amina.get(f"/api/tables/{next_table.id}").json()["muted"] == [1], "under another name, at another table"
    assert post_status(amina, table, "mute", seat=1, on=False) == 200
    assert chat_texts(amina, table) == ["Before", "Bother", PHRASES[2], TO_COME]


def test_api_players_are_muted_per_table(server: Running, tmp_path: Path) -> None:
    table = server.open(ME, OPEN, OPEN)
    omar, lea = (server.http(table.take(seat, name)) for seat, name in ((1, "Omar"), (2, "Lea")))
    amina = server.http(table.token)
    assert post_status(omar, table, "mute", seat=2) == 200
    assert post_status(lea, table, "say", text="Hear me") == 200
    assert (chat_texts(omar, table), chat_texts(amina, table)) == ([], ["Hear me"])
    assert post_status(omar, table, "block", seat=2) == 409, "nobody would know them again"
    assert post_status(omar, table, "mute", seat=1) == 409, "oneself"
    assert post_status(omar, table, "mute", seat=7) == 404
    assert post_status(omar, table, "mute", seat=2, on=False) == 200
    assert chat_texts(omar, table) == ["Hear me"]


def _sent(person: Person) -> list[Any]:
    """Return everything a page received, with presence only in its final state."""
    last = [message for message in person.received if message["type"] == "table"][-1]
    return [*(message for message in person.received if message["type"] != "table"), last]


def messages_after(server: Running, what: str) -> list[Any]:
    """Return everything that muted or blocked players receive ("" for neither)."""
    table, (amina, omar, lea) = table_of_browsers(server, "Amina", "Omar", "Lea")
    with server.sit(table.id, headers=cookie(omar)) as his, server.sit(table.id, headers=cookie(lea)) as leas:
        his.frames(), leas.frames()
        if what:
            assert post_status(amina, table, what, seat=1) == 200
        assert his.command("say", "k1", text="Hello?")["type"] == "ack"
        assert his.command("phrase", "k2", phrase=1)["type"] == "ack"
        assert post_status(lea, table, "say", text=TO_COME) == 200
        received_until(his, TO_COME), received_until(leas, TO_COME)
        told = json.dumps([_sent(his), _sent(leas)])
    with server.http() as nobody:
        for http in (omar, lea, nobody):
            for path in (f"/api/tables/{table.id}", f"/api/tables/{table.id}/talk", "/api/lobby"):
                told += http.get(path).text
    found = table.info()
    for secret in (table.id, found["commitment"]):
        told = told.replace(secret, "…")
    return re.findall(
        r'"(?!at|left|begins_in|connected)\w+": ?(?:"[^"]*"|[\w\[\],.]+)', re.sub(r'"at": ?[\d.]+', "", told)
    )


@pytest.mark.parametrize("what", ["mute", "block"])
def test_muted_and_blocked_players_cannot_notice_it(new_server: Running, what: str) -> None:
    assert messages_after(new_server, what) == messages_after(new_server, "")


def test_muted_and_blocked_players_are_listed_and_can_be_removed(server: Running) -> None:
    table, (amina, omar) = table_of_browsers(server, "Amina", "Omar <b>")
    assert post_status(amina, table, "mute", seat=1) == 200
    assert post_status(amina, table, "block", seat=1) == 200
    page = amina.get("/you").text
    assert "Omar &lt;b&gt;" in page
    undo = re.findall(r'action="(/you/shunned/\w+)"', page)
    assert len(undo) == 2
    assert omar.get("/you").text.count("/you/shunned/") == 0
    assert omar.post(undo[0]).status_code == 303
    assert amina.get("/you").text.count("/you/shunned/") == 2, "nobody undoes what is another's"
    assert amina.post(undo[0], headers={"Origin": "https://evil.example"}).status_code == 403
    for path in undo:
        assert amina.post(path).headers["location"] == "/you#company"
    assert "/you/shunned/" not in amina.get("/you").text
    assert amina.get(f"/api/tables/{table.id}").json()["muted"] == []


# blocking


def lobby_of_home_page(http: httpx.Client) -> str:
    """Return the lobby as the home page shows it."""
    return http.get("/").text.partition('<section class="company"')[2].partition("</section>")[0]


def test_blocked_players_neither_see_nor_join_the_blockers_tables(new_server: Running) -> None:
    table, (amina, omar) = table_of_browsers(new_server, "Amina", "Omar")
    before = lobby_of_home_page(omar), omar.get("/api/lobby").json()
    assert post_status(amina, table, "block", seat=1) == 200
    body = {"game": "toy", "seats": [{"kind": "me", "name": "Amina"}, OPEN, OPEN], "company": "anybody"}
    mine = Opened(new_server, amina.post("/api/tables", json=body).json())
    code = code_of(new_server)
    with new_server.http() as stranger:
        assert code in stranger.get("/").text
    assert (lobby_of_home_page(omar), omar.get("/api/lobby").json()) == before
    never = "x" * len(code)
    for path, asked in (
        (f"/lobby/{code}", {"data": {"name": "Omar"}}),
        (f"/api/lobby/tables/{code}/join", {"json": {"name": "O"}}),
    ):
        refused, unknown = omar.post(path, **asked), omar.post(path.replace(code, never), **asked)
        assert refused.status_code == unknown.status_code == 404
        assert refused.text.replace(code, never) == unknown.text, "as if there were no such table"
    assert omar.get(f"/lobby/{code}").status_code == 404
    assert post_status(amina, table, "block", seat=1, on=False) == 200
    assert omar.post(f"/lobby/{code}", data={"name": "Omar"}).headers["location"] == f"/t/{mine.id}"


def test_a_seat_link_works_despite_a_block(server: Running) -> None:
    table, (amina, omar) = table_of_browsers(server, "Amina", "Omar")
    assert post_status(amina, table, "block", seat=1) == 200
    body = {"game": "toy", "seats": [{"kind": "me", "name": "Amina"}, OPEN]}
    mine = Opened(server, amina.post("/api/tables", json=body).json())
    bearer = {"Authorization": f"Bearer {mine.invitation(1)}"}
    assert omar.post(f"/api/tables/{mine.id}/seats/1", json={"name": "Omar"}, headers=bearer).status_code == 200
    assert chat_texts(amina, mine) == []
    assert post_status(omar, mine, "say", text="Peace?") == 200
    assert chat_texts(amina, mine) == ["Peace?"], "a block is no mute"


def test_matchmaking_separates_blocked_players(new_server: Running) -> None:
    table, (amina, omar) = table_of_browsers(new_server, "Amina", "Omar")
    lea = account_client(new_server, "Lea")
    assert post_status(omar, table, "block", seat=0) == 200
    wish = {"games": ["kairo"], "players": [2]}
    for http in (amina, omar):
        assert http.post("/api/lobby/waiting", json=wish).json()["table"] is None
    assert lea.post("/api/lobby/waiting", json=wish).json()["table"], "with whoever has waited longest"
    found = [http.get("/api/lobby/waiting").json()["table"] for http in (amina, omar)]
    assert found[0] and found[1] is None
    at = Opened(new_server, {"table": found[0], "token": None, "links": {}}).info()
    assert (at["timing"]["kind"], at["timing"]["bank"], at["talk"]) == ("live", 1200, "phrases")


def test_matchmaking_pairs_players_with_the_same_clock(new_server: Running) -> None:
    amina, omar, lea = (account_client(new_server, name) for name in ("Amina", "Omar", "Lea"))
    wish = {"games": ["kairo"], "players": [2]}
    assert amina.post("/api/lobby/waiting", json=wish).json()["clock"] == "live"
    assert omar.post("/api/lobby/waiting", json=wish | {"clock": "days"}).json()["table"] is None
    found = lea.post("/api/lobby/waiting", json=wish | {"clock": "days"}).json()["table"]
    assert found
    timing = Opened(new_server, {"table": found, "token": None, "links": {}}).info()["timing"]
    assert timing["words"] == "1 day a turn"
    assert lea.post("/api/lobby/waiting", json=wish | {"clock": "sand"}).status_code == 422


def test_the_lobby_is_filtered_by_clock(new_server: Running) -> None:
    live = {"kind": "live", "bank": 300, "increment": 10}
    opened(new_server, ME, OPEN)
    opened(new_server, ME, OPEN, OPEN, clock=live)
    opened(new_server, ME, OPEN, OPEN, OPEN, clock={"kind": "days", "bank": 86_400})
    shown = {each["clock"]: (each["players"], each["timing"]) for each in lobby(new_server)["join"]}
    assert shown == {"none": (2, ""), "live": (3, "5 minutes + 10 seconds a turn"), "days": (4, "1 day a turn")}
    assert [each["players"] for each in lobby(new_server, clock="live")["join"]] == [3]
    assert [each["players"] for each in lobby(new_server, clock="none")["join"]] == [2]
    with new_server.http() as http:
        assert http.get("/api/lobby?clock=sand").status_code == 422


# nobody is held up


def test_a_table_nobody_joined_is_deleted(new_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "PATIENCE", 0.2)
    monkeypatch.setattr(joining, "LOOKS", 0.1)
    amina, omar = account_client(new_server, "Amina"), account_client(new_server, "Omar")
    amina.post("/api/lobby/waiting", json={"games": ["kairo"], "players": [2]})
    table = omar.post("/api/lobby/waiting", json={"games": ["kairo"], "players": [2]}).json()["table"]
    assert table
    eventually(lambda: amina.get(f"/api/tables/{table}").status_code == 404)
    assert lobby(new_server)["join"] == []
    assert amina.get("/api/lobby/waiting").status_code == 404, "and they wait no more"


def test_a_waiting_player_becomes_the_host_when_the_host_leaves(
    new_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "LOOKS", 0.1)
    monkeypatch.setattr(joining, "WITHOUT_HOST", 0.1)
    table = opened(new_server, ME, OPEN, OPEN)
    token = join(new_server, code_of(new_server)).json()["token"]
    with new_server.sit(table.id, token) as omar:
        assert omar.next("table")["host"] is False
        time.sleep(0.5)
        assert table.info(token)["host"] is False, "Amina was here a moment ago"

        async def long_ago() -> None:
            async with new_server.house.tables.hold(table.id) as live:
                live.row.seats[0].here_at -= 301

        asyncio.run(long_ago())
        assert omar.next("table", where=lambda info: info["host"])["links"]["seats"]
        with new_server.http(token) as http:
            assert http.post(f"/api/tables/{table.id}/start").status_code == 200


# the host


def test_the_host_can_remove_a_player_before_the_game(new_server: Running) -> None:
    amina, omar = account_client(new_server, "Amina"), account_client(new_server, "Omar")
    body = {"game": "toy", "seats": [{"kind": "me", "name": "Amina"}, OPEN, OPEN], "company": "anybody"}
    table = Opened(new_server, amina.post("/api/tables", json=body).json())
    code, link = code_of(new_server), table.invitation(1)
    bearer = {"Authorization": f"Bearer {link}"}
    token = omar.post(f"/api/tables/{table.id}/seats/1", json={"name": "Omar"}, headers=bearer).json()["token"]
    assert post_status(omar, table, "remove", seat=0) == 403
    assert post_status(amina, table, "remove", seat=0) == 409, "oneself"
    assert post_status(amina, table, "remove", seat=2) == 409, "nobody sits there"
    with new_server.sit(table.id, token, headers=cookie(omar)) as page:
        assert page.next("table")["you"] == 1
        assert post_status(amina, table, "remove", seat=1, id="once") == 200
        with pytest.raises(Exception, match="1012"):
            page.next("nothing")
    assert post_status(amina, table, "remove", seat=1, id="once") == 200, "said again"
    for proof in (token, link):
        with new_server.http(proof) as http:
            assert http.get(f"/api/tables/{table.id}").status_code == 401
    for proof, headers in ((token, {}), (None, cookie(omar)), (link, cookie(omar))):
        with new_server.sit(table.id, proof, headers=headers) as page:
            assert "removed you" in page.next("refused")["message"]
            assert page.next("table")["you"] is None
    refused = omar.post(f"/lobby/{code}", data={"name": "Omar"})
    assert refused.status_code == 403 and "removed you" in refused.text
    fresh = amina.get(f"/api/tables/{table.id}").json()["links"]["seats"]["1"].partition("#seat=")[2]
    assert fresh and fresh != link
    again = omar.post(
        f"/api/tables/{table.id}/seats/1", json={"name": "Omar"}, headers={"Authorization": f"Bearer {fresh}"}
    )
    assert again.status_code == 200, "unless the host invites them again"


def test_players_cannot_be_removed_once_the_game_has_begun(server: Running) -> None:
    table, (amina, _) = table_of_browsers(server, "Amina", "Omar")
    assert post_status(amina, table, "remove", seat=1) == 409


def test_the_host_can_mute_a_player_for_the_table(server: Running) -> None:
    table, (amina, omar, lea) = table_of_browsers(server, "Amina", "Omar", "Lea")
    assert post_status(lea, table, "hush", seat=1) == 403
    assert post_status(amina, table, "hush", seat=1) == 200
    assert [seat["hushed"] for seat in table.info()["seats"]] == [False, True, False]
    assert post_status(omar, table, "say", text="But") == post_status(omar, table, "say", phrase=1) == 403
    assert chat_texts(lea, table) == []
    assert post_status(omar, table, "stand") == 200, "a bot plays on"
    assert post_status(amina, table, "hush", seat=1, on=False) == 200
    assert not table.info()["seats"][1]["hushed"]


def test_cross_site_requests_are_refused(server: Running) -> None:
    table, (amina, _) = table_of_browsers(server, "Amina", "Omar")
    for what, body in (("mute", {"seat": 1}), ("block", {"seat": 1}), ("hush", {"seat": 1}), ("say", {"phrase": 1})):
        path = f"/api/tables/{table.id}/{what}"
        assert amina.post(path, json=body, headers={"Origin": "https://evil.example"}).status_code == 403


# what is kept


def test_mutes_and_blocks_survive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        table, (amina, omar) = table_of_browsers(server, "Amina", "Omar", company="anybody")
        assert post_status(omar, table, "mute", seat=0) == post_status(omar, table, "block", seat=0) == 200
        assert post_status(amina, table, "hush", seat=1) == 200
        kept = amina.cookies["souq_guest"], omar.cookies["souq_guest"]
    with running(tmp_path / "souq.db") as server:
        amina, omar = (server.http(cookies={"souq_guest": each}) for each in kept)
        eventually(lambda: omar.get(f"/api/tables/{table.id}").json()["muted"] == [0])
        info = amina.get(f"/api/tables/{table.id}").json()
        assert (info["muted"], info["talk"], info["seats"][1]["hushed"]) == ([], "phrases", True)
        body = {"game": "toy", "seats": [ME, OPEN], "company": "anybody"}
        omar.post("/api/tables", json=body)
        assert amina.get("/api/lobby").json()["join"] == []


def test_deleting_an_account_deletes_its_lists(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        table, (amina, omar) = table_of_browsers(server, "Amina", "Omar")
        assert post_status(amina, table, "mute", seat=1) == post_status(omar, table, "block", seat=0) == 200
        told = amina.get("/you/data").json() if amina.post("/you/codes").status_code == 200 else {}
        assert [(each["name"], each["kind"]) for each in told["muted_and_blocked"]] == [("Omar", "mute")]
        assert "other_id" not in told["muted_and_blocked"][0]
        assert amina.post("/you/delete", data={"sure": "1"}).status_code == 303
    with closing(sqlite3.connect(tmp_path / "souq.db")) as stored:
        assert stored.execute("SELECT count(*) FROM shunned").fetchone() == (0,)


def test_a_guests_lists_are_merged_at_sign_in(tmp_path: Path) -> None:
    async def go() -> None:
        storage = Storage(Settings(database=str(tmp_path / "souq.db")))
        await storage.open()
        try:
            async with storage.database.write() as db:
                for who in ("guest", "person", "omar", "lea"):
                    values = f"('{who}', '{who}', 'star', 0, '{{}}')"
                    await db.exec_driver_sql(
                        f"INSERT INTO people (id, name, emblem, created_at, settings) VALUES {values}"
                    )
            block_lists = BlockLists(storage.database, Bus())
            await block_lists.set("guest", "omar", "Omar", "mute", True)
            await block_lists.set("guest", "person", "Person", "mute", True)
            await block_lists.set("person", "omar", "Omar", "mute", True)
            await block_lists.set("lea", "guest", "Guest", "block", True)
            with pytest.raises(Refused):
                await block_lists.set("lea", "lea", "Lea", "block", True)
            with pytest.raises(Refused):
                await block_lists.set("lea", "nobody", "Nobody", "block", True)
            async with storage.database.write() as db:
                await BlockData().merge(db, "guest", "person")
            await block_lists.merged(AccountMerged("guest", "person"))
            assert [each.name for each in await block_lists.of("person")] == ["Omar"]
            assert block_lists.apart("person", "lea") and not block_lists.apart("guest", "lea")
        finally:
            await storage.close()

    asyncio.run(go())


def test_the_privacy_page_describes_every_column(server: Running) -> None:
    with server.http() as http:
        page = http.get("/privacy").text
    for name, table in all_tables().tables.items():
        part = page.partition(f'id="kept-{name}"')[2].partition('<div class="kept"')[0]
        assert part, f"{name} needs an entry in privacy/statement.toml"
        assert all(f"<code>{column.name}</code>" in part for column in table.columns)
        assert all(len(words) >= 7 for words in (STATEMENTS[name].what, STATEMENTS[name].why, STATEMENTS[name].until))


def test_the_privacy_page_describes_every_synchronised_setting() -> None:
    told = {"theme": "theme", "sound": "sound", "volume": "volume", "quiet": "quick phrases"}
    assert set(told) == set(Settled.model_fields)
    assert all(words in STATEMENTS["people"].what for words in told.values())


def test_the_privacy_page_describes_only_existing_tables() -> None:
    assert set(STATEMENTS) == set(all_tables().tables)
    unknown = MetaData()
    Table("whims", unknown, Column("id", Integer))
    with pytest.raises(KeyError, match="whims"):
        entries(unknown)


def test_personal_data_is_exported_and_deleted(tmp_path: Path) -> None:
    people = {
        (name, column.name)
        for name, table in all_tables().tables.items()
        for column in table.columns
        if column.name == "person_id"
    }
    with running(tmp_path / "souq.db") as server:
        table, (amina, _) = table_of_browsers(server, "Amina", "Omar")
        amina.post("/hours", data={"zone": "UTC", "night": "on", "from": "22:00", "to": "06:00"})
        assert post_status(amina, table, "mute", seat=1) == 200
        assert amina.post("/you/codes").status_code == 200
        amina.post("/api/lobby/waiting", json={"games": ["kairo"]})
        told = amina.get("/you/data").json()
        assert told["nights_and_holidays"] and told["waiting"] and told["muted_and_blocked"] and told["seats"]
        assert amina.post("/you/delete", data={"sure": "1"}).status_code == 303
    with closing(sqlite3.connect(tmp_path / "souq.db")) as stored:
        names = {row[0] for row in stored.execute("SELECT id FROM people")}
        assert len(names) == 1
        for name, column in people:
            kept = {row[0] for row in stored.execute(f"SELECT {column} FROM {name}")} - {None}
            assert kept <= names, (name, column)


def test_the_privacy_page_describes_everything_stored_in_the_browser() -> None:
    js = "".join(path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js"))
    used = re.findall(r"""(?:memory\.(?:get|set|tell)|sessionStorage\.setItem)\(\s*["`]([a-z]+)""", js)
    used += re.findall(r"""localStorage\.setItem\("souq\.([a-z]+)""", js)
    assert len(used) > 15
    assert {*used} == set(BROWSER)
    assert set(re.findall(r"(?:localStorage|sessionStorage)\.setItem\(\s*[\"`]([a-z]+)", js)) == {"souq", "seat"}
