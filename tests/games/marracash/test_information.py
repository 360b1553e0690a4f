"""Information of seats: chapter 6 of the specification. Only chance is hidden."""

from __future__ import annotations

import pytest

from souq.games.marracash import GAME
from tests.games.marracash.play import games
from tests.support import rules


@rules("MA-V01", "MA-V07")
def test_souvenirs_face_down_have_no_order():
    """A turned-up card depends on chance at that moment, not on anything in the record."""
    for state in games(3, 5, souvenirs=True):
        if state["over"][0] or not state["unseen"][0]:
            continue
        seat = int(state["player"][0])
        for choice in GAME.bindings.legal(state, seat).tolist()[:4]:
            found = set()
            for key in range(12):
                after = state.copy()
                GAME.bindings.apply(after, seat, choice, (key, 99))
                found.add(tuple(after["shown"][0].tolist()))
            if after["unseen"][0] != state["unseen"][0] and bin(int(state["unseen"][0])).count("1") > 4:
                assert len(found) > 1


@rules("MA-S01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_souvenirs_only_setup_uses_chance(players):
    for state in games(players, 20 + players):
        if state["over"][0]:
            break
        seat = int(state["player"][0])
        choice = int(GAME.bindings.legal(state, seat)[-1])
        one, two = state.copy(), state.copy()
        GAME.bindings.apply(one, seat, choice, (1, 2))
        GAME.bindings.apply(two, seat, choice, (3, 4))
        assert one["draws"][0] == two["draws"][0] == 0
        one["key"], two["key"] = 0, 0
        assert one.tobytes() == two.tobytes()
