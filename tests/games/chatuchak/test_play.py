"""Random games against the reference and the interpreted twin, and the figures of the specification."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.playout import playout
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin, interpreted
from souq.games.chatuchak import GAME
from souq.games.chatuchak.rules.scoring import points, ranks
from souq.games.chatuchak.rules.turn import apply, deciders, legal, setup
from souq.games.chatuchak.state import CHOICES, N_EVENTS, N_LEGAL, Event, State
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.positions import numbers
from tests.games.chatuchak.reference import Game
from tests.games.tables import check_same
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
    """Triples of a position, its twin and the reference's, which is sent the same choices and dice."""
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
    """Everything the record keeps, who is asked, what can be chosen, and the points."""
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
    """Every decision asks whom the reference asks, offers what it offers, and leads where it leads."""
    log: list = []
    for state, twin, game in follow(kind(players, seed, log=log, **chosen), log):
        agrees(state, twin, game)
    assert state["over"][0]


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_compiled_and_interpreted_rules_are_one(players):
    """From positions of games of all kinds, one choice each."""
    for seed in range(3):
        for ply, state in enumerate(strange(players, 40 + seed)):
            if state["over"][0] or ply % 3:
                continue
            twin, after = Twin.of(state), state.copy()
            out = [0] * 40
            mask = interpreted(deciders)(twin)
            assert mask == GAME.bindings.deciders(state)
            seat = mask.bit_length() - 1
            n = interpreted(legal)(twin, seat, out)
            assert out[:n] == GAME.bindings.legal(state, seat).tolist()
            choice = out[ply * 7919 % n]
            twin.key, twin.draws, twin.n_events = [ply, seed], 0, 0
            GAME.bindings.apply(after, seat, choice, (ply, seed))
            interpreted(apply)(twin, seat, choice)
            check_same(twin, after)
            for rule, same in ((points, GAME.bindings.points), (ranks, GAME.bindings.ranks)):
                scores = [0] * 5
                interpreted(rule)(twin, scores)
                assert scores[:players] == same(after)


@pytest.mark.parametrize(
    "players, chosen",
    [
        (1, {}), (1, {"grids": "new"}), (1, {"side": "7"}), (1, {"day": "2026-11-21"}), (2, {}), (5, {}),
        (4, {"grids": "new"}), (5, {"play": "speed"}), (3, {"play": "turns", "same": True}),
        (3, {"play": "speed", "same": True, "grids": "new"}), (2, {"play": "speed", "day": "2026-11-21"}),
    ],
)  # fmt: skip
def test_setup_compiled_and_interpreted_is_one(players, chosen):
    state = GAME.bindings.setup(players, numbers(**chosen), (players, 77))
    twin = Twin.of(State.new())
    twin.players, twin.key = players, [players, 77]
    interpreted(setup)(twin, [*numbers(**chosen), 0])
    check_same(twin, state)


@pytest.mark.parametrize("players", range(1, 6))
def test_play_outs_play_the_same_game_quietly(players):
    """Without anything told, a decision leads to the same position."""
    for state in strange(players, 60 + players):
        if state["over"][0]:
            break
        seat = GAME.bindings.deciders(state).bit_length() - 1
        choice = int(GAME.bindings.legal(state, seat)[0])
        loud, twin = state.copy(), Twin.of(state)
        GAME.bindings.apply(loud, seat, choice, (5, 5))
        twin.key, twin.draws, twin.n_events = [5, 5], 0, -1
        interpreted(apply)(twin, seat, choice)
        for name in set(State.layout.names) - {"event", "n_events"}:
            assert getattr(twin, name) == loud[name][0].tolist(), name


@rules("CH-Q15", "CH-Q16", "CH-S01", "CH-V03")
def test_figures_of_random_games():
    """Chapter 9: rounds, decisions and how long games can be; generous bounds round the exact mean."""
    for players in (2, 5):
        made = playout(GAME, 400, players=players, seed=4)
        assert made.lengths.min() >= players  # all may pass at once
        assert made.lengths.max() <= 77 * players
        assert (np.sort(made.ranks, axis=1)[:, 0] == 1).all()
    for players, chosen in ((1, {}), (3, {"play": "speed"}), (3, {"play": "turns"})):
        made = playout(GAME, 60, players=players, seed=4, options=chosen)
        assert made.lengths.max() <= 200 * players


@rules("CH-T04")
def test_how_much_there_is_to_choose_from():
    for players in (1, 2, 5):
        for state in strange(players, 90 + players):
            for seat in range(players):
                mask = GAME.bindings.deciders(state)
                assert len(GAME.bindings.legal(state, seat)) == (10 if mask >> seat & 1 else 0)
    assert N_LEGAL == 10
    assert CHOICES.size == 31


def test_the_list_of_events_is_long_enough():
    """A move, every marker once and five mixes, the die, the end and five places; a setup is shorter."""
    most = max(int(state["n_events"][0]) for players in (2, 5) for seed in range(9) for state in strange(players, seed))
    assert most <= 1 + 12 + 5 + 1 + 1 + 5 < N_EVENTS
