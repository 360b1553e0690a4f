"""Many games at once as Gymnasium's ``VectorEnv``: one learner plays all seats.

Gymnasium knows one agent: here it is the deciding seat. An observation is what that seat sees, an action what it does,
and the reward belongs to the seat that acted; all seats' rewards are in ``infos["rewards"]``. The next decision may be
another seat's: ``infos["seat"]`` says whose, and ``infos["action_mask"]`` what is legal then.

So advantages must be computed per seat: :func:`souq.envs.advantages` does it. Computed from one row to the next, as for
one agent, they mix the values of different seats, and only the seat that acted last gets the final reward.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from souq.engine.game import Game
from souq.engine.learn.observations import FORMS, Form
from souq.engine.rules import seeds
from souq.envs import spacing
from souq.envs.errors import flag, one_of
from souq.envs.refusing import ILLEGAL
from souq.envs.spec import AUTORESETS, Autoreset, Settings, expanded
from souq.envs.vectors import Observed
from souq.extras import importing

with importing("envs", "This needs"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

MODES = {"next": AutoresetMode.NEXT_STEP, "same": AutoresetMode.SAME_STEP}
"""Gymnasium's constants for the two modes of ``autoreset``."""


class SouqVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games of self-play, stepped in compiled code.

    Consecutive rows are decisions of different seats: compute advantages per seat, with :func:`souq.envs.advantages`.

    Attributes:
        games: the batch, with its arrays.
        single_observation_space: a ``Box``, or a ``Dict`` of the fields.
        single_action_space: ``Discrete``, the choices of the game.
    """

    @expanded(Settings)
    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observation: Form = "flat",
        threads: int = 1,
        autoreset: Autoreset = "next",
        copy: bool = True,
        **settings: Unpack[Settings],
    ) -> None:
        """Allocate the arrays; :meth:`reset` begins the games.

        :class:`~souq.envs.spec.EnvSpec` explains the other arguments and the errors they raise.

        Args:
            num_envs: number of games.
            autoreset: ``next``: a finished game begins again with the next step, whose action is ignored (its mask is 1
                for action 0 alone); ``same``: at once, and the final observation is in ``infos["final_obs"]``.
            copy: whether results are copies. Without, they are the arrays that the next step overwrites.
        """
        one_of("observation", observation, FORMS)
        one_of("autoreset", autoreset, AUTORESETS)
        self.games = Observed(
            game,
            num_envs,
            players,
            options,
            observation=observation,
            threads=threads,
            autoreset="next",  # this class restarts finished games itself, after it has read their final observations
            **settings,
        )
        self._view = self.games.view
        self._same = autoreset == "same"
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": MODES[autoreset], "render_modes": []}
        self.single_observation_space = spacing.seen(self._view)
        self.single_action_space = spaces.Discrete(self.games.game.n_choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = flag("copy", copy)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the games again.

        Args:
            seed: the same seed begins the same games; without one, the generator of the last seed continues.
            options: ``{"reset_mask": (num_envs,) bool}`` begins only those games again.

        Raises:
            BadActions: the number of flags isn't the number of games.
            BadSeed: the seed isn't a whole number of 64 bits.
        """
        super().reset(seed=None if seed is None else seeds.checked(seed))
        where = (options or {}).get("reset_mask")
        if seed is None and where is None:
            seed = int(self.np_random.integers(1 << 62))
        self.games.reset(seed, where)
        return self._seen(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out the deciding seat's action in every game.

        Raises:
            BadActions: ``actions`` isn't one whole number per game.
        """
        games = self.games
        acted = games.seats.copy()
        games.step(actions)
        rewards = games.rewards[self._rows, acted].astype(np.float64)
        illegal, over = games.illegal.astype(np.bool_), games.dones.astype(np.bool_)
        rewards[illegal] = ILLEGAL
        paid = games.rewards.copy() if self._copy or self._same else games.rewards
        last = self._restarted(over) if self._same and over.any() else {}
        infos = {**self._infos(), **last, "illegal": illegal, "rewards": paid}
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def close_extras(self, **how: Any) -> None:
        """End the threads that step the games."""
        self.games.close()

    def _restarted(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Begin finished games again; return their last observations and seats as Gymnasium's ``final_…`` infos."""
        seats = np.where(over, self.games.seats, -1)
        rows = self._observed(over)
        seen = np.full(self.num_envs, None, object)
        for nth, row in enumerate(np.flatnonzero(over)):
            seen[row] = {name: part[nth] for name, part in rows.items()} if isinstance(rows, dict) else rows[nth]
        self.games.reset(where=over)
        last = {"seat": seats, "_seat": over.copy()}
        return {"final_obs": seen, "_final_obs": over.copy(), "final_info": last, "_final_info": over.copy()}

    def _seen(self) -> Any:
        return self._observed(slice(None)) if not self._copy else self._observed(self._rows)

    def _observed(self, where: Any) -> Any:
        """Return the observations of the games at ``where``: a copy, or a view of the array if ``where`` is a slice."""
        rows = self.games.observations[where]
        return self._view.named(rows) if self._view.form == "named" else rows

    def _infos(self) -> dict[str, Any]:
        shared = self.games.seats, self.games.masks
        seats, masks = (array.copy() for array in shared) if self._copy else shared
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"seat": seats, "_seat": everywhere, "action_mask": masks, "_action_mask": everywhere.copy()}
