"""Pools of worker processes in which bots and solvers run.

A process that dies or exceeds its time limit is replaced, and the request is sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from souq.bots.acting import act
from souq.bots.base import Bot, Legal
from souq.engine import registry
from souq.engine.arrays import np
from souq.engine.game import Game
from souq.engine.rules.record import Batch
from souq.server.core.threads import in_thread
from souq.server.core.workers.queueing import Asker, Shares
from souq.server.core.workers.requests import MoveRequest
from souq.server.core.workers.thinking import ANYBODY, TRIES, Thinking, WorkerDied
from souq.server.ops.telemetry.observer import NOBODY, Observer

LOG = logging.getLogger("souq.server")

BOTS, HINTS, LAST = 5, 10, 15
"""Niceness (low CPU priority) of processes for bots, hints and analyses. All yield to the server itself."""

LOADING = 600.0
"""Seconds by which the timeout is longer for a process's first answer about a game, which may include compiling."""


class Worker:
    """One worker process, started when first needed."""

    def __init__(self, nice: int = BOTS) -> None:
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self.knows: set[str] = set()
        """Names of the games about which this process has answered, so their rules are loaded there."""

    @property
    def pid(self) -> int | None:
        """Process ID, or None if the process doesn't run."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def ask(self, line: str, patience: float, game: str = "") -> dict[str, Any]:
        """Send a request about a game, and return the answer.

        Raises:
            WorkerDied: there was no answer in time; the process is ended, and the next request starts another.
        """
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line.encode())
            await process.stdin.drain()
            patience += LOADING * (game not in self.knows)
            answer = await asyncio.wait_for(process.stdout.readline(), patience)
            if not answer:
                raise WorkerDied("the process ended")
            self.knows.add(game)
            parsed: dict[str, Any] = json.loads(answer)
            return parsed
        except (OSError, ValueError, TimeoutError, WorkerDied) as error:
            await self.stop()
            raise WorkerDied(str(error) or type(error).__name__) from error
        except asyncio.CancelledError:
            await self.stop()  # else the late answer would be taken for the next question's
            raise

    async def stop(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        self.knows = set()
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            # A process group of its own, so that Ctrl-C at the terminal stops only the server. No session of its own:
            # Linux divides CPU time among sessions first (autogroup), and niceness would have no effect.
            pipe = asyncio.subprocess.PIPE
            command = (sys.executable, "-m", "souq.server.core.workers.worker", str(self._nice))
            self.knows = set()
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, process_group=0, limit=1 << 20
            )
        return self._process


@dataclass(slots=True)
class _Waiting:
    """A request that waits for a process."""

    asker: Asker
    cost: int
    game: str
    arrival: int
    ready: asyncio.Future[Worker] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Workers(Thinking):
    """A pool of processes for all bots of a server. If the pool is empty, bots run in the server's own process.

    If all processes are busy, :mod:`souq.server.core.workers.queueing` decides which request is served first.
    """

    def __init__(
        self,
        count: int,
        patience: float,
        nice: int = BOTS,
        until_compiled: Callable[[str], Awaitable[None]] | None = None,
        observer: Observer = NOBODY,
    ) -> None:
        super().__init__(observer)
        self._until_compiled = until_compiled
        self._all = [Worker(nice) for _ in range(count)]
        self._free = list(self._all)
        self._queue: list[_Waiting] = []
        self._shares = Shares()
        self._arrivals = itertools.count()
        self._patience = patience
        self._order: Sequence[str] | None = None
        self._warming: asyncio.Task[Any] | None = None
        self.replaced = 0
        """Number of processes that were killed and replaced because they died or didn't answer in time."""

    def __len__(self) -> int:
        return len(self._all)

    @property
    def pids(self) -> list[int]:
        """Process IDs of the workers that run now."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    @property
    def waiting(self) -> int:
        """Number of requests that wait for a process."""
        return len(self._queue)

    def warm(self, games: Sequence[str] = ()) -> None:
        """Start all processes in the background, and have each of them load all games, those in ``games`` first.

        Meanwhile they answer requests. A game about which a request arrives is loaded immediately.
        """
        self._order = tuple(dict.fromkeys([*games, *registry.games()]))
        self.revive()

    def revive(self) -> None:
        """Restart processes that died while they were idle. Before :meth:`warm` is called, this does nothing."""
        dead = [worker for worker in self._free if worker.pid is None]
        if self._order is not None and dead and (self._warming is None or self._warming.done()):
            self._free = [worker for worker in self._free if worker not in dead]
            self._warming = asyncio.ensure_future(self._warm(dead, {"warm": list(self._order)}))

    async def _warm(self, workers: list[Worker], request: dict[str, Any]) -> None:
        async def one(worker: Worker) -> None:
            try:
                await worker.ask(json.dumps(request) + "\n", self._patience)
            except WorkerDied as error:
                LOG.warning("A bot's process did not start: %s.", error)
            finally:
                self._give(worker)

        await asyncio.gather(*(one(worker) for worker in workers))

    @asynccontextmanager
    async def _one(self, what: str, game: str, asker: Asker, cost: int = 0) -> AsyncIterator[Worker]:
        """Wait for a free process, and reserve it until the block ends."""
        with self._observer.question("waiting", what, game):
            worker = await self._next(game, asker, cost)
        began = time.monotonic()
        try:
            with self._observer.question("thinking", what, game):
                yield worker
        finally:
            self._shares.give(asker, time.monotonic() - began)
            self._give(worker)

    async def _next(self, game: str, asker: Asker, cost: int) -> Worker:
        """Return a process once it is this request's turn to get one."""
        waiting = _Waiting(asker, cost, game, next(self._arrivals))
        self._queue.append(waiting)
        self._serve()
        try:
            return await waiting.ready
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            elif not waiting.ready.cancelled():
                self._shares.give(asker, 0.0)
                self._give(waiting.ready.result())
            raise

    def _give(self, worker: Worker) -> None:
        """Return a process to the pool and serve the next request."""
        self._free.append(worker)
        self._serve()

    def _serve(self) -> None:
        """Give the free processes to waiting requests, as long as there are any."""
        while self._free and (able := [each for each in self._queue if self._may(each)]):
            waiting = min(able, key=self._rank)
            # Prefer the worker that was freed last: it may have searched this very turn, and still have its tree.
            worker = next((each for each in reversed(self._free) if waiting.game in each.knows), self._free[-1])
            self._queue.remove(waiting)
            self._free.remove(worker)
            self._shares.take(waiting.asker)
            waiting.ready.set_result(worker)

    def _may(self, waiting: _Waiting) -> bool:
        """Return whether a request may have a process now, or must leave it to others.

        If an asker already holds all processes but one, its expensive requests must wait.
        """
        others = len(self._all) - self._shares.in_use(waiting.asker)
        return not waiting.cost or others > 1 or len(self._all) == 1

    def _rank(self, waiting: _Waiting) -> tuple[bool, float, int, int]:
        """Return the sort key of a waiting request. The request with the lowest key is served first."""
        asker = waiting.asker
        return not asker.looking, self._shares.used(asker), waiting.cost, waiting.arrival

    async def choose(self, request: MoveRequest, asker: Asker = ANYBODY) -> tuple[int, ...]:
        """Return the choices that a bot makes for one decision.

        If the worker processes fail, a simple bot in the server process makes them.
        """
        for _ in range(TRIES if self._all else 0):
            async with self._one(request.level, request.game, asker, request.cost) as worker:
                try:
                    answer = await worker.ask(request.to_json(), self._patience, request.game)
                except WorkerDied as error:
                    self.replaced += 1
                    LOG.warning("A bot's process had to be replaced: %s.", error)
                    continue
            chosen = tuple(answer.get("choices", ()))
            if chosen and chosen[0] in request.legal:
                return chosen
            LOG.error("The bot %s of %s failed: %s", request.level, request.game, answer)
            break
        with self._observer.question("thinking", request.level, request.game):
            return here(request, request.level if not self._all else "greedy")

    async def answer(
        self, what: str, game: str, line: str, seconds: float = 0.0, tries: int = 1, asker: Asker = ANYBODY
    ) -> dict[str, Any]:
        """Send a request to a worker, and return its answer. If workers die, try up to ``tries`` of them.

        Raises:
            WorkerDied: the last worker died, or the request failed.
        """
        if self._until_compiled is not None:
            await self._until_compiled(game)
        if not self._all:
            with self._observer.question("thinking", what, game):
                return await in_thread(_answered_here, line)
        async with self._one(what, game, asker) as worker:
            try:
                answer = await worker.ask(line, seconds + self._patience, game)
            except WorkerDied:
                self.replaced += 1
                if tries <= 1:
                    raise
                answer = {}
        if not answer:
            return await self.answer(what, game, line, seconds, tries - 1, asker)
        if "error" in answer:
            raise WorkerDied(answer["error"])
        return answer

    async def rest(self) -> None:
        """Stop idle processes. The next request starts them again."""
        for worker in tuple(self._free):
            await worker.stop()

    async def close(self) -> None:
        """Stop all processes."""
        if self._warming:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        for worker in self._all:
            await worker.stop()


def _answered_here(line: str) -> dict[str, Any]:
    """Answer a request in this process."""
    from souq.server.core.workers.worker import answered  # imports Numba, which takes seconds

    try:
        return answered(json.loads(line))
    except Exception as error:
        LOG.exception("A request to a worker process failed.")
        raise WorkerDied(f"{type(error).__name__}: {error}") from error


def here(request: MoveRequest, level: str) -> tuple[int, ...]:
    """Return a bot's choices, computed in this process. If that fails, return the first legal choice."""
    from souq.bots import levels  # imports Numba, which takes seconds

    try:
        return _said(request, levels.able(level, registry.find(request.game), _seen(request)))
    except Exception:
        LOG.exception("The bot %s of %s failed.", level, request.game)
        return _said(request, First()) if request.racing else request.legal[:1]


class First:
    """Bot that always takes the first legal choice, for when every other bot fails."""

    name, title, tagline = "first", "First", "Has no judgement, and never fails."

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the first of ``legal``."""
        return int(legal[0])


def _seen(request: MoveRequest) -> Batch:
    return np.frombuffer(request.view, registry.find(request.game).State.layout).copy()


def _said(request: MoveRequest, bot: Bot) -> tuple[int, ...]:
    game = registry.find(request.game)
    legal = np.array(request.legal, np.int16)
    return act(bot, game, _seen(request), request.seat, legal, request.seed, racing=request.racing)
