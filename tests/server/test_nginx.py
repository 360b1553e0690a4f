"""Two servers behind nginx, with the file of ``deploy``: one is killed in the middle, and play goes on."""

from __future__ import annotations

import json
import random
import secrets
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests import plain
from tests.ports import free_port
from tests.server.clients import PATIENCE, eventually, process
from tests.server.nginx import nginx, program
from tests.server.postgres import Cluster

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(program() is None, reason="nginx is not installed: apt install nginx-light."),
]

SLACK = 60.0


class Client:
    """An API client that plays a seat through the proxy and retries commands until they are answered."""

    def __init__(self, address: str, table: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(verify=False, base_url=f"{address}/api/tables/{table}", headers=headers, timeout=SLACK)
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._rng = random.Random(7)

    def play(self, decisions: int) -> None:
        """Make a number of decisions, or play to the end."""
        goal = len(self.acknowledged) + decisions
        while len(self.acknowledged) < goal:
            view = self._send("GET", "/view")
            if view["over"]:
                return
            if not view["your_turn"] or not view["legal"]:
                continue
            choice = self._rng.choice(view["legal"])["choice"]
            command = {"id": secrets.token_hex(8), "seq": view["seq"], "choice": choice}
            self.acknowledged.append((command, self._send("POST", "/choose", command)))
            view = self._send("GET", "/view")
            if view["your_turn"] and not view["legal"]:
                self._send("POST", "/confirm", {"id": secrets.token_hex(8), "seq": view["seq"]})

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code == 200, answer.text  # whichever server is gone: nobody notices
        return dict(answer.json())


@contextmanager
def page(address: str, table: str, token: str) -> Iterator[ClientConnection]:
    """Open a table's page as a browser does, with its origin."""
    where = f"{address.replace('http', 'ws')}/ws/tables/{table}"
    with connect(where, origin=Origin(address), max_size=None) as line:
        line.send(json.dumps({"type": "hello", "token": token, "layout": "wide", "seen": 0}))
        yield line


def frames(line: ClientConnection, seconds: float = PATIENCE) -> dict[str, Any]:
    """Return the next frames."""
    while (message := json.loads(line.recv(timeout=seconds)))["type"] != "frames":
        pass
    return dict(message)


class SilentServer(socketserver.StreamRequestHandler):
    """A server that echoes the host it was asked for and never answers long polls."""

    def handle(self) -> None:
        """Handle one request."""
        head = b"".join(iter(self.rfile.readline, b"\r\n"))
        if head.startswith(b"GET /wait"):
            self.rfile.read()
        host = next(line for line in head.splitlines() if line.lower().startswith(b"host:"))
        self.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + host[5:].strip())


@contextmanager
def silent_server() -> Iterator[int]:
    """Run such a server and yield its port."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), SilentServer) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_the_proxy_serves_only_the_configured_names(tmp_path: Path) -> None:
    with silent_server() as port, nginx(tmp_path, [port]) as address:

        def asked(host: str) -> tuple[int, str]:
            answer = plain.get(f"{address}/", headers={"Host": host}, timeout=SLACK)
            return answer.status_code, answer.text

        assert asked("souq.example") == (200, "souq.example")
        assert asked("SOUQ.example:8443") == (200, "SOUQ.example:8443")
        for host in ("evil.example", "nas", "souq.example.evil.example", "10.0.0.1"):
            assert asked(host)[0] == 421, host
        for host in ("evil.example\\@souq.example", "souq.example@evil.example", "souq.example\\.evil.example"):
            status, passed_on = asked(host)
            assert status != 200 or passed_on in ("souq.example", "127.0.0.1"), (host, passed_on)


def test_the_proxy_limits_open_requests_per_address(tmp_path: Path) -> None:
    with silent_server() as port, nginx(tmp_path, [port], each=3) as address, ExitStack() as lines:
        host, number = "127.0.0.1", int(address.rpartition(":")[2])
        for _ in range(3):
            line = lines.enter_context(socket.create_connection((host, number), SLACK))
            line.sendall(b"GET /wait HTTP/1.1\r\nHost: souq.example\r\n\r\n")
        named = {"Host": "souq.example"}
        eventually(lambda: plain.get(f"{address}/", headers=named, timeout=SLACK).status_code == 429)
        lines.close()
        eventually(lambda: plain.get(f"{address}/", headers=named, timeout=SLACK).status_code == 200)


@pytest.mark.parametrize(
    "spread",
    [
        pytest.param(False, id="a table at one server", marks=pytest.mark.wide),
        pytest.param(True, id="a table at both"),
    ],
)
def test_a_game_survives_the_death_of_one_of_two_servers_behind_nginx(
    postgres: Cluster, tmp_path: Path, spread: bool
) -> None:
    url, ports = postgres.create(), (free_port(), free_port())
    with (
        process(ports[0], url, 0) as one,
        process(ports[1], url, 0),
        nginx(tmp_path, ports, spread) as address,
        ExitStack() as stack,
    ):
        servers = lambda: plain.get(f"{address}/health", timeout=SLACK).json()["servers"]  # noqa: E731
        eventually(lambda: servers() == 2, SLACK)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}]
        body = {"game": "desert_bazaar", "seats": seats}
        opened = plain.post(f"{address}/api/tables", json=body, timeout=SLACK).json()
        table, token = opened["table"], opened["token"]
        client = Client(address, table, token)
        pages = [stack.enter_context(page(address, table, token)) for _ in range(2)]
        for each in pages:
            frames(each)
        client.play(4)
        one.kill()
        client.play(12)
        lost = 0
        for each in pages:
            try:
                while True:
                    frames(each, 5.0)
            except ConnectionClosed:
                lost += 1
            except TimeoutError:
                continue
        assert lost == 1 if spread else lost in (0, 2), "pages whose server is there stay"
        with page(address, table, token) as back:
            assert frames(back)["frames"]
        for command, answer in client.acknowledged:
            again = client.http.post("/choose", json=command)
            assert again.json() == answer, "carried out, and once"
        assert plain.get(f"{address}/health", timeout=SLACK).json()["ready"]
        assert plain.get(f"{address}/metrics", timeout=SLACK).status_code == 404
