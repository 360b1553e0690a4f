"""The server as a process: its address, its shutdown, and its memory."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import socket
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from souq.server.core.live.tables import RESTS
from souq.server.ops.config.settings import Settings
from souq.server.serve import PortInUse, listen, serve
from tests.ports import free_port
from tests.server.clients import BOT, ME, process, running

pytestmark = pytest.mark.server

IDLE_TABLE = 200_000
"""The most memory of an idle table in bytes."""
HALLS, TABLES, TURNS = 4, 30, 4


def test_nagles_algorithm_is_disabled() -> None:
    """Otherwise the end of a message waits until its beginning is acknowledged: up to 40 ms (Nagle, RFC 896)."""

    async def prompt() -> int:
        sends: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            sends.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen("127.0.0.1", 0)
        async with await asyncio.start_server(came, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            writer.close()
            return await sends

    assert asyncio.run(prompt())


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=f"port {port}.*--port"):
            serve(port=port, database=str(tmp_path / "souq.db"))


def test_players_are_informed_when_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        table = server.open(ME, BOT)
        amina = server.sit(table.id, table.token)
        amina.frames()
    assert "Your game is saved" in amina.next("bye")["message"]
    with pytest.raises(ConnectionClosed) as closed:
        amina.frames()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C means what it means to a person, also where the tests were begun in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_server_prints_its_address_and_exits_when_interrupted(tmp_path: Path) -> None:
    told, before = [], signal.getsignal(signal.SIGTERM)

    def ready(address: str) -> None:
        told.append(address)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        serve(port=0, database=str(tmp_path / "souq.db"), settings=Settings(workers=0), on_ready=ready)
    assert told[0].startswith("http://127.0.0.1:")
    waiting = [each for each in threading.enumerate() if isinstance(each, threading.Timer)]
    assert all(each.finished.is_set() for each in waiting), "nothing ends a process that goes on"
    assert signal.getsignal(signal.SIGTERM) is before
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


@pytest.mark.wide
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_an_idle_table_takes_little_memory(tmp_path: Path) -> None:
    """Of a server process: tables in the middle of a game, each watched by its player, all held in memory.

    They come a hall at a time. What a process makes once falls into one hall or another, so the middle one counts.
    """
    port = free_port()
    with process(port, tmp_path / "souq.db", workers=0) as server:

        def resident() -> int:
            (line,) = [line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if "VmRSS" in line]
            return int(line.split()[1]) * 1024

        async def measure() -> list[int]:
            async with (
                httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
                AsyncExitStack() as lines,
            ):
                found = list[int]()
                for _ in range(HALLS):
                    for _ in range(TABLES):
                        await idle_table(http, lines, port)
                    await asyncio.sleep(2.5 * RESTS)
                    found.append(resident())
                return found

        sizes = asyncio.run(measure())
    taken = statistics.median(after - before for before, after in itertools.pairwise(sizes)) / TABLES
    sys.stdout.write(f"an idle table takes {taken / 1000:.0f} kB\n")
    assert taken < IDLE_TABLE


async def idle_table(http: httpx.AsyncClient, lines: AsyncExitStack, port: int) -> None:
    """Play some turns against bots and keep the page open."""
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    opened = (await http.post("/api/tables", json={"game": "desert_bazaar", "seats": seats})).json()
    path, headers = f"/api/tables/{opened['table']}", {"Authorization": f"Bearer {opened['token']}"}
    page = await lines.enter_async_context(connect(f"ws://127.0.0.1:{port}/ws/tables/{opened['table']}", max_size=None))
    await page.send(json.dumps({"type": "hello", "token": opened["token"]}))
    reading = asyncio.create_task(read(page))
    lines.callback(reading.cancel)
    view = (await http.get(f"{path}/view", headers=headers)).json()
    for number in range(TURNS):
        while not view["your_turn"]:
            view = (await http.get(f"{path}/view?wait=20&after={view['seq']}", headers=headers)).json()
        body = {"id": str(number), "seq": view["seq"], "choice": view["legal"][0]["choice"]}
        await http.post(f"{path}/choose", headers=headers, json=body)
        view = (await http.get(f"{path}/view", headers=headers)).json()


async def read(page: ClientConnection) -> None:
    """Read and discard a page's messages."""
    async for _ in page:
        pass
