"""The game that the documentation builds, in docs/tutorials/new-game.md and the guides docs/how-to/game-*.md, works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from souq.testing import CHECKS

from .blocks import ROOT, example_game

NEEDED = {
    "pyproject.toml",
    "test_dates.py",
    "dates/__init__.py",
    "dates/state.py",
    "dates/rules.py",
    "dates/rulebook.toml",
}
OPTIONAL = {
    f"dates/{name}"
    for name in (
        "story.py",
        "scene.py",
        "evaluator.py",
        "reasons.py",
        "finale.svg",
        "positions.py",
        "card.py",
        "theme.css",
        "symbols.svg",
        "lessons/first.toml",
        "primer.toml",
        "figures.toml",
        "glossary.toml",
        "themes.toml",
    )
}

TESTS = len(CHECKS) + 4
"""What pytest counts: every check of the contract, and the game's own tests."""

TABLE = """
import sys
from fastapi.testclient import TestClient
from souq.server.app import create_app
from souq.server.ops.config.settings import Settings

with TestClient(create_app("games.db", Settings(workers=0, pause=0))) as client:
    assert ("draw what nobody does" in client.get("/").text) == (sys.argv[1] == "whole")
    wish = {"game": "dates", "seats": [{"kind": "me", "name": "Rosa"}, {"kind": "bot"}]}
    opened = client.post("/api/tables", json=wish).json()
    table, bearer = "/api/tables/" + opened["table"], {"Authorization": "Bearer " + opened["token"]}
    assert client.get("/t/" + opened["table"]).status_code == client.get("/rules/dates").status_code == 200
    view = {"seq": 0, "over": False, "your_turn": False}
    while not view["over"]:
        if view["your_turn"]:
            choice = {"id": str(view["seq"]).zfill(8), "seq": view["seq"], "choice": "draw"}
            assert client.post(table + "/choose", json=choice, headers=bearer).status_code == 200
        view = client.get(table + "/view", params={"after": view["seq"], "wait": 5}, headers=bearer).json()
    print("played", sum(view["points"]))
"""
"""A game at the table, from the home page to the end."""


def build(folder: Path, names: set[str]) -> Path:
    """Return the pages' package with these files, installed as an editable install would be: found by its metadata."""
    package, texts = folder / "souq-dates", example_game()
    for name in names:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(texts[name])
    (folder / "souq").symlink_to(ROOT)
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    facts = package / "souq_dates.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    entries = [f"{name} = {value}" for name, value in project["entry-points"]["souq.games"].items()]
    (facts / "entry_points.txt").write_text("\n".join(["[souq.games]", *entries, ""]))
    return package


def run(package: Path, *words: str) -> str:
    """Return the output of a Python command in the package's folder."""
    environment = {**os.environ, "PYTHONPATH": str(package), "NO_COLOR": "1", "COLUMNS": "120"}
    ran = subprocess.run(
        [sys.executable, "-m", *words], cwd=package, env=environment, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_pages_contain_every_file() -> None:
    assert set(example_game()) == NEEDED | OPTIONAL


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package with every file of the pages."""
    return build(tmp_path_factory.mktemp("whole"), NEEDED | OPTIONAL)


@pytest.mark.slow
def test_the_rules_alone_are_a_game(tmp_path: Path) -> None:
    package = build(tmp_path, NEEDED)
    assert "Dates" in run(package, "souq", "games")
    assert f"{TESTS} passed, 1 warning" in (said := run(package, "pytest", "-p", "no:cacheprovider"))
    assert "MissingCard: Dates has no card.py, so it is not on the home page" in said
    result = json.loads(run(package, "souq", "simulate", "dates", "--players", "3", "--games", "1000", "--json"))
    assert result["games"] == 1000
    (package / "table.py").write_text(TABLE)
    assert "played" in run(package, "table", "plain")


@pytest.mark.slow
def test_the_whole_game_passes_the_contract(whole: Path) -> None:
    assert f"{TESTS} passed" in (said := run(whole, "pytest", "-p", "no:cacheprovider"))
    assert "warning" not in said


@pytest.mark.slow
def test_it_is_played_at_the_table(whole: Path) -> None:
    (whole / "table.py").write_text(TABLE)
    assert "played" in run(whole, "table", "whole")


@pytest.mark.slow
def test_its_evaluator_improves_bots(whole: Path) -> None:
    words = ("simulate", "dates", "--players", "2", "--games", "200", "--bots", "greedy,random", "--json")
    greedy, random = json.loads(run(whole, "souq", *words))["by_bot"]
    assert greedy["win_rate"] > 0.65 > 0.35 > random["win_rate"]  # luck has its share


@pytest.mark.slow
def test_its_puzzles_pass_the_contract(tmp_path: Path) -> None:
    package = build(tmp_path, NEEDED | OPTIONAL)
    assert "Dates: 2 puzzles" in run(package, "souq", "puzzles", "dates", "--count", "2")
    assert len((package / "dates" / "puzzles.jsonl").read_text("utf-8").splitlines()) == 3
    assert "passed" in run(package, "pytest", "-p", "no:cacheprovider", "-k", "puzzles")


@pytest.mark.slow
def test_it_can_be_read_and_drawn(whole: Path, tmp_path: Path) -> None:
    assert "DA-T02 Take" in run(whole, "souq", "rules", "dates")
    save = "import souq; m = souq.new('dates', seed=2); [m.play('draw') for _ in range(9)]; m.save('m.souq.json')"
    (whole / "make.py").write_text(save)
    run(whole, "make")
    assert "draws a card; 6 are left." in run(whole, "souq", "show", "m.souq.json")
    run(whole, "souq", "show", "m.souq.json", "-o", "m.svg")
    assert "<path" in (whole / "m.svg").read_text()
    assert "All 9 decisions are legal" in run(whole, "souq", "verify", "m.souq.json")
