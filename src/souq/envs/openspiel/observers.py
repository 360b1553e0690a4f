"""What OpenSpiel asks for what a seat knows: strings and tensors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from souq.engine.decision import SPECTATOR
from souq.engine.game import Game
from souq.engine.meaning import Inner
from souq.engine.record import SPARE

if TYPE_CHECKING:
    from souq.envs.openspiel.rules import Rules
    from souq.envs.openspiel.states import Rollout, SouqState

INNER = frozenset(("key", "draws", "n_events", "event", "players", "over", SPARE))
"""Fields that no tensor has."""
LOOKS = "who looks"
"""The part of a tensor that says whose it is; no field has such a name."""
WIDE = 4
"""Numbers of so many bytes are sets or packed counts: each of their bits is a number of the tensor."""


def parts(game: Game) -> dict[str, int]:
    """The fields of a game's tensors, and how many numbers each has."""
    kept = dict[str, int]()
    for name in game.State.layout.names or ():
        told = game.State.fields.get(name)
        if name not in INNER and not (told and (told.derived or isinstance(told.of, Inner))):
            kind, shape = game.State.layout[name].base, game.State.layout[name].shape
            kept[name] = math.prod(shape) * (8 * kind.itemsize if kind.itemsize >= WIDE else 1)
    return kept


class Observer:
    """Says what a seat knows: all of it, or what everybody does.

    Its tensor is flat: which seat looks, and then every field, whole numbers as they are and sets bit by bit. It is of
    the present only; what a seat remembers is told by the string of an information state.
    """

    def __init__(self, shared: Rules, kind: Any = None, params: Any = None) -> None:
        """``kind`` is OpenSpiel's: with recall or not, and what is private of one seat or of nobody.

        Raises:
            ValueError: there are parameters, which nobody reads.
        """
        if params:
            raise ValueError(f"Observers of souq's games take no parameters, not {params!r}.")
        self.recall = bool(kind is not None and kind.perfect_recall)
        self.public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        sizes = {LOOKS: shared.players, **parts(shared.game)}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SouqState | Rollout, player: int) -> None:
        """Fill the tensor with what the seat sees now."""
        seen = state.hidden(SPECTATOR if self.public else player)
        for name, place in self.dict.items():
            if name == LOOKS:
                place[:] = 0
                if not self.public:
                    place[player] = 1
            else:
                held = np.ascontiguousarray(seen[name])
                wide = held.dtype.itemsize >= WIDE
                place[:] = np.unpackbits(held.view(np.uint8).ravel(), bitorder="little") if wide else held.ravel()

    def string_from(self, state: SouqState | Rollout, player: int) -> str:
        """What the seat knows."""
        if self.public:
            return state.observation_string(SPECTATOR)
        return state.information_state_string(player) if self.recall else state.observation_string(player)
