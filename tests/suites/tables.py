"""The tables of the suites: each game with few and many seats, and with every option that changes its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from souq.engine import registry
from souq.engine.game import Game

MANY = 4
"""An option with as many values is one of degree, which one table stands for."""


class Table(NamedTuple):
    """A game with its number of players and options."""

    game: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(str(value) for value in self.options.values())])


def usual() -> list[Any]:
    """Return parameters for tests: each game's default table, which the short form runs."""
    made = (Table(game.name, game.company, {}) for game in registry.installed().values())
    return [pytest.param(each, id=str(each), marks=pytest.mark.short) for each in made]


def more(alone: bool = False) -> list[Any]:
    """Return other tables: full ones, each option that changes the rules and, if ``alone``, solo tables."""
    made = (each for game in registry.installed().values() for each in _others(game, alone))
    return [pytest.param(each, id=str(each)) for each in made]


def _others(game: Game, alone: bool) -> Iterator[Table]:
    if alone and game.min_players == 1:
        yield Table(game.name, 1, {})
    if game.max_players > game.company:
        yield Table(game.name, game.max_players, {})
    for option in game.options:
        if option.rules and not option.seats and 1 < len(option.values) < MANY:
            for value in option.values:
                if value != option.default:
                    yield Table(game.name, game.company, {option.name: value})


each_table = pytest.mark.parametrize("table", usual() + more())
each_table_or_alone = pytest.mark.parametrize("table", usual() + more(alone=True))


def openspiel_options(table: Table) -> str:
    """Return the options of a table as OpenSpiel receives them."""
    return ";".join(f"{name}:{'on' if value is True else value}" for name, value in table.options.items())
