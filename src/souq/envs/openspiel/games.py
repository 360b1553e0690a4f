"""Our games as OpenSpiel's, each a class of its own with its parameters."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from souq.engine import registry
from souq.envs.information import hides
from souq.envs.openspiel import nodes
from souq.envs.openspiel.nodes import Node
from souq.envs.openspiel.observers import Observer
from souq.envs.openspiel.parameters import DEFAULTS, read
from souq.envs.openspiel.rules import OPENINGS, Rules, rules
from souq.envs.openspiel.states import Rollout, SouqState, Unremembered

PREFIX = "souq_"
MOST_POINTS = 1_000_000
"""Nobody makes, or owes, as many points; OpenSpiel wants a bound here too."""
LONGEST = 100_000
"""No game takes as many decisions; OpenSpiel wants a bound."""


class SouqGame(pyspiel.Game):
    """A game with its parameters; each of ours has a class of its own."""

    NAME: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.shared = rules(read(self.NAME, params or {}))
        self._root: Node | None = None
        given = dict(self.shared.parameters.given)
        super().__init__(game_type(self.NAME, self.shared.parameters.returns), game_info(self.shared), given)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.NAME, dict(self.shared.parameters.given))

    def state(self, node: Node) -> SouqState:
        """Return a position of this game."""
        return (SouqState if self.shared.parameters.recall else Unremembered)(self, node)

    def new_initial_state(self) -> SouqState | Rollout:
        """Return a new game, not dealt yet; with ``outcomes=0`` one whose chance is already drawn."""
        shared = self.shared
        if not (shared.exact or shared.outcomes):
            return Rollout.of(self, shared.drawn(shared.blank, shared.cause, shared.key())[0])
        if self._root is None:
            self._root = nodes.opening(shared)
        return self.state(self._root)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer, which says what a seat knows."""
        return Observer(self.shared, iig_obs_type, params)


@functools.cache
def game_type(name: str, returns: str = "victory") -> pyspiel.GameType:
    """Return the type of a game for OpenSpiel: before it is loaded, and when it is, with its returns."""
    game, utility, information = registry.find(name), pyspiel.GameType.Utility, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"{game.title} (souq)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides(game) else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if returns == "victory" else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=max(2, game.min_players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # no tensor remembers: algorithms take the observation's
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def game_info(shared: Rules) -> pyspiel.GameInfo:
    """Return the facts about a loaded game for OpenSpiel."""
    shares = shared.parameters.returns == "victory"
    most = 1.0 if shares else float(MOST_POINTS)
    return pyspiel.GameInfo(
        num_distinct_actions=shared.game.n_choices,
        max_chance_outcomes=max(OPENINGS, len(shared.deals) if shared.exact and shared.cause.what == "deal" else 0),
        num_players=shared.players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if shares else None,
        max_game_length=LONGEST,
    )


def register(name: str) -> str:
    """Register a game with OpenSpiel; return its name for ``pyspiel.load_game``.

    Raises:
        UnknownGame: there is none; the message names the nearest.
    """
    kind = game_type(registry.find(name).name)
    if kind.short_name not in pyspiel.registered_names():
        # A class, not a partial: the C++ side lets go of it after Python's end, and only a class outlives that.
        named = {"NAME": registry.find(name).name}
        pyspiel.register_game(kind, type(SouqGame.__name__, (SouqGame,), named))
    return str(kind.short_name)


def load(name: str, players: int = 0, **parameters: Any) -> SouqGame:
    """Load a game of ours as one of OpenSpiel's.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, UnknownSmall: with what is wrong and what would be right.
    """
    given: Mapping[str, Any] = {"players": players, **parameters}
    read(name, given)
    return _loaded(name, given)


def _loaded(name: str, given: Mapping[str, Any]) -> SouqGame:
    """Load a game with these parameters, or a copy of one."""
    made: SouqGame = pyspiel.load_game(register(name), dict(given))
    return made
