"""Who knows what: chapter 6 of the specification. Nothing is hidden but the dice to come."""

from __future__ import annotations

import pytest

from souq.engine.rules.events import ALL, visible_events
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import State
from tests.games.chatuchak.play import games, strange
from tests.support import rules


@rules("CH-S02", "CH-N08")
@pytest.mark.parametrize(
    "kind, players, seed, chosen",
    [(games, 2, 1, {}), (games, 3, 2, {"grids": "new"}), (strange, 4, 3, {}), (strange, 5, 4, {}), (strange, 1, 5, {})],
)
def test_everybody_sees_everything_but_chance(kind, players, seed, chosen):
    for ply, state in enumerate(kind(players, seed, **chosen)):
        if ply % 4:
            continue
        true = Twin.of(state)
        for seat in range(-1, players):
            seen = Twin.of(GAME.bindings.hidden(state, seat))
            assert (seen.key, seen.draws) == ([0, 0], 0)
            for name in set(State.layout.names) - {"key", "draws", "event"}:
                assert getattr(seen, name) == getattr(true, name), name
            assert seen.event[: true.n_events] == true.event[: true.n_events]
            other = GAME.bindings.determinized(state, seat, (seed, ply))
            assert GAME.bindings.hidden(other, seat).tobytes() == GAME.bindings.hidden(state, seat).tobytes()
        assert all(row[1] == ALL for row in state["event"][0][: state["n_events"][0]])
        assert len(visible_events(state[0], -1)) == state["n_events"][0]


@rules("CH-C01", "CH-V01", "CH-V04")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_chance_is_the_die_of_the_main_game_and_nothing_else(players):
    """What a decision leads to depends on chance only when a die is rolled, once."""
    for seed in range(6):
        for state in strange(players, 40 + seed):
            if state["over"][0]:
                break
            seat = GAME.bindings.deciders(state).bit_length() - 1
            for choice in GAME.bindings.legal(state, seat).tolist()[::4]:
                one, two = state.copy(), state.copy()
                GAME.bindings.apply(one, seat, choice, (1, 2))
                GAME.bindings.apply(two, seat, choice, (3, 4))
                assert one["draws"][0] == two["draws"][0] <= 1
                assert not (one["draws"][0] and one["mode"][0])
                if not one["draws"][0]:
                    one["key"], two["key"] = 0, 0
                    assert one.tobytes() == two.tobytes()
