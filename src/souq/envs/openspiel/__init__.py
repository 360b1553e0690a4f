"""Our games as games of OpenSpiel.

After ``import souq.envs.openspiel``, ``pyspiel.load_game("souq_kairo(players=3,chance=exact)")`` is one of them; every
registered game is known by ``souq_`` and its name. It needs souq's extra ``openspiel``.

``players``
    how many; left out, as few as are company.
``options``
    the game's own, ``"high:on;colour:red"``.
``chance``
    ``"sampled"``: at a chance node come ``outcomes`` equally likely ones, made from the position's own key, 1,024 where
    a game is set up. ``outcomes=0`` draws while applying, and there are no chance nodes at all. ``"exact"``: every draw
    is a node with what it may bring and its true probability.
``recall``
    whether information states remember all that a seat saw and chose, which CFR and its like need. Without, a position
    has no past at all, and a search is several times as fast.
``small``
    a position small enough to be solved (:func:`small_games`).
``window``
    after how many decisions time runs out, where a game has a clock; 0 for never. Chance is sampled then.
``start``
    a position to begin from, as JSON: ``json.dumps(match.position())``. What nobody knows there is dealt again. The
    game keeps it as base64url of that JSON, which has no commas: OpenSpiel splits parameters there.
``returns``
    ``"victory"``: 1 for a win, -1 shared by the others; it is zero-sum. ``"points"``: those of the end.
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
    """Return the names of the games small enough to be solved, by game."""
    return {name: list(small.listed(game)) for name, game in registry.games().items()}


for _name in registry.games():
    register(_name)
