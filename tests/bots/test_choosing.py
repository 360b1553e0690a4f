"""Bots' choices are legal, reproducible from a seed, and depend only on what the seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from souq.bots import apprentice, greedy
from souq.bots.base import Bot, mixed, one_of
from souq.bots.greedy import GreedyBot
from souq.bots.levels import LEVELS
from souq.bots.random_bot import RandomBot
from souq.bots.reasons import Reasons
from souq.bots.search import SearchBot
from souq.engine.rules.bits import lowest
from souq.games.desert_bazaar import GAME
from tests.toy import GAME as TOY
from tests.toy.state import KEEP, MARK, SWAP

BOTS: list[Bot] = [
    RandomBot(),
    LEVELS["apprentice"],
    LEVELS["trader"],
    SearchBot("short", "Short", "Looks a little ahead.", 20),
]


def play(bots: Sequence[Bot], seed: int) -> tuple[list[int], list[int]]:
    """Play a game of Desert Bazaar; return the choices and the places."""
    bindings = GAME.bindings
    state = bindings.setup(len(bots), [0], (seed, 0))
    chosen: list[int] = []
    while mask := bindings.deciders(state):
        seat = lowest(mask)
        legal = bindings.legal(state, seat).copy()
        view = bindings.hidden(state, seat)
        before = view.tobytes()
        chosen.append(bots[seat].choose(GAME, view, seat, legal, mixed(seed + len(chosen))))
        assert chosen[-1] in legal
        assert view.tobytes() == before
        bindings.step(state, seat, chosen[-1])
    return chosen, bindings.ranks(state)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_games_end_and_are_reproducible(bot: Bot) -> None:
    assert play([bot] * 4, 1) == play([bot] * 4, 1)
    assert play([bot] * 4, 1) != play([bot] * 4, 2)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("form", [list, tuple, lambda legal: np.array(legal, np.int16)], ids=["list", "tuple", "array"])
def test_choices_may_be_any_sequence(bot: Bot, form: Any) -> None:
    state = GAME.bindings.setup(3, [0], (7, 7))
    seat = lowest(GAME.bindings.deciders(state))
    legal = form(GAME.bindings.legal(state, seat).tolist())
    chosen = bot.choose(GAME, state, seat, legal, 3)
    assert type(chosen) is int
    assert chosen in legal


def test_one_of_chooses_evenly() -> None:
    counts = Counter(one_of([3, 5, 8], seed) for seed in range(30_000))
    assert set(counts) == {3, 5, 8}
    assert max(counts.values()) - min(counts.values()) < 600


def test_greedy_takes_the_best_prior_and_breaks_ties_by_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greedy, "priors_of", lambda *_: np.array([1.0, 4.0, 2.0, 4.0]))
    game: Any = SimpleNamespace(evaluator=SimpleNamespace(priors=True))
    chosen = {GreedyBot().choose(game, np.zeros(1), 0, [10, 11, 12, 13], seed) for seed in range(50)}
    assert chosen == {11, 13}


def test_greedy_is_random_without_an_evaluator() -> None:
    state = TOY.bindings.setup(2, [0, 0], (1, 2))
    assert TOY.evaluator is None
    assert {GreedyBot().choose(TOY, state, 0, [SWAP, MARK, KEEP], seed) for seed in range(50)} == {SWAP, MARK, KEEP}


def test_greedy_uses_standings_without_priors(monkeypatch: pytest.MonkeyPatch) -> None:
    state = TOY.bindings.setup(2, [0, 0], (1, 2))
    monkeypatch.setitem(TOY.__dict__, "evaluator", SimpleNamespace())
    monkeypatch.setattr(
        greedy, "judge", lambda game: SimpleNamespace(win_probabilities=lambda after: after["marked"][0])
    )
    chosen = {GreedyBot().choose(TOY, state, 0, [MARK, KEEP], seed) for seed in range(20)}
    assert chosen == {MARK}


def test_the_apprentice_prefers_higher_priors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apprentice, "priors_of", lambda *_: np.array([0.0, 1.0, -9.0]))
    game: Any = SimpleNamespace(evaluator=SimpleNamespace(priors=True))
    taken = Counter(
        apprentice.ApprenticeBot().choose(game, np.zeros(1), 0, [10, 11, 12], seed) for seed in range(4_000)
    )
    assert taken[11] > 2 * taken[10] > 900
    assert taken[12] < 5


def test_what_follows_from_choices_is_computed_once() -> None:
    state = TOY.bindings.setup(2, [0] * len(TOY.options), (1, 2))
    reasons = Reasons(TOY, TOY.bindings.hidden(state, 0), 0)
    assert reasons.after([KEEP]) is reasons.after((KEEP,))
    assert reasons.whole([KEEP]) is reasons.whole((KEEP,))
