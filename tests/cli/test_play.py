"""``souq play`` and ``souq serve``."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from souq.cli import play as playing
from souq.server import serve as serving
from souq.server.ops.telemetry import logs
from tests.heaps import GAME as HEAPS
from tests.ports import free_port

from .conftest import Souq


@pytest.fixture
def serve_calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The arguments of calls to serve, which returns at once as if stopped by Ctrl-C."""
    calls: list[tuple[Any, ...]] = []

    def serve(host: str, port: int, database: str, on_ready: Callable[[str], None], settings: Any) -> None:
        calls.append((host, port, database, *(settings.origins if settings else ())))
        logs.set_up("words", "warning")
        on_ready(f"http://localhost:{port}")
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "serve", serve)
    return calls


@pytest.fixture
def opened_urls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs opened in a browser, on a machine with a display."""
    urls: list[str] = []

    class AtOnce:
        def __init__(self, target: Callable[..., object], args: tuple[Any, ...], daemon: bool) -> None:
            self.start = lambda: target(*args)

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(playing.threading, "Thread", AtOnce)
    monkeypatch.setattr(playing.webbrowser, "open", urls.append)
    return urls


def test_play_prints_and_opens_the_address(souq: Souq, serve_calls: list[Any], opened_urls: list[str]) -> None:
    ran = souq("play")
    assert ran.code == 0
    assert serve_calls == [("127.0.0.1", 8000, "")]
    assert "http://localhost:8000/" in ran.out
    assert "Every game is saved" in ran.err
    assert opened_urls == ["http://localhost:8000/"]


def test_play_opens_a_game(souq: Souq, serve_calls: list[Any], opened_urls: list[str]) -> None:
    souq("play", "Desert Bazaar", "--port", 81)
    assert opened_urls == ["http://localhost:81/new/desert_bazaar"]


def test_play_opens_a_preset(souq: Souq, serve_calls: list[Any], opened_urls: list[str]) -> None:
    souq("play", HEAPS.name, "--preset", "daily")
    souq("play", HEAPS.name, "--preset", "daily", "--option", "day=2026-11-21", "--option", "same=on")
    souq("play", HEAPS.name, "--option", "size=5")
    there = "http://localhost:8000/new/heaps"
    assert opened_urls == [
        f"{there}?preset=daily",
        f"{there}?preset=daily&day=2026-11-21&same=True",
        f"{there}?size=5",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--preset", "daily"], "belong to a game"),
        (["heaps", "--preset", "nightly"], "no preset 'nightly'; it has: daily, alone, duel"),
        (["heaps", "--option", "day=yesterday"], "takes a day like 2026-11-21 or 'today'"),
        (["heaps", "--option", "size=6"], "it is one of 0, 5, 7"),
        (["heaps", "--option", "colour"], "no option 'colour'; it has: play, same, size, day"),
    ],
)
def test_unknown_games_and_presets_are_reported(
    souq: Souq, serve_calls: list[Any], words: list[str], says: str
) -> None:
    ran = souq("play", *words)
    assert ran.code == 2 and says in ran.err and not serve_calls


def test_no_browser_is_opened_on_request_or_without_a_display(
    souq: Souq, serve_calls: list[Any], opened_urls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "http://localhost:8000/" in souq("play", "--no-browser").out
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(playing.sys, "platform", "linux")
    souq("play")
    assert opened_urls == []


def test_serve_listens_on_the_given_address(souq: Souq, serve_calls: list[Any], opened_urls: list[str]) -> None:
    assert souq("serve", "--host", "0.0.0.0", "--port", 82, "--database", "x.db").code == 0
    assert serve_calls == [("0.0.0.0", 82, "x.db")]
    assert opened_urls == []


def test_serve_accepts_configured_origins(souq: Souq, serve_calls: list[Any]) -> None:
    souq("serve", "--origin", "https://Souq.example/", "--origin", "http://souq.example:81")
    assert serve_calls == [("127.0.0.1", 8000, "", "https://souq.example", "http://souq.example:81")]
    for wrong in (
        "souq.example",
        "https://",
        "https://souq.example/table",
        "ftp://souq.example",
        "https://a@souq.example",
    ):
        ran = souq("serve", "--origin", wrong)
        assert ran.code == 2 and f"'{wrong}' is not a site’s origin" in ran.err, wrong
    assert len(serve_calls) == 1


def test_serve_uses_the_given_mail_server(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Any] = []
    monkeypatch.setattr(serving, "serve", lambda *_, settings, **__: chosen.append(settings))
    monkeypatch.setenv("SOUQ_SMTP", "smtp://souq:secret@mail.example.org")
    assert souq("serve", "--mail-from", "souq@example.org").code == 0
    assert (chosen[0].smtp, chosen[0].mail_from) == ("smtp://souq:secret@mail.example.org", "souq@example.org")
    for words, says in ((["--smtp", "mail"], "smtp://user"), (["--mail-from", "souq"], "the sender’s address")):
        ran = souq("serve", *words)
        assert ran.code == 2 and says in ran.err
    assert len(chosen) == 1


def test_play_finds_a_free_port_unless_one_is_given(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []

    def taken(host: str, port: int, database: str, on_ready: Callable[[str], None], settings: Any) -> None:
        ports.append(port)
        if port:
            raise serving.PortInUse(f"The server cannot listen on {host}, port {port}: in use.")

    monkeypatch.setattr(serving, "serve", taken)
    assert souq("play", "--no-browser").code == 0
    assert ports == [8000, 0]
    ran = souq("play", "--no-browser", "--port", 83)
    assert (ran.code, ports[2:]) == (2, [83])
    assert "port 83" in ran.err


def test_compilation_progress_is_printed_immediately(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(*_: Any, **__: Any) -> None:
        logging.getLogger("souq.compiling").info("Kairo is ready after 20 s: 1 of 5.")

    monkeypatch.setattr(serving, "serve", serve)
    assert "Kairo is ready after 20 s: 1 of 5.\n" in souq("play", "--no-browser").out


@pytest.mark.server
def test_the_server_starts_and_stops(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "souq", "play", "--no-browser", "--port", str(port)]
    command += ["--database", str(tmp_path / "games.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        url = re.search(r"http://\S+", said)
        assert url, said
        with urllib.request.urlopen(url[0], timeout=10) as page:
            assert b"Desert Bazaar" in page.read()
        for _ in range(2):  # people press Ctrl-C again, because stopping takes a while
            server.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            time.sleep(0.1)
        assert server.wait(20) == 0
        assert server.stderr is not None
        assert server.stderr.read() == "Stopping.\nStopped. Every game is saved.\n"


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("signals", "interrupted"),
    [
        (["SIGINT", "SIGINT"], True),
        (["SIGINT", "SIGTERM"], True),
        (["SIGTERM", "SIGINT"], False),
        (["SIGHUP", "SIGTERM", "SIGINT"], False),
    ],
)
def test_the_first_signal_stops_and_later_ones_change_nothing(signals: list[str], interrupted: bool) -> None:
    stops: list[int] = []
    with pytest.raises(KeyboardInterrupt) if interrupted else nullcontext():  # noqa: SIM117
        with serving.stopped_by_signals(lambda: stops.append(1)):
            for name in signals:
                signal.raise_signal(signal.Signals[name])
            stops.append(2)
    assert stops == [1, 2]


@pytest.mark.skipif(os.name == "nt", reason="needs SIGHUP")
def test_a_hangup_that_nohup_ignores_stops_nothing() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with serving.stopped_by_signals(pytest.fail):
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
