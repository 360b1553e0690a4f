"""Checks of positions that are set up by hand: valid ones are restored exactly, others refused with a reason."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.engine.match.position import position
from souq.engine.match.validation import OURS, PASSING, begun
from souq.engine.rules.record import Batch, clone
from souq.testing.base import SEEDS, chooser, contract, often, played, somewhere
from souq.testing.broken import called, fail, listed, same, who


def settled(state: Batch) -> Batch:
    """Return a position in which the fields that only describe the last decision are set to 0."""
    state = clone(state)
    for name in PASSING:
        if name in (state.dtype.names or ()):
            state[name] = 0
    return state


def judged(match: Match, **changes: Any) -> Batch:
    """Return the position that souq makes of the match's field values after changing some of them."""
    return begun(match.game, match.players, match.options, {**match.position(), **changes})


@contract
def every_field_is_judged(game: Game) -> None:
    """Check that positions.py lists every field, either with its allowed values or as computed from other fields."""
    if game.positions is None:
        return
    for players in range(game.min_players, game.max_players + 1):
        named = {*game.positions.bounds(players), *game.positions.DERIVED}
        if odd := named ^ (set(game.State.fields) - OURS):
            fail(
                f"positions.py and State disagree about {listed(sorted(odd))} for {players} players: each field of "
                "State should have bounds or be DERIVED, and nothing else."
            )


@contract
def positions_that_are_reached_are_sound(game: Game) -> None:
    """Check that ``derive`` computes the same derived fields as play, whatever was entered for them."""

    @given(SEEDS)
    @often(3)
    def holds(seed: int) -> None:
        for match, pick in played(game, seed):
            if pick.random() < 0.04 or match.over or match.ply < 4:
                spoilt = {name: (match.state[name][0] * 0).tolist() for name in derived(game)}
                same(
                    settled(judged(match, **spoilt)),
                    settled(match.state),
                    "A position reached in play is set up differently: `derive` should compute what `apply` maintains",
                )

    holds()


def derived(game: Game) -> tuple[str, ...]:
    """Return the names of the fields that are computed from other fields."""
    return tuple(game.positions.DERIVED) if game.positions else ()


@contract
def a_match_from_a_position_plays_on_alike(game: Game) -> None:
    """Check that a match begun from another match's position has the same choices and results as that match."""

    @given(SEEDS)
    @often(5)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        again = Match(game, match.players, seed=seed, options=match.options, start=match.position())
        first = match.state.copy()
        for ply in range(30):
            if bool(first["over"][0]):
                break
            seat = chooser(again, pick)
            known = {game.choices.choice(int(each)) for each in game.bindings.legal(first, seat)}
            if odd := known ^ set(again.legal(seat)):
                fail(f"{called(game, odd)} can be chosen by {who(seat)} or not, depending on how a position began.")
            choice = int(pick.choice(again.legal(seat)))
            game.bindings.apply(first, seat, choice, (seed & 0xFFFF, ply))
            state = again.state.copy()
            game.bindings.apply(state, seat, choice, (seed & 0xFFFF, ply))
            after = f"{called(game, [choice])} leads elsewhere in a match that began from this position"
            same(settled(state), settled(first), after)
            again = Match(game, match.players, seed=seed, options=match.options, start=position(first))

    holds()
