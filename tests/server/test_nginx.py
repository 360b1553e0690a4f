"""Two servers behind nginx, with the file of ``deploy``: one is killed in the middle, and play goes on."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.ports import free_port
from tests.server.clients import PATIENCE, process, soon
from tests.server.nginx import nginx, program
from tests.server.postgres import Cluster

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(program() is None, reason="nginx is not installed: apt install nginx-light."),
]

SLACK = 60.0


class Client:
    """A program that plays a seat through the proxy, and says a command again until it is answered."""

    def __init__(self, address: str, table: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=f"{address}/api/tables/{table}", headers=headers, timeout=SLACK)
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._rng = random.Random(7)

    def play(self, decisions: int) -> None:
        """Make so many decisions, or play to the end."""
        goal = len(self.acknowledged) + decisions
        while len(self.acknowledged) < goal:
            view = self._said("GET", "/view")
            if view["over"]:
                return
            if not view["your_turn"] or not view["legal"]:
                continue
            choice = self._rng.choice(view["legal"])["choice"]
            command = {"id": secrets.token_hex(8), "seq": view["seq"], "choice": choice}
            self.acknowledged.append((command, self._said("POST", "/choose", command)))
            view = self._said("GET", "/view")
            if view["your_turn"] and not view["legal"]:
                self._said("POST", "/confirm", {"id": secrets.token_hex(8), "seq": view["seq"]})

    def _said(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code == 200, answer.text  # whichever server is gone: nobody notices
        return dict(answer.json())


@contextmanager
def page(address: str, table: str, token: str) -> Iterator[ClientConnection]:
    """A page as a browser opens it, which says where it comes from."""
    where = f"{address.replace('http', 'ws')}/ws/tables/{table}"
    with connect(where, origin=Origin(address), max_size=None) as line:
        line.send(json.dumps({"type": "hello", "token": token, "layout": "wide", "seen": 0}))
        yield line


def frames(line: ClientConnection, seconds: float = PATIENCE) -> dict[str, Any]:
    """The next frames that come."""
    while (message := json.loads(line.recv(timeout=seconds)))["type"] != "frames":
        pass
    return dict(message)


@pytest.mark.parametrize("spread", [False, True], ids=["a table at one server", "a table at both"])
def test_a_game_goes_on_when_one_of_two_servers_behind_nginx_is_killed(
    postgres: Cluster, tmp_path: Path, spread: bool
) -> None:
    url, ports = postgres.create(), (free_port(), free_port())
    with (
        process(ports[0], url, 0) as one,
        process(ports[1], url, 0),
        nginx(tmp_path, ports, spread) as address,
        ExitStack() as stack,
    ):
        servers = lambda: httpx.get(f"{address}/health", timeout=SLACK).json()["servers"]  # noqa: E731
        soon(lambda: servers() == 2, SLACK)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}]
        body = {"game": "desert_bazaar", "seats": seats}
        opened = httpx.post(f"{address}/api/tables", json=body, timeout=SLACK).json()
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
        assert httpx.get(f"{address}/health", timeout=SLACK).json()["ready"]
        assert httpx.get(f"{address}/metrics", timeout=SLACK).status_code == 404
