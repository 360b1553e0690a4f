"""Random games against the reference, the interpreted twin, and the figures of the specification."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.playout import playout
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME
from souq.games.marracash.state import CHOICES, N_LEGAL, SHOP_NAMES, Event, Phase
from tests.games.marracash.play import games, happened, strange
from tests.games.marracash.reference import CARDS, Game
from tests.support import rules

KINDS = [(games, players, seed) for seed in range(3) for players in (2, 3, 4)]
KINDS += [(strange, players, 10 + 3 * seed + players) for seed in range(4) for players in (2, 3, 4)]


def named(state):
    return {CHOICES.name(int(c)) for c in GAME.bindings.legal(state, int(state["player"][0]))}


def follow(states, log):
    """Yield pairs of a position and the reference's, which receives the same choices and cards."""
    game = None
    for state in states:
        twin = Twin.of(state)
        if game is None or log[-1] == "anew":
            game = Game(twin, SHOP_NAMES)
        else:
            game.answer(log[-1], [CARDS[row.card] for row in happened(state, Event.CARD)])
        yield state, twin, game


@rules(
    "MA-F01", "MA-F02", "MA-F03", "MA-T01", "MA-T02", "MA-T03", "MA-T04", "MA-T05", "MA-T06", "MA-T07", "MA-A01",
    "MA-A02", "MA-A03", "MA-A04", "MA-A05", "MA-A06", "MA-A07", "MA-A08", "MA-A09", "MA-A10", "MA-A11", "MA-M01",
    "MA-M02", "MA-M04", "MA-M05", "MA-M06", "MA-M07", "MA-M08", "MA-M09", "MA-P01", "MA-P02", "MA-P03", "MA-P04",
    "MA-N01", "MA-N02", "MA-N03", "MA-N04", "MA-N05", "MA-N06", "MA-E01", "MA-E02", "MA-E03", "MA-E04", "MA-V02",
    "MA-V03", "MA-V04", "MA-V05", "MA-V06", "MA-V07", "MA-V08", "MA-V09",
)  # fmt: skip
@pytest.mark.parametrize("kind, players, seed", KINDS)
def test_games_agree_with_the_reference(kind, players, seed):
    """Every decision has the reference's decider, choices and results."""
    log: list[str] = []
    for state, twin, game in follow(kind(players, seed, souvenirs=seed % 2 == 1, log=log), log):
        game.check(twin)
        assert game.asked == (None if twin.over else (twin.player, named(state)))
    assert GAME.bindings.ranks(state) == game.ranks()
    assert GAME.bindings.points(state) == game.cash


@rules("MA-A12", "MA-Z04")
def test_random_games_have_the_specified_figures():
    """Chapter 9: lengths and results of random games; generous bounds round measured means."""
    for players, decisions, cash in ((2, 157, 3350), (3, 175, 3060), (4, 251, 2900)):
        made = playout(GAME, 300, players=players, seed=4)
        assert abs(made.lengths.mean() / decisions - 1) < 0.1
        assert abs(made.points.max(axis=1).mean() / cash - 1) < 0.1
        assert made.lengths.max() < 1000
        assert (np.sort(made.ranks, axis=1)[:, 0] == 1).all()


def test_the_numbers_of_legal_choices():
    most = dict.fromkeys(Phase, 0)
    for players in (2, 3, 4):
        for state in (*games(players, 31, souvenirs=True), *strange(players, 32)):
            if not state["over"][0]:
                phase = Phase(int(state["phase"][0]))
                most[phase] = max(most[phase], len(named(state)))
                assert len(named(state)) >= 2  # what is the only choice is made without asking
    assert most[Phase.ACTION] <= 70 <= N_LEGAL
    assert most[Phase.BID] == 3
    assert most[Phase.AMOUNT] == 5
    assert most[Phase.SOUVENIR] == 2
    assert most[Phase.GATE] in (2, 3)  # three only in a position that was made up
    assert most[Phase.GROUP] == 6
