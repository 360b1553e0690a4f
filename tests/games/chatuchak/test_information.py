"""Information of seats: chapter 6 of the specification. Only future rolls are hidden."""

from __future__ import annotations

import pytest

from souq.games.chatuchak import GAME
from tests.games.chatuchak.play import strange
from tests.support import rules


@rules("CH-C01", "CH-V01", "CH-V04")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_die_is_the_only_chance(players):
    """The result of a decision depends on chance only when a die is rolled, once."""
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
