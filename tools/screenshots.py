"""Take the screenshots for README.md and docs/ in Chromium.

    python -m tools.screenshots [FOLDER]

It starts a server with a temporary database and plays part of each game against bots.
"""

import argparse
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from souq.bots import levels
from souq.engine import registry
from souq.engine.match.position import from_position

ROOT = Path(__file__).resolve().parent.parent
MOMENTS = {
    "chatuchak": ("move", 14),
    "desert_bazaar": ("site", 7),
    "grand_bazaar": ("caravan", 12),
    "kairo": ("goal", 5),
    "marracash": ("pass", 24),
}
"""When each game is photographed: a prefix of choices, and how many times our seat is asked for one."""
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"]


@contextmanager
def served() -> Iterator[str]:
    """Run a server within the block; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "souq", "serve", "--port", "0", "--database", str(Path(folder) / "games.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://[^\s/]+", server.stdout.readline())
            assert found is not None
            try:
                yield found[0]
            finally:
                server.terminate()


class Seat:
    """Our seat at a table, played by the greedy bot."""

    def __init__(self, address: str, game: str) -> None:
        self.game = game
        self.client = httpx.Client(base_url=address, timeout=60)
        bots = [{"kind": "bot", "level": "greedy"}] * 2
        wish = {"game": game, "seats": [{"kind": "me", "name": "Rosa"}, *bots]}
        opened = self.client.post("/api/tables", json=wish).raise_for_status().json()
        self.number, self.token = opened["seat"], opened["token"]
        self.path = f"/api/tables/{opened['table']}"
        self.url = f"{address}/t/{opened['table']}#seat={self.token}"
        self.client.headers["Authorization"] = f"Bearer {self.token}"

    def view(self, after: int = 0) -> dict[str, Any]:
        """Return what the seat sees, once there is an event after ``after``."""
        query = {"after": after, "wait": 20}
        seen: dict[str, Any] = self.client.get(f"{self.path}/view", params=query).raise_for_status().json()
        return seen

    def choose(self, view: dict[str, Any], choice: int) -> None:
        """Send a decision."""
        command = {"id": secrets.token_hex(8), "seq": view["seq"], "choice": choice}
        self.client.post(f"{self.path}/choose", json=command).raise_for_status()

    def play(self, kind: str, times: int) -> None:
        """Play until a choice that begins with ``kind`` is offered for the ``times``-th time."""
        game, greedy, view = registry.find(self.game), levels.get("greedy"), self.view()
        while not view["over"]:
            if view["your_turn"]:
                times -= any(choice["text"].startswith(kind) for choice in view["legal"])
                if times == 0:
                    return
                legal = [choice["choice"] for choice in view["legal"]]
                position = from_position(game, view["view"])
                self.choose(view, greedy.choose(game, position, self.number, legal, view["seq"]))
            view = self.view(view["seq"])


def photograph(browser: Browser, url: str, path: Path, **how: Any) -> None:
    """Save a screenshot of a page after it has settled."""
    context = browser.new_context(reduced_motion="reduce", **how)
    page = context.new_page()
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    page.screenshot(path=path)
    context.close()


def main() -> None:
    """Take all screenshots."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description="Pictures for the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        photograph(browser, address, folder / "home-wide.png", **DESK)
        for game, moment in MOMENTS.items():
            seat = Seat(address, game)
            seat.play(*moment)
            photograph(browser, seat.url, folder / f"{game}-wide.png", **DESK)
            photograph(browser, seat.url, folder / f"{game}-dark.png", color_scheme="dark", **DESK)
            photograph(browser, seat.url, folder / f"{game}-tall.png", **PHONE)
        browser.close()
    for path in sorted(folder.glob("*.png")):
        print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
