"""Many games at once as Gymnasium's ``VectorEnv``: a learner that plays for everybody.

Gymnasium knows one agent: here it is the seat that decides. An observation is what that seat sees, an action what it
does, and the reward is of the seat that acted; what everybody got is in ``infos["rewards"]``. The next decision may be
another seat's: ``infos["seat"]`` says whose, and ``infos["action_mask"]`` what is legal then.

So advantages must be computed seat by seat: :func:`souq.envs.advantages` does it. Taken from one row to the next, as
for one agent, they mix what different seats expect, and the end pays nobody but the seat that acted last.
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
"""Autoreset as Gymnasium calls it."""


class SouqVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games of self-play, stepped in compiled code.

    Rows that follow each other are decisions of different seats: compute advantages seat by seat, with
    :func:`souq.envs.advantages`.

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
        """Make the arrays; :meth:`reset` begins the games.

        The other arguments are as :class:`~souq.envs.spec.EnvSpec` says, and so is what can be wrong with them.

        Args:
            num_envs: how many games.
            autoreset: ``next``: a game that has ended begins again with the next step, whose action is not read (its
                mask is 1 for action 0 alone); ``same``: at once, and what was seen last is in ``infos["final_obs"]``.
            copy: whether what is returned is the caller's to keep. Without, arrays are those that the next step writes.
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
            autoreset="next",  # the games that are over are begun here, once what was seen of them last is kept
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
            seed: the same one begins the same games; without, they go on from the last that was given.
            options: ``{"reset_mask": (num_envs,) bool}`` begins only those games again.

        Raises:
            BadActions: there are not as many flags as games.
            BadSeed: the seed is no whole number of 64 bits.
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
            BadActions: not as many whole numbers as games.
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
        """End the threads."""
        self.games.close()

    def _restarted(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Begin finished games again; return their final observations and seats."""
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
        """Return the observations of some games: copies, unless they are given as a slice."""
        rows = self.games.observations[where]
        return self._view.named(rows) if self._view.form == "named" else rows

    def _infos(self) -> dict[str, Any]:
        kept = self.games.seats, self.games.masks
        seats, masks = (array.copy() for array in kept) if self._copy else kept
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"seat": seats, "_seat": everywhere, "action_mask": masks, "_action_mask": everywhere.copy()}
