"""Simulations and measurements on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from souq import bench
from souq.arena import simulate
from souq.engine import registry
from souq.engine.errors import BadPlayers
from souq.engine.game import Game
from tests.heaps import GAME as HEAPS

from .conftest import Souq

GAMES = ["kairo", "chatuchak"]


def test_simulate_prints_json(souq: Souq) -> None:
    words = [
        "simulate",
        "desert_bazaar",
        "--players",
        3,
        "--games",
        12,
        "--bots",
        "greedy,random",
        "--seed",
        5,
        "--json",
    ]
    one, two = (json.loads(souq(*words).out) for _ in range(2))
    for timing in ("seconds", "decisions_per_second"):
        assert one.pop(timing) > 0
        two.pop(timing)
    assert one == two
    assert one["bots"] == ["trader", "random", "trader"]
    assert (one["games"], one["players"], one["interrupted"]) == (12, 3, False)
    greedy, random = one["by_bot"]
    assert (greedy["games"], random["games"]) == (24, 12)
    assert greedy["wins"] + random["wins"] == pytest.approx(12)
    assert greedy["low"] <= greedy["win_rate"] <= greedy["high"]
    assert [seat["games"] for seat in one["by_seat"]] == [12, 12, 12]
    assert one["lengths"]["min"] <= one["lengths"]["mean"] <= one["lengths"]["max"]


def test_simulate_accepts_options(souq: Souq) -> None:
    words = ["simulate", HEAPS.name, "--players", 1, "--games", 20, "--json"]
    seven = json.loads(souq(*words, "--option", "size=7").out)
    five = json.loads(souq(*words, "--option", "size=5").out)
    assert five["lengths"]["max"] <= 5 < seven["lengths"]["max"]


def test_a_simulation_without_a_finished_game_says_so(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[simulate.Games]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(simulate, "_parts", stopped)
    ran = souq("simulate", HEAPS.name, "--games", 20)
    assert "0 of 20 games" in ran.out and "No game has ended yet." in ran.out and "%" not in ran.out
    assert ran.code == 130


def test_simulate_prints_a_table(souq: Souq) -> None:
    ran = souq("simulate", "desert_bazaar", "--games", 300)
    assert ran.code == 0
    assert "Desert Bazaar, 3 players, 300 games, seed 0" in ran.out
    assert "95 % interval" in ran.out
    assert "seat 2" in ran.out


def test_an_interrupted_simulation_prints_partial_results(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate._parts

    def cut(*arguments: object) -> Iterator[simulate.Games]:
        yield next(iter(whole(*arguments)))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "_parts", cut)
    ran = souq("simulate", "desert_bazaar", "--games", 40, "--bots", "greedy,random,random")
    assert ran.code == 130
    assert "16 of 40 games" in ran.out


def test_bench_prints_json(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "compile_seconds", lambda game: (3.0, 0.1))
    ran = souq("bench", "desert_bazaar", "--seconds", 0.05, "--json")
    assert ran.code == 0
    speed = json.loads(ran.out)
    assert set(speed) == {
        "game",
        "playout",
        "step",
        "search",
        "clone_ns",
        "compile_cold_s",
        "compile_warm_s",
        "players",
    }
    assert set(speed["playout"]) == {"decisions_per_cpu_second", "games_per_cpu_second"}
    assert set(speed["step"]) == {"decisions_per_second", "match_decisions_per_second"}
    assert (speed["game"], speed["players"]) == ("desert_bazaar", 3)
    assert speed["playout"]["decisions_per_cpu_second"] > speed["step"]["decisions_per_second"] > 0
    assert speed["step"]["decisions_per_second"] > speed["step"]["match_decisions_per_second"] > 0
    assert speed["clone_ns"] > 0


def test_bench_skips_unsupported_player_counts(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def measured(game: Game, *_: object) -> bench.Speed:
        asked.append(game.name)
        raise BadPlayers("enough of it")

    monkeypatch.setattr(bench, "measure", measured)
    monkeypatch.setattr("souq.cli.bench.chosen", lambda names: [registry.find(name) for name in names or GAMES])
    souq("bench", "--players", 5)
    assert asked == ["chatuchak"], "Kairo is for four at most"
    souq("bench", "kairo", "--players", 5)
    assert asked == ["chatuchak", "kairo"], "and says so itself"


@pytest.mark.skipif(sys.platform == "win32", reason="Needs POSIX pipes.")
@pytest.mark.parametrize("words", [["games"], ["rules", "kairo"], ["games", "--json"]], ids=" ".join)
def test_a_closed_pipe_ends_a_command_quietly(words: list[str]) -> None:
    """1 would be an answer of the command's own."""
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([sys.executable, "-m", "souq", *words], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_bench_prints_a_table(souq: Souq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "compile_seconds", lambda game: (3.0, 0.1))
    ran = souq("bench", "desert_bazaar", "--players", 4, "--seconds", 0.05)
    assert ran.code == 0
    assert "desert_bazaar, 4 players" in ran.out


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.slow
def test_a_warm_cache_is_faster_than_a_cold_one() -> None:
    cold, warm = bench.compile_seconds(registry.find("desert_bazaar"))
    assert 0 < warm < cold
