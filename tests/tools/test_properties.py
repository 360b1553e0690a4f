"""The documented table of the games' properties agrees with the games."""

from __future__ import annotations

import re

import pytest

from souq.engine.game import Game
from tools import properties

TABLE = properties.PAGE.read_text("utf-8").split(properties.BEGIN)[1].split(properties.END)[0]
TABLES = [(game, players) for game in properties.house() for players in range(game.min_players, game.max_players + 1)]


def test_the_page_has_a_line_for_every_table() -> None:
    assert TABLE.count("\n| ") == len(TABLES) + 1 and properties.HEAD in TABLE


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda each: getattr(each, "name", str(each)))
def test_declared_properties_are_on_the_page(game: Game, players: int) -> None:
    assert properties.known(game, players) in TABLE


@pytest.mark.parametrize("game", properties.house(), ids=lambda game: game.name)
def test_measured_properties_are_reproduced(game: Game) -> None:
    assert properties.row(game, game.company) in TABLE


def test_information_is_measured_from_deals() -> None:
    told = dict(re.findall(r"^\| ([^|]+?) \| \d \| (\w+) \|", TABLE, re.M))
    assert told == {
        "Chatuchak": "perfect",
        "Desert Bazaar": "perfect",
        "Hafid’s Grand Bazaar": "imperfect",
        "Kairo": "imperfect",
        "MarraCash": "perfect",
    }
