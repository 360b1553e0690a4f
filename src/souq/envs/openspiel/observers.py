"""OpenSpiel's observers: encodings of what a seat knows, as strings and as tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from souq.engine.match.decision import SPECTATOR
from souq.envs.games import observing
from souq.envs.openspiel.rules import Rules
from souq.envs.openspiel.states import Rollout, SouqState

OBSERVER = "who looks"
"""Name of the part of the tensor that says which seat observes. It is none of the names of games' fields."""


class Observer:
    """An encoder of what one seat knows, or of what everyone knows.

    The tensor is flat: the observing seat as one-hot, then its observation with seats rotated so that it comes first
    (see :class:`~souq.engine.learn.observations.Observing`). It covers only the present; the string of an information
    state covers what a seat remembers.
    """

    def __init__(self, shared: Rules, kind: Any = None, params: Any = None) -> None:
        """Create an encoder; OpenSpiel's ``kind`` says whether it covers the past and what only the seat knows.

        Without ``kind`` it encodes the present as the seat sees it.

        Raises:
            ValueError: ``params`` isn't empty; no parameters are supported.
        """
        if params:
            raise ValueError(f"Observers of souq's games take no parameters, not {params!r}.")
        self.recall = bool(kind is not None and kind.perfect_recall)
        self.public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self._view = observing(shared.game, shared.players, "flat")
        self._seat = np.zeros(1, np.int64)
        self.tensor: NDArray[np.float32] = np.zeros(shared.players + self._view.size, np.float32)
        self._observer, self._seen = self.tensor[: shared.players], self.tensor[shared.players :]
        self.dict: dict[str, NDArray[np.float32]] = {OBSERVER: self._observer, **self._view.named(self._seen)}

    def set_from(self, state: SouqState | Rollout, player: int) -> None:
        """Write what the seat ``player`` sees in a state to the tensor."""
        seat = SPECTATOR if self.public else player
        record = state.hidden(seat)
        self._observer[:] = 0
        if seat >= 0:
            self._observer[seat] = 1
        self._seat[0] = seat
        self._view.into(self._seen[None], record, self._seat)

    def string_from(self, state: SouqState | Rollout, player: int) -> str:
        """Return what the seat ``player`` knows in a state as a string, with the past if ``kind`` includes it."""
        if self.public:
            return state.observation_string(SPECTATOR)
        return state.information_state_string(player) if self.recall else state.observation_string(player)
