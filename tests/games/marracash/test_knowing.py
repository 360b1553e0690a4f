"""Who knows what: chapter 6 of the specification. Only chance is hidden."""

from __future__ import annotations

import pytest

from souq.engine.rules.events import ALL, visible_events
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME
from souq.games.marracash.state import State
from tests.games.marracash.play import games, strange
from tests.support import rules


@rules("MA-V01", "MA-W02", "MA-A13")
@pytest.mark.parametrize("kind, players, seed", [(games, 2, 1), (games, 3, 2), (games, 4, 3), (strange, 3, 4)])
def test_everybody_sees_everything_but_chance(kind, players, seed):
    for ply, state in enumerate(kind(players, seed, souvenirs=True)):
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
        assert len(visible_events(state[0], -1)) == state["n_events"][0]
        assert all(row[1] == ALL for row in state["event"][0][: state["n_events"][0]])


@rules("MA-V01", "MA-V07")
def test_souvenirs_face_down_have_no_order():
    """What is turned up depends on chance at that moment alone, not on anything in the record."""
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
def test_without_souvenirs_all_chance_is_over_after_setup(players):
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
