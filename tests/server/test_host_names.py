"""The host names a server answers to, and what changes when it is served over TLS."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from souq.server.core.http.security import TLS_KEPT, Names, given_origin, own_origin, same_origin
from souq.server.hosts import host_of
from souq.server.ops.config.settings import Settings
from tests import plain
from tests.server.clients import BOT, ME, Running, running

pytestmark = pytest.mark.server

TLS = {"X-Forwarded-Proto": "https", "Host": "souq.example"}
OLD, NEW = "souq_guest", "__Host-souq_guest"


def ws_status(server: Running, table: str, host: str, **headers: str) -> int:
    """Return the status of a socket request to a host name."""
    line = socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])))
    try:
        with connect(f"ws://{host}/ws/tables/{table}", sock=line, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a name, behind a proxy that terminates TLS."""
    with running(tmp_path_factory.mktemp("named") / "souq.db", hosts=("souq.example",)) as server:
        yield server


def test_a_foreign_host_name_is_refused_with_a_message(proxied: Running) -> None:
    table = proxied.open(ME, BOT)
    foreign = {"Host": "evil.example", "Origin": "http://evil.example"}
    with proxied.http() as http:
        page = http.get(f"/t/{table.id}", headers=foreign)
        assert page.status_code == 421
        assert "doesn’t answer to the name" in page.text and "--name evil.example" in page.text
        assert http.get("/api/games", headers={"Host": "evil.example:8000"}).json()["rule"] is None
        assert http.post("/me", data={"name": "Mallory"}, headers=foreign).status_code == 421
    assert (ws_status(proxied, table.id, "evil.example"), ws_status(proxied, table.id, "souq.example")) == (403, 101)
    for host in (
        "souq.example",
        "SOUQ.example:8000",
        "localhost:1",
        "[::1]:80",
        "192.0.2.7",
        "raspberrypi.local",
        "nas",
    ):
        assert plain.get(f"{proxied.address}/about", headers={"Host": host}).status_code == 200


UNREADABLE = [
    "",
    ".",
    "evil.example\\@souq.example",
    "evil.example\\@souq.example:8000",
    "evil.example@souq.example",
    "souq.example:8000@evil.example",
    "souq.example.",
    "souq..example",
    "souq.example:",
    "souq.example:0",
    "souq.example:65536",
    "souq.example:８０",
    "souq.example:80:80",
    "souq.example, evil.example",
    "souq.example/evil.example",
    "souq.example?evil",
    "souq.example#evil",
    "souq%2eexample",
    "souq_example",
    "söuq.example",
    "souq.example evil",
    "souq.example\x00",
    "souq.example\t",
    "http://souq.example",
    "[::1",
    "::1",
    "[::1]evil.example",
    "[::1%25lo]",
    "[souq.example]",
    "[192.0.2.7]",
]


@pytest.mark.parametrize("host", UNREADABLE)
def test_an_ambiguous_host_name_is_invalid(host: str) -> None:
    assert host_of(host) is None and host not in Names(["souq.example", ""])


def raw_request(server: Running, *lines: bytes) -> bytes:
    """Send raw header lines and return the whole response."""
    with socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), 20) as line:
        line.sendall(b"\r\n".join((*lines, b"Connection: close", b"", b"")))
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("host", [each for each in UNREADABLE if not set(each) & set("\x00\t")])
def test_an_ambiguous_host_name_is_refused_without_echoing_it(proxied: Running, host: str) -> None:
    sent = b"Host: " + host.encode()
    key = b"Sec-WebSocket-Key: " + b"A" * 22 + b"=="
    upgrade = (b"Upgrade: websocket", b"Sec-WebSocket-Version: 13", key)
    for answer, status in (
        (raw_request(proxied, b"GET /about HTTP/1.1", sent), b"400"),
        (raw_request(proxied, b"GET /ws/tables/nothing HTTP/1.1", sent, *upgrade), b"403"),
    ):
        assert answer.split(b" ", 2)[1] in (status, b"400"), answer[:200]
        assert b"evil" not in answer
    assert raw_request(proxied, b"GET /about HTTP/1.1", b"Host: souq.example", sent).startswith(b"HTTP/1.1 400 ")


@given(host=st.deferred(lambda: HOSTS), other=st.deferred(lambda: HOSTS))
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_pages_contain_no_host_name_but_the_servers(proxied: Running, host: str, other: str) -> None:
    lines = [f"{header}: {text}".encode("latin-1").translate(None, b"\r\n\0") for header, text in (
        ("Host", host), ("X-Forwarded-Host", other), ("Forwarded", f"host={other}"), ("X-Forwarded-Proto", other),
        ("X-Forwarded-For", other), ("Origin", f"https://{other}"),
    )]  # fmt: skip
    answer = raw_request(proxied, b"GET /about HTTP/1.1", *lines)
    assert answer.split(b" ", 2)[1] in (b"200", b"400", b"421"), answer[:200]
    if answer.startswith(b"HTTP/1.1 200 "):
        told = re.findall(rb'content="(https?://[^/"]*)', answer)
        assert told and all(host_of(each.partition(b"://")[2].decode()) is not None for each in told)
        assert b"evil" not in answer
    posted = raw_request(proxied, b"POST /me HTTP/1.1", b"Content-Length: 0", *lines)
    assert posted.split(b" ", 2)[1] in (b"400", b"403", b"421", b"303"), posted[:200]
    assert not posted.startswith(b"HTTP/1.1 303 ") or other.lower() in host.lower()


SETTINGS = Settings(hosts=("souq.example", "games.example:8443", "nas.local"))
PIECES = st.sampled_from(
    ["souq.example", "games.example", "evil.example", "\\", "@", ":", "8443", "443", ".", "/", "#", "["]
)
HOSTS = st.one_of(st.lists(PIECES, max_size=5).map("".join), st.text(st.characters(max_codepoint=255), max_size=30))


@given(host=HOSTS, scheme=st.sampled_from(["http", "https", "ws", "wss"]), forwarded=HOSTS, origins=st.booleans())
@settings(suppress_health_check=list(HealthCheck))
def test_external_links_use_one_of_the_servers_names(host: str, scheme: str, forwarded: str, origins: bool) -> None:
    said = [
        (b"host", host),
        (b"x-forwarded-host", forwarded),
        (b"forwarded", f"host={forwarded}"),
        (b"origin", forwarded),
    ]
    headers = [(name, value.encode("latin-1")) for name, value in said]
    scope = {"type": "http", "scheme": scheme, "headers": headers, "server": ("127.0.0.1", 8000)}
    ours = {"://souq.example", "://souq.example:8000", "://games.example:8443", "://nas.local", "://nas.local:8000"}
    known = {"", *(f"{each}{name}" for each in ("http", "https") for name in ours)}
    settled = Settings(hosts=SETTINGS.hosts, origins=("https://games.example",)) if origins else SETTINGS
    assert given_origin(scope, settled) in ({"https://games.example"} if origins else known)


@pytest.mark.parametrize(
    "host, given",
    [
        ("souq.example", "https://souq.example"),
        ("SOUQ.example:443", "https://souq.example"),
        ("souq.example:8000", "https://souq.example:8000"),
        ("souq.example:9999", ""),
        ("games.example", "https://games.example:8443"),
        ("games.example:8443", "https://games.example:8443"),
        ("192.0.2.7", ""),
        ("nas", ""),
    ],
)
def test_a_host_name_gets_the_configured_port_or_the_servers(host: str, given: str) -> None:
    scope = {"type": "http", "scheme": "https", "headers": [(b"host", host.encode())], "server": ("10.0.0.1", 8000)}
    assert given_origin(scope, SETTINGS) == given


@pytest.mark.parametrize("host", ["", ".", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example"])
def test_unknown_host_names_are_rejected(host: str) -> None:
    assert host not in Names(["souq.example"])


def test_http_and_https_are_different_origins(proxied: Running) -> None:
    table = proxied.open(ME, BOT)
    own, plain = {"Origin": "https://souq.example"}, {"Origin": "http://souq.example"}
    with proxied.http() as http:
        codes = [http.post("/me", data={"name": "Rosa"}, headers=TLS | origin).status_code for origin in (own, plain)]
        assert codes == [303, 403]
    proto = {"X-Forwarded-Proto": "https"}
    assert [ws_status(proxied, table.id, "souq.example", **proto, **origin) for origin in (own, plain)] == [101, 403]
    scope = {"type": "websocket", "scheme": "wss", "headers": [(b"host", b"Souq.example:443")]}
    assert own_origin(scope) == "https://souq.example"
    assert same_origin("https://souq.example:8443", "https://souq.example", ("https://souq.example:8443",))
    assert not same_origin("", "") and not same_origin("", "https://souq.example", ("",))


def test_hsts_is_sent_over_tls(proxied: Running) -> None:
    over_tls, without = plain.get(f"{proxied.address}/about", headers=TLS), plain.get(f"{proxied.address}/about")
    assert over_tls.headers["strict-transport-security"] == TLS_KEPT
    assert "strict-transport-security" not in without.headers


def test_over_tls_the_cookie_has_the_host_prefix(proxied: Running) -> None:
    set_now = plain.get(f"{proxied.address}/", headers=TLS).headers["set-cookie"]
    assert set_now.startswith(f"{NEW}=") and "Secure" in set_now and "Path=/" in set_now and "Domain" not in set_now
    assert plain.get(f"{proxied.address}/").headers["set-cookie"].startswith(f"{OLD}=")


def test_sessions_from_before_tls_stay_valid(proxied: Running) -> None:
    with proxied.http(follow_redirects=False) as http:
        http.get("/")
        http.post("/me", data={"name": "Amina of old"})
        token = http.cookies[OLD]
    moved = plain.get(f"{proxied.address}/", headers=TLS | {"Cookie": f"{OLD}={token}"})
    assert "Amina of old" in moved.text
    set_now = moved.headers.get_list("set-cookie")
    assert any(each.startswith(f"{NEW}={token};") for each in set_now)
    assert any(each.startswith(f'{OLD}="";') and "Max-Age=0" in each for each in set_now)
    later = plain.get(f"{proxied.address}/", headers=TLS | {"Cookie": f"{NEW}={token}"})
    assert "Amina of old" in later.text and "set-cookie" not in later.headers
    planted = plain.get(f"{proxied.address}/", headers=TLS | {"Cookie": f"{OLD}={token}; {NEW}={'x' * 32}"})
    assert "Amina of old" not in planted.text, "a cookie that anybody might have set counts no more"
    unknown = plain.get(f"{proxied.address}/", headers=TLS | {"Cookie": f"{OLD}={'y' * 32}"})
    assert "y" * 32 not in unknown.headers["set-cookie"]


def test_behind_a_proxy_that_changes_host_the_configured_origin_counts(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", origins=("https://games.example",)) as server:
        assert plain.get(f"{server.address}/about", headers={"Host": "games.example"}).status_code == 200
        page = plain.get(f"{server.address}/about").text
        assert 'content="https://games.example/about"' in page, "what links say of themselves"
        assert 'content="https://games.example/pictures/souq.png"' in page
