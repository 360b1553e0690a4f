"""Games small enough to be solved: starting positions whose whole game tree can be enumerated.

A game's file ``small.toml`` lists them::

    [four_shops]
    title = "Four shops"
    about = "Four shops are left, and two people at the gates."
    nodes = 12034
    players = 2
    start = { ... }

``start``, ``options``, ``seed`` and ``log`` are those of a :class:`~souq.engine.teach.setting.Setting`. What no seat
knows there is dealt again at the root of the tree.
"""

from __future__ import annotations

import difflib
import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from souq.engine.errors import SouqError
from souq.engine.game import Game, OptionValue
from souq.engine.rules.components import WORD, count
from souq.engine.rules.record import Batch, clone
from souq.engine.teach.setting import SCHEMA as SETTING
from souq.engine.teach.setting import Setting

FILE = "small.toml"
LARGEST = 60_000
"""Maximum number of nodes in the game tree of a small game."""

ONE: dict[str, Any] = {
    **SETTING,
    "required": ["title", "about", "nodes", "players"],
    "properties": {**SETTING["properties"], "title": WORD, "about": WORD, "nodes": count(LARGEST, 2)},
}
SCHEMA = {"type": "object", "patternProperties": {"^[a-z][a-z0-9_]*$": ONE}, "additionalProperties": False}


class UnknownSmall(SouqError, LookupError):
    """Raised when a game has no small game of the given name."""


class BadSmall(SouqError, ValueError):
    """Raised when the file with a game's small games is invalid."""


@dataclass(frozen=True, eq=False)
class Small:
    """A position from which the rest of the game can be solved. ``nodes`` is the size of the whole game tree."""

    name: str
    title: str
    about: str
    nodes: int
    setting: Setting

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.setting.players

    def options(self, game: Game) -> dict[str, OptionValue]:
        """Return the options that the small game is played with."""
        return game.check_options(dict(self.setting.options), self.players)

    def position(self, game: Game) -> Batch:
        """Return the position that the small game begins from, without random numbers and events."""
        state = clone(self.setting.begin(game).state)
        state["key"] = state["draws"] = 0
        state["n_events"] = -1
        state["event"] = 0
        return state


@functools.cache
def listed(game: Game) -> dict[str, Small]:
    """Return the small games that come with a game, by name.

    Raises:
        BadSmall: its file cannot be read.
    """
    path = game.folder / FILE
    if not path.is_file():
        return {}
    return {name: _small(name, facts) for name, facts in _read(path).items()}


def find(game: Game, name: str) -> Small:
    """Return the small game of a game that has this name.

    Raises:
        UnknownSmall: there is none; the message suggests the most similar name, or lists them.
    """
    known = listed(game)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"Did you mean {near[0]!r}?" if near else f"It has: {', '.join(known) or 'none'}."
    raise UnknownSmall(f"{game.title} has no small game called {name[:40]!r}. {hint}")


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        jsonschema.validate(data, SCHEMA)
    except tomllib.TOMLDecodeError as error:
        raise BadSmall(f"{path}: {error}") from error
    except jsonschema.ValidationError as error:
        raise BadSmall(f"{path}, {'.'.join(map(str, error.absolute_path)) or 'the file'}: {error.message}") from error
    return data


def _small(name: str, facts: dict[str, Any]) -> Small:
    own = {key: facts[key] for key in ("title", "about", "nodes")}
    setting = Setting.read({key: value for key, value in facts.items() if key not in own})
    return Small(name=name, setting=setting, **own)
