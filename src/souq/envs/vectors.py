"""Thousands of games at once, stepped by compiled code in arrays that are allocated once.

>>> import souq.envs
>>> games = souq.envs.vector("desert_bazaar", 4, players=3, seed=7)
>>> for _ in range(100):
...     decisions = games.step(games.picks)     # a legal choice at random in each
>>> games.records["hand"].shape, games.masks.shape[0], int(games.counts.min()) >= 1
((4, 5, 4), 4, True)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeGuard, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from souq.engine.game import Game
from souq.engine.learn.observations import FORMS, Form, Observing
from souq.engine.learn.stepping import BEGIN, LOOK, STEP
from souq.engine.match.decision import SPECTATOR
from souq.envs.crew import Crew
from souq.envs.errors import BadActions, BadSetting, UnknownSeat
from souq.envs.games import Games, aligned, observing
from souq.envs.spec import NOTHING, BatchSettings, EnvSpec, Observation, expanded


class Vector(Games):
    """A batch of ``n`` games that one call steps together; :class:`~souq.envs.games.Games` explains the arrays.

    Every array is overwritten in place: copy what has to last. ``torch.from_dlpack(games.masks)`` and similar views
    follow each step without a copy.

    Attributes:
        observations: (n, size) the deciding seat's observations, see
            :class:`~souq.engine.learn.observations.Observing`; None if the observation is the record, or nothing.
        view: their layout, or None.
    """

    observations: NDArray[Any] | None
    view: Observing | None

    @expanded(BatchSettings)
    def __init__(
        self,
        game: str | Game,
        n: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observation: Observation = "records",
        threads: int = 1,
        **settings: Unpack[BatchSettings],
    ) -> None:
        """Begin ``n`` games.

        :class:`~souq.envs.spec.EnvSpec` explains the arguments and the errors they raise.
        """
        self._made_with = (game, n, players, options), {"observation": observation, "threads": threads, **settings}
        spec = EnvSpec(game, players, options, n=n, observation=observation, threads=threads, **settings)
        super().__init__(spec)
        self.view = self.observations = None
        if formed(observation):
            self.view = observing(self.game, self.players, observation)
            self.observations = aligned((self.n, self.view.size), self.view.dtype)
        self.threads = min(threads or os.cpu_count() or 1, n)
        edges = [n * part // self.threads for part in range(self.threads + 1)]
        self._parts = list(pairwise(edges))
        self._scratch = [self.scratch() for _ in self._parts]
        self._crew = Crew(self.threads - 1)
        self.reset(spec.seed)

    def __repr__(self) -> str:
        table = f"{self.n} games of {self.game.title}, {self.players} players"
        return f"<{type(self).__name__} of {table}, observation={self.observation!r}, autoreset={self.autoreset!r}>"

    def _held(self) -> dict[str, Any]:
        return super()._held() | ({} if self.observations is None else {"observations": self.observations})

    @property
    def named(self) -> dict[str, NDArray[Any]]:
        """Fields of the deciding seats' observations by name, without a copy.

        They are parts of ``observations`` or, with ``observation="records"``, the fields of ``records``.

        Raises:
            BadSetting: the games have no observations.
        """
        if self.observation == NOTHING:
            raise BadSetting("These games were made with observation='nothing': only masks are written.")
        if self.view is not None and self.observations is not None:
            return self.view.named(self.observations)
        return {name: self.records[name] for name in self.records.dtype.names or ()}

    def reset(self, seed: int | None = None, where: ArrayLike | None = None) -> None:
        """Begin games again, all of them or only some.

        Args:
            seed: seed of the new games; without one, the random numbers continue.
            where: (n) flags of the games to begin again; all by default.

        Raises:
            BadActions: the number of flags isn't the number of games.
            BadSeed: the seed isn't a whole number of 64 bits.
        """
        if seed is not None:
            self.seed(seed)
            self.counts[meant(self.n, where)] = 0
        self._where[:] = meant(self.n, where)
        self._do(BEGIN)
        self._where[:] = 1

    def step(self, actions: ArrayLike) -> int:
        """Carry out an action in each game, and the decisions it forces; the arrays are explained in the class.

        Args:
            actions: (n) integers, relative to the deciding seat of each game. An illegal one does nothing but set
                ``illegal``. In a finished game it is ignored: the game begins again.

        Returns:
            The number of decisions made, including forced ones.

        Raises:
            BadActions: ``actions`` isn't one whole number per game.
        """
        self._actions[:] = fitting(self.n, numbers(actions))
        return self._do(STEP)

    def observe(self, seats: ArrayLike) -> NDArray[Any]:
        """Return a copy of what the given seats see, encoded like ``observations`` or else as records.

        Args:
            seats: (n) a seat for each game, or one for all; -1 is a spectator, who sees absolute seat numbers.

        Raises:
            UnknownSeat: there is no such seat at the table.
            BadActions: ``seats`` isn't one whole number per game.
        """
        asked = numbers(seats)
        if asked.shape not in ((), self.seats.shape) or asked.dtype.kind not in "iu":
            raise BadActions(f"There are {self.n} games: name a seat for each, or one for all, not {seats!r}.")
        given = np.broadcast_to(asked.astype(np.int64), self.seats.shape)
        if given.min() < SPECTATOR or given.max() >= self.players:
            raise UnknownSeat(f"There are the seats 0 to {self.players - 1}, and -1 for a spectator; not {seats!r}.")
        self._actions[:] = given
        self._do(LOOK, given)
        made = (self.records if self.observations is None else self.observations).copy()
        self._actions[:] = self.seats
        self._do(LOOK, self.seats)
        return made

    def close(self) -> None:
        """End the threads that step the games."""
        self._crew.leave()

    def _do(self, verb: int, seats: NDArray[np.int64] | None = None) -> int:
        """Begin, step or observe all selected games, in several threads, and write the observations."""
        looking = self.seats if seats is None else seats

        def part(nth: int) -> int:
            lo, hi = self._parts[nth]
            made = self.run(verb, lo, hi, *self._scratch[nth])
            if self.view is not None and self.observations is not None:
                self.view.into(self.observations, self.records, looking, lo, hi)
            return made

        return self._crew.each(part) if self.threads > 1 else part(0)


def formed(observation: Observation) -> TypeGuard[Form]:
    """Return whether observations of this kind are encoded as arrays of numbers, which records are not."""
    return observation in FORMS


class Observed(Vector):
    """A batch of games whose observations are encoded as numbers, so ``observations`` and ``view`` are never None."""

    observations: NDArray[Any]
    view: Observing


def meant(n: int, where: ArrayLike | None) -> NDArray[np.bool_]:
    """Return a flag for each of ``n`` games, whether it is selected by ``where``; by default all are.

    Raises:
        BadActions: the number of flags isn't the number of games.
    """
    given = np.ones(n, np.bool_) if where is None else numbers(where)
    if given.shape != (n,) or not np.isin(given, (0, 1)).all():
        raise BadActions(f"Which of {n} games are meant is said by as many flags, true or false, not by {where!r}.")
    return given.astype(np.bool_)


def fitting(n: int, actions: Any) -> Any:
    """Return ``actions`` unchanged if it is an array with a whole number for each of ``n`` games.

    Raises:
        BadActions: it has another shape or type.
    """
    if actions.shape != (n,) or actions.dtype.kind not in "iu":
        raise BadActions(
            f"A step takes {n} whole numbers, one for each game, not {actions.dtype} of shape {actions.shape}."
        )
    return actions


def numbers(given: ArrayLike) -> NDArray[Any]:
    """Return ``given`` as an array. If its rows differ in length, return an empty array, which later checks refuse."""
    try:
        return np.asarray(given)
    except ValueError:
        return np.empty(0, object)
