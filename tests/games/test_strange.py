"""Invariants of every game from made-up positions, which random games seldom reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from souq.engine.game import Game
from souq.engine.match.decision import NOBODY, seats
from souq.engine.match.match import Match
from souq.engine.match.position import BadPosition, from_position, position
from souq.engine.rules.generic import RULES
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.testing.base import said
from tests.games.tables import check_same
from tests.support import ours

GAMES = pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)


def strange(game: Game, seed: int, every: int = 1) -> Iterator[tuple[int, Batch]]:
    """Yield positions of games from made-up positions on, for all numbers of players, each with a number."""
    play: Any = import_module(f"tests.games.{game.name}.play")
    for players in range(game.min_players, game.max_players + 1):
        chosen = {"trading": ("floor", "open", "off")[players % 3]} if game.name == "grand_bazaar" else {}
        for ply, state in enumerate(play.strange(players, seed + players, **chosen)):
            if ply % every == 0:
                yield ply, state


@GAMES
def test_compiled_and_interpreted_rules_agree(game: Game) -> None:
    rules = {name: interpreted(getattr(game.rules, name)) for name in RULES}
    for ply, state in strange(game, 40, every=5):
        twin, mask, out = Twin.of(state), game.bindings.deciders(state), [0] * game.n_choices
        assert rules["deciders"](twin) == mask
        for seat in range(twin.players):
            assert out[: rules["legal"](twin, seat, out)] == game.bindings.legal(state, seat).tolist()
        for rule, same in (("points", game.bindings.points), ("ranks", game.bindings.ranks)):
            scores = [0] * 16
            rules[rule](twin, scores)
            assert scores[: twin.players] == same(state)
        if mask and not twin.over:
            seat = list(seats(mask))[ply % mask.bit_count()]
            legal = game.bindings.legal(state, seat).tolist()
            _decided_alike(game, state, seat, legal[ply * 7919 % len(legal)], ply)


def _decided_alike(game: Game, state: Batch, seat: int, choice: int, ply: int) -> None:
    """Check that a decision has the same result compiled, interpreted, and without events."""
    after, twin, quiet = state.copy(), Twin.of(state), Twin.of(state)
    game.bindings.apply(after, seat, choice, (ply, 5))
    for each, told in ((twin, 0), (quiet, -1)):
        each.key, each.draws, each.n_events = [ply, 5], 0, told
        interpreted(game.rules.apply)(each, seat, choice)
    check_same(twin, after)
    for name in {*game.State.fields} - {"event", "n_events"}:
        assert getattr(quiet, name) == getattr(twin, name), name


@GAMES
def test_a_choice_is_legal_or_a_rule_forbids_it(game: Game) -> None:
    """Interpreted and compiled refusals agree, and refusing changes nothing."""
    refusal = interpreted(game.rules.refusal)
    for ply, state in strange(game, 80, every=7):
        twin, before = Twin.of(state), state.tobytes()
        for seat in range(NOBODY if game.clock else 0, twin.players):
            refused = [game.bindings.refusal(state, seat, choice) for choice in range(-2, game.n_choices + 3)]
            legal = [choice for choice, rule in enumerate(refused, -2) if not rule]
            assert legal == game.bindings.legal(state, seat).tolist()
            assert {game.rule_id(rule) for rule in {*refused} - {0}} <= {*game.rulebook.ids}
            for choice in range(ply % 5, game.n_choices, 5):
                assert refusal(twin, seat, choice) == refused[choice + 2]
        assert state.tobytes() == before == _stored(game, twin).tobytes()


def _stored(game: Game, twin: Twin) -> Batch:
    state = game.State.new()
    twin.store(state)
    return state


@GAMES
def test_the_list_of_events_is_long_enough(game: Game) -> None:
    for _, state in strange(game, 500):
        assert 0 <= state["n_events"][0] < state["event"].shape[1]


@pytest.mark.parametrize("game", [game for game in ours() if game.name != "marracash"], ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_from_a_strange_position_can_be_replayed_and_undone(game: Game, seed: int) -> None:
    """From positions that games can reach; in MarraCash redealt cash has not been paid."""
    pick, begun = random.Random(seed), 0
    for _, state in strange(game, 60 + seed, every=50):
        fields = position(state)
        try:
            assert from_position(game, fields).tobytes() == state.tobytes()
        except BadPosition:
            continue
        begun += 1
        match = Match(game, int(state["players"][0]), seed=seed, start=fields)
        for _ in range(0 if match.over else 25):
            before, seat = match.state.tobytes(), pick.choice(list(seats(match.deciders)))
            match.play_all(said(match, pick, seat), seat)
            if match.can_undo and pick.random() < 0.3:
                match.undo()
                assert match.state.tobytes() == before
            if match.over:
                break
        again = Match.from_json(match.to_json())
        for ply in range(match.ply + 1):
            assert again.at(ply).tobytes() == match.at(ply).tobytes()
    assert begun
