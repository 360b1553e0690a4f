"""Rate limits: no client takes more than its share of the server, whatever tokens and sockets it uses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus

from souq.server.core.http import api, rate_limits
from souq.server.core.http.addresses import Forwarded, counted
from souq.server.core.http.rate_limits import whence
from souq.server.core.token_bucket import Buckets
from souq.server.ops.config.checks import NoAddress, proxy
from tests import plain
from tests.server.clients import BOT, ME, OPEN, Person, Running, eventually, running

pytestmark = pytest.mark.server


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse excess requests immediately."""
    monkeypatch.setattr(rate_limits, "HOLD", 0.0)


def limit_budget(server: Running, milliseconds: float = 300.0) -> None:
    """Give every address a budget that is not refilled."""
    server.limits.requests = Buckets(0.0001, milliseconds)


def statuses(server: Running, path: str, times: int = 100, **headers: str) -> list[int]:
    """Return the statuses of repeated requests."""
    with server.http() as http:
        return [http.get(path, headers=headers).status_code for _ in range(times)]


def test_invented_tokens_do_not_evade_the_rate_limit(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table = server.open(ME, BOT)
        limit_budget(server)
        with server.http() as http:
            path = f"/api/tables/{table.id}/view"
            codes = [http.get(path, headers={"Authorization": f"Bearer {n:032}"}).status_code for n in range(60)]
        assert codes == [401] * 30 + [429] * 30


@pytest.mark.parametrize("path", ["/", "/about", "/rules/toy", "/t/{table}", "/nowhere", "/static/js/main.js"])
def test_pages_are_rate_limited(tmp_path: Path, path: str) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        at = path.format(table=server.open(ME, BOT).id)
        limit_budget(server, 40 if "static" in path else 300)
        codes = statuses(server, at)
        assert codes[0] in (200, 404) and codes[-1] == 429
        with server.http() as http:
            refused = http.get("/about")
            assert "text/html" in refused.headers["content-type"] and "Wait a moment" in refused.text
            assert "default-src 'self'" in refused.headers["content-security-policy"]


def test_sockets_count_towards_the_limit_and_hellos_by_their_cost(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server, ExitStack() as lines:
        table = server.open(ME, BOT)
        for cost, hello in ((40, {}), (70, {"seen": 1}), (70, {"seen": 1, "retell": True})):
            limit_budget(server, 3 * cost)
            for _ in range(3):
                lines.enter_context(server.sit(table.id, table.token, **hello)).frames()
            with pytest.raises(InvalidStatus):
                server.sit(table.id, table.token)


def test_each_player_has_a_request_budget_of_their_own(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table = server.open(ME, OPEN)
        other = table.take(1, "Omar")
        server.limits.players = Buckets(0.0001, 100)
        codes = statuses(server, f"/api/tables/{table.id}/view", 20, authorization=f"Bearer {table.token}")
        assert codes == [200] * 10 + [429] * 10
        assert statuses(server, f"/api/tables/{table.id}/view", 5, authorization=f"Bearer {other}") == [200] * 5
        with server.sit(table.id, table.token) as amina:
            assert amina.command("undo", seq=1)["message"].startswith("Wait a moment")


def test_open_sockets_are_limited_per_address_and_per_server(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True, sockets=5, sockets_each=3) as server, ExitStack() as lines:
        table = server.open(ME, BOT)
        first = [lines.enter_context(server.sit(table.id)) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            server.sit(table.id)
        elsewhere = {"X-Forwarded-For": "192.0.2.1"}
        others = [lines.enter_context(server.sit(table.id, headers=elsewhere)) for _ in range(2)]
        with pytest.raises(InvalidStatus):
            server.sit(table.id, headers={"X-Forwarded-For": "192.0.2.2"})
        for person in (*first, *others):
            person.frames()
            person.socket.close()
        retry_until_open(lambda: server.sit(table.id), InvalidStatus).frames()


def test_long_polls_are_limited_per_address(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True, sockets_each=4, connections=12) as server:
        table = server.open(ME, OPEN)
        seen = table.view()["seq"]
        with server.http() as http:
            ticket = http.post("/api/lobby/waiting", json={"games": ["kairo"], "name": "Mei"}).json()["ticket"]

        def view(where: str) -> int:
            with server.http() as http:
                http.headers["X-Forwarded-For"] = where
                params = {"after": str(seen), "wait": str(api.LONGEST_WAIT)}
                return int(http.get(f"/api/tables/{table.id}/view", params=params).json()["seq"])

        def place(where: str) -> int:
            with server.http(ticket) as http:
                http.headers["X-Forwarded-For"] = where
                return http.get("/api/lobby/waiting", params={"wait": "15"}).status_code

        with ThreadPoolExecutor(3) as threads:
            waiting = [threads.submit(view, "192.0.2.1") for _ in range(2)]
            eventually(lambda: len(server.limits.waits) == 2)
            assert view("192.0.2.1") == seen and place("[::ffff:192.0.2.1]:4711") == 200
            assert not any(each.done() for each in waiting), "these do wait"
            waiting.append(threads.submit(view, "192.0.2.2"))
            eventually(lambda: len(server.limits.waits) == 3)
            assert view("192.0.2.3") == seen, "three in all"
            table.take(1, "Omar")
            assert all(each.result() > seen for each in waiting)
        assert not len(server.limits.waits)


def test_a_log_request_costs_by_its_length(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table = server.open(BOT, BOT)
        eventually(lambda: table.info()["state"] == "finished")
        entries = table.view()["seq"] and len(server.http().get(f"/api/tables/{table.id}/log").json()["decisions"])
        limit_budget(server, 100.0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(api, "ENTRY", 40.0 / entries)
            assert statuses(server, f"/api/tables/{table.id}/log", 5) == [200, 200, 200, 429, 429]
            assert statuses(server, f"/api/tables/{table.id}/log?from=9999", 1) == [429], "who owes has nothing left"


def retry_until_open(again: Callable[[], Person], error: type[Exception]) -> Person:
    """Retry until closed sockets have been released."""
    for _ in range(50):
        try:
            return again()
        except error:
            continue
    return again()


def test_forwarded_headers_are_accepted_from_trusted_proxies_only(tmp_path: Path) -> None:
    for proxies, ends in ((("127.0.0.1",), 200), ((), 429)):
        with running(tmp_path / "souq.db", limited=True, proxies=proxies) as server:
            limit_budget(server, 20)
            with server.http() as http:
                codes = [http.get("/about", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(20)]
            assert codes[-1] == ends
            with server.http() as http:
                same = [http.get("/about", headers={"X-Forwarded-For": f"2001:db8:1:2::{n}"}) for n in range(20)]
            assert same[-1].status_code == 429, "one network of IPv6 is one client"


def test_a_socket_that_ignores_refusals_is_closed(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table = server.open(ME, BOT)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            limit_budget(server, 50)
            with pytest.raises(ConnectionClosed):
                send_garbage(amina)


def send_garbage(person: Person) -> None:
    """Send invalid messages."""
    for _ in range(400):
        person.send("what?")
        person.next("refused")


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    assert counted("2001:db8:1:2:ffff::1") == counted("2001:db8:1:2::2") != counted("2001:db8:1:3::2")
    assert counted("::ffff:192.0.2.7") == "192.0.2.7" and counted("testclient") == "testclient"
    assert counted("fe80::1%eth0") == counted("fe80::2")
    with pytest.raises(NoAddress, match=r"172\.17\.0\.0/16"):
        proxy("10.0.0.300")


PROXIES = ("127.0.0.1", "::1", "10.0.0.0/24", "fd00::/64")


def client_and_scheme(peer: str, kind: str = "http", **headers: str | list[str]) -> tuple[str, str]:
    """Return the client address and scheme of a request with these headers."""
    found: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(scope)

    lines = [
        (name.replace("_", "-").encode(), line.encode())
        for name, said in headers.items()
        for line in ([said] if isinstance(said, str) else said)
    ]
    scope = {"type": kind, "scheme": {"http": "http"}.get(kind, "ws"), "client": (peer, 1), "headers": lines}
    asyncio.run(Forwarded(app, PROXIES)(scope, None, None))  # type: ignore[arg-type]
    (one,) = found
    return whence(one), one["scheme"]


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("203.0.113.1, 192.0.2.7", "192.0.2.7"),
        (["203.0.113.1", "192.0.2.7"], "192.0.2.7"),
        ("203.0.113.1,192.0.2.7 , 10.0.0.2", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("  192.0.2.7 ", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[::FFFF:C000:207]:443", "192.0.2.7"),
        ("192.0.2.7, ::ffff:10.0.0.2", "192.0.2.7"),
        ("192.0.2.7, [fd00::1]:443", "192.0.2.7"),
        ("[2001:db8:0:0:1::1]", "2001:db8::"),
        ("2001:DB8::5", "2001:db8::"),
        ("127.0.0.1, unknown", "unknown"),
        ("127.0.0.1, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1"),
        ("192.0.2.7, ", "192.0.2.7"),
        ("", None),
        (", ,", None),
    ],
)
def test_the_address_seen_by_the_nearest_proxy_counts(said: str | list[str], counts: str | None) -> None:
    more = {"x_forwarded_host": "evil.example", "forwarded": "for=203.0.113.9;proto=https", "x_real_ip": "203.0.113.9"}
    for peer in ("127.0.0.1", "::ffff:127.0.0.1", "::1", "10.0.0.3"):
        assert client_and_scheme(peer, x_forwarded_for=said, **more) == (counts or counted(peer), "http")
    assert client_and_scheme("198.51.100.1", x_forwarded_for=said, x_forwarded_proto="https") == (
        "198.51.100.1",
        "http",
    )


@pytest.mark.parametrize(
    ("said", "secure"),
    [
        ("https", True),
        ("HTTPS ", True),
        ("wss", True),
        ("http", False),
        ("http, https", True),
        ("https, http", False),
        (["http", "https"], True),
        (["https", "http"], False),
        ("", False),
        ("https evil", False),
        ("javascript", False),
    ],
)
def test_the_scheme_seen_by_the_nearest_proxy_counts(said: str | list[str], secure: bool) -> None:
    assert client_and_scheme("127.0.0.1", x_forwarded_proto=said)[1] == ("https" if secure else "http")
    assert client_and_scheme("::ffff:10.0.0.2", "websocket", x_forwarded_proto=said)[1] == ("wss" if secure else "ws")
    assert client_and_scheme("192.0.2.7", x_forwarded_proto=said)[1] == "http"


def test_the_refusal_of_the_api_is_json(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        limit_budget(server, 1)
        answer: Any = plain.get(f"{server.address}/api/games")
        assert answer.status_code == 429 and "Wait a moment" in answer.json()["message"]
