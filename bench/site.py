"""How large and how quick a site without a server is, with a slow processor.

    python -m bench.site [DIR] [--game NAME ...] [--rate N] [--json]

It serves the site in DIR (or builds one) and opens its tables in a headless Chromium whose pages and workers have a
quarter of the processor (``bench.throttle``). It measures:

- bytes, compressed as they are sent, of a first visit to a board that can be clicked, and of a further game;
- seconds to such a board, of a first visit and of a second one, which the service worker answers;
- seconds from the message with a new scene until it is drawn, without animations, and from a choice to that message;
- seconds that a Grand Vizier takes for a decision, until the page has its scene;
- the longest task of the page's main thread meanwhile;
- messages between page and worker, and their processor time, while a person's turn waits.

``slower`` is how much longer a loop in the worker took than its processor time: about the rate, unless the machine is
busy with other things as well. Then the processor times of both visits say more than their seconds.
"""

import argparse
import contextlib
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.hosting import Host, hosting
from bench.start import CLICKABLE, FLAGS, PATIENCE
from bench.throttle import renderers
from souq.engine import registry

BARS = {
    "first_mb": 8.0,
    "further_kb": 300.0,
    "second_s": 5.0,
    "scene_s": 0.1,
    "vizier_s": 1.0,
    "blocked_s": 0.1,
    "idle_messages": 0.0,
}
"""Targets: upper limits."""

TURNS, IDLE = 6, 5.0
"""Own decisions in a game, and seconds of doing nothing."""

PROBE = """(() => {
  const probe = (window.probe = { messages: 0, came: [], drawn: [], tasks: [] });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) probe.tasks.push([startTime, duration]);
  }).observe({ entryTypes: ["longtask"] });
  const heard = ({ data }) => {
    probe.messages += 1;
    const message = data.text ? JSON.parse(data.text) : {};
    const scene = message.type === "frames" && message.frames.at(-1)?.scene;
    if (message.type === "frames") probe.seq = message.seq;
    if (!scene) return;
    const at = performance.now();
    probe.scene = scene;
    probe.came.push(at);
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => probe.drawn.push(performance.now() - at)));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  };
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", heard);
      probe.worker = this;
    }
    postMessage(data) {
      probe.messages += 1;
      if (data.open) probe.socket = data.socket;
      super.postMessage(data);
    }
  };
})();"""

CHOICES = "() => [...new Set((probe.scene?.picks ?? []).map(({ choice }) => choice))]"
CHOOSE = """(choice) => {
  const send = { type: "choose", id: crypto.randomUUID(), seq: probe.seq, choice, at_once: true };
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  probe.scene = null;
  probe.chose = performance.now();
  probe.came = [];
  probe.worker.postMessage({ socket: probe.socket, send: JSON.stringify(send) });
}"""
"""Sends a choice as the table does; the page seems hidden, so that scenes are drawn without animations."""

LOOP = """() => {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 1e9; i++) sum = (sum + i) | 0;
  return performance.now() - began + 0 * sum;
}"""


@contextlib.contextmanager
def throttled(browser: Browser, rate: float) -> Iterator[int]:
    """Slow a browser's renderers within the block; yields the browser's process ID."""
    about = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    (pid,) = (each["id"] for each in about["processInfo"] if each["type"] == "browser")
    command = [sys.executable, "-m", "bench.throttle", str(pid), str(rate)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as slowing:
        try:
            yield pid
        finally:
            slowing.communicate()


def to_board(page: Page, host: Host, game: str, **seats: str) -> float:
    """Open a new table; return the seconds until something can be clicked."""
    fields = {"do": f"/new/{game}" if seats else f"/play/{game}", **seats}
    began = time.perf_counter()
    page.goto(f"{host.address}t/{game}/?{urlencode(fields)}", wait_until="commit")
    page.locator(CLICKABLE).first.wait_for(timeout=PATIENCE * 1000)
    return time.perf_counter() - began


def context_of(browser: Browser, service_workers: Any = "allow") -> BrowserContext:
    """Return a context in which pages are measured."""
    made = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers=service_workers)
    made.set_default_timeout(PATIENCE * 1000)
    made.add_init_script(PROBE)
    return made


def sizes(browser: Browser, host: Host, games: list[str]) -> dict[str, dict[str, float]]:
    """Return the bytes sent for home and a first game's board, and for a further game's; every game is first once."""
    found = dict[str, dict[str, float]]()
    for first in games:
        context = context_of(browser, "block")
        page = context.new_page()
        host.sent = 0
        page.goto(host.address)
        to_board(page, host, first)
        found.setdefault(first, {})["first_mb"] = host.sent / 1e6
        for other in [game for game in games if game != first] if first == games[0] else games[:1]:
            host.sent = 0
            to_board(page, host, other)
            found.setdefault(other, {}).setdefault("further_kb", host.sent / 1e3)
        context.close()
    return found


def cpu(pid: int) -> float:
    """Return the seconds of processor time that a browser's renderers have used."""
    seconds = 0.0
    for process in renderers(pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def until_asked(page: Page) -> None:
    """Wait until it is the person's turn again, or the game is over; then until everything is drawn."""
    until = time.monotonic() + PATIENCE
    while not page.evaluate("Boolean(probe.scene?.picks?.length || probe.scene?.over)") and time.monotonic() < until:
        page.wait_for_timeout(100)  # page.wait_for_function needs eval, which the site's policy forbids
    page.wait_for_timeout(500)


def played(page: Page) -> dict[str, list[float]]:
    """Make choices at a table; return the seconds until scenes come and are drawn, of decisions, and of long tasks."""
    found: dict[str, list[float]] = {"choice_s": [], "scene_s": [], "vizier_s": [], "blocked_s": [0.0]}
    for turn in range(TURNS):
        choices = page.evaluate(CHOICES)
        if not choices:
            break
        page.evaluate("probe.tasks = [], probe.drawn = []")
        page.evaluate(CHOOSE, choices[turn * 7 % len(choices)])
        until_asked(page)
        times = page.evaluate("[probe.chose, ...probe.came]")
        own, *bots = (after - before for before, after in itertools.pairwise(times))
        found["choice_s"].append(own / 1000)
        found["vizier_s"] += [each / 1000 for each in bots]
        found["scene_s"] += [each / 1000 for each in page.evaluate("probe.drawn")]
        found["blocked_s"] += [duration / 1000 for _, duration in page.evaluate("probe.tasks")]
    return found


def visit(context: BrowserContext, pid: int, host: Host, game: str) -> tuple[Page, float, float]:
    """Open a new table on a new page; return the page, and the seconds and processor seconds until its board."""
    used = cpu(pid)
    page = context.new_page()
    seconds = to_board(page, host, game)
    return page, seconds, cpu(pid) - used


def measure(browser: Browser, pid: int, host: Host, name: str) -> dict[str, float]:
    """Measure a game: a first visit, a second one, and a few turns against Grand Viziers."""
    context, made = context_of(browser), dict[str, float]()
    page, made["start_s"], made["start_cpu"] = visit(context, pid, host, name)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.close()
    time.sleep(1)  # until its process has ended
    page, made["second_s"], made["second_cpu"] = visit(context, pid, host, name)
    page.close()
    page = context.new_page()
    bots = {f"seat-{seat}": "bot:vizier" for seat in range(1, registry.find(name).company)}
    to_board(page, host, name, pace="none", **{"seat-0": "me"}, **bots)
    page.wait_for_timeout(1500)
    before, used = page.evaluate("probe.messages"), cpu(pid)
    page.wait_for_timeout(1000 * IDLE)
    made["idle_messages"] = page.evaluate("probe.messages") - before
    made["idle_cpu"] = (cpu(pid) - used) / IDLE
    for what, seconds in played(page).items():
        if seconds:
            made[what] = max(seconds) if what == "blocked_s" else statistics.median(seconds)
            if what in ("scene_s", "vizier_s"):
                made[f"{what[:-2]}_max_s"] = max(seconds)
    used = cpu(pid)
    seconds = page.workers[0].evaluate(LOOP) / 1000
    made["slower"] = seconds / (cpu(pid) - used)
    context.close()
    return made


def line(game: str, made: dict[str, float]) -> str:
    """Format a game's figures as lines of text, with their targets."""
    rows = [f"{game}:"]
    for what, figure in made.items():
        bar = BARS.get(what)
        late = "" if bar is None else f"   at most {bar:g}{' (missed)' if figure > bar else ''}"
        rows.append(f"  {what:14} {figure:10.3f}{late}")
    return "\n".join(rows)


def main() -> None:
    """Run the benchmark and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="a built site; without it, one is built")
    parser.add_argument("--game", action="append", help="one game; may be repeated")
    parser.add_argument("--rate", type=float, default=4.0, help="how many times slower the processor is")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    games = asked.game or list(registry.games())
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with contextlib.ExitStack() as stack:
        folder = asked.folder
        if folder is None:
            from souq.web.building import build

            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="souq-bench-"))) / "site"
            build(folder, [registry.find(name) for name in games])
        host = stack.enter_context(hosting(folder))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=path, args=FLAGS)
        measured = sizes(browser, host, games)
        with throttled(browser, asked.rate) as pid:
            for game in games:
                measured[game] |= measure(browser, pid, host, game)
                if not asked.json:
                    sys.stdout.write(line(game, measured[game]) + "\n")
                    sys.stdout.flush()
        browser.close()
    if asked.json:
        sys.stdout.write(json.dumps(measured, indent=2) + "\n")


if __name__ == "__main__":
    main()
