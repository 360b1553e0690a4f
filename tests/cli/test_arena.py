"""Tournaments on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from souq.arena import holding
from souq.arena.report import report
from souq.arena.results import read
from souq.cli.arena import _files, page
from souq.extras import install
from tests.toy import GAME as TOY

from ..arena.test_tournament import FIRST
from .conftest import Ran, Souq

RANDOM = "souq.bots.random_bot:RandomBot"


def arena(souq: Souq, *words: object) -> Ran:
    return souq("arena", *words, "--jobs", 1)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_tournament_runs_and_produces_a_page(souq: Souq) -> None:
    words = (TOY.name, "--bots", f"random,{RANDOM}", "--players", 2, "--games", 10, "--seed", 3)
    ran = arena(souq, *words)
    assert ran.code == 0
    assert "Toy, 2 players\n10 of 10 games, round robin, seed 3." in ran.out
    for heading in ("Ratings", "Wins by pair", "Differences by pair", "First places by seat", "Decisions per game"):
        assert heading in ran.out
    again = souq("arena", "toy.arena.jsonl", "--report")
    assert again.out == ran.out
    ran = souq("arena", ".", "--report", "--plots", "drawn", "--markdown", "page.md")
    assert (ran.code, ran.out) == (0, "")
    assert "![Ratings: Toy, 2 players](drawn/toy.arena-ratings.svg)" in Path("page.md").read_text()
    assert Path("drawn/toy.arena-ratings.svg").exists()
    more = arena(souq, "toy.arena.jsonl", "--games", 12, "--json")
    assert json.loads(more.out)["games"] == 12


@pytest.mark.parametrize("words", [("--report",), ()])
def test_a_folder_without_tournaments_is_reported(souq: Souq, words: tuple[str, ...]) -> None:
    Path("empty").mkdir()
    ran = souq("arena", "empty", *words)
    assert ran.code == 2 and "There are no tournaments (files in .jsonl) in empty." in ran.err


def test_tournament_options_and_formats(souq: Souq) -> None:
    words = (TOY.name, "--bots", f"random,{RANDOM},{FIRST}", "--players", 3, "--ladder", "--one-against-many")
    ran = arena(souq, *words, "--option", "high=on", "--games", 6, "--file", "a.jsonl", "--json")
    said = json.loads(ran.out)
    assert said["games"] == 12 and said["tournament"]["options"]["high"] is True
    assert said["tournament"]["shape"] == "ladder" and said["tournament"]["one_against_many"] is True
    alone = said["alone"]
    assert [(each["bot"], each["among"], each["games"]) for each in alone[:2]] == [
        (RANDOM, "random", 3),
        ("random", RANDOM, 3),
    ]
    told = souq("arena", "a.jsonl", "--report").out
    assert "Toy, 3 players, high=True, one against many" in told
    assert "First places of one against many (33.3% among equals)" in told


def test_a_changed_custom_bot_is_detected(souq: Souq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    module = tmp_path / "wanderer_of_mine.py"
    module.write_text("from souq.bots.random_bot import RandomBot as Mine\n")
    words = (TOY.name, "--bots", "random,wanderer_of_mine:Mine", "--games")
    assert arena(souq, *words, 4).code == 0
    module.write_text(module.read_text() + "# better\n")
    ran = arena(souq, *words, 8)
    assert ran.code == 2 and "--although-changed" in ran.err
    assert arena(souq, *words, 4, "--although-changed").code == 0
    assert "different versions" not in souq("arena", "toy.arena.jsonl", "--report").out


def test_missing_dependencies_are_reported_before_the_first_game(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "matplotlib" else object())
    ran = arena(souq, TOY.name, "--bots", f"random,{RANDOM}", "--games", 2, "--plots", "pictures")
    assert ran.code == 2 and install("arena") in ran.err
    assert not Path("toy.arena.jsonl").exists()


def test_an_interrupted_tournament_prints_how_to_resume(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = holding.spread

    def cut(*arguments):  # type: ignore[no-untyped-def]
        for n, row in enumerate(whole(*arguments)):
            if n == played:
                raise KeyboardInterrupt
            yield row

    words = (TOY.name, "--bots", f"random,{RANDOM}", "--games", 8, "--file", "cut.jsonl")
    monkeypatch.setattr(holding, "spread", cut)
    played = 1
    ran = arena(souq, *words)
    assert ran.code == 130 and "No block of games is finished yet." in ran.out
    played = 4
    ran = arena(souq, *words)
    assert ran.code == 130
    assert "4 of 8 games" in ran.out and "Excluded from unfinished blocks: 1" in ran.out
    assert "To carry on: souq arena cut.jsonl" in ran.err
    monkeypatch.setattr(holding, "spread", whole)
    assert "8 of 8 games" in arena(souq, "cut.jsonl").out


def test_invalid_arguments_get_a_message(souq: Souq) -> None:
    words = (TOY.name, "--bots", f"random,{RANDOM}", "--games", 2, "--file", "a.jsonl")
    assert arena(souq, *words).code == 0
    for wrong, says in (
        ((*words, "--seed", 9), "its seed: 0, not 9"),
        (("a.jsonl", "--seed", 9), "the tournament it was begun with"),
        (("a.jsonl", "a.jsonl"), "Only one tournament"),
        (("a.jsonl", "b.jsonl", "--report"), "No such file"),
        ((TOY.name, "--report"), "No such file"),
        (("b.jsonl",), "No such file"),
        ((TOY.name, "--bots", "random,wise"), "No bot is called 'wise'"),
    ):
        ran = arena(souq, *wrong)
        assert (ran.code, ran.out) == (2, ""), wrong
        assert says in ran.err


def test_the_published_page_matches_the_recorded_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    published = Path("docs/reference/ladders.md")
    reports = {path: report(read(path)) for path in _files(["docs/ladder"])}
    assert [path.stem for path in reports][:2] == ["chatuchak", "chatuchak-3"]
    assert page(published, reports, None, "docs/ladder") == published.read_text(encoding="utf-8")
