"""A server in a thread and clients of it, for tests that use both from outside."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import httpx
from starlette.datastructures import State
from websockets.sync.client import ClientConnection, connect

from souq.engine import registry
from souq.server.container import House
from souq.server.core.http.health import Doctor
from souq.server.core.http.rate_limits import RateLimits
from souq.server.core.live.tables import load
from souq.server.ops.config.settings import Settings
from souq.server.serve import listen, make_server
from tests.barter import GAME as BARTER
from tests.dash import GAME as DASH
from tests.heaps import GAME as HEAPS
from tests.lot import GAME as LOT
from tests.toy import GAME as TOY

PATIENCE = 60.0
"""Timeout in seconds, long enough for a busy machine."""
Found = TypeVar("Found")

QUICK: dict[str, Any] = {"pause": 0.0, "race_pause": 0.0, "countdown": 0.0, "workers": 0, "limited": False}

ME, OPEN = {"kind": "me", "name": "Amina"}, {"kind": "open"}
BOT, RANDOM = {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}


def eventually(what: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """Return the first true value of `what`, polled until `seconds` have passed."""
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.02)
    return found


def today() -> date:
    """Return today's date; shortly before midnight, wait for the next day, so that a test sees only one."""
    now = datetime.now()
    left = (datetime.combine(now.date() + timedelta(days=1), datetime.min.time()) - now).total_seconds()
    if left < 2 * PATIENCE:
        time.sleep(left + 1)
    return date.today()


class Running:
    """A running server as seen from outside; ``house``, ``limits`` and ``doctor`` are internals, to inspect only."""

    def __init__(self, address: str, inside: State) -> None:
        self.address = address
        self.house: House = inside.house
        self.limits: RateLimits = inside.limits
        self.doctor: Doctor = inside.doctor

    def http(self, token: str | None = None, **settings: Any) -> httpx.Client:
        """Return an HTTP client, with a seat's token or none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        settings = {"verify": False} | settings  # else every client reads the certificate authorities, for 40 ms
        return httpx.Client(base_url=self.address, headers=headers, timeout=PATIENCE, **settings)

    def open(self, *seats: dict[str, Any], game: str = "toy", **options: Any) -> Opened:
        """Open a table with these seats."""
        with self.http() as http:
            answer = http.post("/api/tables", json={"game": game, "seats": list(seats), "options": options})
        assert answer.status_code == 201, answer.text
        return Opened(self, answer.json())

    def sit(self, table: str, token: str | None = None, **hello: Any) -> Person:
        """Open a table's page as a socket."""
        return Person(self, table, token, **hello)


class Opened:
    """A table opened over the API."""

    def __init__(self, server: Running, answer: dict[str, Any]) -> None:
        self.server, self.id, self.token, self.links = server, answer["table"], answer["token"], answer["links"]

    def invitation(self, seat: int) -> str:
        """Return the token of a seat's link."""
        return str(self.links["seats"][str(seat)]).partition("#seat=")[2]

    def take(self, seat: int, name: str) -> str:
        """Take an open seat and return its token."""
        with self.server.http(self.invitation(seat)) as http:
            answer = http.post(f"/api/tables/{self.id}/seats/{seat}", json={"name": name})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    def info(self, token: str | None = None) -> dict[str, Any]:
        """Return the API's description of the table."""
        with self.server.http(token) as http:
            return dict(http.get(f"/api/tables/{self.id}").json())

    def view(self, token: str | None = None) -> dict[str, Any]:
        """Return the table's view for a seat."""
        with self.server.http(token) as http:
            answer = http.get(f"/api/tables/{self.id}/view")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


class Person:
    """One open page with the messages it has received, in order."""

    def __init__(
        self, server: Running, table: str, token: str | None = None, headers: dict[str, str] | None = None, **hello: Any
    ) -> None:
        self.received: list[dict[str, Any]] = []
        self.pending_chat: list[dict[str, Any]] = []
        address = server.address.replace("http", "ws") + f"/ws/tables/{table}"
        self._line = connect(address, additional_headers=headers, max_size=None)
        self.socket: ClientConnection = self._line.__enter__()
        self.send({"type": "hello", "token": token, "layout": "wide", "seen": 0} | hello)

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *error: Any) -> None:
        self._line.__exit__(*error)

    def send(self, message: dict[str, Any] | str) -> None:
        """Send a message as it is."""
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def next(self, *kinds: str, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Return the next message of these kinds that matches."""
        for message in self.pending_chat if "chat" in kinds else []:
            if where(message):
                self.pending_chat.remove(message)
                return message
        until = time.monotonic() + PATIENCE
        while True:
            message = json.loads(self.socket.recv(timeout=max(0.01, until - time.monotonic())))
            self.received.append(message)
            if message["type"] in kinds and where(message):
                return dict(message)

    def receives_nothing(self, seconds: float = 0.3) -> bool:
        """Return whether no message arrives for a while."""
        try:
            self.received.append(json.loads(self.socket.recv(timeout=seconds)))
        except TimeoutError:
            return True
        return False

    def command(self, kind: str, key: str | None = None, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer, ``ack`` or ``refused``; chat received meanwhile stays pending."""
        key, before = key or secrets.token_hex(8), len(self.received)
        self.send({"type": kind, "id": key, **fields})
        answer = self.next("ack", "refused", where=lambda message: message.get("id") == key)
        self.pending_chat += [message for message in self.received[before:] if message["type"] == "chat"]
        return answer

    def frames(self, seq: int = 0) -> dict[str, Any]:
        """Return the next frames of at least this revision."""
        return self.next("frames", where=lambda message: message["seq"] >= seq)

    def play(self, choice: int | str) -> dict[str, Any]:
        """Choose on the revision seen last and return the frames that follow."""
        answer = self.command("choose", seq=self.seq, choice=choice)
        assert answer["type"] == "ack", answer
        return self.frames(answer["seq"])

    @property
    def seq(self) -> int:
        """The revision seen last."""
        return max(int(message["seq"]) for message in self.received if message["type"] == "frames")

    @property
    def scene(self) -> dict[str, Any]:
        """The scene seen last."""
        last = [message for message in self.received if message["type"] == "frames"][-1]
        return dict(last["frames"][-1]["scene"])

    @property
    def picks(self) -> list[int]:
        """The choices offered now."""
        return [pick["choice"] for pick in self.scene.get("picks", [])]


@contextmanager
def running(database: Path | str, **settings: Any) -> Iterator[Running]:
    """Run a server on a free port, by default with the toy game and no delays."""
    for game in (TOY, LOT, HEAPS, DASH, BARTER):
        registry.register(game)
    for game in registry.games().values():
        load(game)  # a compile is not what these tests wait for
    chosen = Settings(database=str(database), **(QUICK | settings))
    ready = threading.Event()
    server = make_server(chosen, ready.set)
    listener = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE), "the server did not start"
    try:
        yield Running(f"http://127.0.0.1:{listener.getsockname()[1]}", server.config.app.state)  # type: ignore[union-attr]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def process(port: int, database: Path | str, workers: int = 1, *tells: float) -> Iterator[subprocess.Popen[str]]:
    """Run a server in a process that is killed at the end. ``tells``: seconds before a turn is notified."""
    command = [sys.executable, "-m", "tests.server.server_process", *map(str, (port, database, workers, *tells))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("http"), "the server did not start"
        try:
            yield server
        finally:
            server.kill()
