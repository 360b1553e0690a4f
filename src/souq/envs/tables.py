"""The table at which an environment plays: the game, the number of seats, the options, and the starting position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from souq.engine import registry
from souq.engine.errors import BadOption, BadPlayers
from souq.engine.game import Game, OptionValue
from souq.engine.match import validation
from souq.engine.match.position import BadPosition
from souq.engine.rules.record import Batch
from souq.envs import small
from souq.envs.errors import BadSetting

Start = str | Mapping[str, Any] | None
"""Starting position: a small game's name, a position (``souq.position``, ``match.position()``), or None: the setup."""


@dataclass(frozen=True, eq=False)
class Table:
    """The game, seats and options of an environment. ``position`` is the one to start from; None means the setup."""

    game: Game
    players: int
    options: dict[str, OptionValue]
    position: Batch | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Values of the options as numbers, in the form that the rules expect."""
        return tuple(self.game.option_numbers(self.options))


def table(
    game: str | Game, players: int | None = None, options: Mapping[str, Any] | None = None, start: Start = None
) -> Table:
    """Check the arguments that say what is played, and return them as a table (:class:`~souq.envs.spec.EnvSpec`).

    Each error's message says which values are valid.

    Raises:
        UnknownGame: there is no such game.
        UnknownSmall: the game has no small game of that name.
        BadPlayers: the game isn't played by so many.
        BadOption: an option or its value doesn't exist.
        BadPosition: the game can't begin from ``start``.
        BadSetting: an argument has the wrong type.
    """
    if not isinstance(game, str | Game):
        raise BadSetting(f"A game is meant by its name, such as 'kairo', not by {game!r}.")
    found = registry.find(game) if isinstance(game, str) else game
    if not isinstance(options or {}, Mapping):
        example = "{'start': 'suggested'}"
        raise BadOption(f"Options are a table of values by name, such as {example}, not {options!r}.")
    asked = start.get("players") if players is None and isinstance(start, Mapping) else players
    if asked is not None and not isinstance(asked, int | np.integer):
        raise BadPlayers(f"The number of players is a whole number, not {asked!r}.")
    if isinstance(start, str):
        return _small(found, players, options, start)
    if start is not None and not isinstance(start, Mapping):
        raise BadPosition(f"A game begins from match.position() or the name of a small game, not from {start!r:.60}.")
    seats = found.check_players(found.company if asked is None else int(asked))
    chosen = found.check_options(dict(options or {}), seats)
    position = None if start is None else validation.begun(found, seats, chosen, start)
    if position is not None and position["over"][0]:
        raise BadPosition("The position is the end of a game: begin from an earlier one.")
    return Table(found, seats, chosen, position)


def _small(game: Game, players: int | None, options: Mapping[str, Any] | None, name: str) -> Table:
    tiny = small.find(game, name)
    if players not in (None, tiny.players):
        raise BadPlayers(f"The small game {tiny.name!r} is for {tiny.players}, not {players}.")
    if options:
        raise BadOption(f"The small game {tiny.name!r} says itself how it is played: leave the options out.")
    return Table(game, tiny.players, tiny.options(game), tiny.position(game))
