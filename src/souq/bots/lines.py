"""Lines of play: the choices that a search expects, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from souq.bots.base import mixed
from souq.bots.search import think
from souq.engine.match.decision import seats
from souq.engine.rules.record import Batch, clone

if TYPE_CHECKING:
    from souq.engine.game import Game

ITERATIONS, EXPECTED = 200, 600
"""Numbers of search iterations: for each choice that completes a seat's line, and for an expected line of all seats."""
STEPS = 12
"""Maximum number of choices that are added to a line."""


def completed(game: Game, view: Batch, seat: int, line: tuple[int, ...], seed: int) -> tuple[int, ...]:
    """Extend a seat's line to the end of an action, such as a proposal with all its parts.

    Choices are added until one of them causes an event, or until chance or another seat is next. Forced choices that
    ``line`` leaves out, as lines of the search do, are inserted.

    Args:
        game: the game being played.
        view: what the seat knows before the line, a batch of one record; not modified.
        seat: the seat that makes the choices.
        line: its first choices, at least one.
        seed: the same seed gives the same line.
    """
    bindings, word = game.bindings, mixed(seed)
    key = word >> 32, word & 0xFFFFFFFF
    now, made, planned = bindings.determinized(view, seat, key), list[int](), list(line)
    for nth in range(len(line) + STEPS):
        legal = bindings.legal(now, seat).copy()
        seen = bindings.hidden(now, seat)
        if planned and planned[0] in legal:
            choice = planned.pop(0)
        elif len(legal) == 1:
            choice = int(legal[0])
        elif planned:
            break
        else:
            choice = think(game, seen, seat, legal, seed + nth, iterations=ITERATIONS).choice
        bindings.apply(now, seat, choice, key)
        made.append(choice)
        ends = bool(now["over"][0]) or bool(int(now["draws"][0])) or bindings.deciders(now) != 1 << seat
        if ends or (not planned and int(now["n_events"][0])):
            break
    return tuple(made) or line


def expected(game: Game, state: Batch, seed: int, iterations: int = EXPECTED) -> tuple[tuple[int, int], ...]:
    """Return the line that a search expects from a position with nothing hidden, as pairs of a seat and its choice."""
    decider = next(seats(game.bindings.deciders(state)), None)
    if decider is None or bool(state["over"][0]):
        return ()
    legal = game.bindings.legal(state, decider).copy()
    return think(game, clone(state), decider, legal, seed, iterations=iterations, open_hands=True).pv
