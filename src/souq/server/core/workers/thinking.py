"""Who is asked for hints, the best way on, and what belongs to analyses, wherever it is thought about.

A server asks processes of its own (:mod:`souq.server.core.workers.workers`); where several share a database, whichever
of them is free (:mod:`souq.server.cluster.jobs`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from souq.engine.match.solving import Solution
from souq.review.turns import Better
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.requests import Advice, EvalRequest, HintRequest, SolveRequest, TurnRequest
from souq.server.ops.telemetry.observer import NOBODY, Observer

TRIES = 2
"""How many processes may die over a question that is worth a second try."""

ANYBODY = Asker()
"""Somebody of whom nothing is known."""


class WorkerDied(Exception):
    """Who was asked did not answer."""


class Thinking(ABC):
    """Answers questions about games, each kind in its own way."""

    def __init__(self, observer: Observer = NOBODY) -> None:
        self._observer = observer

    async def solve(self, request: SolveRequest, tries: int = 1, asker: Asker = ANYBODY) -> Solution | None:
        """The best way on; None when there is none, or none was found.

        Args:
            request: the position.
            tries: how many processes may die over it.
            asker: for whom.

        Raises:
            WorkerDied: nobody could say.
        """
        answer = await self.answer("solution", request.game, request.to_json(), request.seconds, tries, asker)
        return None if answer["line"] is None else Solution(tuple(answer["line"]), answer["bound"])

    async def advise(self, request: HintRequest, asker: Asker = ANYBODY) -> Advice:
        """A hint.

        Raises:
            WorkerDied: nobody could say.
        """
        found = (await self.answer("hint", request.game, request.to_json(), asker=asker))["hint"]
        return Advice(found["choice"], tuple(found["pv"]), found["why"])

    async def evaluate(self, request: EvalRequest) -> tuple[float, ...]:
        """Everybody's chances at a moment of a finished game.

        Raises:
            WorkerDied: nobody could say.
        """
        found = await self.answer("evaluation", request.game, request.to_json(), tries=TRIES)
        return tuple(found["win_probabilities"])

    async def glance(self, request: TurnRequest) -> float:
        """About how much of its chance to win a seat lost by a turn of a finished game.

        Raises:
            WorkerDied: nobody could say.
        """
        return float((await self.answer("review", request.game, request.to_json(), tries=TRIES))["cost"])

    async def weigh(self, request: TurnRequest) -> Better | None:
        """What would surely have been better than a turn of a finished game.

        Raises:
            WorkerDied: nobody could say.
        """
        found = (await self.answer("review", request.game, request.to_json(), tries=TRIES))["better"]
        return None if found is None else Better(tuple(found[0]), found[1], found[2])

    @abstractmethod
    async def answer(
        self, what: str, game: str, line: str, seconds: float = 0.0, tries: int = 1, asker: Asker = ANYBODY
    ) -> dict[str, Any]:
        """What is answered to a line.

        Args:
            what: which kind of question it is: "hint", "solution", "evaluation" or "review".
            game: about which game.
            line: the question (:mod:`souq.server.core.workers.requests`).
            seconds: how long is to be thought.
            tries: how many processes may die over it.
            asker: for whom.

        Raises:
            WorkerDied: there was no answer, or the question failed.
        """

    async def rest(self) -> None:
        """Nothing more will be asked for a while."""
        return
