"""The capacity of the server: decisions, sockets, processes and tables, and the cost of each.

    python -m bench.house [--part one|several|watching|many|profile] [--seconds S] [--tables N] [--rate R] [--json]

``one``: one process as ``souq serve`` starts it, with rate limits and bots; every table has four sockets, of players
and spectators. ``several``: one, two and four processes on one PostgreSQL behind nginx, which routes a table's pages to
one of them, or spreads them. ``watching``: many spectators at one table. ``many``: many stored tables, few of them
active. ``profile``: a sampling profile of the event loop's thread in ``one``.

CPU times are the servers' own and don't depend on other load on the machine; latencies do. The load comes from many
local addresses, because rate limits are per address (Linux routes all of 127.0.0.0/8 locally).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.sockets import taken

GAME = "desert_bazaar"
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
LOST = 3.0
"""Seconds after which waiting for a decision to arrive everywhere is given up."""
WARM = 3.0
"""Seconds of play before the measurement."""
LOADING = 8.0
"""Seconds that servers get to load their games."""

_SERVE = """
import collections, json, signal, sys, threading, time
from souq.server.serve import serve
from souq.server.ops.config.settings import Settings
chosen, profile = json.loads(sys.argv[2]), sys.argv[3]
samples = collections.Counter()

def sample(thread):
    while True:
        time.sleep(0.004)
        frame, seen = sys._current_frames().get(thread), set()
        first = True
        while frame is not None:
            code = frame.f_code
            name = f"{code.co_filename.rpartition('site-packages/')[2].rpartition('src/')[2]}:{code.co_name}"
            if first:
                samples["self", name] += 1
                first = False
            if name not in seen:
                seen.add(name)
                samples["all", name] += 1
            frame = frame.f_back

def ready(address):
    print(address, flush=True)
    if profile:
        signal.signal(signal.SIGUSR1, lambda *_: samples.clear())
        threading.Thread(target=sample, args=(threading.main_thread().ident,), daemon=True).start()

try:
    serve(port=0, database=sys.argv[1], settings=Settings(**chosen), on_ready=ready)
except KeyboardInterrupt:
    pass
if profile:
    json.dump([[*key, count] for key, count in samples.most_common()], open(profile, "w"))
"""


class Table:
    """A table with four sockets; ``sent_at`` is the time when the pending decision was sent, 0 if none is pending."""

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.last: list[str] = [""] * 4
        self.reached: set[int] = set()
        self.decider, self.sent_at = 0, 0.0
        self.took: list[float] = []

    async def read(self, place: int) -> None:
        """Read one socket; stop the timer when all four have received the decision, or its decider if it is a draft."""
        async for text in self.sockets[place]:
            if not str(text).startswith('{"type":"frames"'):
                continue
            self.last[place] = str(text)
            self.reached.add(place)
            drafted = place == self.decider and '"can_undo":true' in text
            if self.sent_at and (drafted or len(self.reached) == 4):
                self.took.append(time.perf_counter() - self.sent_at)
                self.sent_at = 0.0

    async def decide(self) -> bool:
        """Send a random choice for a player who has to choose; return False if nobody can, or a decision is pending."""
        now = time.perf_counter()
        if self.sent_at and now - self.sent_at < LOST:
            return False
        for place in range(3):
            message: dict[str, Any] = json.loads(self.last[place])
            picks = message["frames"][-1]["scene"].get("picks", [])
            if picks:
                choice = random.choice(picks)["choice"]
                command = {"type": "choose", "id": f"{random.random()}", "seq": message["seq"], "choice": choice}
                self.decider, self.sent_at = place, now
                self.reached.clear()
                await self.sockets[place].send(json.dumps(command | {"at_once": True}))
                return True
        return False


class Server:
    """A server in a subprocess."""

    def __init__(self, database: str, profile: str = "", **settings: Any) -> None:
        begun, self._profiled = time.perf_counter(), bool(profile)
        command = [sys.executable, "-c", _SERVE, database, json.dumps(settings), profile]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the server did not start"
        self.started = time.perf_counter() - begun

    @property
    def cpu(self) -> float:
        """CPU milliseconds used so far, without the worker processes in which bots think."""
        return cpu(self.process.pid)

    @property
    def memory(self) -> float:
        """Private memory in kilobytes."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))

    def begin(self) -> None:
        """Reset the samples of the profiler, if it is running."""
        if self._profiled:
            self.process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        """Stop the server and wait for it."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)


def cpu(pid: int) -> float:
    """Return the CPU milliseconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def served(database: str, profile: str = "", **settings: Any) -> Iterator[Server]:
    """Run a server within the block."""
    server = Server(database, profile, **settings)
    try:
        yield server
    finally:
        server.stop()


def place(n: int) -> str:
    """Return the n-th local address that load comes from."""
    return f"127.1.{n // 250}.{n % 250 + 1}"


@asynccontextmanager
async def visitor(address: str, n: int) -> AsyncIterator[httpx.AsyncClient]:
    """Open an HTTP client with an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=place(n))
    async with httpx.AsyncClient(base_url=address, timeout=60, transport=transport) as http:
        yield http


async def line(address: str, n: int, table: str, token: str | None, lines: AsyncExitStack) -> ClientConnection:
    """Open a socket of a table's page."""
    url = f"{address.replace('http', 'ws')}/ws/tables/{table}"
    made = connect(url, max_size=None, ping_interval=None, local_addr=(place(n), 0), open_timeout=60)
    socket = await lines.enter_async_context(made)
    await socket.send(json.dumps({"type": "hello", "token": token}))
    return socket


async def seated(address: str, n: int, bots: int, lines: AsyncExitStack) -> Table:
    """Open a table of three with four sockets; those without a seat are spectators."""
    async with visitor(address, n) as http:
        seats: list[dict[str, str]] = [{"kind": "me", "name": "Amina"}, *[{"kind": "open"}] * (2 - bots)]
        answer = await http.post("/api/tables", json={"game": GAME, "seats": [*seats, *[{"kind": "bot"}] * bots]})
        answer.raise_for_status()
        opened = answer.json()
        tokens = await taken(http, opened)
    table = Table()
    for at, token in enumerate([*tokens, *[None] * (4 - len(tokens))]):
        table.sockets.append(await line(address, n, opened["table"], token, lines))
        lines.callback(asyncio.create_task(table.read(at)).cancel)
    while not all(table.last):
        await asyncio.sleep(0.005)
    return table


async def play(tables: Sequence[Table], rate: float, seconds: float) -> int:
    """Send ``rate`` decisions a second, table by table; return how many were sent."""
    begun, made, at = time.perf_counter(), 0, 0
    while (now := time.perf_counter()) < begun + seconds:
        if made < (now - begun) * rate:
            at += 1
            made += await tables[at % len(tables)].decide()
        await asyncio.sleep(0 if made < (now - begun) * rate else 0.001)
    return made


async def load(servers: Sequence[Server], address: str, count: int, rate: float, seconds: float) -> dict[str, float]:
    """Measure the cost of decisions with ``count`` tables."""
    async with AsyncExitStack() as lines:
        tables = [await seated(address, n, int(n % 5 == 4), lines) for n in range(count)]
        await play(tables, rate, WARM)
        for table in tables:
            table.took.clear()
        for server in servers:
            server.begin()
        before = sum(server.cpu for server in servers)
        made = await play(tables, rate, seconds)
        used = sum(server.cpu for server in servers) - before
        await asyncio.sleep(1.0)
    took = sorted(1000 * value for table in tables for value in table.took)
    return {
        "sockets": count * 4,
        "decisions_per_second": round(made / seconds, 1),
        "cpu_ms_per_decision": round(used / made, 2),
        "decisions_per_second_of_a_core": round(1000 * made / used, 1),
        "median_ms": round(statistics.median(took), 1),
        "p95_ms": round(took[int(len(took) * 0.95)], 1),
        "p99_ms": round(took[int(len(took) * 0.99)], 1),
    }


def part_one(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure one process as ``souq serve`` starts it."""
    with served(str(folder / "souq.db")) as server:
        return asyncio.run(load([server], server.address, options.tables, options.rate or 1e6, options.seconds))


def part_profile(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Profile one process."""
    samples_file = folder / "samples.json"
    with served(str(folder / "souq.db"), str(samples_file)) as server:
        made: dict[str, Any] = asyncio.run(
            load([server], server.address, options.tables, options.rate or 1e6, options.seconds)
        )
    samples = json.loads(samples_file.read_text())
    busy = sum(count for kind, name, count in samples if kind == "self" and not name.endswith(":select"))
    for kind in ("self", "all"):
        names = [(name, count) for of, name, count in samples if of == kind and not name.endswith(":select")]
        made[kind] = {name: f"{100 * count / busy:.1f} %" for name, count in names[: 45 if kind == "all" else 25]}
    return made


def part_several(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure one, two and four processes behind nginx, with a table's pages on one process, or spread."""
    from tests.server.nginx import program
    from tests.server.postgres import Cluster, find_programs

    found = find_programs()
    if found is None or program() is None:
        return {"skipped": "PostgreSQL or nginx is not installed"}
    cluster = Cluster(found)
    try:
        made = {"1": _behind_nginx(options, cluster.create(), folder, 1)}
        for count in (2, 4):
            made[f"{count}"] = _behind_nginx(options, cluster.create(), folder, count)
            made[f"{count}, spread"] = _behind_nginx(options, cluster.create(), folder, count, spread=True)
    finally:
        cluster.remove()
    for each in made.values():
        of_one = made["1"]["decisions_per_second_of_a_core"]
        each["against_one"] = round(each["decisions_per_second_of_a_core"] / of_one, 2)
    return made


def _behind_nginx(
    options: argparse.Namespace, database: str, folder: Path, count: int, *, spread: bool = False
) -> dict[str, float]:
    from tests.server.nginx import nginx

    settings: dict[str, Any] = {"pause": 0.0, "workers": 1, "limited": False}
    with ExitStack() as stack:
        servers = [stack.enter_context(served(database, work=n == 0, **settings)) for n in range(count)]
        ports = [int(server.address.rpartition(":")[2].strip("/")) for server in servers]
        address = stack.enter_context(nginx(Path(tempfile.mkdtemp(dir=folder)), ports, spread))
        time.sleep(LOADING)
        before = sum(server.cpu for server in servers)
        time.sleep(WARM)
        resting = (sum(server.cpu for server in servers) - before) / WARM
        made = asyncio.run(load(servers, address, options.tables, options.rate or 1e6, options.seconds))
    return made | {"cpu_ms_a_second_at_rest": round(resting, 1)}


def part_watching(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure the cost of spectators at one table, and of a decision that they see."""
    most = options.sockets
    with served(str(folder / "souq.db"), connections=most + 100, sockets=most + 100, sockets_each=250) as server:
        return asyncio.run(_watch(server, most, options.seconds))


async def _watch(server: Server, most: int, seconds: float) -> dict[str, Any]:
    made: dict[str, Any] = {}
    async with AsyncExitStack() as lines:
        table = await seated(server.address, 0, 0, lines)
        count, received, memory = 4, [0], server.memory
        table_id = table.sockets[0].request.path.rpartition("/")[2] if table.sockets[0].request else ""
        for goal in [n for n in (100, 300, 1_000, 3_000, 10_000) if n <= most]:
            before, begun = server.cpu, count
            while count < goal:
                some = min(50, goal - count)
                opened = [line(server.address, 1 + (count + n) // 75, table_id, None, lines) for n in range(some)]
                for socket in await asyncio.gather(*opened):
                    lines.callback(asyncio.create_task(_count(socket, received)).cancel)
                count += some
            await asyncio.sleep(2.0)
            joined = server.cpu - before
            before, received_before = server.cpu, received[0]
            decisions, until = 0, time.perf_counter() + seconds
            while time.perf_counter() < until:
                table.sent_at = 0.0  # don't wait until all spectators have received the last one
                decisions += await table.decide()
                await asyncio.sleep(0.5)
            await asyncio.sleep(2.0)
            made[str(goal)] = {
                "cpu_ms_per_socket_opened": round(joined / max(1, goal - begun), 2),
                "kB_per_socket": round((server.memory - memory) / (goal - 4), 1),
                "decisions": decisions,
                "cpu_ms_per_decision": round((server.cpu - before) / max(1, decisions), 1),
                "messages_per_decision": round((received[0] - received_before) / max(1, decisions), 1),
            }
    return made


async def _count(socket: ClientConnection, received: list[int]) -> None:
    async for _ in socket:
        received[0] += 1


def part_many(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure the start and the cost of requests with many stored tables, of which up to 1,000 are active."""
    made: dict[str, Any] = {}
    for count in [n for n in (100, 10_000, 100_000) if n <= options.stored]:
        path = folder / f"{count}.db"
        with served(str(path), workers=0) as server:
            asyncio.run(_one_table(server))
        playing = _copy_tables(path, count)
        with served(str(path), workers=0, limited=False) as server:
            found = asyncio.run(_ask(server, playing))
            time.sleep(3)
            made[str(count)] = {"start_s": round(server.started, 2), "in_play": len(playing), **found}
    return made


async def _one_table(server: Server) -> None:
    async with AsyncExitStack() as lines:
        table = await seated(server.address, 0, 0, lines)
        for _ in range(40):
            await table.decide()
            await asyncio.sleep(0.05)


def _copy_tables(path: Path, count: int) -> list[tuple[str, int]]:
    """Copy the only table ``count`` times, all but 1,000 as finished; return the active ones with their revisions."""
    import sqlite3

    with sqlite3.connect(path) as stored:
        (first,) = stored.execute("SELECT id FROM tables").fetchone()
        for name in ("tables", "seats", "decisions", "commands"):
            columns = [row[1] for row in stored.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "tables" else "table_id"
            other_columns = [column for column in columns if column != key]
            chosen = ", ".join(other_columns)
            made = chosen.replace("token_hash", "CAST(token_hash || :id AS BLOB)")  # token hashes are unique
            copy = f"INSERT INTO {name} ({key}, {chosen}) SELECT :id, {made} FROM {name} WHERE {key} = :first"
            copies = min(count, 2_000) if name in ("decisions", "commands") else count
            stored.executemany(copy, ({"id": f"t{n}", "first": first} for n in range(copies)))
        stored.execute("UPDATE tables SET state = 'finished' WHERE id LIKE 't%' AND CAST(substr(id, 2) AS int) >= 1000")
        stored.execute("UPDATE tables SET result = ? WHERE state = 'finished'", ['{"points":[0,0,0],"ranks":[1,1,1]}'])
        rows = stored.execute("SELECT id, revision FROM tables WHERE state = 'playing' AND id LIKE 't%'").fetchall()
    return [(str(row[0]), int(row[1])) for row in rows]


async def _ask(server: Server, playing: list[tuple[str, int]]) -> dict[str, float]:
    """Measure the cost of viewing tables, first from the database and then from memory."""
    made: dict[str, float] = {}
    some = [table for table, _ in random.sample(playing, min(200, len(playing)))]
    async with visitor(server.address, 0) as http:
        await http.get(f"/api/tables/{some[0]}/view")
        memory = server.memory
        for name in ("first", "again"):
            before = server.cpu
            for table in some:
                (await http.get(f"/api/tables/{table}/view")).raise_for_status()
            made[f"cpu_ms_per_view_{name}"] = round((server.cpu - before) / len(some), 2)
        made["kB_per_table"] = round((server.memory - memory) / len(some), 1)
    return made


PARTS = {
    "one": part_one,
    "several": part_several,
    "watching": part_watching,
    "many": part_many,
    "profile": part_profile,
}


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.house", description="What a house bears.")
    parser.add_argument("--part", choices=PARTS, action="append", help="which; all if left out")
    parser.add_argument("--tables", type=int, default=125, help="tables that are played at, with four sockets each")
    parser.add_argument("--rate", type=float, default=50.0, help="decisions a second; 0: as many as there can be")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is measured")
    parser.add_argument("--sockets", type=int, default=1_000, help="most sockets that watch")
    parser.add_argument("--stored", type=int, default=100_000, help="most tables in the database")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    made = {}
    for part in options.part or [part for part in PARTS if part != "profile"]:
        with tempfile.TemporaryDirectory() as folder:
            made[part] = PARTS[part](options, Path(folder))
    sys.stdout.write(json.dumps(made, indent=None if options.json else 2) + "\n")


if __name__ == "__main__":
    main()
