"""Take the screenshots for README.md and docs/ in Chromium.

    python -m tools.screenshots [FOLDER]

It starts a server with a temporary database and plays part of each game against bots. Into a FOLDER it puts pictures of
all games; without one, it renews those that a document uses.
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
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
LOOKS: dict[str, dict[str, Any]] = {"wide": DESK, "dark": DESK | {"color_scheme": "dark"}, "tall": PHONE}
"""How the table of each game is photographed."""
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


def used() -> set[str]:
    """Return the names of the pictures that documents use."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {name for page in pages for name in re.findall(r"images/([\w-]+\.png)", page.read_text())}


def main() -> None:
    """Take all screenshots."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description="Pictures for the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, help="where to put pictures of all games")
    chosen: Path | None = parser.parse_args().folder
    folder = chosen or ROOT / "docs" / "images"
    every = {game: {f"{game}-{look}.png": how for look, how in LOOKS.items()} for game in MOMENTS}
    wanted = used() if chosen is None else {"home-wide.png"}.union(*every.values())
    folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        if "home-wide.png" in wanted:
            photograph(browser, address, folder / "home-wide.png", **DESK)
        for game, pictures in every.items():
            if not wanted.intersection(pictures):
                continue
            seat = Seat(address, game)
            seat.play(*MOMENTS[game])
            for name in wanted.intersection(pictures):
                photograph(browser, seat.url, folder / name, **pictures[name])
        browser.close()
    for path in sorted(folder.glob("*.png")):
        print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
