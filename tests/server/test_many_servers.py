"""Several servers on one database: any of them serves any table, and none lags behind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from souq.server.cluster.pubsub import NAME
from souq.server.core.db import migrations
from souq.server.core.db.engines import Database
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, Opened, Person, Running, eventually, running
from tests.server.postgres import Cluster

pytestmark = pytest.mark.server

OVER = {"message": "The game is over.", "rule": None}
SWAP, MARK, UNMARK, KEEP, SHOUT, SHOW, PEEK = range(7)


@pytest.fixture(scope="module")
def servers(postgres: Cluster) -> Iterator[tuple[Running, Running]]:
    """Two connected servers on one database."""
    url = postgres.create()
    with running(url) as one, running(url) as other:
        eventually(lambda: one.house.cluster.pubsub.hears and other.house.cluster.pubsub.hears)
        yield one, other


def at(server: Running, table: Opened) -> Opened:
    """Return the same table at another server."""
    return Opened(server, {"table": table.id, "token": table.token, "links": table.links})


@contextmanager
def players_at_two_servers(servers: tuple[Running, Running]) -> Iterator[tuple[Opened, Person, Person]]:
    """A table with Amina at one server and Omar at the other."""
    one, other = servers
    table = one.open(ME, OPEN)
    token = table.take(1, "Omar")
    with one.sit(table.id, table.token) as amina, other.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        yield table, amina, omar


def plies(server: Running, table: Opened, token: str | None = None) -> int:
    """Return the number of decisions a server has of a table."""
    with server.http(token or table.token) as http:
        return int(http.get(f"/api/tables/{table.id}/log").json()["plies"])


def keep(player: Person) -> int:
    """Keep one's card, confirm it, and return the table's number of decisions."""
    player.play(KEEP)
    answer = player.command("confirm", seq=player.seq)
    assert answer["type"] == "ack", answer
    return player.frames(answer["seq"])["seq"]


def wait_for_turn(player: Person) -> None:
    """Wait until a player may choose."""
    while not player.picks:
        player.frames()


def test_a_game_can_be_played_through_either_server(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    token = at(other, table).take(1, "Omar")
    with one.sit(table.id, table.token) as amina, other.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        keep(amina)
        wait_for_turn(omar)
        omar.play(KEEP)  # everybody may choose then: it hands no turn on
        while SHOUT not in amina.picks:
            amina.frames()
        omar.play(SHOUT)
        assert amina.next("table", where=lambda triggers: triggers["state"] == "finished")["secret"]
    assert at(one, table).view(table.token) == at(other, table).view(table.token)


def test_a_draft_is_visible_and_can_be_undone_at_both_servers(
    servers: tuple[Running, Running],
) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    token = table.take(1, "Omar")
    with (
        one.sit(table.id, table.token) as here,
        other.sit(table.id, table.token) as there,
        other.sit(table.id, token) as omar,
    ):
        for page in (here, there, omar):
            page.frames()
        while not omar.receives_nothing():  # presence is shared with the other server
            pass
        drafted = here.play(MARK)
        assert there.frames(drafted["seq"])["frames"][-1]["ply"] == 1
        assert omar.receives_nothing(), "a draft is nobody else’s business"
        undone = there.command("undo", seq=there.seq)
        message = here.frames(undone["seq"])
        assert (message["after"], message["frames"][-1]["ply"]) == (0, 0)
        assert MARK in here.picks
        again = here.play(MARK)
        assert there.frames(again["seq"])["frames"][-1]["ply"] == 1


def test_a_command_sent_to_two_servers_is_executed_once(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    table.take(1, "Omar")
    for server in servers:
        at(server, table).view(table.token)
    body = {"choice": "show", "id": "once", "seq": at(one, table).view(table.token)["seq"]}

    def choose(server: Running) -> httpx.Response:
        with server.http(table.token) as http:
            return http.post(f"/api/tables/{table.id}/choose", json=body)

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(choose, servers)
    assert (first.status_code, second.status_code) == (200, 200), (first.text, second.text)
    assert first.json() == second.json()
    assert plies(one, table) == plies(other, table) == 1


def test_in_a_race_two_servers_accept_the_same_moves_as_one(servers: tuple[Running, Running]) -> None:
    """All players move at once through both servers: the second command is validated again and not refused."""
    one, other = servers
    table = one.open(ME, OPEN, game="dash")
    token = table.take(1, "Omar")
    who = ((one, table.token), (other, token))
    taken = [0, 0]

    def move(seat: int, view: Any, nth: int) -> None:
        server, mine = who[seat]
        body = {"choice": view["legal"][0]["choice"], "id": f"{nth}", "seq": view["seq"]}
        with server.http(mine) as http:
            answer = http.post(f"/api/tables/{table.id}/choose", json=body)
        assert answer.status_code == 200 or answer.json() == OVER, answer.text
        taken[seat] += answer.status_code == 200

    with ThreadPoolExecutor(2) as pool:
        for nth in range(12):
            views = [at(server, table).view(mine) for server, mine in who]
            if any(view["over"] for view in views):
                break
            assert all(view["legal"] for view in views)
            list(pool.map(move, (0, 1), views, (nth, nth)))
    assert all(taken)
    assert plies(one, table) == plies(other, table) == sum(taken)


def test_a_seat_link_replaced_at_one_server_is_invalid_at_the_other(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.open(ME, OPEN, OPEN)
    old = table.invitation(1)
    with other.sit(table.id, old) as guest:
        guest.next("table")
        with one.http(table.token) as http:
            assert http.post(f"/api/tables/{table.id}/seats/1/link", json={}).status_code < 300
        with pytest.raises(ConnectionClosed, match="1012"):
            guest.next("nothing")
    with other.http(old) as http:
        assert http.post(f"/api/tables/{table.id}/seats/1", json={"name": "Omar"}).status_code == 401


def test_a_chat_message_reaches_the_other_server_once(servers: tuple[Running, Running]) -> None:
    with players_at_two_servers(servers) as (_, amina, omar):
        for words in ("Hello", "Your turn"):
            amina.command("say", text=words)
            assert omar.next("chat")["text"] == words
            assert amina.next("chat")["text"] == words
        assert omar.receives_nothing() and amina.receives_nothing()


def test_presence_is_shared_between_servers(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.open(ME, OPEN)
    token = table.take(1, "Omar")

    def here(server: Running) -> list[int]:
        seats = at(server, table).info()["seats"]
        return [seat["index"] for seat in seats if seat["connected"]]

    with one.sit(table.id, table.token) as amina:
        amina.frames()
        eventually(lambda: here(other) == [0])
        with other.sit(table.id, token) as omar:
            omar.frames()
            eventually(lambda: here(one) == [0, 1])
        eventually(lambda: here(one) == [0])
    eventually(lambda: here(one) == here(other) == [])


def test_bots_play_whichever_server_is_used(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.open(ME, BOT, BOT)
    with other.sit(table.id, table.token) as amina:
        amina.frames()
        keep(amina)
        amina.next("table", where=lambda triggers: triggers["state"] == "finished")
    assert plies(one, table) == plies(other, table)


def test_a_server_catches_up_after_missed_notifications(servers: tuple[Running, Running], postgres: Cluster) -> None:
    _, other = servers
    with players_at_two_servers(servers) as (table, amina, omar):
        pubsub, hear = other.house.cluster.pubsub, other.house.cluster.pubsub._on_message
        pubsub._on_message = lambda message: None
        keep(amina)
        assert omar.receives_nothing()
        pubsub._connected = False  # as when the connection is found to be lost
        assert plies(other, table) == 1, "whoever hears nothing looks"
        pubsub._on_message = hear
        postgres.close_connections(NAME)
        wait_for_turn(omar)


def test_state_discovered_by_a_command_is_sent_to_viewers_before_the_notification(
    servers: tuple[Running, Running],
) -> None:
    _, other = servers
    with players_at_two_servers(servers) as (table, amina, omar):
        pubsub, hear = other.house.cluster.pubsub, other.house.cluster.pubsub._on_message
        pubsub._on_message = lambda message: None
        try:
            body = {"choice": "keep", "id": "early", "seq": keep(amina)}
            with other.http(table.token) as http:
                refused = http.post(f"/api/tables/{table.id}/choose", json=body)
            assert refused.status_code == 409, "it is not her turn any more"
            wait_for_turn(omar)
        finally:
            pubsub._on_message = hear
            other.house.tables.forget_all()


def test_a_race_move_retried_at_another_server_is_made_once(
    servers: tuple[Running, Running],
) -> None:
    one, other = servers
    table = one.open(ME, OPEN, game="dash")
    table.take(1, "Omar")
    view = at(other, table).view(table.token)
    pubsub, hear = other.house.cluster.pubsub, other.house.cluster.pubsub._on_message
    pubsub._on_message = lambda message: None
    try:
        body = {"choice": view["legal"][0]["choice"], "id": "once", "seq": view["seq"]}
        answers = []
        for server in servers:
            with server.http(table.token) as http:
                answers.append(http.post(f"/api/tables/{table.id}/choose", json=body))
    finally:
        pubsub._on_message = hear
        other.house.tables.forget_all()
    assert [answer.status_code for answer in answers] == [200, 200], answers[1].text
    assert answers[0].json() == answers[1].json()
    assert plies(one, table) == plies(other, table) == 1


def test_a_migrated_database_has_the_same_triggers_as_a_new_one(postgres: Cluster) -> None:
    async def triggers(before: str | None) -> list[tuple[str, str, str]]:
        """What a database says of its triggers, new or brought up to date from a revision."""
        database = Database(Settings(database=postgres.create()))
        if before is not None:
            engine = await database.alone()
            async with engine.begin() as connection:
                await connection.run_sync(migrations._upgrade, before)
            await engine.dispose()
        await migrations.migrate(database)
        asked = "SELECT event_object_table, event_manipulation, action_statement FROM information_schema.triggers"
        async with database.read() as db:
            found = sorted(map(tuple, await db.execute(text(asked))))
        await database.close()
        return found

    new = asyncio.run(triggers(None))
    assert new == asyncio.run(triggers("0028"))
    assert {"tables", "chat", "listings"} < {table for table, *_ in new}
