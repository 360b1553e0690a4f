"""Interface for hints, solutions and analyses, which may be computed on this server or on another.

A single server asks its own worker processes (:mod:`souq.server.core.workers.workers`). Servers that share a database
put jobs into a queue, from which any of them may take the next (:mod:`souq.server.cluster.jobs`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from souq.engine.match.solving import Solution
from souq.review.turns import Better
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.requests import (
    Advice,
    EvalRequest,
    HintRequest,
    LineRequest,
    MoveRequest,
    SolveRequest,
    TurnRequest,
)
from souq.server.ops.telemetry.observer import NOBODY, Observer

TRIES = 2
"""Number of worker processes tried in turn for a request, if one dies."""

ANYBODY = Asker()
"""Asker (the party charged for a request) without names, so nobody is charged."""


class WorkerDied(Exception):
    """Error: a worker process died, failed, or didn't answer in time."""


class Bots(Protocol):
    """Interface for the bots' decisions."""

    async def choose(self, request: MoveRequest, asker: Asker = ANYBODY) -> tuple[int, ...]:
        """Return the choices that a bot makes for one decision."""


class Thinking(ABC):
    """Interface for questions about games that take long to compute: solutions, hints and analyses."""

    def __init__(self, observer: Observer = NOBODY) -> None:
        self._observer = observer

    async def solve(self, request: SolveRequest, tries: int = 1, asker: Asker = ANYBODY) -> Solution | None:
        """Solve a position. Return None if it has no solution, or if none is found in time.

        Args:
            request: the position.
            tries: how many processes are tried if they die.
            asker: the party that asks.

        Raises:
            WorkerDied: no process answered.
        """
        answer = await self.answer("solution", request.game, request.to_json(), request.seconds, tries, asker)
        return None if answer["line"] is None else Solution(tuple(answer["line"]), answer["bound"])

    async def advise(self, request: HintRequest, asker: Asker = ANYBODY) -> Advice:
        """Compute a hint.

        Raises:
            WorkerDied: no process answered.
        """
        found = (await self.answer("hint", request.game, request.to_json(), asker=asker))["hint"]
        return Advice(found["choice"], tuple(found["pv"]), found["why"])

    async def evaluate(self, request: EvalRequest) -> tuple[float, ...]:
        """Estimate every seat's win probability in a position of a finished game.

        Raises:
            WorkerDied: no process answered.
        """
        found = await self.answer("evaluation", request.game, request.to_json(), tries=TRIES)
        return tuple(found["win_probabilities"])

    async def expect(self, request: LineRequest) -> list[tuple[int, int]]:
        """Return the line of play that is expected from a position, as pairs of a seat and its choice.

        Raises:
            WorkerDied: no process answered.
        """
        found = (await self.answer("evaluation", request.game, request.to_json(), tries=TRIES))["line"]
        return [(seat, choice) for seat, choice in found]

    async def glance(self, request: TurnRequest) -> float:
        """Quickly estimate the win probability that a seat lost by a turn of a finished game.

        Raises:
            WorkerDied: no process answered.
        """
        return float((await self.answer("review", request.game, request.to_json(), tries=TRIES))["cost"])

    async def find_better(self, request: TurnRequest) -> Better | None:
        """Search for better choices than those of a turn in a finished game. Return None if none is surely better.

        Raises:
            WorkerDied: no process answered.
        """
        found = (await self.answer("review", request.game, request.to_json(), tries=TRIES))["better"]
        return None if found is None else Better(tuple(found[0]), found[1], found[2])

    @abstractmethod
    async def answer(
        self, what: str, game: str, line: str, seconds: float = 0.0, tries: int = 1, asker: Asker = ANYBODY
    ) -> dict[str, Any]:
        """Send a request and return its answer.

        Args:
            what: the kind of request: "hint", "solution", "evaluation" or "review".
            game: the name of its game.
            line: the request (:mod:`souq.server.core.workers.requests`).
            seconds: the time that computing may take, on top of the usual timeout.
            tries: how many processes are tried if they die.
            asker: the party that asks.

        Raises:
            WorkerDied: there was no answer, or the request failed.
        """

    async def rest(self) -> None:
        """Release resources, such as idle processes, because no requests are expected for some time."""
        return
