"""What OpenSpiel asks for what a seat knows: strings and tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from souq.engine.decision import SPECTATOR

if TYPE_CHECKING:
    from souq.envs.openspiel.rules import Rules
    from souq.envs.openspiel.states import SouqState


class Observer:
    """Says what a seat knows: all of it, or what everybody does."""

    tensor = None

    def __init__(self, shared: Rules, kind: Any = None, params: Any = None) -> None:
        """``kind`` is OpenSpiel's: with recall or not, and what is private of one seat or of nobody.

        Raises:
            ValueError: there are parameters, which nobody reads.
        """
        if params:
            raise ValueError(f"Observers of souq's games take no parameters, not {params!r}.")
        self.dict: dict[str, Any] = {}
        self.recall = bool(kind is not None and kind.perfect_recall)
        self.public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE

    def set_from(self, state: SouqState, player: int) -> None:
        """There is nothing to set."""

    def string_from(self, state: SouqState, player: int) -> str:
        """What the seat knows."""
        if self.public:
            return state.observation_string(SPECTATOR)
        return state.information_state_string(player) if self.recall else state.observation_string(player)
