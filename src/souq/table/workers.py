"""The processes in which bots think, and solvers.

A process that dies or thinks too long is replaced, and the decision asked for again.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import sys
from dataclasses import dataclass
from typing import Any

from souq.engine import registry
from souq.engine.solving import Line

LOG = logging.getLogger("souq.table")

TRIES = 2
"""How often a decision is asked of a worker before the greedy bot makes it in the server."""


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
        fields: dict[str, Any] = {name: getattr(self, name) for name in ("game", "level", "seat", "legal", "seed")}
        return json.dumps(fields | {"view": base64.b64encode(self.view).decode()}) + "\n"


@dataclass(frozen=True, slots=True)
class Problem:
    """A position whose best way on is looked for: the hidden record of a seat, and for how long."""

    game: str
    seat: int
    view: bytes
    seconds: float

    def to_json(self) -> str:
        """One line for a worker."""
        fields = {"solve": self.game, "seat": self.seat, "seconds": self.seconds}
        return json.dumps(fields | {"view": base64.b64encode(self.view).decode()}) + "\n"


class WorkerDied(Exception):
    """A worker did not answer."""


class Worker:
    """One process, started when first needed."""

    def __init__(self) -> None:
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
            command = (sys.executable, "-m", "souq.table.worker")
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, start_new_session=True, limit=1 << 20
            )
        return self._process


class Workers:
    """A few processes for all bots of a server; with none, bots think in the server itself."""

    def __init__(self, count: int, patience: float) -> None:
        self._all = [Worker() for _ in range(count)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._all:
            self._free.put_nowait(worker)
        self._patience = patience
        self._warming: asyncio.Task[Any] | None = None

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    def warm(self) -> None:
        """Start the processes in the background and let them load every game."""
        if self._all:
            self._warming = asyncio.ensure_future(self._warm())

    async def choose(self, question: Question) -> int:
        """A legal choice, whatever happens to the workers."""
        for _ in range(TRIES if self._all else 0):
            worker = await self._free.get()
            try:
                answer = await worker.ask(question.to_json(), self._patience)
            except WorkerDied as error:
                LOG.warning("A bot's process had to be replaced: %s.", error)
                continue
            finally:
                self._free.put_nowait(worker)
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
        if not self._all:
            return await asyncio.to_thread(_solved_here, problem)
        worker = await self._free.get()
        try:
            answer = await worker.ask(problem.to_json(), problem.seconds + self._patience)
        except WorkerDied:
            if tries <= 1:
                raise
            answer = {}
        finally:
            self._free.put_nowait(worker)
        if not answer:
            return await self.solve(problem, tries - 1)
        if "error" in answer:
            raise WorkerDied(answer["error"])
        return None if answer["line"] is None else Line(tuple(answer["line"]), answer["bound"])

    async def close(self) -> None:
        """End all processes."""
        if self._warming:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        for worker in self._all:
            await worker.stop()

    async def _warm(self) -> None:
        for worker in [self._free.get_nowait() for _ in range(self._free.qsize())]:
            try:
                for game in registry.games():
                    await worker.ask(json.dumps({"warm": game}) + "\n", 600.0)
            except WorkerDied as error:
                LOG.warning("A bot's process did not start: %s.", error)
            finally:
                self._free.put_nowait(worker)


def _solved_here(problem: Problem) -> Line | None:
    """The best way on, found in this process."""
    from souq.table.worker import solve

    try:
        return solve(problem.game, problem.view, problem.seat, problem.seconds)
    except Exception as error:
        LOG.exception("The solver of %s failed.", problem.game)
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
