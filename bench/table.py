"""The start time and memory use of the server.

    python -m bench.table [--tables N] [--json]

It measures on Linux: seconds from ``souq play`` to the view of a new table (with compiled rules), and the memory of a
table that waits for a player.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

GAME = "desert_bazaar"
_SERVE = """
import sys
from souq.server.serve import serve
from souq.server.ops.config.settings import Settings
settings = Settings(limited=False, kept=10_000, pause=0)
serve(port=0, database=sys.argv[1], settings=settings, on_ready=lambda address: print(address, flush=True))
"""
_PLAY = ["-m", "souq", "play", GAME, "--no-browser", "--port", "0", "--database"]


@contextmanager
def server(*words: str) -> Iterator[tuple[httpx.Client, int]]:
    """Run a server within the block; yields a client and the process ID."""
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://[^\s/]+", process.stdout.readline())
        assert address is not None
        try:
            with httpx.Client(base_url=address[0], timeout=60) as client:
                yield client, process.pid
        finally:
            process.terminate()


def open_table(client: httpx.Client) -> tuple[str, dict[str, str]]:
    """Open a table with us and two bots; return its path, and the headers that authenticate our seat."""
    seats = [{"kind": "me", "name": "Rosa"}, {"kind": "bot"}, {"kind": "bot"}]
    opened = client.post("/api/tables", json={"game": GAME, "seats": seats}).raise_for_status().json()
    client.cookies.clear()
    return f"/api/tables/{opened['table']}", {"Authorization": f"Bearer {opened['token']}"}


def until_asked(client: httpx.Client, path: str, headers: dict[str, str]) -> dict[str, Any]:
    """Wait until it is our turn; return our view."""
    view: dict[str, Any] = {"seq": 0, "your_turn": False}
    while not view["your_turn"]:
        query = {"after": view["seq"], "wait": 20}
        view = client.get(f"{path}/view", params=query, headers=headers).raise_for_status().json()
    return view


def start_seconds(folder: Path, rounds: int = 5) -> dict[str, float]:
    """Return the median seconds from the command to the home page, and to the view of a new table."""
    homes, boards = [], []
    for number in range(rounds + 1):
        began = time.perf_counter()
        with server(*_PLAY, str(folder / f"{number}.db")) as (client, _):
            client.get("/").raise_for_status()
            homes.append(time.perf_counter() - began)
            path, headers = open_table(client)
            client.get(path.replace("/api/tables/", "/t/")).raise_for_status()
            view = client.get(f"{path}/view", headers=headers).raise_for_status().json()
            assert view["view"]
            boards.append(time.perf_counter() - began)
    return {"home_s": round(statistics.median(homes[1:]), 2), "board_s": round(statistics.median(boards[1:]), 2)}


def resident(pid: int) -> float:
    """Return the resident memory of a process, in kB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return float(found[1])


def table_memory(folder: Path, tables: int) -> dict[str, float]:
    """Return the memory of a table in a warm server, and that of the server without them."""
    with server("-c", _SERVE, str(folder / "memory.db")) as (client, pid):
        for _ in range(20):
            until_asked(client, *open_table(client))
        before = resident(pid)
        opened = [open_table(client) for _ in range(tables)]
        for path, headers in opened:
            until_asked(client, path, headers)
        held = resident(pid)
    return {"table_kb": round((held - before) / tables, 1), "server_mb": round(before / 1024, 1)}


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.table", description="How quick and light the server is.")
    parser.add_argument("--tables", type=int, default=300, help="tables opened to measure memory")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measured = {"start": start_seconds(folder), "memory": table_memory(folder, options.tables)}
    if options.json:
        sys.stdout.write(json.dumps(measured, indent=2) + "\n")
        return
    for part, figures in measured.items():
        sys.stdout.write(f"{part}: {', '.join(f'{name} {figure}' for name, figure in figures.items())}\n")


if __name__ == "__main__":
    main()
