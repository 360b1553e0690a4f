"""A slower processor for a browser's pages and their workers.

    python -m bench.throttle PID RATE

DevTools' own throttling slows only the main thread of a page, not its workers, so this stops all renderers of the
browser with the process ID most of the time: they run for 1/RATE of it. When its input ends, it lets them run and ends.
"""

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path

RUNS = 0.004
"""Seconds for which renderers run at a time."""

LOOKS = 0.1
"""Seconds after which new renderers are looked for."""


def renderers(browser: int) -> set[int]:
    """Return the IDs of a browser's renderer processes."""
    found, group = set[int](), os.getpgid(browser)
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                if os.getpgid(int(folder.name)) == group and b"--type=renderer" in (folder / "cmdline").read_bytes():
                    found.add(int(folder.name))
    return found


def signalled(processes: Iterable[int], number: signal.Signals) -> None:
    """Send a signal to processes, of which some may have ended."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def throttle(browser: int, rate: float) -> None:
    """Slow a browser's renderers until the standard input ends."""
    slowed, looked, due = set[int](), 0.0, 0.0
    try:
        while not select.select([sys.stdin], [], [], 0)[0]:
            began = time.monotonic()
            if began - looked > LOOKS:
                slowed, looked = renderers(browser), began
            time.sleep(RUNS)
            signalled(slowed, signal.SIGSTOP)
            stopped = time.monotonic()
            due += (rate - 1) * (stopped - began)
            if due > 0:
                time.sleep(due)
            signalled(slowed, signal.SIGCONT)
            due -= time.monotonic() - stopped
    finally:
        signalled(slowed, signal.SIGCONT)


if __name__ == "__main__":
    throttle(int(sys.argv[1]), float(sys.argv[2]))
