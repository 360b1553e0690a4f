"""Work distributed over processes."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from souq.arena.spreading import spread

PROGRAM = """
import os, sys, time
from souq.arena.spreading import spread

def work(job):
    if job > 1:
        time.sleep(600)
    return os.getpid()

if __name__ == "__main__":
    for worker in spread(work, range(4), 2):
        print(worker, flush=True)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Needs /proc.")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = {int(parent.stdout.readline()) for _ in range(2)}
        assert all(map(_is_alive, workers))
        parent.kill()
    until = time.monotonic() + 60
    while any(map(_is_alive, workers)):
        assert time.monotonic() < until
        time.sleep(0.05)


class _Interrupted(list[int]):
    """Jobs that raise Ctrl-C while they are handed out."""

    def __iter__(self) -> Iterator[int]:
        yield from (600, 600)
        raise KeyboardInterrupt


def test_workers_end_on_ctrl_c_during_dispatch() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(spread(time.sleep, _Interrupted([600] * 9), 2))
    # The pool's own thread waits for the same processes. If it reaps one first, this one still counts as a child until
    # that thread has noted its exit code.
    until = time.monotonic() + 60
    while multiprocessing.active_children():
        assert time.monotonic() < until, multiprocessing.active_children()
        time.sleep(0.01)


def _is_alive(process: int) -> bool:
    """Return whether the process is running; a zombie is not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
