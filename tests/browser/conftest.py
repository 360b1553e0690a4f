"""A server under test, a browser, and players who use the table as people do."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from souq.engine.match.shares import Share, seal
from souq.server.app import create_app
from souq.server.ops.config.settings import Settings
from tests import plain
from tests.chance import same
from tests.ports import free_port

__all__ = ["same"]

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
GAME = "desert_bazaar"
TURN = ("Roll for cards", "You can afford")
"""How the prompt begins at the start of a turn there."""
SETTLED = 450
"""Milliseconds until a tap on any button counts, after the buttons have changed."""
WHOLE = ("chromium", "google-chrome")
"""Full browsers, which support notifications."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


ASKED = """() => document.querySelector('.prompt')?.ariaBusy !== 'false' ? ''
  : !document.querySelector('.replay').hidden ? 'over'
  : document.querySelector('.sprite.can') ? 'can'
  : document.querySelector('.prompt .btn:not(.undo, .order, .hint)') ? 'button' : ''"""


CHANGES = """new MutationObserver((changes) => {
  if (changes.some(({ target }) => target.classList?.contains('acts'))) window.changed = performance.now();
}).observe(document, { childList: true, subtree: true })"""
"""When the buttons beside the prompt last changed."""

SETTLING = """(target) => !target.matches('.prompt .btn:not(.go)') ? 0
  : Math.max(0, %d - (performance.now() - (window.changed ?? 0)))"""

SPOT = """([key, kinds]) => {
  const all = [...document.querySelectorAll(`.sprites .sprite:not(.leaving)[data-key="${key}"]`)];
  const sprite = all.find((element) => element.getClientRects().length);
  const { x, y, width, height } = sprite.getBoundingClientRect(), parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
  for (const down of parts) for (const along of parts) {
    const at = [x + along * width, y + down * height], here = document.elementsFromPoint(...at);
    const sprites = here.map((element) => element.closest('.sprites .sprite')).filter(Boolean);
    const meant = kinds.map((kind) => sprites.find((s) => s.matches(kind))).find(Boolean);
    if (meant === sprite && here[0].closest('svg.drawing') === sprite.closest('svg.drawing')) return at;
  }
  return null;
}"""
SHARE = """const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (into) => into.length === 32 ? into.fill(%d) : draw(into);"""
"""Makes a browser's share constant, so that every run of a test has the same dice."""
ENLARGED = "document.querySelector('.board .stage')?.style.transform ?? ''"
NEXT_BUT_ONE = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
CLICKED = [".can", ".aside", ".refused"]
POINTED = [".can, .aside", ".telling"]


def crossed(**axes: dict[str, Any]) -> pytest.MarkDecorator:
    """Parametrize all combinations of the axes; the short form runs every other one."""
    combinations = [
        pytest.param(
            *(value for _, (_, value) in places),
            id="-".join(name for _, (name, _) in places),
            marks=[pytest.mark.wide] * (sum(nth for nth, _ in places) % 2),
        )
        for places in itertools.product(*(enumerate(axis.items()) for axis in axes.values()))
    ]
    return pytest.mark.parametrize(tuple(axes), combinations)


SIZES = {"desk": DESK, "phone": PHONE}
LOOKS = crossed(size=SIZES, scheme={"light": "light", "dark": "dark"})
"""A page on a desk and on a phone, by day and by night."""


class Server:
    """The server under test. It can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._folder, self._settings = folder, settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start serving."""
        quick: dict[str, Any] = {"pause": 0.02, "race_pause": 0.5, "countdown": 0.0, "workers": 0, "limited": False}
        settings = Settings(database=str(self._folder / "souq.db"), **(quick | self._settings))
        app = create_app(settings=settings)
        config = uvicorn.Config(app, host="127.0.0.1", port=self.port, log_level="error", ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until = time.monotonic() + 120
        while not self._server.started:
            assert self._thread.is_alive()
            assert time.monotonic() < until
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop serving; acknowledged changes stay in the database."""
        self._server.should_exit = True
        self._thread.join(20)

    def table(self, *seats: str, name: str = "Rosa", **fields: Any) -> dict[str, Any]:
        """Open a table with these seats: "me", "open", or a bot's level."""
        known: dict[str, dict[str, str]] = {"me": {"kind": "me", "name": name}, "open": {"kind": "open"}}
        wishes = [known.get(seat, {"kind": "bot", "level": seat}) for seat in seats]
        asked = {"game": GAME, "players": len(seats), "seats": wishes, **fields}
        answer = plain.post(f"{self.url}/api/tables", json=asked, timeout=60)
        assert answer.status_code < 300, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def finish(self, opened: dict[str, Any]) -> dict[str, Any]:
        """Wait until bots have finished their game and return the table's information."""
        until = time.monotonic() + 90
        while time.monotonic() < until:
            info: dict[str, Any] = plain.get(f"{self.url}/api/tables/{opened['table']}").json()
            if info["state"] == "finished":
                return info
            time.sleep(0.1)
        raise AssertionError("bots do not finish their game")

    def guest(self, opened: dict[str, Any], seat: int, name: str) -> str:
        """Take an open seat for a player without a screen. Return the seat's token."""
        invitation = opened["links"]["seats"][str(seat)].partition("#seat=")[2]
        url, bearer = f"{self.url}/api/tables/{opened['table']}/seats/{seat}", {"Authorization": f"Bearer {invitation}"}
        answer = plain.post(url, json={"name": name}, headers=bearer, timeout=60)
        assert answer.status_code < 300, answer.text
        return str(answer.json()["token"])


def share(seat: int, nth: int) -> Share:
    """Return the share that the browser of a test's nth player, counted from 1, adds from a seat."""
    drawn = bytes([nth]) * 32
    return Share(seat, seal(drawn), drawn)


def eventually(page: Page, holds: Callable[[], object], seconds: float = 10) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it does not come to that"
        page.wait_for_timeout(30)


class Player:
    """A player at a screen, who looks at the table and clicks it."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.tap = bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))

    def sit(self, opened: dict[str, Any], seat: int | str = "mine") -> Player:
        """Open the table's page: by the link of the own seat, of an open seat, or for spectators."""
        if seat == "mine":
            self.page.goto(f"{self.server.url}/t/{opened['table']}#seat={opened['token']}")
        else:
            links = opened["links"]
            self.page.goto(self.server.url + (links["watch"] if seat == "watch" else links["seats"][str(seat)]))
        return self

    def ready(self, timeout: float = 30) -> str:
        """Wait, skipping animations, until the table offers this player a choice: "can" if it is on the table,
        "button" if there are only buttons, "over" once the game is over.
        """
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            self.page.keyboard.press("Shift")
            found = self.page.evaluate(ASKED)
            if found:
                return str(found)
            self.page.wait_for_timeout(30)
        raise AssertionError(f"nothing is asked: {self.prompt!r}")

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons next to the prompt."""
        return [text.strip() for text in self.page.locator(".prompt .btn:not(.undo, .order, .hint)").all_inner_texts()]

    @property
    def prompt(self) -> str:
        """The prompt's title."""
        return self.page.locator(".prompt .say b").inner_text()

    @property
    def turn(self) -> str:
        """The turn named next to the title."""
        return self.page.locator(".top .meta").text_content() or ""

    def button(self, label: str | re.Pattern[str]) -> Locator:
        """Return a button next to the prompt."""
        label = re.compile(r"^\s*Undo\s*$") if label == "Undo" else label  # and not "Undo turn"
        return self.page.locator(".prompt .btn", has_text=label).first

    def offered(self, label: str) -> bool:
        """Return whether a button appears in time; after a tap during a change, none does."""
        with contextlib.suppress(PlaywrightTimeout):
            self.button(label).wait_for(timeout=5_000)
        return bool(self.button(label).count())

    def press(self, target: Locator, *, held: str = "") -> None:
        """Click or tap the middle of a target once clicks count: no animation runs and the buttons have settled.

        ``held`` is a key to hold down during a click, such as Shift.
        """
        self.page.keyboard.press("Shift")
        left = target.evaluate(SETTLING % SETTLED)
        if left:
            self.page.wait_for_timeout(left)
        box = target.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.tap:
            self.finger(x, y)
            return
        if held:
            self.page.keyboard.down(held)
        self.page.mouse.click(x, y)
        if held:
            self.page.keyboard.up(held)

    def finger(self, x: float, y: float) -> None:
        """Tap a point, twice if the first tap only enlarged the board there."""
        before = self.page.evaluate(ENLARGED)
        self.page.touchscreen.tap(x, y)
        if not before and self._enlarges():
            self.page.touchscreen.tap(x, y)

    def _enlarges(self) -> bool:
        """Return whether the last tap enlarged the board, which shows two animation frames later.

        It has not where it leads to another page.
        """
        try:
            self.page.evaluate(NEXT_BUT_ONE)
            return bool(self.page.evaluate(ENLARGED))
        except PlaywrightError as error:
            if "Execution context was destroyed" in str(error):
                return False
            raise

    def keys(self, prefix: str) -> list[str]:
        """Return the keys of the sprites of a kind that can be chosen."""
        return [str(sprite.get_attribute("data-key")) for sprite in self.can(prefix).all()]

    def spot(self, key: str, kinds: list[str]) -> tuple[float, float]:
        """Return a point of a sprite that no other sprite covers."""
        at = self.page.evaluate(SPOT, [key, kinds])
        assert at, f"{key} cannot be got at"
        return at[0], at[1]

    def hit(self, key: str) -> None:
        """Click or tap a sprite."""
        at = self.spot(key, CLICKED)
        if self.tap:
            self.finger(*at)
        else:
            self.page.mouse.click(*at)

    def carry(self, key: str, *path: tuple[float, float]) -> None:
        """Press a sprite, with the mouse or a finger, and move it along a path of points."""
        at = self.page.evaluate(SPOT, [key, [".drags"]])
        assert at, f"{key} cannot be got at"
        self._touch("touchStart", at)
        self.carry_on((at[0], at[1] - 12), *path)

    def carry_on(self, *path: tuple[float, float]) -> None:
        """Move what is carried along a path of points."""
        for at in path:
            self._touch("touchMove", at)

    def carry_to(self, key: str) -> None:
        """Move what is carried to a sprite on which it can be dropped, once that is known."""
        self.can(key).first.wait_for()
        self.carry_on(self.spot(key, [".can"]))

    def let_go(self) -> None:
        """Drop what is carried."""
        self._touch("touchEnd")

    def _touch(self, kind: str, at: Sequence[float] | None = None) -> None:
        """Move the finger or, on a desk, the mouse."""
        if self.tap:
            points = [{"x": at[0], "y": at[1]}] if at else []
            self._tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            return
        if at:
            self.page.mouse.move(*at)
        if kind != "touchMove":
            (self.page.mouse.down if kind == "touchStart" else self.page.mouse.up)()

    @cached_property
    def _tools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def point(self, key: str) -> None:
        """Rest the pointer on a sprite."""
        self.page.mouse.move(*self.spot(key, POINTED))

    def can(self, prefix: str) -> Locator:
        """Return the sprites of a kind that can be chosen."""
        return self.page.locator(f'.sprite.can[data-key^="{prefix}"]')

    def story(self) -> list[str]:
        """Return the story line by line."""
        return self.page.locator(".story li").all_text_contents()

    def move(self) -> str:
        """Make one sensible move: build if possible, else roll and stop. Return the state of the table before."""
        state = self.ready()
        if state == "over":
            return state
        for prefix in ("site-", "tile-"):
            if self.can(prefix).count():
                self.press(self.can(prefix).first)
                if prefix == "site-" and self.offered("Build here"):
                    self.press(self.button("Build here"))
                return state
        go = self.page.locator(".prompt .btn.go")
        if not go.count():
            self.page.wait_for_timeout(SETTLED)
        self.press(go if go.count() else self.page.locator(".prompt .btn:not(.undo, .order, .hint)").first)
        return state

    def until(self, done: Callable[[], bool], moves: int = 60) -> None:
        """Play until a condition holds."""
        for _ in range(moves):
            self.ready()
            if done():
                return
            self.move()
        raise AssertionError("it never came to that")

    def play_out(self, moves: int = 400) -> int:
        """Play the game to its end. Return the number of decisions."""
        for count in range(moves):
            if self.move() == "over":
                return count
        raise AssertionError("the game does not end")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server all tests share."""
    made = Server(tmp_path_factory.mktemp("house"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def contexts() -> list[BrowserContext]:
    """The browser profiles of a test."""
    return []


def close(contexts: list[BrowserContext]) -> None:
    """Close all profiles."""
    while contexts:
        contexts.pop().close()


@pytest.fixture
def new_server(tmp_path: Path, contexts: list[BrowserContext]) -> Iterator[Server]:
    """A server that nobody has visited."""
    made = Server(tmp_path)
    made.start()
    yield made
    close(contexts)  # before their pages complain that nobody answers
    made.stop()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """The driver of the browsers. It ends with these tests, because asyncio cannot run in its thread."""
    with sync_playwright() as playwright:
        yield playwright


@contextlib.contextmanager
def launched(playwright: Playwright, *names: str) -> Iterator[Browser]:
    """Launch the browser that ``CHROMIUM`` names, or else the first of these that is installed."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all tests except those of notifications, headless where available because it is faster."""
    with launched(playwright, "chromium-headless-shell", *WHOLE) as browser:
        yield browser


def made(browser: Browser, how: dict[str, Any], scripts: list[str]) -> BrowserContext:
    """Return a new browser profile, on whose pages these scripts run first."""
    context = browser.new_context(**how)
    for script in scripts:
        context.add_init_script(script)
    return context


class Profiles:
    """Browser profiles that one test after another uses: half of a first visit's work is compiling its scripts.

    A profile keeps its cache, and nothing else, from one test to the next. Tests add scripts to their pages, not to a
    profile, and ask for a fresh one where an empty cache matters.
    """

    def __init__(self, browser: Browser, origin: str) -> None:
        self._browser, self._origin = browser, origin
        self._idle: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}

    def borrow(self, how: dict[str, Any], scripts: list[str]) -> BrowserContext:
        """Return an unused profile with these settings and scripts."""
        kind = repr((how, scripts))
        idle = self._idle.setdefault(kind, [])
        context = idle.pop() if idle else made(self._browser, how, scripts)
        self._kinds[context] = kind
        return context

    def give_back(self, context: BrowserContext) -> None:
        """Close a profile's pages and forget what they stored."""
        for page in context.pages:
            page.close()
        page = context.new_page()
        stored = {"origin": self._origin, "storageTypes": "all"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
        page.close()
        context.clear_cookies()
        context.set_offline(False)
        self._idle[self._kinds[context]].append(context)

    def close(self) -> None:
        """Close all profiles."""
        for context in self._kinds:
            context.close()


@pytest.fixture(scope="module")
def profiles(chromium: Browser, server: Server) -> Iterator[Profiles]:
    """A module's browser profiles for the shared server."""
    profiles = Profiles(chromium, server.url)
    yield profiles
    profiles.close()


@pytest.fixture
def person(
    chromium: Browser, server: Server, contexts: list[BrowserContext], profiles: Profiles
) -> Iterator[Callable[..., Player]]:
    """Create players with a browser profile each. Errors that their pages report fail the test."""
    complaints: list[str] = []
    borrowed: list[BrowserContext] = []

    def watch(page: Page, at: Server, forgiven: str) -> None:
        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not (forgiven and forgiven in message.text):
                complaints.append(message.text)

        def asked(request: Request) -> None:
            if not request.url.startswith((at.url, at.url.replace("http", "ws"), "data:", "blob:")):
                complaints.append(f"asks {request.url}")

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", asked)

    def come(
        size: dict[str, int] = DESK, at: Server = server, forgive: str = "", fresh: bool = False, **how: Any
    ) -> Player:
        phone = size["width"] <= 500
        how = {"reduced_motion": "reduce", "color_scheme": "light", "has_touch": phone, "is_mobile": phone} | how
        scripts = [CHANGES, SHARE % (len(contexts) + len(borrowed) + 1)]
        if at is server and not fresh:
            context = profiles.borrow({"viewport": size, **how}, scripts)
            borrowed.append(context)
        else:
            context = made(chromium, {"viewport": size, **how}, scripts)
            contexts.append(context)
        page = context.new_page()
        watch(page, at, forgive)
        return Player(page, at)

    yield come
    close(contexts)
    for context in borrowed:
        profiles.give_back(context)
    assert complaints == []
