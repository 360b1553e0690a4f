"""What a seat knows, as OpenSpiel asks for it: strings and tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from souq.engine.match.decision import SPECTATOR
from souq.envs.games import observing
from souq.envs.openspiel.rules import Rules
from souq.envs.openspiel.states import Rollout, SouqState

LOOKS = "who looks"
"""The part of a tensor that says whose it is; no field has such a name."""


class Observer:
    """Says what a seat knows: all of it, or what everybody does.

    Its tensor is flat: which seat looks, and then what it sees, seats turned so that it is the first (see
    :class:`~souq.engine.learn.observations.Observing`). It is of the present only; what a seat remembers is told by the
    string of an information state.
    """

    def __init__(self, shared: Rules, kind: Any = None, params: Any = None) -> None:
        """Take OpenSpiel's ``kind``: with recall or not, and private information of one seat or none.

        Raises:
            ValueError: there are parameters, which nobody reads.
        """
        if params:
            raise ValueError(f"Observers of souq's games take no parameters, not {params!r}.")
        self.recall = bool(kind is not None and kind.perfect_recall)
        self.public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self._view = observing(shared.game, shared.players, "flat")
        self._seat = np.zeros(1, np.int64)
        self.tensor: NDArray[np.float32] = np.zeros(shared.players + self._view.size, np.float32)
        self._looks, self._seen = self.tensor[: shared.players], self.tensor[shared.players :]
        self.dict: dict[str, NDArray[np.float32]] = {LOOKS: self._looks, **self._view.named(self._seen)}

    def set_from(self, state: SouqState | Rollout, player: int) -> None:
        """Fill the tensor with what the seat sees now."""
        seat = SPECTATOR if self.public else player
        record = state.hidden(seat)
        self._looks[:] = 0
        if seat >= 0:
            self._looks[seat] = 1
        self._seat[0] = seat
        self._view.into(self._seen[None], record, self._seat)

    def string_from(self, state: SouqState | Rollout, player: int) -> str:
        """Return what the seat knows."""
        if self.public:
            return state.observation_string(SPECTATOR)
        return state.information_state_string(player) if self.recall else state.observation_string(player)
