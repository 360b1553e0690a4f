"""Thousands of games at once on a GPU, in arrays that stay on the GPU.

>>> import souq.gpu
>>> games = souq.gpu.vector("desert_bazaar", 65_536, players=3, observation="flat")      # doctest: +SKIP
>>> for _ in range(100):                                                                 # doctest: +SKIP
...     games.step(games.picks)         # a legal choice at random in each
>>> seen = torch.as_tensor(games.observations, device="cuda")                            # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from souq.engine.game import Game
from souq.engine.learn.stepping import (
    ACTION,
    BEGIN,
    COUNT,
    DONE,
    ILLEGAL,
    N_FACTS,
    N_FLAGS,
    PICK,
    PLY,
    REWARD,
    SEAT,
    STEP,
    WHERE,
)
from souq.envs.errors import BadActions, BadSetting
from souq.envs.games import BaseGames, all_records, observing
from souq.envs.spec import BatchSettings, EnvSpec, Observation, expanded
from souq.envs.vectors import fitting, formed, meant, numbers
from souq.gpu.cards import cuda, needed
from souq.gpu.kernels import kernel

Array = Any
"""An array on the GPU. PyTorch, CuPy and JAX can use it without a copy (``__cuda_array_interface__``), and
``copy_to_host()`` copies it to main memory.
"""


class Vector(BaseGames):
    """A batch of ``n`` games on a GPU. It plays the same games as :class:`souq.envs.vectors.Vector`.

    Every array is allocated once, stays on the GPU and is overwritten by the next step. ``seats``, ``masks``,
    ``records``, ``rewards``, ``dones``, ``illegal``, ``picks``, ``counts`` and ``plies`` are those of
    :class:`~souq.envs.games.Games`.

    Attributes:
        made: (n) int64, the number of decisions so far in all games of each row, forced ones included.
        observations: (n, size) observations of the deciding seats, or None if they are records, or nothing.
        view: the layout of the observations, or None.
    """

    @expanded(BatchSettings)
    def __init__(
        self,
        game: str | Game,
        n: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observation: Observation = "records",
        **settings: Unpack[BatchSettings],
    ) -> None:
        """Start ``n`` games.

        Args, Raises: as :class:`souq.envs.vectors.Vector`, except that ``returns`` is ``victory`` or ``points``.

        Raises:
            NoCard: there is no usable GPU.
        """
        spec = EnvSpec(game, players, options, n=n, threads=1, observation=observation, **settings)
        if spec.returns == "potential":
            raise BadSetting("On a card what is paid is 'victory' or 'points'; the judge stays on the processor.")
        super().__init__(spec)
        needed()
        self.view = observing(self.game, self.players, observation) if formed(observation) else None
        places = self._places
        self._device_terms, self._device_names = cuda.to_device(self._terms), cuda.to_device(self._names)
        records = all_records(self.table, places)
        self._all = cuda.to_device(records)
        words = self._all.view(np.int64).reshape(len(records), records.itemsize // 8)
        self.records, self._seen = self._all[places : places + n], words[places : places + n]
        self._facts, self._flags = _zeros((N_FACTS, places), np.int64), _zeros((N_FLAGS, places), np.int8)
        self._paid = _zeros((2, places, self.players), np.float32)
        self._actions, self.seats, self.picks, self.counts, self.plies = (
            self._facts[row][:n] for row in (ACTION, SEAT, PICK, COUNT, PLY)
        )
        self._where, self.dones, self.illegal = (self._flags[row][:n] for row in (WHERE, DONE, ILLEGAL))
        self.rewards = self._paid[REWARD][:n]
        self.masks, self.made = _zeros((n, max(self.game.n_choices, 1)), np.int8), _zeros(n, np.int64)
        self._step, self._observe, self.observations = kernel("stepping", self.game), None, None
        if self.view is not None:
            self._observe = kernel("observing_integers" if self.view.whole else "observing", self.game)
            self._program = cuda.to_device(self.view.program(records))
            self.observations = _zeros((n, self.view.size), self.view.dtype)
        self.reset(spec.seed)

    def __repr__(self) -> str:
        table = f"{self.n} games of {self.game.title}, {self.players} players, on a card"
        return f"<Vector of {table}, observation={self.observation!r}, autoreset={self.autoreset!r}>"

    @property
    def decisions(self) -> int:
        """Total number of decisions so far, forced ones included."""
        return int(self.made.copy_to_host().sum())

    def reset(self, seed: int | None = None, where: ArrayLike | None = None) -> None:
        """Begin all or some of the games again; see :meth:`souq.envs.vectors.Vector.reset`."""
        these = meant(self.n, where)
        if seed is not None:
            self.seed(seed)
            self._device_terms.copy_to_device(self._terms)
            self.counts.copy_to_device(np.where(these, 0, self.counts.copy_to_host()))
        self._where.copy_to_device(these.astype(np.int8))
        self._do(BEGIN)
        self._where.copy_to_device(np.ones(self.n, np.int8))

    def step(self, actions: Any) -> None:
        """Play an action in each game, and the forced decisions after it; returns without waiting for the GPU.

        Args:
            actions: (n) integers, numbered relative to the deciding seats: an array in main memory or, as int64, one on
                the GPU (anything with ``__cuda_array_interface__``, such as ``picks`` or a PyTorch tensor).

        Raises:
            BadActions: the number of actions or their type is wrong; arrays on the GPU must be contiguous int64.
        """
        there = hasattr(actions, "__cuda_array_interface__")
        given = fitting(self.n, cuda.as_cuda_array(actions) if there else numbers(actions))
        if there and given.dtype != np.int64:
            raise BadActions(f"Actions that are on the card already are int64, not {given.dtype}.")
        if there and self.n > 1 and given.strides != (given.dtype.itemsize,):
            raise BadActions("Actions that are on the card already lie side by side, as in a contiguous copy.")
        self._actions.copy_to_device(given if there else given.astype(np.int64))
        self._do(STEP)

    def _do(self, verb: int) -> None:
        """Begin or step all selected games on the GPU, and write the observations there."""
        arrays = (self._facts, self._flags, self._paid, self.masks, self.made)
        self._step(self.n, verb, self._device_terms, self._device_names, self._all, *arrays)
        if self._observe is not None:
            self._observe(self.n, self._seen, self._facts, self.players, self._program, self.observations)


def _zeros(shape: int | tuple[int, ...], kind: DTypeLike) -> Array:
    return cuda.to_device(np.zeros(shape, kind))
