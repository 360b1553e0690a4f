"""Compiling games in the background: priorities, progress reports, and failures."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from souq.server.core.workers import compiling
from souq.server.core.workers.compiling import Compiling

COMPILER = """
import sys, time
from pathlib import Path
folder, name = Path(sys.argv[1]), sys.argv[2]
with (folder / "began").open("a") as began:
    began.write(name + "\\n")
print("1 4", flush=True)
while not (folder / name).exists():
    time.sleep(0.01)
sys.exit((folder / name).read_text() or 0)
"""
"""Works at a game until a file of its name says how it ends: well, if the file is empty."""


class FakeCompilers:
    """Compiler processes that end on request."""

    def __init__(self, folder: Path) -> None:
        (folder / "compiler.py").write_text(COMPILER)
        self.folder = folder
        self.compiling = Compiling((sys.executable, str(folder / "compiler.py"), str(folder)))
        self.compiling.loaded.set()
        self.loaded: list[str] = []

    @property
    def began(self) -> list[str]:
        """Return the games whose compilation was started, in order."""
        path = self.folder / "began"
        return path.read_text().split() if path.exists() else []

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        async with asyncio.timeout(60):
            while not holds():
                await asyncio.sleep(0.01)

    def end(self, *names: str, error: str = "") -> None:
        """Let compilations end."""
        for name in names:
            (self.folder / name).write_text(error)


@pytest.fixture
def compilers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeCompilers:
    made = FakeCompilers(tmp_path)

    def find(name: str) -> SimpleNamespace:
        return SimpleNamespace(title=name.title(), bindings=SimpleNamespace(load=lambda: made.loaded.append(name)))

    monkeypatch.setattr(compiling, "registry", SimpleNamespace(find=find, games=lambda: dict.fromkeys("abcd")))
    monkeypatch.setattr(compiling, "AT_ONCE", 1)
    return made


def test_a_requested_game_is_compiled_first_and_interrupts_another(compilers: FakeCompilers) -> None:
    async def day() -> None:
        for name in "abc":
            compilers.compiling.add(name)
        await compilers.until(lambda: compilers.began == ["a"])
        compilers.compiling.want("c")
        await compilers.until(lambda: compilers.began == ["a", "c"])
        compilers.end("a", "b", "c")
        await compilers.compiling.wait("a")
        await compilers.compiling.wait("b")

    asyncio.run(day())
    assert compilers.began == ["a", "c", "b", "a"]
    assert compilers.loaded == ["c", "b", "a"]


def test_a_requested_compilation_is_not_interrupted(compilers: FakeCompilers) -> None:
    async def day() -> None:
        compilers.compiling.add("a", wanted=True)
        compilers.compiling.add("b", wanted=True)
        await compilers.until(lambda: compilers.began == ["a"])
        compilers.end("a", "b")
        await compilers.compiling.wait("b")

    asyncio.run(day())
    assert compilers.began == ["a", "b"]


def test_progress_is_reported_and_logged(compilers: FakeCompilers, caplog: pytest.LogCaptureFixture) -> None:
    async def day() -> None:
        compilers.compiling.add("a")
        compilers.compiling.add("b")
        await compilers.until(lambda: compilers.compiling.progress.games == {"a": 0.25, "b": 0.0})
        assert compilers.compiling.progress.words == (
            "Getting A ready, just this once: 2 of 4 games are done. "
            "You can play already; bots think ahead once their game is ready."
        )
        compilers.end("a", "b")
        await compilers.compiling.wait("a")
        await compilers.compiling.wait("b")
        assert compilers.compiling.progress.words == ""

    with caplog.at_level(logging.INFO, "souq.compiling"):
        asyncio.run(day())
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "Getting A ready."
    assert lines[1].startswith("A is ready after ") and lines[1].endswith("s: 3 of 4.")
    assert lines[2] == "Getting B ready."
    assert "all 4" in lines[3]


def test_a_failure_is_reported_and_retried_on_request(
    compilers: FakeCompilers, caplog: pytest.LogCaptureFixture
) -> None:
    async def day() -> None:
        compilers.end("a", error="no room on the disk")
        compilers.compiling.add("a")
        await compilers.compiling.wait("a")
        assert compilers.compiling.progress.words == "A couldn’t be made ready; the server’s log says why."
        compilers.end("a")
        compilers.compiling.add("a", wanted=True)
        assert "couldn’t" not in compilers.compiling.progress.words
        await compilers.compiling.wait("a")

    asyncio.run(day())
    assert "no room on the disk" in caplog.text
    assert compilers.loaded == ["a"] and compilers.compiling.progress.words == ""


def test_closing_stops_the_compiler_processes(compilers: FakeCompilers) -> None:
    async def day() -> None:
        compilers.compiling.add("a")
        compilers.compiling.add("b")
        await compilers.until(lambda: compilers.began == ["a"])
        await compilers.compiling.close()

    asyncio.run(day())
    assert compilers.began == ["a"] and compilers.loaded == []
