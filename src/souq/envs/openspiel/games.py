"""Classes that present souq's games to OpenSpiel, one for each game."""

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
"""Number of points that no game reaches, because OpenSpiel requires bounds on what players can win."""
LONGEST = 100_000
"""Number of decisions that no game reaches, because OpenSpiel requires a maximum."""


class SouqGame(pyspiel.Game):
    """Base class of souq's games for OpenSpiel. :func:`register` makes a subclass for each game."""

    NAME: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.shared = rules(read(self.NAME, params or {}))
        self._root: Node | None = None
        given = dict(self.shared.parameters.given)
        super().__init__(game_type(self.NAME, self.shared.parameters.returns), game_info(self.shared), given)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.NAME, dict(self.shared.parameters.given))

    def state(self, node: Node) -> SouqState:
        """Return an OpenSpiel state that represents a node of the game's tree."""
        return (SouqState if self.shared.parameters.recall else Unremembered)(self, node)

    def new_initial_state(self) -> SouqState | Rollout:
        """Return the state at the beginning of a game, before anything is dealt.

        With ``outcomes=0`` there are no chance nodes, so it is the state after a random setup.
        """
        shared = self.shared
        if not (shared.exact or shared.outcomes):
            return Rollout.of(self, shared.drawn(shared.blank, shared.cause, shared.key())[0])
        if self._root is None:
            self._root = nodes.opening(shared)
        return self.state(self._root)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an object that encodes what a seat knows in a state, as OpenSpiel's algorithms request it."""
        return Observer(self.shared, iig_obs_type, params)


@functools.cache
def game_type(name: str, returns: str = "victory") -> pyspiel.GameType:
    """Return OpenSpiel's description of a game; ``returns`` is the game's parameter of that name."""
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
        provides_information_state_tensor=False,  # tensors have no memory: algorithms use observations
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def game_info(shared: Rules) -> pyspiel.GameInfo:
    """Return OpenSpiel's description of a loaded game: its numbers of actions and players, and bounds of results."""
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
        UnknownGame: there is no such game; the message suggests the most similar name.
    """
    kind = game_type(registry.find(name).name)
    if kind.short_name not in pyspiel.registered_names():
        # A class, not a partial: C++ releases it after the interpreter has shut down, which only a class survives.
        named = {"NAME": registry.find(name).name}
        pyspiel.register_game(kind, type(SouqGame.__name__, (SouqGame,), named))
    return str(kind.short_name)


def load(name: str, players: int = 0, **parameters: Any) -> SouqGame:
    """Load a game for OpenSpiel with the given parameters, which are explained in :mod:`souq.envs.openspiel`.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, UnknownSmall: a parameter is invalid; the message says
            what would be right.
    """
    given: Mapping[str, Any] = {"players": players, **parameters}
    read(name, given)
    return _loaded(name, given)


def _loaded(name: str, given: Mapping[str, Any]) -> SouqGame:
    """Load a game with parameters that have been checked; pickle calls this as well."""
    made: SouqGame = pyspiel.load_game(register(name), dict(given))
    return made
