"""Background compiling of games' rules, in separate processes of low priority, so that people can play meanwhile.

Until a game is compiled, its rules are interpreted. People can play, but bots decide without thinking ahead. Hints and
analyses, which need compiled rules, wait.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from souq.engine import registry
from souq.engine.present.wording import listed
from souq.server.core.threads import in_thread

LOG = logging.getLogger("souq.compiling")

AT_ONCE = max(1, min(2, os.cpu_count() or 1))
"""Maximum number of games that are compiled at the same time."""

NICE = 15
"""Niceness of the compiling processes."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the compiling of games has come: the fraction done of each pending game, and the games that failed.

    ``of``: the number of all games. ``looked``: whether every game has been checked. Before that, it isn't known which
    games must still be compiled.
    """

    of: int
    games: dict[str, float]
    now: tuple[str, ...]
    failed: tuple[str, ...]
    looked: bool = True

    @property
    def over(self) -> bool:
        """Whether every game has been checked, and none has failed or is still to be compiled."""
        return self.looked and not self.words

    @property
    def ready(self) -> int:
        """Number of games known to be ready."""
        return self.of - len({*self.games, *self.failed}) if self.looked else 0

    @property
    def words(self) -> str:
        """The progress as text for players; "" once there is nothing to report.

        >>> Progress(5, {"kairo": 0.4, "marracash": 0.0}, ("kairo",), ()).words.partition(". ")[0]
        'Getting Kairo ready, just this once: 3 of 5 games are done'
        """
        told = []
        if self.games:
            games = listed(_titles(self.now or tuple(self.games)))
            told.append(f"Getting {games} ready, just this once: {self._sum} done.")
            told.append("You can play already; bots think ahead once their game is ready.")
        if self.failed:
            told.append(f"{listed(_titles(self.failed))} couldn’t be made ready; the server’s log says why.")
        return " ".join(told)

    @property
    def _sum(self) -> str:
        return f"{self.ready} of {self.of} games {'is' if self.ready == 1 else 'are'}"


def _titles(names: Sequence[str]) -> list[str]:
    return [registry.find(name).title for name in names]


class Compiling:
    """The queue of games to be compiled. Games that are in demand come first."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", "souq.compiling")) -> None:
        self._command = command
        self._queue: list[str] = []
        self._running: dict[str, asyncio.subprocess.Process | None] = {}
        self._shares: dict[str, float] = {}
        self._coming: dict[str, asyncio.Future[None]] = {}
        self._failed: set[str] = set()
        self._wanted: set[str] = set()
        self._moved: set[str] = set()
        """Names of the games whose process was killed in favour of another game. They go back to the queue."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._began = 0.0
        self.loaded = asyncio.Event()
        """Event that is set once the server has tried to load every game and has queued those not compiled yet."""

    @property
    def progress(self) -> Progress:
        """The current progress."""
        games = {name: self._shares.get(name, 0.0) for name in self._coming}
        return Progress(
            len(registry.games()), games, tuple(self._running), tuple(sorted(self._failed)), self.loaded.is_set()
        )

    def add(self, name: str, *, wanted: bool = False) -> None:
        """Queue a game for compiling. If it is ``wanted`` now, it goes to the front."""
        if name not in self._coming:
            self._failed.discard(name)
            self._coming[name] = asyncio.get_running_loop().create_future()
            self._queue.append(name)
            if len(self._coming) == 1:
                self._began = time.monotonic()
        if wanted:
            self.want(name)
        self._go_on()

    def want(self, name: str) -> None:
        """Mark a game as needed now. If it is waiting to be compiled, it becomes the next."""
        self._wanted.add(name)
        self._prefer(name)

    async def wait(self, name: str) -> None:
        """Wait until a game that is to be compiled is ready or has failed. Return immediately for other games."""
        if name in self._coming:
            await asyncio.shield(self._coming[name])

    async def close(self) -> None:
        """Stop compiling. The functions compiled so far stay in the cache."""
        self._queue.clear()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _prefer(self, name: str) -> None:
        """Make a waiting game the next to be compiled.

        If the maximum number of games is being compiled, interrupt one that no player wants. It is continued later.
        """
        if name not in self._queue:
            return
        self._queue.remove(name)
        self._queue.insert(0, name)
        unasked = [other for other in self._running if other not in self._wanted]
        if len(self._running) >= AT_ONCE and unasked:
            least = min(unasked, key=lambda other: self._shares.get(other, 0.0))
            self._moved.add(least)  # killing loses little: the cache keeps every function compiled so far
            _kill(self._running[least])

    def _go_on(self) -> None:
        while self._queue and len(self._running) < AT_ONCE:
            name = self._queue.pop(0)
            self._running[name] = None
            task = asyncio.ensure_future(self._compile(name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _compile(self, name: str) -> None:
        """Compile a game, load it, and log the result."""
        game, began = registry.find(name), time.monotonic()
        LOG.info("Getting %s ready.", game.title)
        try:
            code, said = await self._run(name)
            if name in self._moved:
                self._moved.discard(name)
                self._queue.append(name)
                return
            if code:
                raise ChildProcessError(said or f"its process ended with {code}")
            await in_thread(game.bindings.load)
            del self._running[name]
            self._over(name)
            LOG.info("%s is ready after %.0f s: %s.", game.title, time.monotonic() - began, self._sum())
        except Exception as error:
            self._failed.add(name)
            self._over(name)
            LOG.error("%s could not be compiled, and is tried again when it is needed: %s", game.title, error)
        finally:
            self._running.pop(name, None)
            self._go_on()

    async def _run(self, name: str) -> tuple[int, str]:
        """Run the process that compiles a game; return its exit status and the last line of its errors."""
        pipe = asyncio.subprocess.PIPE
        process = self._running[name] = await asyncio.create_subprocess_exec(
            *self._command, name, str(NICE), stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe, process_group=0
        )
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            errors = asyncio.ensure_future(process.stderr.read())
            async for line in process.stdout:
                with suppress(ValueError, ZeroDivisionError):
                    done, total = map(int, line.split())
                    self._shares[name] = done / total
            said = (await errors).decode(errors="replace").strip().splitlines()
            return await process.wait(), said[-1] if said else ""
        finally:
            _kill(process)
            await process.wait()

    def _over(self, name: str) -> None:
        """Mark a game as done or failed, and wake the tasks that wait for it."""
        self._coming.pop(name).set_result(None)

    def _sum(self) -> str:
        progress = self.progress
        if progress.ready < progress.of:
            return f"{progress.ready} of {progress.of}"
        return f"all {progress.of}, {time.monotonic() - self._began:.0f} s after the start"


def _kill(process: asyncio.subprocess.Process | None) -> None:
    if process is not None and process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
