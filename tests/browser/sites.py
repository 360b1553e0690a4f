"""A site without a server: its files, a web server for them that can be stopped, and people who visit it."""

from __future__ import annotations

import fcntl
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

import souq
from souq.engine import registry
from tests.browser.conftest import CHANGES, DESK, Player
from tests.ports import free_port

GAMES = ("chatuchak", "desert_bazaar", "grand_bazaar", "kairo", "marracash")
PYODIDE = Path(souq.__file__).parents[2] / "node_modules" / "pyodide"
OFF = "Object.defineProperty(navigator, 'onLine', { get: () => false })"
"""What a browser says without a network; Playwright's own switch also stops requests to the service worker."""
ACTIVE = "navigator.serviceWorker.getRegistration().then(found => found?.active?.state === 'activated')"
ASK = """async ([path, fields]) => {
  const { root, version } = document.documentElement.dataset;
  const { ask } = await import(new URL(`${root}${version}/static/js/server.js`, location.href).href);
  return (await ask(path, fields ? { method: 'POST', body: new URLSearchParams(fields) } : {})).json();
}"""
STILL = ".prompt .btn:not(.undo, .reset, .order, .hint)"


class Files(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class Web:
    """A static web server. While it is stopped, nothing answers, as without a network."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}/games/"
        """The site is in a folder of its own, as on many web spaces."""
        self._serving: ThreadingHTTPServer | None = None

    def start(self) -> None:
        """Start serving."""
        self._serving = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Files, directory=str(self.folder)))
        threading.Thread(target=self._serving.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Stop serving."""
        if self._serving:
            self._serving.shutdown()
            self._serving.server_close()
            self._serving = None


class Visitor(Player):
    """Somebody at a site. What their pages complain about is noted."""

    def __init__(self, context: BrowserContext, web: Web) -> None:
        self.complaints: list[str] = []
        self.pages: list[Page] = []
        self.context, self.web = context, web
        super().__init__(self._watched(context.new_page()), web)  # type: ignore[arg-type]

    def _watched(self, page: Page) -> Page:
        self.pages.append(page)
        page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        page.on("requestfailed", lambda asked: self.complaints.append(f"failed: {asked.url} {asked.failure}"))
        page.on("response", lambda came: came.status >= 400 and self.complaints.append(f"{came.status}: {came.url}"))
        return page

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.web.url, "data:", "blob:")):
            self.complaints.append(f"asks {request.url}")

    def another(self) -> Page:
        """Open another tab."""
        return self._watched(self.context.new_page())

    def visit(self, path: str = "") -> None:
        """Open a page of the site."""
        self.page.goto(self.web.url + path)

    def installed(self) -> None:
        """Wait until the site works without a network."""
        until = time.monotonic() + 60
        while not self.page.evaluate(ACTIVE):
            assert time.monotonic() < until, "the service worker doesn't become active"
            self.page.wait_for_timeout(50)

    def seated(self, timeout: float = 60_000) -> None:
        """Wait until a table's page asks for something."""
        self.page.locator(".prompt .say b:not(:empty)").wait_for(timeout=timeout)

    def open(self, game: str, **fields: str) -> None:
        """Open a table as the form for a new table does, with bots that don't pause."""
        wanted = "&".join(f"{name}={value}" for name, value in {"pace": "none", **fields}.items())
        self.visit(f"t/{game}/?do=/new/{game}&{wanted}")
        self.seated()

    def click_anything(self, luck: random.Random) -> str:
        """Click something that can be chosen. Return the state of the table before, as :meth:`ready` does."""
        state = self.ready()
        if state == "over":
            return state
        buttons, sprites = self.page.locator(STILL), self.page.locator(".sprites .sprite.can")
        many, few = sprites.count(), buttons.count()
        if few and (not many or luck.random() < 0.5):
            target = buttons.nth(luck.randrange(few))
        else:
            target = sprites.nth(luck.randrange(many))
        with suppress(PlaywrightError, AssertionError):  # it has gone in the meantime
            self.press(target)
        return state

    def hand_over(self, level: str = "apprentice") -> None:
        """Let a bot play for this person."""
        self.page.locator("button.icon.menu").click()
        self.page.locator("dialog.settings [value=leave]").click()
        self.page.locator("dialog.leaving select").select_option(level)
        self.page.locator("dialog.leaving [value=hand]").click()

    def ended(self, seconds: float = 120) -> None:
        """Wait, skipping animations, until the game is over."""
        until = time.monotonic() + seconds
        while not self.page.evaluate("!document.querySelector('.replay').hidden"):
            assert time.monotonic() < until, f"the game doesn't end: {self.prompt!r}"
            self.page.keyboard.press("Shift")
            self.page.wait_for_timeout(50)

    def ask(self, path: str, **fields: str) -> Any:
        """Ask the page's worker, as the page does."""
        return self.page.evaluate(ASK, [path, fields or None])

    def renderers(self) -> tuple[float, int]:
        """Return the seconds of computing and the bytes of memory that all pages and workers have used so far."""
        assert self.context.browser
        tools = self.context.browser.new_browser_cdp_session()
        shown = tools.send("SystemInfo.getProcessInfo")["processInfo"]
        tools.detach()
        found = [each for each in shown if each["type"] == "renderer"]
        pages = sum(int(Path(f"/proc/{each['id']}/statm").read_text().split()[1]) for each in found)
        return sum(each["cpuTime"] for each in found), pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def table(self) -> str:
        """The ID of the page's table."""
        return self.page.url.partition("?")[2].partition("#")[0]

    @property
    def moments(self) -> int:
        """How many moments the game has so far."""
        return int(self.ask(f"/api/tables/{self.table}/frames")["last"])


def report(*visitors: Visitor) -> None:
    """Fail if the pages of visitors complain about something."""
    complaints = [each for one in visitors for each in one.complaints]
    if complaints:
        pytest.fail("\n".join(complaints))


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Let one process at a time do something."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site with all games in ``games/``, which one process builds for all of a run."""
    if not PYODIDE.is_dir():
        pytest.skip("npm install brings Pyodide")
    from souq.web.building import build

    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    shared.mkdir(exist_ok=True)
    with alone(shared / "lock"):
        if not (shared / "built").exists():
            build(shared / "games", [registry.find(name) for name in GAMES])
            (shared / "built").touch()
    return shared


def profile(chromium: Browser, size: dict[str, int], **how: Any) -> BrowserContext:
    """Return a new browser profile on a desk or a phone."""
    phone = size["width"] <= 500
    how = {"reduced_motion": "reduce", "color_scheme": "light", "has_touch": phone, "is_mobile": phone} | how
    context = chromium.new_context(viewport=size, **how)  # type: ignore[arg-type]
    context.add_init_script(CHANGES)
    return context


class Offline:
    """Visitors whose profiles have the site since an earlier visit, and whose network is off."""

    def __init__(self, chromium: Browser, folder: Path) -> None:
        self._chromium, self._folder = chromium, folder
        self._known: dict[str, tuple[BrowserContext, Web]] = {}

    def __call__(self, size: dict[str, int] = DESK, **how: Any) -> Visitor:
        """Return somebody with a profile of this size, which tests of a module share with all that it keeps."""
        kind = repr((size, how))
        if kind not in self._known:
            web = Web(self._folder)
            web.start()
            self._known[kind] = profile(self._chromium, size, **how), web
            first = Visitor(*self._known[kind])
            first.visit()
            first.installed()
            web.stop()
            first.page.close()
            first.context.add_init_script(OFF)
            report(first)
        return Visitor(*self._known[kind])

    def close(self) -> None:
        """Close all profiles."""
        for context, _ in self._known.values():
            context.close()


@pytest.fixture(scope="module")
def profiles_with_site(chromium: Browser, site_folder: Path) -> Iterator[Offline]:
    """Browser profiles that have the site."""
    made = Offline(chromium, site_folder)
    yield made
    made.close()


@pytest.fixture
def offline(profiles_with_site: Offline) -> Iterator[Callable[..., Visitor]]:
    """Create visitors without a network. What their pages complain about fails the test."""
    made: list[Visitor] = []

    def come(size: dict[str, int] = DESK, **how: Any) -> Visitor:
        made.append(profiles_with_site(size, **how))
        return made[-1]

    yield come
    for one in made:
        for page in one.pages:
            page.close()
    report(*made)
