"""Pairs of matches that a viewer can't tell apart, in which a seat then acts in the same way."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.timeline import Timeline
from souq.engine.rules.record import Batch, clone
from souq.testing.base import somewhere

LONG, MORE, NODES = 16, 4, 400
"""Search limits: decisions in an act, further decisions to reproduce it, and positions tried."""


def begun_from(match: Match, state: Batch) -> Match:
    """Return a match that begins in this position instead of a new game."""
    made = Match(match.game, match.players, secret=match.secret, options=match.options)
    made._timeline = Timeline(made.game, made.players, made._master, clone(state))
    return made


def apart(match: Match, viewer: int, pick: random.Random) -> tuple[Match, Match]:
    """Return two matches that the viewer can't tell apart: the real one, and one in which hidden things are random."""
    other = match.game.bindings.determinized(match.state, viewer, (pick.getrandbits(32), pick.getrandbits(32)))
    return begun_from(match, match.state), begun_from(match, other)


def acted(match: Match, seat: int, pick: random.Random) -> bool:
    """Let a seat play at random until others can see the result; return whether it came about without chance."""
    while match.ply < LONG and match.deciders >> seat & 1:
        match.play(pick.choice(match.legal(seat)), seat)
        if confirmed(match, seat):
            return not any(int(step.after["draws"][0]) for step in match.steps())
    return False


def confirmed(match: Match, seat: int) -> bool:
    """Make a seat's undoable decisions final if its turn has ended; return whether all its decisions are final."""
    if match.drafter is not None and match.deciders != 1 << seat:
        match.confirm()
    return match.drafter is None


def same_act(match: Match, seat: int, viewer: int, made: Sequence[int], view: bytes) -> list[int] | None:
    """Return choices of a seat after which the viewer sees ``view``; None if the search finds none."""
    bindings, left = match.game.bindings, NODES

    def sought(state: Batch, path: list[int]) -> list[int] | None:
        nonlocal left
        goes_on = bindings.deciders(state) == 1 << seat
        if path and not goes_on and bindings.hidden(state, viewer).tobytes() == view:
            return path
        left -= 1
        if left < 0 or len(path) >= len(made) + MORE or not goes_on:
            return None
        legal = [int(choice) for choice in bindings.legal(state, seat)]
        legal = sorted((c for c in legal if c in made or len(legal) <= 8), key=lambda c: c not in made)
        for choice in legal:
            after = clone(state)
            bindings.apply(after, seat, choice, (1, 2))
            if int(after["draws"][0]) == 0 and (found := sought(after, [*path, choice])):
                return found
        return None

    return sought(match.state, [])


def pairs(game: Game, seed: int) -> Iterator[tuple[int, Match, Match]]:
    """Yield a viewer and two matches in which a seat did different hidden things that look the same to the viewer."""
    match, pick = somewhere(game, seed)
    match.confirm()
    for seat in list(seats(match.deciders))[:2]:
        for viewer in range(-1, match.players):
            one, other = apart(match, viewer, pick)
            if viewer == seat or one.racing or not acted(one, seat, pick):
                continue
            seen = one.view(viewer).tobytes()
            path = same_act(other, seat, viewer, [decision.choice for decision in one.log], seen)
            if path is None:
                continue
            for choice in path:
                other.play(choice, seat)
            if confirmed(other, seat) and events(one, viewer) == events(other, viewer):
                yield viewer, one, other


def events(match: Match, viewer: int) -> list[tuple[int, ...]]:
    """Return all events that a viewer has seen so far, in order."""
    return [event for ply in range(1, match.ply + 1) for event in match.events(ply, viewer)]
