"""Several servers with one database: lobby, notifications, tournaments and ratings work the same at each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from sqlalchemy import update

from souq.server.cluster.membership import HOUSE
from souq.server.core.db.engines import Database
from souq.server.core.db.models import LEASES
from souq.server.features.accounts.models import CHALLENGES
from souq.server.features.lobby import waiting
from souq.server.features.lobby.service import Lobby
from souq.server.features.notifications import service as telling
from souq.server.features.notifications.models import OUTBOX
from souq.server.features.notifications.service import Notices
from souq.server.features.ratings.models import ENDINGS, RESULTS
from souq.server.ops.config.settings import Settings
from tests.server.authenticator import Authenticator
from tests.server.clients import OPEN, Running, eventually, running
from tests.server.notification_helpers import Table, assert_nothing_more, make_retries_due, subscribe, table_rows
from tests.server.postgres import Cluster
from tests.server.push_service import push_service
from tests.server.test_chat_and_blocking import post_status, table_of_browsers
from tests.server.test_lobby import join, lobby, opened
from tests.server.test_many_servers import at
from tests.server.test_matchmaking import Page, Program
from tests.server.test_passkeys import Browser, browsers
from tests.server.test_ratings import Guest, guests
from tests.server.test_tournaments import Tournament

pytestmark = pytest.mark.server


@contextmanager
def two_notifying_servers(url: str) -> Iterator[tuple[Running, Running]]:
    """Run two connected servers that notify immediately; the first one leads."""
    with running(url, quiet=0.0, near=True) as one:
        eventually(lambda: one.house.cluster.leads)
        with running(url, quiet=0.0, near=True) as other:
            eventually(lambda: one.house.cluster.pubsub.hears and other.house.cluster.pubsub.hears)
            assert not other.house.cluster.leads
            yield one, other


@pytest.fixture(scope="module")
def url(postgres: Cluster) -> str:
    """The URL of their database."""
    return postgres.create()


@pytest.fixture(scope="module")
def servers(url: str) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database."""
    with two_notifying_servers(url) as servers:
        yield servers


def same_browser_at(browser: httpx.Client, server: Running) -> httpx.Client:
    """Return the same browser's client at another server."""
    there = server.http()
    there.cookies.set("souq_guest", browser.cookies["souq_guest"])
    return there


# the lobby


def test_api_players_at_different_servers_are_matched(servers: tuple[Running, Running]) -> None:
    for first, second in (servers, servers[::-1]):
        lea, mei = Program(first, "toy", players=(2,), name="Lea"), Program(second, "toy", players=(2,), name="Mei")
        eventually(lambda each=lea: each.poll()["table"])  # type: ignore[misc]
        eventually(lambda each=mei: each.poll()["table"])  # type: ignore[misc]
        assert lea.poll()["table"] == mei.poll()["table"]
        assert {lea.poll()["seat"], mei.poll()["seat"]} == {0, 1}


def test_players_at_different_servers_are_sent_to_their_table(servers: tuple[Running, Running]) -> None:
    with Page(servers[0], "Zohra") as zohra, Page(servers[1], "Rania") as rania:
        wanted = {"name": "", "game-toy": "on", "players-2": "on"}
        assert zohra.http.post("/lobby/wait", data=wanted).status_code == 200
        assert rania.http.post("/lobby/wait", data=wanted).status_code == 200
        assert zohra.receives("go") == rania.receives("go")


def test_a_queued_player_can_poll_and_leave_at_any_server(servers: tuple[Running, Running]) -> None:
    one, other = servers
    first, second = Program(other, "kairo", name="Lea"), Program(one, "marracash", name="Mei")
    for server in servers:
        for place, program in enumerate((first, second), 1):
            program.server = server
            assert program.poll()["place"] == place
    with other.http(second.ticket) as http:  # drawn at the other server
        again = http.post("/api/lobby/waiting", json={"games": ["grand_bazaar"], "players": [5]})
        assert (again.status_code, again.json()["place"], again.json()["ticket"]) == (200, 2, None)
    with one.http(first.ticket) as http:
        assert http.delete("/api/lobby/waiting").status_code == 204
    eventually(lambda: other.house.parts[Lobby].waiting.waiting == 1)
    with one.http(second.ticket) as http:
        assert http.delete("/api/lobby/waiting").status_code == 204
    eventually(lambda: [lobby(server)["waiting"] for server in servers] == [0, 0])


def test_a_player_seen_at_a_follower_stays_in_the_queue(
    servers: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "REPORT_EVERY", 0.2)
    there, gone = Program(servers[1], "kairo", name="Lea"), Program(servers[1], "marracash", name="Mei")
    eventually(lambda: lobby(servers[0])["waiting"] == 2)
    monkeypatch.setattr(waiting, "SILENT", 1.5)
    eventually(lambda: there.poll()["status"] == 200 and lobby(servers[0])["waiting"] == 1)
    eventually(lambda: (there.poll()["place"], gone.poll()["status"]) == (1, 404))
    with servers[0].http(there.ticket) as http:
        http.delete("/api/lobby/waiting")


def test_a_table_is_listed_at_every_server_until_it_is_full(servers: tuple[Running, Running]) -> None:
    one, other = servers
    for here, there in (servers, servers[::-1]):
        table = opened(here, {"kind": "me", "name": "Layla"}, OPEN)

        def found(server: Running) -> list[str]:
            listed = [each for each in lobby(server)["join"] if each["seats"][0]["name"] == "Layla"]
            return [str(each["code"]) for each in listed]

        (code,) = found(here)
        answer = join(there, code)
        assert answer.status_code == 200, "who comes a moment later, to another server, is seated"
        eventually(lambda: not found(one) and not found(other))
        eventually(lambda: all(table.id in str(lobby(server)["watch"]) for server in servers))  # noqa: B023
        assert join(here, code).status_code == 404


def test_a_delisted_table_is_delisted_at_every_server(servers: tuple[Running, Running]) -> None:
    table = opened(servers[1], {"kind": "me", "name": "Samir"}, OPEN, OPEN)

    def shown(server: Running) -> bool:
        return "Samir" in str(lobby(server)["join"])

    eventually(lambda: shown(servers[0]))
    with servers[1].http(table.token) as http:
        answer = http.post(f"/api/tables/{table.id}/listing", json={"company": "friends", "watch": False})
        assert answer.status_code == 200, answer.text
    eventually(lambda: not shown(servers[0]) and not shown(servers[1]))


def test_a_public_game_that_ends_at_any_server_is_in_the_library(servers: tuple[Running, Running]) -> None:
    for here, there in (servers, servers[::-1]):
        table = opened(here, {"kind": "me", "name": "Yusuf"}, OPEN)
        eventually(lambda: "Yusuf" in str(lobby(there)["join"]))  # noqa: B023
        code = next(each["code"] for each in lobby(there)["join"] if each["seats"][0]["name"] == "Yusuf")
        token = join(there, code).json()["token"]
        for each in (table.token, token):
            with there.http(each) as http:
                assert http.post(f"/api/tables/{table.id}/end", json={}).status_code == 200
        with here.http() as http:
            eventually(lambda: table.id in http.get("/api/library").text)  # noqa: B023


# manners


def test_a_block_at_one_server_applies_at_the_other(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table, (amina, omar) = table_of_browsers(one, "Amina", "Omar")
    wanted = {"game": "toy", "seats": [{"kind": "me", "name": "Amina"}, OPEN, OPEN], "company": "anybody"}
    new = str(amina.post("/api/tables", json=wanted).json()["table"])
    there = same_browser_at(omar, other)

    def sees() -> bool:
        with one.http() as http:
            everybody = [each["code"] for each in http.get("/api/lobby").json()["join"]]
        return len(everybody) == len(there.get("/api/lobby").json()["join"])

    eventually(sees)
    assert post_status(amina, table, "block", seat=1) == 200
    eventually(lambda: not sees(), 3.0)
    assert post_status(same_browser_at(amina, other), at(other, table), "block", seat=1, on=False) == 200
    eventually(sees, 3.0)
    with one.http() as http:
        assert new in amina.get("/").text, http


# notices


def test_a_turn_is_notified_once_whichever_server_it_began_at(url: str, servers: tuple[Running, Running]) -> None:
    for nth, server in enumerate(servers):
        with push_service() as inbox, browsers(server, None, None) as (amina, omar):
            table, receiver = Table(amina, omar), inbox.receiver("omar")
            subscribe(omar, receiver)
            eventually(lambda: servers[0].house.parts[Notices].has_channels)
            time.sleep(0.3)  # it is told to the other, too
            table.keep(0)
            assert receiver.read(inbox.wait("/push/omar"))["table"] == table.id
            assert_nothing_more(inbox, 1)
            eventually(lambda: [each.sent_at for each in table_rows(url, OUTBOX)])
            there = servers[1 - nth]
            with there.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
                page.next("table")  # seen at one server, told by another
                eventually(lambda: table_rows(url, OUTBOX) == [])


def test_a_player_viewing_the_table_at_another_server_is_not_notified(servers: tuple[Running, Running]) -> None:
    one, other = servers
    with push_service() as inbox, browsers(one, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, inbox.receiver("omar"))
        with other.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
            eventually(lambda: 1 in one.house.hub.looking(table.id))
            table.keep(0)
            assert_nothing_more(inbox, 0)


def test_when_the_notifying_server_dies_another_sends_due_notifications_once(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FIRST_PAUSE", 600.0)
    url = postgres.create()
    with push_service() as inbox, ExitStack() as first:
        one = first.enter_context(running(url, quiet=0.0, near=True))
        eventually(lambda: one.house.cluster.leads)
        with running(url, quiet=0.0, near=True) as other, browsers(other, None, None) as (amina, omar):
            eventually(lambda: one.house.cluster.pubsub.hears and other.house.cluster.pubsub.hears)
            tables = Table(amina, omar), Table(amina, omar)
            subscribe(omar, inbox.receiver("omar"))
            time.sleep(0.3)  # it is told to the other, too
            tables[0].keep(0)
            inbox.wait("/push/omar")
            eventually(lambda: [each.sent_at for each in table_rows(url, OUTBOX)])
            inbox.answer("/push/omar", 503, 201)
            tables[1].keep(0)
            inbox.wait("/push/omar", 2)
            eventually(lambda: any(each.tries for each in table_rows(url, OUTBOX)))
            first.close()
            eventually(lambda: other.house.cluster.leads)
            asyncio.run(make_retries_due(url))
            other.house.parts[Notices].resync()
            inbox.wait("/push/omar", 3)
            eventually(lambda: all(each.sent_at for each in table_rows(url, OUTBOX)))
            assert_nothing_more(inbox, 3)


def test_a_server_that_lost_its_lease_stops_leading(postgres: Cluster) -> None:
    url = postgres.create()
    with two_notifying_servers(url) as (one, other):
        asyncio.run(take_leadership(url, other.house.cluster.id))
        eventually(lambda: not one.house.cluster.leads)
        eventually(lambda: one.house.cluster.holds(HOUSE) is False)


async def take_leadership(url: str, by: str) -> None:
    """Give the leader's lease to another server."""
    opened = Database(Settings(database=url))
    async with opened.write() as db:
        await db.execute(update(LEASES).where(LEASES.c.name == HOUSE).values(holder=by, term="another"))
    await opened.close()


# tournaments, records


class Everywhere(Tournament):
    """A tournament whose players use all servers in turn."""

    def __init__(self, servers: tuple[Running, ...], **wanted: object) -> None:
        self.servers, self.asked = servers, 0
        super().__init__(servers[0], **wanted)

    def post(self, what: str, token: str | None, body: object = None, at: str = "") -> httpx.Response:
        """Post to one server after another."""
        self.asked += 1
        self.server = self.servers[self.asked % len(self.servers)]
        return super().post(what, token, body, at)


def test_a_tournament_is_played_with_tables_at_both_servers(servers: tuple[Running, Running]) -> None:
    tournament = Everywhere(servers, system="robin")
    tokens = tournament.enter("Amina", "Omar", "Lea", "Mei")
    tournament.begin()
    after = tournament.play(tokens)
    assert (after["state"], after["round"]) == ("finished", 3)
    tables = [table["table"] for tables in after["tables"] for table in tables]
    assert len(tables) == len(set(tables)) == 6


def test_a_rated_game_is_recorded_once_whichever_server_it_ends_at(url: str, servers: tuple[Running, Running]) -> None:
    for here, there in (servers, servers[::-1]):
        with guests(here.address, "Amina", "Omar") as (amina, omar):
            table = amina.open()
            omar.take(amina, table)
            away = Guest.__new__(Guest)
            away.name, away.http = "Omar", same_browser_at(omar.http, there)
            away.post_command(table, "resign")
            eventually(lambda: [each["table"] for each in amina.records()["games"]] == [table])  # noqa: B023
            (standing,) = amina.records()["standings"]
            assert (standing["played"], standing["won"], standing["rating"]["games"]) == (1, 1, 1)
            assert len([each for each in table_rows(url, RESULTS) if each.table_id == table]) == 2
    assert table_rows(url, ENDINGS) == []


# accounts


def test_a_passkey_ceremony_can_span_two_servers(url: str, servers: tuple[Running, Running]) -> None:
    one, other = servers
    with browsers(one, None) as (amina,), browsers(other, None) as (away,):
        away.key = Authenticator(away.origin)
        amina.play("Amina")
        options = amina.post("/you/passkeys/ask", called="Amina")["options"]
        copy_cookies(amina, away)
        away.post("/you/passkeys", 201, credential=away.key.make(options), called="Amina")
        assert away.name == "Amina"
        with browsers(one, None) as (third,), browsers(other, away.key) as (fourth,):
            third.home()
            options = third.post("/sign-in/ask")["options"]
            copy_cookies(third, fourth)
            shown = fourth.key.show(options)
            fourth.post("/sign-in", credential=shown)
            assert fourth.name == "Amina"
            fourth.post("/sign-in", 401, credential=shown)
    assert table_rows(url, CHALLENGES) == []


def copy_cookies(browser: Browser, there: Browser) -> None:
    """Give the same browser's cookies to another server of the same name."""
    there.http.cookies.clear()
    there.http.cookies.set("souq_guest", browser.token)
