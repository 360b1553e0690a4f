"""Under which names a server answers, and what changes when it is served over TLS."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from souq.table.sent.safety import TLS_KEPT, Names, own_origin, same_origin
from tests.server.clients import BOT, ME, Running, running

pytestmark = pytest.mark.server

TLS = {"X-Forwarded-Proto": "https", "Host": "souq.example"}
OLD, NEW = "souq_guest", "__Host-souq_guest"


def opened(server: Running, table: str, host: str, **headers: str) -> int:
    """The status with which a socket is answered that asks for the server by a name."""
    line = socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])))
    try:
        with connect(f"ws://{host}/ws/tables/{table}", sock=line, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a name, behind a proxy that ends TLS."""
    with running(tmp_path_factory.mktemp("named") / "souq.db", hosts=("souq.example",)) as server:
        yield server


def test_a_name_that_is_not_the_servers_is_refused_in_words(named: Running) -> None:
    table = named.open(ME, BOT)
    foreign = {"Host": "evil.example", "Origin": "http://evil.example"}
    with named.http() as http:
        page = http.get(f"/t/{table.id}", headers=foreign)
        assert page.status_code == 421
        assert "doesn’t answer to the name" in page.text and "--name evil.example" in page.text
        assert http.get("/api/games", headers={"Host": "evil.example:8000"}).json()["rule"] is None
        assert http.post("/me", data={"name": "Mallory"}, headers=foreign).status_code == 421
    assert (opened(named, table.id, "evil.example"), opened(named, table.id, "souq.example")) == (403, 101)
    for host in (
        "souq.example",
        "SOUQ.example:8000",
        "localhost:1",
        "[::1]:80",
        "192.0.2.7",
        "raspberrypi.local",
        "nas",
    ):
        assert httpx.get(f"{named.address}/about", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["", ".", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::1"])
def test_what_is_no_name_of_this_server(host: str) -> None:
    assert host not in Names(["souq.example"])


def test_a_site_over_tls_is_another_one_than_without(named: Running) -> None:
    table = named.open(ME, BOT)
    own, plain = {"Origin": "https://souq.example"}, {"Origin": "http://souq.example"}
    with named.http() as http:
        codes = [http.post("/me", data={"name": "Rosa"}, headers=TLS | origin).status_code for origin in (own, plain)]
        assert codes == [303, 403]
    proto = {"X-Forwarded-Proto": "https"}
    assert [opened(named, table.id, "souq.example", **proto, **origin) for origin in (own, plain)] == [101, 403]
    scope = {"type": "websocket", "scheme": "wss", "headers": [(b"host", b"Souq.example:443")]}
    assert own_origin(scope) == "https://souq.example"
    assert same_origin("https://souq.example:8443", "https://souq.example", ("https://souq.example:8443",))


def test_browsers_are_told_to_stay_with_tls(named: Running) -> None:
    over_tls, plain = httpx.get(f"{named.address}/about", headers=TLS), httpx.get(f"{named.address}/about")
    assert over_tls.headers["strict-transport-security"] == TLS_KEPT
    assert "strict-transport-security" not in plain.headers


def test_over_tls_the_cookie_belongs_to_this_host_alone(named: Running) -> None:
    set_now = httpx.get(f"{named.address}/", headers=TLS).headers["set-cookie"]
    assert set_now.startswith(f"{NEW}=") and "Secure" in set_now and "Path=/" in set_now and "Domain" not in set_now
    assert httpx.get(f"{named.address}/").headers["set-cookie"].startswith(f"{OLD}=")


def test_who_is_known_from_before_tls_stays_who_they_are(named: Running) -> None:
    with named.http(follow_redirects=False) as http:
        http.get("/")
        http.post("/me", data={"name": "Amina of old"})
        token = http.cookies[OLD]
    moved = httpx.get(f"{named.address}/", headers=TLS | {"Cookie": f"{OLD}={token}"})
    assert "Amina of old" in moved.text
    set_now = moved.headers.get_list("set-cookie")
    assert any(each.startswith(f"{NEW}={token};") for each in set_now)
    assert any(each.startswith(f'{OLD}="";') and "Max-Age=0" in each for each in set_now)
    later = httpx.get(f"{named.address}/", headers=TLS | {"Cookie": f"{NEW}={token}"})
    assert "Amina of old" in later.text and "set-cookie" not in later.headers
    planted = httpx.get(f"{named.address}/", headers=TLS | {"Cookie": f"{OLD}={token}; {NEW}={'x' * 32}"})
    assert "Amina of old" not in planted.text, "a cookie that anybody might have set counts no more"
    unknown = httpx.get(f"{named.address}/", headers=TLS | {"Cookie": f"{OLD}={'y' * 32}"})
    assert "y" * 32 not in unknown.headers["set-cookie"]


def test_a_server_behind_a_proxy_that_changes_host_goes_by_its_origin(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", origins=("https://games.example",)) as server:
        assert httpx.get(f"{server.address}/about", headers={"Host": "games.example"}).status_code == 200
        page = httpx.get(f"{server.address}/about").text
        assert 'content="https://games.example/about"' in page, "what links say of themselves"
        assert 'content="https://games.example/pictures/souq.png"' in page
