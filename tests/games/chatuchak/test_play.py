"""Random games against the reference and the interpreted twin, and the figures of the specification."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.playout import playout
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import CHOICES, N_LEGAL, Event
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.reference import Game
from tests.support import rules

KINDS = [
    (games, 2, 1, {}),
    (games, 3, 2, {"grids": "new"}),
    (games, 5, 3, {}),
    (games, 2, 4, {"play": "speed", "same": True, "stops": 0.004}),
    (games, 3, 5, {"play": "turns", "grids": "new", "stops": 0.004}),
    (games, 1, 6, {"side": "4", "stops": 0.0}),
    *((strange, players, 10 * seed + players, {}) for seed in range(5) for players in (1, 2, 3, 4, 5)),
]


def follow(states, log):
    """Yield a position, its twin and the reference's, which receives the same choices and dice."""
    game = None
    for state in states:
        twin = Twin.of(state)
        if game is None:
            game = Game(twin)
        else:
            game.answer(*log[-1], [row[2] for row in visible_events(state[0], -1) if row[0] == Event.ROLL])
        yield state, twin, game


def named(state, seat):
    return {CHOICES.name(int(c)) for c in GAME.bindings.legal(state, seat)}


def agrees(state, twin, game):
    """Compare every field of the record, the deciders, the legal choices and the points."""
    game.check(twin, GAME.rule_id)
    assert GAME.bindings.deciders(state) == sum(1 << seat for seat in game.asked)
    for seat in range(twin.players):
        assert named(state, seat) == game.legal(seat)
    assert (GAME.bindings.points(state), GAME.bindings.ranks(state)) == (game.points(), game.ranks())


@rules(
    "CH-T01", "CH-T02", "CH-T03", "CH-T04", "CH-T06", "CH-T07", "CH-T08", "CH-T09", "CH-K01", "CH-K02", "CH-K03",
    "CH-K04", "CH-K05", "CH-K06", "CH-K07", "CH-M01", "CH-M02", "CH-M03", "CH-M04", "CH-M05", "CH-M06", "CH-X01",
    "CH-X02", "CH-X03", "CH-B01", "CH-B02", "CH-B03", "CH-C01", "CH-C02", "CH-C03", "CH-C04", "CH-E01", "CH-E02",
    "CH-E03", "CH-E04", "CH-V01", "CH-V03", "CH-V04", "CH-V05", "CH-V06", "CH-Q03", "CH-Q12", "CH-Q23",
)  # fmt: skip
@pytest.mark.parametrize("kind, players, seed, chosen", KINDS)
def test_games_agree_with_the_reference(kind, players, seed, chosen):
    """Every decision has the reference's deciders, choices and results."""
    log: list = []
    for state, twin, game in follow(kind(players, seed, log=log, **chosen), log):
        agrees(state, twin, game)
    assert state["over"][0]


@rules("CH-Q15", "CH-Q16", "CH-S01", "CH-V03")
def test_random_games_have_the_specified_figures():
    """Chapter 9: rounds, decisions and lengths of games; generous bounds round the exact mean."""
    for players in (2, 5):
        made = playout(GAME, 400, players=players, seed=4)
        assert made.lengths.min() >= players  # all may pass at once
        assert made.lengths.max() <= 77 * players
        assert (np.sort(made.ranks, axis=1)[:, 0] == 1).all()
    for players, chosen in ((1, {}), (3, {"play": "speed"}), (3, {"play": "turns"})):
        made = playout(GAME, 60, players=players, seed=4, options=chosen)
        assert made.lengths.max() <= 200 * players


@rules("CH-T04")
def test_the_numbers_of_legal_choices():
    for players in (1, 2, 5):
        for state in strange(players, 90 + players):
            for seat in range(players):
                mask = GAME.bindings.deciders(state)
                assert len(GAME.bindings.legal(state, seat)) == (10 if mask >> seat & 1 else 0)
    assert N_LEGAL == 10
    assert CHOICES.size == 31
