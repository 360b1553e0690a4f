"""One game that a program plays step by step. The environments with a single game are based on it.

>>> play = Play("desert_bazaar", players=3)
>>> play.reset(seed=7)
>>> play.seat, play.observe(play.seat).shape == (play.view.size,)
(1, True)
>>> play.step(int(play.mask().argmax()))
True
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from souq.engine.game import Game
from souq.engine.learn.observations import FORMS, Form
from souq.engine.learn.stepping import AFTER, BEGIN, LOOK, NEVER, STEP, WAITED, WINDOW
from souq.engine.match.decision import NOBODY, SPECTATOR
from souq.engine.rules.bits import members
from souq.engine.rules.record import Batch, clone
from souq.envs import errors
from souq.envs.errors import NONE_BEGUN, GameOver
from souq.envs.games import Games, observing
from souq.envs.spec import EnvSpec, Settings, expanded

NOBODY_YET = SPECTATOR - 1
"""Value of ``_viewer``, the seat whose view is in ``records``, before the first game begins."""


class Play(Games):
    """One game. See :class:`~souq.envs.games.Games` for how seats and actions are numbered.

    Attributes:
        view: the layout of observations.
        rewards: (players) float32, each seat's reward for the last step.
        over: whether the game has ended.
        seat: the deciding seat; when the game is over, the last one.
    """

    _together = 1

    @expanded(Settings)
    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observation: Form = "flat",
        **settings: Unpack[Settings],
    ) -> None:
        """Allocate the arrays; the game begins with :meth:`reset`.

        :class:`~souq.envs.spec.EnvSpec` explains the arguments and the errors they raise.
        """
        errors.one_of("observation", observation, FORMS)
        self._made_with = (game, players, options), {"observation": observation, **settings}
        super().__init__(EnvSpec(game, players, options, observation=observation, autoreset="next", **settings))
        self.view = observing(self.game, self.players, observation)
        self._terms[AFTER] = NEVER
        self.rewards: NDArray[np.float32] = self.rewards[0]
        self._scratch = self.scratch()
        self._seat = np.zeros(1, np.int64)
        self._words = self.records.view(np.int64).reshape(1, -1)
        self._mask: NDArray[np.int8] = self.masks[0]
        self._viewer = NOBODY_YET
        self.over = True
        self.seat = 0

    def _held(self) -> dict[str, Any]:
        return {**super()._held(), "over": self.over, "seat": self.seat, "_viewer": self._viewer}

    def __repr__(self) -> str:
        now = "no game begun" if not self.counts[0] else "over" if self.over else f"seat {self.seat} to choose"
        return f"<Play of {self.game.title}, {self.players} players, {self.view.form}: {now}>"

    def reset(self, seed: int | None = None) -> None:
        """Begin another game. The same seed begins the same game; without a seed it is random.

        Raises:
            BadSeed: the seed isn't a whole number of 64 bits.
        """
        self.seed(secrets.randbits(64) if seed is None else seed)
        self.counts[0] = 0
        self.run(BEGIN, 0, 1, *self._scratch)
        self._look_up()

    def step(self, action: int, seat: int | None = None) -> bool:
        """Carry out an action of the deciding seat, or in a race of another seat that may decide.

        With ``through``, forced decisions after it are made as well.

        Returns:
            Whether the action was legal; if not, nothing has changed.

        Raises:
            GameOver: the game is over.
            UnknownSeat: there is no such seat.
        """
        if self.over:
            raise GameOver("The game is over: reset() begins another.")
        if seat is not None and seat != self.seat and not self._turn_to(seat, action):
            return False
        self._actions[0] = action
        self.run(STEP, 0, 1, *self._scratch)
        if self.illegal[0]:
            return False
        self._look_up()
        return True

    def wait(self) -> None:
        """Pass a round in which no seat acts.

        With a time limit (``window``), it counts as a decision if the rules let the clock decide here. Once the limit
        is reached, the clock decides.

        Raises:
            GameOver: the game is over.
        """
        if self.over:
            raise GameOver("The game is over: reset() begins another.")
        self.rewards[:] = 0
        window = int(self._terms[WINDOW])
        if window == 0:
            return
        choices = self.game.bindings.legal(self._true, NOBODY)
        self._facts[WAITED] = self._facts[WAITED] + 1 if len(choices) else 0
        if not len(choices) or self._facts[WAITED, 0] < window:
            return
        self._facts[WAITED] = 0
        # A step looks up an action of NOBODY (seat -1) in the last row of the names: encode it with that row.
        self._actions[0] = self._names[-1, choices[0]]
        self.seats[0] = NOBODY
        self._mask[self._actions[0]] = 1
        self.run(STEP, 0, 1, *self._scratch)
        self._look_up()

    @property
    def deciders(self) -> list[int]:
        """Seats that may choose now: none when the game is over, several in a race."""
        return [] if self.over else members([self.game.bindings.deciders(self._true)])

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """Return a copy of a seat's mask (the deciding seat's by default): (choices) int8, 1 where an action is legal.

        Raises:
            UnknownSeat: there is no such seat.
        """
        if seat is None or errors.seat(seat, self.players) == self.seat:
            return self._mask.copy()
        made: NDArray[np.int8] = np.zeros_like(self._mask)
        if not self.over and self.game.bindings.deciders(self._true) >> seat & 1:
            made[self._names[seat, self.game.bindings.legal(self._true, seat)]] = 1
        return made

    def observe(self, seat: int) -> Any:
        """Return what a seat (-1: a spectator) sees now, in the form of ``view``: (size), or by fields.

        Raises:
            UnknownSeat: there is no such seat.
            GameOver: no game has begun.
        """
        row = np.empty((1, self.view.size), self.view.dtype)
        self._show(seat)
        self._seat[0] = seat
        self.view.read(row, self._words, self._seat, 0, 1)
        return self.view.named(row[0]) if self.view.form == "named" else row[0]

    def record(self, seat: int) -> Batch:
        """Return a copy of the record with only what a seat may know; seats are numbered as in the game.

        Raises:
            UnknownSeat: there is no such seat.
            GameOver: no game has begun.
        """
        self._show(seat)
        return clone(self.records)

    def state(self) -> NDArray[Any]:
        """Return the full position, including hidden information, encoded like an observation; shape ``(size,)``.

        Raises:
            GameOver: no game has begun.
        """
        self._check_begun()
        return self.view.of(self._true, SPECTATOR)

    @property
    def true(self) -> Batch:
        """The position with all hidden information, as an array of one record; don't modify it."""
        return self._true

    def choice(self, action: int, seat: int | None = None) -> int:
        """Return the choice of the game that an action means for a seat, the deciding seat by default."""
        return int(self._names[self.players + (self.seat if seat is None else seat), action])

    def action(self, choice: int, seat: int | None = None) -> int:
        """Return the action by which a seat makes a choice of the game, the deciding seat by default."""
        return int(self._names[self.seat if seat is None else seat, choice])

    def _show(self, seat: int) -> None:
        """Write what a seat may know to ``records``, unless that is there already."""
        if errors.seat(seat, self.players) != self._viewer:
            self._check_begun()
            self._actions[0] = seat
            self.run(LOOK, 0, 1, *self._scratch)
            self._viewer = seat

    def _check_begun(self) -> None:
        if not self.counts[0]:
            raise GameOver(NONE_BEGUN)

    def _turn_to(self, seat: int, action: int) -> bool:
        """Make another seat the deciding one if the action is legal for it; return whether it is."""
        mask = self.mask(seat)
        if not 0 <= action < len(mask) or not mask[action]:
            return False
        self._mask[:] = mask
        self.seats[0] = self.seat = seat
        return True

    def _look_up(self) -> None:
        self.over = bool(self.dones[0])
        self.seat = self._viewer = int(self.seats[0])
