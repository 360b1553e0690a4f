"""The list of games, and their rules in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from souq import compiling
from souq.engine import registry
from tests.heaps import GAME as HEAPS

from .conftest import Souq


def test_games_are_listed(souq: Souq) -> None:
    ran = souq("games")
    assert ran.code == 0
    assert "Desert Bazaar" in ran.out
    assert "Brian Yu (Mattel, 2006)" in ran.out
    assert "3–5" in ran.out


def test_games_are_listed_as_json(souq: Souq) -> None:
    (game,) = [g for g in json.loads(souq("games", "--json").out) if g["name"] == "desert_bazaar"]
    assert (game["min_players"], game["max_players"], game["designer"]) == (3, 5, "Brian Yu")
    assert game["rules_version"]
    assert {"name", "label", "help", "kind", "default", "values", "titles", "when"} == set(game["options"][0])
    assert game["presets"] == []


def test_presets_are_listed_with_their_commands(souq: Souq) -> None:
    said = souq("games").out
    for preset in HEAPS.presets:
        assert f"souq play heaps --preset {preset.name}\n  {preset.title}. {preset.tagline}" in said
    (game,) = [g for g in json.loads(souq("games", "--json").out) if g["name"] == "heaps"]
    daily = {"name": "daily", "title": "Heap of the day", "line": "The same for everybody.", "players": 1}
    assert game["presets"][0] == daily | {"options": {"day": "today"}}
    size = next(option for option in game["options"] if option["name"] == "size")
    assert (size["kind"], size["titles"]) == ("choice", ["Any", "Five", "Seven"])
    assert size["when"] == [{"players": [1], "day": [""]}, {"same": [True]}]


def test_a_whole_rulebook_is_printed(souq: Souq) -> None:
    ran = souq("rules", "desert_bazaar")
    assert ran.code == 0
    for rule in registry.find("desert_bazaar").rulebook:
        assert f"{rule.id} {rule.title}" in ran.out


def test_a_single_rule_is_printed(souq: Souq) -> None:
    ran = souq("rules", "Desert Bazaar", "db-b03")
    assert ran.code == 0
    assert ran.out.startswith("DB-B03 ")
    assert len(ran.out.splitlines()) >= 2


def test_compile_prints_its_duration(souq: Souq) -> None:
    ran = souq("compile", "desert_bazaar")
    assert ran.code == 0
    assert ran.out.startswith("Desert Bazaar: ready in ")


def test_compiled_games_are_not_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str] = []
    monkeypatch.setattr(compiling, "mark", lambda game: tmp_path / game.name)
    monkeypatch.setattr(compiling, "work", lambda game: [lambda: asked.append(game.name)])
    game = registry.find("desert_bazaar")
    assert compiling.is_to_come(game)
    compiling.everything(game)
    assert asked == ["desert_bazaar"] and not compiling.is_to_come(game)
