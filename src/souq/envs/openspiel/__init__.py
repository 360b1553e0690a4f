"""Souq's games for OpenSpiel, a library of algorithms for games.

After ``import souq.envs.openspiel``, ``pyspiel.load_game("souq_kairo(players=3,chance=exact)")`` loads one; every
registered game is available as ``souq_`` and its name. It needs souq's extra ``openspiel``.

``players``
    the number of players; by default the smallest number with opponents.
``options``
    options of the game: ``"high:on;colour:red"``.
``chance``
    ``"sampled"``: a chance node has ``outcomes`` equally likely outcomes, derived from the position's key; 1,024 at the
    setup. ``outcomes=0`` draws chance while applying actions, without any chance nodes. ``"exact"``: every draw is
    a node with its true outcomes and probabilities.
``recall``
    whether information states remember everything that a seat saw and chose, as CFR and similar algorithms need.
    Without it positions carry no history, and a search is several times as fast.
``small``
    the name of a position that is small enough to be solved (:func:`small_games`).
``window``
    the number of decisions after which time runs out, in games with a clock; 0 for never. Chance must be sampled.
``start``
    a position to start from, as JSON: ``json.dumps(match.position())``. What is hidden from everybody there is dealt
    again. The parameter is stored as base64url of the JSON, because OpenSpiel splits parameters at commas.
``returns``
    ``"victory"``: 1 for a win, and -1 shared by the losers, so it is zero-sum. ``"points"``: the final points.
"""

from __future__ import annotations

from souq.extras import importing

with importing("openspiel", "souq.envs.openspiel needs"):
    import pyspiel as _pyspiel  # noqa: F401

from souq.engine import registry
from souq.envs import small
from souq.envs.openspiel.games import SouqGame, load, register
from souq.envs.openspiel.parameters import OUTCOMES, BadParameter
from souq.envs.openspiel.states import Rollout, SouqState

__all__ = ["OUTCOMES", "BadParameter", "Rollout", "SouqGame", "SouqState", "load", "register", "small_games"]


def small_games() -> dict[str, list[str]]:
    """Return, for each game, the names of its positions that are small enough to be solved."""
    return {name: list(small.listed(game)) for name, game in registry.games().items()}


for _name in registry.games():
    register(_name)
