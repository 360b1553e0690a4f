"""Ratings use the model that predicts the arena's games best, and the figures in the docs match the measurements."""

from __future__ import annotations

import math
import statistics
from pathlib import Path

import pytest

from bench.ratings import FILES, MODELS, NOBODY, TAKEN, Game, Loss, compared, guessing, loss, lucks, played
from souq.server.core.rating_scale import luck

NOTABLE = 0.005
"""Difference in log-loss, in nats, below which two values of ``beta`` count as fitting equally well."""
PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "ratings.md").read_text("utf-8")


@pytest.fixture(scope="module")
def losses() -> dict[str, dict[str, Loss]]:
    """Return the log loss of every model on every ladder."""
    return {path.stem: {each.model: each for each in compared(path)} for path in FILES}


def row(name: str, figures: list[float]) -> str:
    return f"| {name} | " + " | ".join(f"{figure:.4f}" for figure in figures) + " |"


def test_the_model_of_the_ratings_predicts_best(losses: dict[str, dict[str, Loss]]) -> None:
    for game, found in losses.items():
        assert min(MODELS, key=lambda name: found[name].winner) == TAKEN, game
        assert min(MODELS, key=lambda name: found[name].ahead) == TAKEN, game
        assert found[TAKEN].winner < found[NOBODY].winner, f"{game}: better than knowing nobody"


def test_the_documented_figures_match_the_measurements(losses: dict[str, dict[str, Loss]]) -> None:
    for name in [*MODELS, NOBODY]:
        for figure in ("winner", "ahead"):
            figures = [getattr(found[name], figure) for found in losses.values()]
            assert row(name, [*figures, statistics.fmean(figures)]) in PAGE
    by_luck = [lucks(path) for path in FILES]
    for factor in by_luck[0]:
        assert row(f"× {factor:g}", [each[factor].winner for each in by_luck]) in PAGE
    for path, found in zip(FILES, by_luck, strict=True):
        if luck(path.stem) == 1.0:
            assert min(found, key=lambda factor: found[factor].winner) <= 3
            continue
        closer = lucks(path, without="apprentice")
        assert closer[luck(path.stem)].winner < min(each.winner for each in closer.values()) + NOTABLE


def test_a_model_without_knowledge_loses_log_n() -> None:
    games = [Game(("a", "b", "c"), (1, 2, 3)), Game(("a", "b", "c"), (1, 1, 3))]
    assert guessing(games).winner == pytest.approx(math.log(3)) and guessing(games).ahead == pytest.approx(math.log(2))
    assert loss(TAKEN, games[:1]).winner == pytest.approx(math.log(3)), "nobody is known before the first game"
    sure = loss(TAKEN, [Game(("a", "b"), (1, 2))] * 60)
    assert sure.winner < 0.3 and sure.games == 60


def test_a_bot_plays_a_game_once_under_each_name() -> None:
    games = played(FILES[1])
    assert all(len(set(game.names)) == len(game.names) for game in games)
    assert len({name for game in games for name in game.names}) == 12 * 5
    assert games == played(FILES[1]) and games != played(FILES[1], seed=1)
