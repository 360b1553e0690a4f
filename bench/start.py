"""The time from the command to a usable board, with and without compiled rules.

    python -m bench.start [--game NAME ...] [--board-only] [--json]

It starts ``souq play`` with a temporary cache and database and opens it in a headless Chromium (Playwright). It
measures seconds until the server prints its address, until the home page has loaded, and from *Play* until something on
the page can be clicked. Without compiled rules each game has its own server, and the last one runs until every game is
ready: wall-clock seconds, and the CPU seconds of compilation. With compiled rules one server is enough.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from souq.engine import registry

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]
CLICKABLE = ".sprite.can, .prompt .btn:not(.undo, .order, .hint, .reset)"
PATIENCE = 600.0
GOALS = {"home": 3.0, "cold": 10.0, "warm": 3.0}
"""Goals in seconds on two cores: to the home page, and to the board."""


@contextlib.contextmanager
def playing(folder: Path, cache: Path) -> Iterator[tuple[str, float]]:
    """Run ``souq play`` with a database in a folder; yields its address and its start time."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "souq", "play", "--no-browser", "--port", "0", "--database", str(folder / "b.db")]
    environment = {**os.environ, "SOUQ_CACHE_DIR": str(cache)}
    log = folder / "log"
    with log.open("w") as out, subprocess.Popen(command, env=environment, stdout=out, stderr=out) as server:
        try:
            while not (address := re.search(r"http://\S+:\d+", log.read_text())):
                if server.poll() is not None:
                    sys.exit(f"souq play ended:\n{log.read_text()}")
                time.sleep(0.02)
            yield address[0], began
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


def board(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """Return the seconds to load the home page, and from *Play* there to something that can be clicked."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    began = time.perf_counter()
    page.goto(address)
    home = time.perf_counter() - began
    began = time.perf_counter()
    page.locator(f"#{game} .btn.do").click()
    page.wait_for_url("**/t/*", timeout=PATIENCE * 1000)
    page.locator(CLICKABLE).first.wait_for(timeout=PATIENCE * 1000)
    found = time.perf_counter() - began
    page.close()
    return home, found


def until_ready(address: str) -> None:
    """Wait until every game is compiled."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with urllib.request.urlopen(f"{address}/health/games") as answer:
            if not json.load(answer)["games"]:
                return
        time.sleep(0.5)
    sys.exit("The games did not get ready.")


def cold(browser: Browser, games: list[str], cache: Path) -> Iterator[dict[str, Any]]:
    """Measure each game without compiled rules; the last run compiles all games into ``cache``."""
    for game in games:
        last = game == games[-1]
        with tempfile.TemporaryDirectory(prefix="souq-bench-") as folder:
            here = cache if last else Path(folder) / "cache"
            with playing(Path(folder), here) as (address, began):
                said = time.perf_counter() - began
                home, found = board(browser, address, game)
                yield {"what": "cold", "game": game, "says": said, "home": said + home, "board": found}
                if last:
                    until_ready(address)
                    yield {"what": "all ready", "seconds": time.perf_counter() - began}


def warm(browser: Browser, games: list[str], cache: Path) -> Iterator[dict[str, Any]]:
    """Measure every game with compiled rules."""
    with tempfile.TemporaryDirectory(prefix="souq-bench-") as folder, playing(Path(folder), cache) as (address, began):
        said = time.perf_counter() - began
        for game in games:
            home, found = board(browser, address, game)
            yield {"what": "warm", "game": game, "says": said, "home": said + home, "board": found}
            said = 0.0


def compiled() -> dict[str, Any]:
    """Measure the CPU seconds of compiling all games, one process each."""
    each = {}
    for game in registry.games():
        with tempfile.TemporaryDirectory(prefix="souq-bench-") as cache:
            before = os.times()
            command = [sys.executable, "-m", "souq", "compile", game]
            subprocess.run(command, env={**os.environ, "SOUQ_CACHE_DIR": cache}, check=True, capture_output=True)
            after = os.times()
        each[game] = after.children_user + after.children_system - before.children_user - before.children_system
    return {"what": "CPU", "games": each, "seconds": sum(each.values())}


def line(found: dict[str, Any]) -> str:
    """Format a result as a line of text."""
    if "board" in found:
        late = " (late)" if found["board"] > GOALS[found["what"]] or found["home"] > GOALS["home"] else ""
        return f"{found['what']:5} {found['game']:14} home {found['home']:5.1f} s   board {found['board']:5.1f} s{late}"
    each = "  ".join(f"{game} {seconds:.0f}" for game, seconds in found.get("games", {}).items())
    return f"{found['what']}: {found['seconds']:.0f} s  {each}"


def main() -> None:
    """Run the benchmarks and print each result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="one game; may be repeated")
    parser.add_argument("--board-only", action="store_true", help="leave out what compiling costs")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    games = asked.game or list(registry.games())
    with tempfile.TemporaryDirectory(prefix="souq-bench-") as cache, sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for measure in (cold, warm):
            for found in measure(browser, games, Path(cache)):
                sys.stdout.write((json.dumps(found) if asked.json else line(found)) + "\n")
                sys.stdout.flush()
        browser.close()
    if not asked.board_only:
        found = compiled()
        sys.stdout.write((json.dumps(found) if asked.json else line(found)) + "\n")


if __name__ == "__main__":
    main()
