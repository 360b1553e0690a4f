"""The latency from a decision to its last viewer.

    python -m bench.sockets [--tables N] [--rate R] [--seconds S] [--json]

It opens tables with three players and a spectator (four sockets a table), sends ``rate`` decisions a second, and
measures the time from sending a decision until all its viewers have received the result: all four sockets, or only the
decider's if the decision is a draft.
"""

import argparse
import asyncio
import gc
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

GAME, PLAYERS = "desert_bazaar", 3
_SERVE = """
import sys
from souq.server.serve import serve
from souq.server.ops.config.settings import Settings
settings = Settings(limited=False, idle=3600, kept=10_000, pause=0, workers=0)
serve(port=0, database=sys.argv[1], settings=settings, on_ready=lambda address: print(address, flush=True))
"""
_SEQ = re.compile(r'\{"type":"frames","seq":(\d+)')


class Table:
    """A table with its sockets, the players' first; ``sent_at`` is the time when the pending decision was sent."""

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.last: list[str] = [""] * (PLAYERS + 1)
        self.arrived: dict[int, int] = {}
        self.sent_at = 0.0
        self.waits_for = self.decider = 0
        self.took: list[float] = []

    async def read(self, place: int) -> None:
        """Read one socket; stop the timer when the last viewer has received the result of the decision."""
        async for text in self.sockets[place]:
            found = _SEQ.match(str(text))
            if not found:
                continue
            self.last[place] = str(text)
            seq = int(found[1])
            self.arrived[seq] = self.arrived.get(seq, 0) + 1
            drafted = place == self.decider and '"can_undo":true' in text
            if self.waits_for and seq >= self.waits_for and (drafted or self.arrived[seq] == PLAYERS + 1):
                self.took.append(time.perf_counter() - self.sent_at)
                self.waits_for = 0

    async def decide(self) -> bool:
        """Send a random choice for a player who has to choose; return False if nobody can."""
        if self.waits_for:
            return False
        for place in range(PLAYERS):
            message: dict[str, Any] = json.loads(self.last[place])
            picks = message["frames"][-1]["scene"].get("picks", [])
            if not picks:
                continue
            choice = random.choice(picks)["choice"]
            command = {"type": "choose", "id": f"{random.random()}", "seq": message["seq"], "choice": choice}
            self.waits_for, self.decider, self.sent_at = message["seq"] + 1, place, time.perf_counter()
            await self.sockets[place].send(json.dumps(command | {"at_once": True}))
            return True
        return False


async def taken(http: httpx.AsyncClient, opened: dict[str, Any]) -> list[str | None]:
    """Let guests take the open seats of a table; return the tokens of all players."""
    tokens: list[str | None] = [opened["token"]]
    for seat, link in opened["links"]["seats"].items():
        headers = {"Authorization": f"Bearer {link.partition('#seat=')[2]}"}
        path = f"/api/tables/{opened['table']}/seats/{seat}"
        tokens.append((await http.post(path, json={"name": f"Guest {seat}"}, headers=headers)).json()["token"])
    return tokens


async def seated(http: httpx.AsyncClient, address: str, lines: AsyncExitStack) -> Table:
    """Open a table with sockets for all players and a spectator."""
    seats: list[dict[str, str]] = [{"kind": "me", "name": "Amina"}, *[{"kind": "open"}] * (PLAYERS - 1)]
    opened = (await http.post("/api/tables", json={"game": GAME, "seats": seats})).json()
    tokens = await taken(http, opened)
    table = Table()
    for place, token in enumerate([*tokens, None]):
        url = f"{address.replace('http', 'ws')}/ws/tables/{opened['table']}"
        table.sockets.append(await lines.enter_async_context(connect(url, max_size=None, ping_interval=None)))
        await table.sockets[place].send(json.dumps({"type": "hello", "token": token}))
        lines.callback(asyncio.create_task(table.read(place)).cancel)
    while not all(table.last):
        await asyncio.sleep(0.005)
    return table


async def measure(address: str, count: int, rate: float, seconds: float) -> dict[str, float]:
    """Measure the latencies of decisions, in milliseconds."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http, AsyncExitStack() as lines:
        tables = [await seated(http, address, lines) for _ in range(count)]
        gc.freeze()  # garbage collection in this process would distort latencies
        begun, made, at = time.perf_counter(), 0, 0
        while (now := time.perf_counter()) < begun + seconds:
            if made < (now - begun) * rate:
                at += 1
                made += await tables[at % count].decide()
            await asyncio.sleep(0 if made < (now - begun) * rate else 0.001)
        await asyncio.sleep(1.0)
    took = sorted(1000 * value for table in tables for value in table.took)
    return {
        "sockets": count * (PLAYERS + 1),
        "decisions_per_second": round(len(took) / seconds, 1),
        "median_ms": round(statistics.median(took), 1),
        "p95_ms": round(took[int(len(took) * 0.95)], 1),
        "p99_ms": round(took[int(len(took) * 0.99)], 1),
    }


def main() -> None:
    """Run the benchmark and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.sockets", description="How soon a decision is seen.")
    parser.add_argument("--tables", type=int, default=125, help="tables, with four sockets each")
    parser.add_argument("--rate", type=float, default=50.0, help="decisions a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _SERVE, str(Path(folder) / "souq.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            try:
                made = asyncio.run(measure(address, options.tables, options.rate, options.seconds))
            finally:
                server.terminate()
    sys.stdout.write(json.dumps(made) + "\n" if options.json else "".join(f"{k}: {v}\n" for k, v in made.items()))


if __name__ == "__main__":
    main()
