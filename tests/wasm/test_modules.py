"""WebAssembly modules: the same bytes from the same sources, no imports, the same games and errors in words."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from bench.wasm import in_node
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.rules.twin import over_records
from souq.testing.wasm import Instance, Stopped
from souq.wasm import _built, module
from tests.toy import GAME as TOY

from .playing import instance, random_games, same_games, settings, through

LARGE = [pytest.param(game, marks=[pytest.mark.wide, pytest.mark.long]) for game in registry.installed().values()]


def test_equal_sources_give_equal_bytes() -> None:
    assert _built(TOY) == module(TOY)


@pytest.mark.parametrize("game", [TOY, *LARGE])
def test_a_module_imports_nothing(game: Game) -> None:
    made = instance(game)
    assert made.imports == []
    assert {"memory", "allocate", "reset", "problem", "call", "through", "playouts", "search"} <= made.names


def test_random_games_are_the_same() -> None:
    for players, options in settings(TOY):
        same_games(TOY, 50, players, options, seed=players)


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.parametrize("game", registry.installed().values())
def test_ten_thousand_random_games_are_the_same(game: Game) -> None:
    tables = list(settings(game))
    for nth, (players, options) in enumerate(tables):
        same_games(game, max(1, 10_000 // len(tables)), players, options, seed=nth)
    for players in range(game.min_players, game.max_players + 1):
        same_games(game, 10_000, players, game.check_options(None, players), seed=players)


@pytest.mark.parametrize("game", [TOY, *LARGE])
def test_every_record_is_the_same_byte_for_byte(game: Game) -> None:
    """Every rule gives the same result at every decision: on the module, compiled, and for one game interpreted."""
    rules = through(game)
    for players, options in list(settings(game))[:20]:
        kinds = [rules, game.bindings._compiled, over_records(game.bindings._compiled)]
        _play_alike(game, kinds if game is TOY else kinds[:2], players, game.option_numbers(options))


def _play_alike(game: Game, kinds: list[object], players: int, options: list[int]) -> None:
    """Play one random game on several kinds of rules at once."""
    pick, state = np.random.default_rng(players), game.State.new()
    state["players"] = players

    def all_alike(verb: int, seat: int = 0, choice: int = 0, given: tuple[int, ...] = ()) -> tuple[int, list[int]]:
        """Call a rule on each kind, check that all agree, and change the position."""
        made = []
        for rules in kinds:
            copy, out, numbers = state.copy(), np.zeros(max(1, game.n_choices), np.int16), np.zeros(64, np.int64)
            numbers[: len(given)] = given
            result = int(rules(copy, verb, seat, choice, out, numbers))  # type: ignore[operator]
            legal = out[:result].tolist() if verb == 3 else []
            made.append((result, legal, numbers.tolist(), copy.tobytes()))
        assert all(each == made[0] for each in made), verb
        state[:] = np.frombuffer(made[0][3], state.dtype)
        return made[0][:2]

    all_alike(0, given=(1, 2, *options))
    for ply in range(2_000):
        before = state.copy()
        for verb in (8, 9, 10):
            all_alike(verb)
        mask, _ = all_alike(5)
        if not mask:
            return
        for seat in range(players):
            all_alike(6, seat)
            state[:] = before
            all_alike(7, seat, given=(ply, seat))
            state[:] = before
        seat = (mask & -mask).bit_length() - 1
        _, legal = all_alike(3, seat)
        all_alike(4, seat, int(pick.integers(game.n_choices)))
        all_alike(1, seat, int(pick.choice(legal)), given=(ply, players))
    raise AssertionError("the game does not end")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.parametrize("game", [TOY, *LARGE])
def test_node_plays_the_same_games(game: Game) -> None:
    """Node gives the same result and leaves the same bytes in memory: positions, lengths, points and ranks."""
    made = Instance(module(game))
    given = random_games(game, 100, game.company, game.check_options({}), seed=9)
    at, arrays = made.arguments(*given)
    image, result = made.image(), made.function("playouts")(at)
    there, after, _ = in_node(module(game), image, "playouts", at, times=1)
    assert there == result > 0
    for place, array in arrays:
        assert np.array_equal(after[place : place + array.nbytes], made.read(place, array).reshape(-1).view(np.uint8))


def test_a_module_that_comes_with_souq_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = registry.find("kairo")
    (tmp_path / "kairo.wasm").write_bytes(b"ready")
    monkeypatch.setattr("souq.wasm.MODULES", tmp_path)
    assert module(game) == b"ready"


def test_what_stops_a_module_is_said_in_words() -> None:
    code = module(TOY)
    with pytest.raises(Stopped, match="index is out of bounds"):  # an option is missing
        Instance(code).call("through", TOY.State.new(), 0, 0, 0, np.zeros(1, np.int16), np.zeros(2, np.int64))
    with pytest.raises(Stopped, match="no memory left"):
        Instance(code, memory=1 << 21).function("allocate")(1 << 22)
    with pytest.raises(Stopped, match="fuel"):
        Instance(code, fuel=100_000).call("playouts", *random_games(TOY, 10_000, 2, TOY.check_options({}), 1))
