"""Tuning of weights: its data, its results and what it writes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from souq.arena.tuning import CannotTune, Predicting, Table, Winning, rewritten, tuned
from souq.engine import registry
from souq.engine.learn.evaluation import weights_of
from souq.games.marracash import GAME
from tests.toy import GAME as TOY


class Bowl:
    """An objective whose best weights are known."""

    say, higher = "", False

    def __init__(self, best: NDArray[np.float64]) -> None:
        self.best = best

    def cost(self, w: NDArray[np.float64], number: int) -> float:
        return float(((w - self.best) ** 2).sum())

    judged = None  # type: ignore[assignment]


def test_tuning_finds_the_optimum_and_leaves_other_weights() -> None:
    pytest.importorskip("cmaes")
    own = weights_of(GAME)
    names = list(GAME.evaluator.WEIGHTS.values)[:3]  # type: ignore[union-attr]
    wanted = own * 1.4
    rounds: list[int] = []
    found = tuned(GAME, names, Bowl(wanted), 60, lambda n, cost: rounds.append(n))  # type: ignore[arg-type]
    assert np.allclose(found[:3], wanted[:3], rtol=0.02)
    assert (found[3:] == own[3:]).all()
    assert rounds == list(range(60))


def test_equal_weights_win_half() -> None:
    own = weights_of(GAME)
    assert Table(GAME, 3).duel(own, own, 8, 5) == [0.5] * 4
    assert Winning([Table(GAME, 3)], 40, 1).sure(own).value == 0.5


def test_worse_weights_lose_and_predict_badly() -> None:
    own = weights_of(GAME)
    spoilt = own * np.where(np.arange(len(own)) % 2, -1.0, 0.2)
    tables = [Table(GAME, 3)]
    worse = Winning(tables, 20, 1).sure(spoilt)
    assert worse.low <= worse.value < worse.high < 0.4
    aim = Predicting(tables, 40, 0.1, 1)
    assert aim.judged(own) < np.log(3) < aim.judged(spoilt)
    assert aim.cost(own, 0) == aim.cost(own, 1)


@pytest.mark.parametrize("iterations", [0, 8])
def test_positions_are_labelled_with_their_winner(iterations: int) -> None:
    states, shares = Table(GAME, 4).positions(5, 3, 0.2, iterations=iterations)
    assert len(states) == len(shares) > 20
    assert np.allclose(shares.sum(1), 1)
    assert (states["over"] == 0).all()


def test_a_race_that_all_lose_has_no_winner() -> None:
    """Chatuchak can end without a winner: then no seat's chances were better, and a duel is a tie."""
    table = Table(registry.find("chatuchak"), 2, {"play": "turns"})
    own = weights_of(table.game)
    shares = [table.game_of([own], [0, 0], seed, 0.1, table.game.State.batch(0), 1)[0].sum() for seed in range(60)]
    assert set(shares) == {0.0, 1.0}
    assert table.duel(own, own, 60, 1) == [0.5] * 30


def test_a_game_without_weights_cannot_be_tuned() -> None:
    with pytest.raises(CannotTune, match="no weights"):
        tuned(TOY, [], Bowl(np.zeros(1)), 1)  # type: ignore[arg-type]


def test_rewriting_numbers_keeps_the_text(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("# How they were found\n[weights]\ncoin = 0.5   # each\ncoins_held = 1e-3\n")
    rewritten(path, {"coin": 0.123456})
    assert path.read_text() == "# How they were found\n[weights]\ncoin = 0.1235   # each\ncoins_held = 1e-3\n"
    with pytest.raises(CannotTune, match="camel"):
        rewritten(path, {"camel": 1.0})


def test_a_full_disk_leaves_the_old_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("[weights]\ncoin = 0.5\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        rewritten(path, {"coin": 0.75})
    assert path.read_text() == "[weights]\ncoin = 0.5\n" and list(tmp_path.iterdir()) == [path]
