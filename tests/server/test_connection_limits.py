"""Idle connections: they are closed, others are served, and the log stays short. Loopback addresses only."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from souq.server.core.http.connection_limits import RepeatFilter
from tests.ports import free_port
from tests.server.clients import BOT, ME, Running, running

pytestmark = pytest.mark.server

HALF_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
)
HALF_FORM = b"POST /me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nname=A"
STRANGER, VISITOR = "127.0.0.3", "127.0.0.2"
PATIENCE = 20.0
SERVED = """
from tests.server.test_connection_limits import with_descriptor_limit as serve
serve({port}, "{database}", {descriptors})
"""


def with_descriptor_limit(port: int, database: str, descriptors: int) -> None:
    """Serve in this process with few file descriptors; meant for a subprocess."""
    import resource

    from souq.server.ops.config.settings import Settings
    from souq.server.serve import serve

    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    settings = Settings(workers=0, head_time=3.0)
    serve(
        port=port,
        database=database,
        settings=settings,
        on_ready=lambda _: sys.stdout.write("ready\n") and sys.stdout.flush(),
    )


def open_connection(port: int, said: bytes = b"", address: str = STRANGER) -> socket.socket:
    """Connect from a loopback address and send some bytes."""
    line = socket.socket()
    line.settimeout(PATIENCE)
    line.bind((address, 0))
    line.connect(("127.0.0.1", port))
    line.sendall(said)
    return line


def port_of(server: Running) -> int:
    return int(server.address.rpartition(":")[2])


def response_status(port: int, address: str = VISITOR) -> int:
    """Return the status that a visitor from another address gets."""
    way = httpx.HTTPTransport(local_address=address)
    with httpx.Client(transport=way, base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        return http.get("/about").status_code


def is_closed(line: socket.socket) -> bool:
    """Return whether the server closes a connection in time."""
    try:
        while line.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def send_slowly(line: socket.socket) -> None:
    """Send a byte every 50 ms."""
    for _ in range(100):
        line.sendall(b"x")
        time.sleep(0.05)


@contextmanager
def connection_pool(port: int, count: int, said: bytes = b"", address: str = STRANGER) -> Iterator[list[socket.socket]]:
    """Open many connections at once."""
    with ExitStack() as open_lines:
        yield [open_lines.enter_context(open_connection(port, said, address)) for _ in range(count)]


def test_incomplete_requests_time_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    times = {"head_time": 0.5, "body_time": 0.5}
    with running(tmp_path / "souq.db", **times) as server, ExitStack() as lines:
        port = port_of(server)
        for said in (b"", HALF_HEAD, HALF_BODY, HALF_FORM, b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\nGET "):
            assert all(is_closed(line) for line in lines.enter_context(connection_pool(port, 5, said))), said
        dripping = lines.enter_context(open_connection(port, HALF_HEAD))
        with pytest.raises(ConnectionError):
            send_slowly(dripping)
        assert response_status(port) == 200
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_slow_response_is_not_cut_off(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", head_time=0.3, body_time=0.3) as server:
        table = server.open(ME, BOT)
        seq = table.view(table.token)["seq"]
        with server.http(table.token) as http:
            for _ in range(2):
                answer = http.get(f"/api/tables/{table.id}/view", params={"after": seq, "wait": 1.0})
                assert answer.json()["seq"] == seq
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            time.sleep(0.8)
            assert amina.command("choose", seq=amina.seq, choice=amina.picks[0])["type"] == "ack"


def test_three_hundred_idle_connections_do_not_block_visitors(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True, connections_each=100) as server, ExitStack() as lines:
        port = port_of(server)
        for count, said in ((200, HALF_HEAD), (50, HALF_BODY), (50, b"")):
            lines.enter_context(connection_pool(port, count, said))
        assert response_status(port) == 200
        with open_connection(port) as one_more:
            assert one_more.recv(4096).startswith(b"HTTP/1.1 503")


def test_the_slowest_connection_is_closed_for_a_new_one(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", connections=20, head_time=60.0) as server:
        port = port_of(server)
        table = server.open(ME, BOT)
        with server.sit(table.id, table.token) as amina, connection_pool(port, 60, HALF_HEAD) as lines:
            amina.frames()
            assert response_status(port) == 200
            assert is_closed(lines[0])
            assert amina.command("choose", seq=amina.seq, choice=amina.picks[0])["type"] == "ack"
    assert len(server.house.hub.everybody()) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of file descriptors")
def test_with_few_file_descriptors_the_server_keeps_running_and_logs_little(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "-c", SERVED.format(port=port, database=tmp_path / "souq.db", descriptors=256)]
    with log.open("w") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as server:
        assert server.stdout is not None
        try:
            assert server.stdout.readline() == "ready\n"
            with connection_pool(port, 300, HALF_HEAD), connection_pool(port, 100, HALF_HEAD, "127.0.0.1"):
                assert response_status(port) == 200
                assert response_status(port, "127.0.0.1") == 200
                time.sleep(2.0)
                assert response_status(port) == 200
            assert response_status(port) == 200
        finally:
            server.terminate()
    assert len(log.read_text()) < 2_000


def test_repeated_log_messages_are_throttled() -> None:
    now = 0.0
    seldom = RepeatFilter(60.0, lambda: now)

    def says(text: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, None, None)
        return record.getMessage() if seldom.filter(record) else None

    assert [says("out of descriptors") for _ in range(1000)] == ["out of descriptors", *[None] * 999]
    assert says("something else") == "something else"
    now = 61.0
    assert says("out of descriptors") == "out of descriptors (and 999 more times since)"
    assert says("out of descriptors") is None
