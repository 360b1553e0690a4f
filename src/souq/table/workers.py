"""The processes in which bots think, and solvers.

A process that dies or thinks too long is replaced, and the decision asked for again.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import heapq
import itertools
import json
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from souq.engine import registry
from souq.engine.solving import Line

LOG = logging.getLogger("souq.table")

TRIES = 2
"""How often a decision is asked of a worker before the greedy bot makes it in the server."""

BOTS, LAST = 5, 15
"""How nice a process is to others: bots give way to people, and what can wait to bots."""


def _line(view: bytes, **fields: Any) -> str:
    """One line for a worker."""
    return json.dumps(fields | {"view": base64.b64encode(view).decode()}) + "\n"


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be made by a bot: the hidden record of its seat, and what it may choose."""

    game: str
    level: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.view, game=self.game, level=self.level, seat=self.seat, legal=self.legal, seed=self.seed)

    @property
    def cost(self) -> int:
        """How long its bot thinks, more or less: among questions that wait, the cheapest is answered first."""
        from souq.bots import levels

        return int(getattr(levels.LEVELS.get(self.level), "iterations", 0))


@dataclass(frozen=True, slots=True)
class Problem:
    """A position whose best way on is looked for: the hidden record of a seat, and for how long."""

    game: str
    seat: int
    view: bytes
    seconds: float

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.view, solve=self.game, seat=self.seat, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A person's decision for which a hint is asked: the hidden record of the seat, and what it may choose."""

    game: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.view, hint=self.game, seat=self.seat, legal=self.legal, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a finished game, as it was: who decides in it, and the whole record."""

    game: str
    seat: int
    state: bytes

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.state, look=self.game, seat=self.seat)


@dataclass(frozen=True, slots=True)
class Advice:
    """What somebody is advised to choose, the choices of his that follow from it, and why."""

    choice: int
    line: tuple[int, ...]
    why: str


class WorkerDied(Exception):
    """A worker did not answer."""


class Worker:
    """One process, started when first needed."""

    def __init__(self, nice: int = BOTS) -> None:
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, while it runs."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def ask(self, line: str, patience: float) -> dict[str, Any]:
        """The answer to a line.

        Raises:
            WorkerDied: there was none in time; the process is gone, and the next question starts another.
        """
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line.encode())
            await process.stdin.drain()
            answer = await asyncio.wait_for(process.stdout.readline(), patience)
            if not answer:
                raise WorkerDied("the process ended")
            parsed: dict[str, Any] = json.loads(answer)
            return parsed
        except (OSError, ValueError, TimeoutError, WorkerDied) as error:
            await self.stop()
            raise WorkerDied(str(error) or type(error).__name__) from error
        except asyncio.CancelledError:
            await self.stop()  # an answer that nobody waits for must not be taken for the next one
            raise

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            # a session of its own: Ctrl-C at the terminal is for the server alone
            pipe = asyncio.subprocess.PIPE
            command = (sys.executable, "-m", "souq.table.worker", str(self._nice))
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, start_new_session=True, limit=1 << 20
            )
        return self._process


class Workers:
    """A few processes for all bots of a server; with none, bots think in the server itself.

    Nobody waits behind a long thought for a short one: of the questions that wait, the cheapest comes first.
    """

    def __init__(self, count: int, patience: float, nice: int = BOTS) -> None:
        self._all = [Worker(nice) for _ in range(count)]
        self._free = list(self._all)
        self._queue: list[tuple[int, int, asyncio.Future[Worker]]] = []
        self._arrivals = itertools.count()
        self._patience = patience
        self._warming: asyncio.Task[Any] | None = None

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    def warm(self) -> None:
        """Start the processes in the background and let them load every game."""
        if self._all:
            taken, self._free = self._free, []
            self._warming = asyncio.ensure_future(self._warm(taken))

    @asynccontextmanager
    async def _one(self, cost: int = 0) -> AsyncIterator[Worker]:
        """A process that has nothing else to do; waits for one, the dearer the longer."""
        if self._free:
            worker = self._free.pop()
        else:
            turn = asyncio.get_running_loop().create_future()
            heapq.heappush(self._queue, (cost, next(self._arrivals), turn))
            try:
                worker = await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._give(turn.result())
                raise
        try:
            yield worker
        finally:
            self._give(worker)

    def _give(self, worker: Worker) -> None:
        """A process is free: whoever waits for it goes on."""
        while self._queue:
            turn = heapq.heappop(self._queue)[2]
            if not turn.done():
                turn.set_result(worker)
                return
        self._free.append(worker)

    async def choose(self, question: Question) -> int:
        """A legal choice, whatever happens to the workers."""
        for _ in range(TRIES if self._all else 0):
            async with self._one(question.cost) as worker:
                try:
                    answer = await worker.ask(question.to_json(), self._patience)
                except WorkerDied as error:
                    LOG.warning("A bot's process had to be replaced: %s.", error)
                    continue
            if answer.get("choice") in question.legal:
                return int(answer["choice"])
            LOG.error("The bot %s of %s failed: %s", question.level, question.game, answer)
            break
        return here(question, question.level if not self._all else "greedy")

    async def solve(self, problem: Problem, tries: int = 1) -> Line | None:
        """The best way on; None when there is none, or none was found.

        Args:
            problem: the position.
            tries: how many processes may die over it.

        Raises:
            WorkerDied: nobody could say.
        """
        answer = await self._answer(problem.to_json(), problem.seconds, tries)
        return None if answer["line"] is None else Line(tuple(answer["line"]), answer["bound"])

    async def advise(self, doubt: Doubt) -> Advice:
        """A hint.

        Raises:
            WorkerDied: nobody could say.
        """
        found = (await self._answer(doubt.to_json()))["hint"]
        return Advice(found["choice"], tuple(found["line"]), found["why"])

    async def look(self, moment: Moment) -> tuple[float, ...]:
        """Everybody's chances at a moment of a finished game.

        Raises:
            WorkerDied: nobody could say.
        """
        return tuple((await self._answer(moment.to_json(), tries=TRIES))["chances"])

    async def _answer(self, line: str, seconds: float = 0.0, tries: int = 1) -> dict[str, Any]:
        """What is answered to a line; ``tries`` processes may die over it.

        Raises:
            WorkerDied: they did, or the question failed.
        """
        if not self._all:
            return await asyncio.to_thread(_answered_here, line)
        async with self._one() as worker:
            try:
                answer = await worker.ask(line, seconds + self._patience)
            except WorkerDied:
                if tries <= 1:
                    raise
                answer = {}
        if not answer:
            return await self._answer(line, seconds, tries - 1)
        if "error" in answer:
            raise WorkerDied(answer["error"])
        return answer

    async def rest(self) -> None:
        """End the processes that have nothing to do; the next question starts them again."""
        for worker in tuple(self._free):
            await worker.stop()

    async def close(self) -> None:
        """End all processes."""
        if self._warming:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        for worker in self._all:
            await worker.stop()

    async def _warm(self, workers: list[Worker]) -> None:
        for worker in workers:
            try:
                for game in registry.games():
                    await worker.ask(json.dumps({"warm": game}) + "\n", 600.0)
            except WorkerDied as error:
                LOG.warning("A bot's process did not start: %s.", error)
            finally:
                self._give(worker)


def _answered_here(line: str) -> dict[str, Any]:
    """What is answered to a line, found in this process."""
    from souq.table.worker import answered

    try:
        return answered(json.loads(line))
    except Exception as error:
        LOG.exception("A question could not be answered.")
        raise WorkerDied(f"{type(error).__name__}: {error}") from error


def here(question: Question, level: str) -> int:
    """The choice of a bot in this process; the first legal one should even that fail."""
    import numpy as np

    from souq.bots import levels

    try:
        game = registry.find(question.game)
        view = np.frombuffer(question.view, game.State.layout).copy()
        legal = np.array(question.legal, np.int16)
        choice = int(levels.get(level).choose(game, view, question.seat, legal, question.seed))
    except Exception:
        LOG.exception("The bot %s of %s failed.", level, question.game)
        return question.legal[0]
    return choice if choice in question.legal else question.legal[0]
