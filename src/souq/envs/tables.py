"""At which table an environment plays: the game, how many seats, the options, and where it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from souq.engine import judging, registry
from souq.engine.errors import BadOption, BadPlayers
from souq.engine.game import Game, OptionValue
from souq.engine.record import Batch
from souq.envs import small

Start = str | Mapping[str, Any] | None
"""The name of a small game, a position as ``souq.position`` and ``match.position()`` give it, or the game's setup."""


@dataclass(frozen=True, eq=False)
class Table:
    """Where environments play. ``position`` is the one they begin from, None the game's own setup."""

    game: Game
    players: int
    options: dict[str, OptionValue]
    position: Batch | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The options as the rules receive them."""
        return tuple(self.game.option_numbers(self.options))


def table(
    game: str | Game, players: int | None = None, options: Mapping[str, Any] | None = None, start: Start = None
) -> Table:
    """A table that can be played at.

    Args:
        game: what to play, or its name.
        players: how many; the fewest that are company when left out.
        options: values of the game's options; the others keep their defaults.
        start: where to begin.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, UnknownSmall: with what is wrong and what would be right.
    """
    found = registry.find(game) if isinstance(game, str) else game
    if isinstance(start, str):
        return _small(found, players, options, start)
    seats = found.check_players(players or found.company)
    chosen = found.check_options(dict(options or {}), seats)
    position = None if start is None else judging.begun(found, seats, chosen, start)
    return Table(found, seats, chosen, position)


def _small(game: Game, players: int | None, options: Mapping[str, Any] | None, name: str) -> Table:
    tiny = small.find(game, name)
    if players not in (None, 0, tiny.players):
        raise BadPlayers(f"The small game {tiny.name!r} is for {tiny.players}, not {players}.")
    if options:
        raise BadOption(f"The small game {tiny.name!r} says itself how it is played: leave the options out.")
    return Table(game, tiny.players, tiny.options(game), tiny.position(game))
