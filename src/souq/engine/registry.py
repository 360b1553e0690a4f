"""The registry of games. Games in other packages register under the entry-point group ``souq.games``."""

from __future__ import annotations

import difflib
import logging
from functools import cache
from importlib.metadata import entry_points

from souq.engine.errors import UnknownGame
from souq.engine.game import Game

GROUP = "souq.games"

_added: dict[str, Game] = {}


@cache
def installed() -> dict[str, Game]:
    """Return the games registered under the entry-point group, by name; those that fail to load are skipped."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        try:
            game = entry.load()
        except Exception as error:  # a broken game of somebody else's must not take the others with it
            logging.getLogger(__name__).warning("The game %s (%s) cannot be loaded: %s", entry.name, entry.value, error)
            continue
        if game.name in found:
            logging.getLogger(__name__).warning("The game %s is left out: another one has that name.", entry.value)
            continue
        found[game.name] = game
    return found


def games() -> dict[str, Game]:
    """Return all games that can be played in this process, by name."""
    return {**installed(), **_added}


def register(game: Game) -> Game:
    """Add a game for this process only."""
    _added[game.name] = game
    return game


def find(name: str) -> Game:
    """Return the game with a name; spaces, hyphens and case don't matter.

    Raises:
        UnknownGame: there is none; the message suggests the nearest name.
    """
    plain = name.strip().lower().replace(" ", "_").replace("-", "_")
    known = games()
    if plain in known:
        return known[plain]
    titled = [game.name for game in known.values() if plain in game.title.lower().replace(" ", "_")]
    near = titled or difflib.get_close_matches(plain, known, n=1, cutoff=0.4)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known) or 'none'}."
    raise UnknownGame(f"No game is called {name[:60]!r}. {hint}")
