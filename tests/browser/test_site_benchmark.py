"""The benchmark of sites counts what it sends, and slows renderers down."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from bench.hosting import hosting
from bench.site import line
from bench.throttle import renderers

pytestmark = pytest.mark.browser  # the benchmark needs Playwright

BUSY = "import os; print(flush=True)\nwhile True: pass"
"""Stands in for a renderer, by its arguments."""


def test_what_is_sent_is_counted_as_compressed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("souq " * 1000)
    (tmp_path / "x.bin").write_bytes(bytes(1000))
    with hosting(tmp_path) as host:
        with urllib.request.urlopen(host.address) as answer:
            page = answer.read()
        assert gzip.decompress(page) == b"souq " * 1000 and host.sent == len(page) < 1000
        with urllib.request.urlopen(f"{host.address}x.bin") as answer:
            assert len(answer.read()) == 1000
        assert host.sent == len(page) + 1000


def test_renderers_get_a_share_of_the_processor_and_go_on_afterwards() -> None:
    command = [sys.executable, "-c", BUSY, "--type=renderer"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0) as renderer:
        assert renderer.stdout is not None
        renderer.stdout.readline()
        try:
            assert renderers(renderer.pid) == {renderer.pid}
            throttling = [sys.executable, "-m", "bench.throttle", str(renderer.pid), "4"]
            with subprocess.Popen(throttling, stdin=subprocess.PIPE) as slowing:
                until, states = time.monotonic() + 20, set[str]()
                while not {"T", "R"} <= states and time.monotonic() < until:
                    states.add(Path(f"/proc/{renderer.pid}/stat").read_text().rpartition(")")[2].split()[0])
                assert {"T", "R"} <= states
                slowing.communicate()
            assert Path(f"/proc/{renderer.pid}/stat").read_text().rpartition(")")[2].split()[0] == "R"
        finally:
            renderer.send_signal(signal.SIGKILL)


def test_missed_targets_are_marked() -> None:
    said = line("kairo", {"second_s": 6.0, "vizier_s": 0.5, "start_s": 9.0})
    assert said.count("(missed)") == 1 and "at most 5 (missed)" in said
