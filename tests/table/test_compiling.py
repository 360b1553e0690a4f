"""Games get ready beside the tables: which comes first, what is told, and what becomes of failures."""

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


class Shop:
    """Compilers that end when they are told to."""

    def __init__(self, folder: Path) -> None:
        (folder / "compiler.py").write_text(COMPILER)
        self.folder = folder
        self.compiling = Compiling((sys.executable, str(folder / "compiler.py"), str(folder)))
        self.compiling.loaded.set()
        self.loaded: list[str] = []

    @property
    def began(self) -> list[str]:
        """The games that were begun, in order."""
        path = self.folder / "began"
        return path.read_text().split() if path.exists() else []

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something."""
        async with asyncio.timeout(60):
            while not holds():
                await asyncio.sleep(0.01)

    def end(self, *names: str, error: str = "") -> None:
        """Let compilers end."""
        for name in names:
            (self.folder / name).write_text(error)


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    made = Shop(tmp_path)

    def find(name: str) -> SimpleNamespace:
        return SimpleNamespace(title=name.title(), bindings=SimpleNamespace(load=lambda: made.loaded.append(name)))

    monkeypatch.setattr(compiling, "registry", SimpleNamespace(find=find, games=lambda: dict.fromkeys("abcd")))
    monkeypatch.setattr(compiling, "AT_ONCE", 1)
    return made


def test_the_game_that_is_asked_for_comes_first_and_the_one_before_makes_room(shop: Shop) -> None:
    async def day() -> None:
        for name in "abc":
            shop.compiling.add(name)
        await shop.until(lambda: shop.began == ["a"])
        shop.compiling.want("c")
        await shop.until(lambda: shop.began == ["a", "c"])
        shop.end("a", "b", "c")
        await shop.compiling.wait("a")
        await shop.compiling.wait("b")

    asyncio.run(day())
    assert shop.began == ["a", "c", "b", "a"]
    assert shop.loaded == ["c", "b", "a"]


def test_one_that_is_wanted_makes_no_room_for_the_next(shop: Shop) -> None:
    async def day() -> None:
        shop.compiling.add("a", wanted=True)
        shop.compiling.add("b", wanted=True)
        await shop.until(lambda: shop.began == ["a"])
        shop.end("a", "b")
        await shop.compiling.wait("b")

    asyncio.run(day())
    assert shop.began == ["a", "b"]


def test_how_far_it_is_is_told_in_words_and_lines(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    async def day() -> None:
        shop.compiling.add("a")
        shop.compiling.add("b")
        await shop.until(lambda: shop.compiling.progress.games == {"a": 0.25, "b": 0.0})
        assert shop.compiling.progress.words == (
            "Getting A ready, just this once: 2 of 4 games are done. "
            "You can play already; bots think ahead once their game is ready."
        )
        shop.end("a", "b")
        await shop.compiling.wait("a")
        await shop.compiling.wait("b")
        assert shop.compiling.progress.words == ""

    with caplog.at_level(logging.INFO, "souq.compiling"):
        asyncio.run(day())
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "Getting A ready."
    assert lines[1].startswith("A is ready after ") and lines[1].endswith("s: 3 of 4.")
    assert lines[2] == "Getting B ready."
    assert "all 4" in lines[3]


def test_a_failure_is_told_and_tried_again_when_somebody_asks(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    async def day() -> None:
        shop.end("a", error="no room on the disk")
        shop.compiling.add("a")
        await shop.compiling.wait("a")
        assert shop.compiling.progress.words == "A couldn’t be made ready; the server’s log says why."
        shop.end("a")
        shop.compiling.add("a", wanted=True)
        assert "couldn’t" not in shop.compiling.progress.words
        await shop.compiling.wait("a")

    asyncio.run(day())
    assert "no room on the disk" in caplog.text
    assert shop.loaded == ["a"] and shop.compiling.progress.words == ""


def test_closing_ends_the_compilers(shop: Shop) -> None:
    async def day() -> None:
        shop.compiling.add("a")
        shop.compiling.add("b")
        await shop.until(lambda: shop.began == ["a"])
        await shop.compiling.close()

    asyncio.run(day())
    assert shop.began == ["a"] and shop.loaded == []
