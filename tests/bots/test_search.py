"""The search: it finds good moves, is reproducible, stops on time, and reuses its tree."""

from __future__ import annotations

import time

import numpy as np
import pytest

from souq.bots import search
from souq.bots.search import Manner, SearchBot, Thought, think
from souq.engine.game import Game
from souq.engine.rules.bits import lowest
from souq.engine.rules.record import Batch
from souq.games.desert_bazaar import GAME as DESERT
from souq.games.kairo import GAME as KAIRO
from tests.heaps import GAME as HEAPS
from tests.toy import GAME as TOY


def asked(game: Game, players: int, seed: int = 3, after: int = 0) -> tuple[Batch, int, list[int]]:
    """Return what the deciding seat knows after some first choices, and its legal choices."""
    options = game.option_numbers(game.check_options({}))
    state = game.bindings.setup(players, options, (seed, 9))
    while True:
        seat = lowest(game.bindings.deciders(state))
        legal = game.bindings.legal(state, seat).tolist()
        if after <= 0 and len(legal) > 1:
            return game.bindings.hidden(state, seat), seat, legal
        game.bindings.apply(state, seat, legal[0], (seed, after & 0xFFFF))
        after -= 1


def searched(game: Game, players: int, **how: object) -> Thought:
    """Return the result of a search from the start of a game."""
    view, seat, legal = asked(game, players)
    return think(game, view, seat, legal, 5, **how)  # type: ignore[arg-type]


GAMES = {"desert": (DESERT, 3), "kairo": (KAIRO, 2), "toy": (TOY, 2), "heaps": (HEAPS, 1)}


@pytest.mark.parametrize("game, players", GAMES.values(), ids=GAMES)
def test_visits_add_up(game: Game, players: int) -> None:
    found = searched(game, players, iterations=300)
    assert found.iterations == found.visits.sum() == 300
    assert found.choice in found.legal
    assert found.visits[found.legal.index(found.choice)] == found.visits.max()
    assert players == 1 or np.allclose(found.values.sum(1), 1)
    assert np.allclose(found.win_probabilities, (found.visits[:, None] * found.values).sum(0) / 300)
    assert found.pv[0][1] == found.choice


def test_results_do_not_depend_on_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    first = searched(DESERT, 3, iterations=200)
    monkeypatch.setattr(search, "SLICE", 7)
    again = searched(DESERT, 3, iterations=200)
    assert (first.visits == again.visits).all()
    assert np.allclose(first.values, again.values)


def test_several_threads_share_the_search() -> None:
    found = searched(DESERT, 3, iterations=200, threads=3)
    assert found.iterations == 200
    assert (found.visits == searched(DESERT, 3, iterations=200, threads=3).visits).all()
    view, seat, legal = asked(DESERT, 3)
    assert SearchBot("two", "Two", "", 200, threads=2).choose(DESERT, view, seat, legal, 5) in legal


@pytest.mark.parametrize("how", [{"iterations": 0}, {"threads": 0}])
def test_a_search_without_iterations_is_refused(how: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        searched(DESERT, 3, **how)


def test_the_search_stops_when_time_is_up() -> None:
    begun = time.monotonic()
    assert searched(DESERT, 3, iterations=780_000, seconds=0.05).iterations < 780_000
    assert 0 < searched(DESERT, 3, seconds=0.05).iterations < 780_000
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("game, players", [(DESERT, 3), (KAIRO, 2)])
def test_mix_weights_the_new_node_against_the_rollout(game: Game, players: int) -> None:
    manner = Manner.of(game)
    at_once, later, mixed = (
        searched(game, players, iterations=1, manner=manner._replace(depth=depth, mix=mix)).win_probabilities
        for depth, mix in ((0, 0.0), (3, 0.0), (3, 0.25))
    )
    assert not np.allclose(at_once, later)
    assert np.allclose(mixed, 0.25 * at_once + 0.75 * later)


def test_a_mix_of_one_ignores_the_rollout() -> None:
    shallow, deep = (
        searched(DESERT, 3, iterations=200, manner=Manner.of(DESERT)._replace(depth=depth, mix=1.0)) for depth in (0, 6)
    )
    assert (shallow.visits == deep.visits).all() and np.allclose(shallow.values, deep.values)


def test_a_full_tree_is_searched_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_capacity", lambda game, iterations: 60)
    found = searched(KAIRO, 2, iterations=300)
    assert found.iterations == 300
    assert found.tree.used[0] <= 60


def test_nodes_stay_in_order_and_are_found_again() -> None:
    found = searched(DESERT, 3, iterations=400)
    tree = found.tree
    for place in range(int(tree.used[0])):
        below = search._below(tree, place)
        names = [int(tree.choice[at]) for at in below]
        assert names == sorted(set(names))
        assert sum(int(tree.visits[at]) for at in below) <= tree.visits[place]


def test_a_tree_is_reused_at_the_next_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def counted(*args: object, **how: object) -> Thought:
        known = how["known"]
        begun.append(int(known[0].visits[known[1]]) if known else 0)  # type: ignore[index]
        return think(*args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(search, "think", counted)
    bot = SearchBot("short", "Short", "", 60)
    state = KAIRO.bindings.setup(2, KAIRO.option_numbers(KAIRO.check_options({})), (1, 1))
    for ply in range(60):
        seat = lowest(KAIRO.bindings.deciders(state))
        legal = KAIRO.bindings.legal(state, seat).copy()
        KAIRO.bindings.apply(
            state, seat, bot.choose(KAIRO, KAIRO.bindings.hidden(state, seat), seat, legal, ply), (ply, 1)
        )
    assert sum(n > 0 for n in begun) > len(begun) / 4
    assert len(bot._trees) <= bot.MOST_TREES


def test_a_full_tree_is_not_reused() -> None:
    first = searched(DESERT, 3, iterations=100)
    tree = first.tree
    tree.used[0] = len(tree.child) - 5
    again = searched(DESERT, 3, iterations=100, known=(tree, 0))
    assert again.tree is not tree
    assert (again.visits == first.visits).all()


def test_events_do_not_prevent_reuse_of_trees() -> None:
    view, *_ = asked(KAIRO, 2)
    loud = view.copy()
    loud["n_events"], loud["event"][0][0] = 1, 7
    assert search.quiet(loud) == search.quiet(view) != loud.tobytes()


def test_a_bot_with_a_tree_uses_no_hidden_information() -> None:
    bots = [SearchBot("one", "One", "", 30), SearchBot("other", "Other", "", 30)]
    state = KAIRO.bindings.setup(2, KAIRO.option_numbers(KAIRO.check_options({})), (4, 1))
    for ply in range(50):
        seat = lowest(KAIRO.bindings.deciders(state))
        legal = KAIRO.bindings.legal(state, seat).copy()
        truths = state, KAIRO.bindings.determinized(state, seat, (ply, 77))
        views = [KAIRO.bindings.hidden(truth, seat) for truth in truths]
        chosen = [bot.choose(KAIRO, view, seat, legal, ply) for bot, view in zip(bots, views, strict=True)]
        assert chosen[0] == chosen[1]
        KAIRO.bindings.apply(state, seat, chosen[0], (ply, 1))


def test_trees_are_reused_only_without_chance_or_other_seats() -> None:
    view, seat, legal = asked(DESERT, 3)
    state = DESERT.bindings.determinized(view, seat, (1, 1))
    for choice in legal:
        after = state.copy()
        DESERT.bindings.apply(after, seat, choice, (5, 5))
        alone = DESERT.bindings.deciders(after) == 1 << seat and after["draws"][0] == 0
        assert (search.expected(DESERT, view, seat, choice, 1) is not None) == alone


def test_forced_moves_are_skipped() -> None:
    bindings, seen = KAIRO.bindings, 0
    state = bindings.setup(2, KAIRO.option_numbers(KAIRO.check_options({})), (4, 1))
    for ply in range(120):
        seat = lowest(bindings.deciders(state))
        legal = bindings.legal(state, seat).tolist()
        foreseen = search.expected(KAIRO, bindings.hidden(state, seat), seat, legal[ply % len(legal)], ply)
        bindings.apply(state, seat, legal[ply % len(legal)], (ply, 1))
        forced = 0
        while bindings.deciders(state) == 1 << seat and len(bindings.legal(state, seat)) == 1 and not state["draws"][0]:
            bindings.apply(state, seat, int(bindings.legal(state, seat)[0]), (ply, 2))
            forced += 1
        if foreseen is not None:
            assert foreseen == search.quiet(bindings.hidden(state, seat))
            seen += forced > 0
    assert seen


def test_a_game_without_an_evaluator_is_played_out() -> None:
    assert Manner.of(TOY).depth == search.ENDLESS
    assert Manner.of(DESERT).depth < search.ENDLESS
