"""Dry runs: predict, from what a seat knows, whether a choice is final and whether it ends the turn or the game."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.engine.match import hooks
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.secret import guess
from souq.engine.rules.record import Batch, clone

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.bindings import Bindings

TRIES = 6
"""Number of positions sampled for a dry run."""

_OWN = ("key", "draws", "n_events", "event")
"""Fields of a record that describe chance and events, and are ignored when positions are compared."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """The predicted consequences of a choice for the draft (the decisions that can still be taken back).

    The prediction uses sampled dice and hidden cards. It must not depend on the true ones, or a player could learn
    about them and then take the choice back.
    """

    shows: bool
    """Whether the choice may draw from chance or reveal something to the seat."""
    settles: bool
    """Whether the choice can't be taken back: it shows something, is binding by the rules, or is made in a race."""
    ends_turn: bool
    """Whether it is certainly no longer the seat's turn after the choice, and the seat doesn't decide next."""
    ends_game: bool
    """Whether the choice certainly ends the game."""


def dry_run(game: Game, secret: bytes, state: Batch, ply: int, seat: int, choice: int, racing: bool = False) -> DryRun:
    """Predict whether a legal choice, made as decision number ``ply``, would be final, end the turn, or end the game.

    The choice is tried in positions sampled from the seat's information set. ``racing`` says whether it is made in a
    race (see :func:`races`).
    """
    tries, bindings = list(_tried(game, secret, game.bindings.hidden(state, seat), ply, seat, choice)), game.bindings
    views = {bindings.hidden(after, seat).tobytes() for after in tries}
    shows = len(views) > 1 or any(int(after["draws"][0]) for after in tries)
    ends_turn = seat < 0 or (
        hooks.on_turn(game, state) in (None, seat)
        and all(not bindings.deciders(after) >> seat & 1 and hooks.on_turn(game, after) != seat for after in tries)
    )
    return DryRun(shows, shows or racing or game.binds(choice), ends_turn, all(after["over"][0] for after in tries))


def shows(game: Game, secret: bytes, before: Batch, after: Batch, ply: int, seat: int, choice: int) -> bool:
    """Return whether a seat's decision drew from chance or revealed something to that seat.

    Something was revealed if the same choice, made in another position of the seat's information set, would have led to
    another view. So the answer depends only on what the seat knows. What is revealed to other seats doesn't count,
    because they see it only when the draft is settled; until then it can be taken back.
    """
    if int(after["draws"][0]):
        return True
    known, seen = game.bindings.hidden(before, seat), game.bindings.hidden(after, seat)
    if _uncovers(known, seen, before, after):
        return True
    others = _tried(game, secret, known, ply, seat, choice)
    return any(int(other["draws"][0]) or _differs(game.bindings.hidden(other, seat), seen) for other in others)


def begins(bindings: Bindings, before: Batch, seat: int, choice: int) -> bool:
    """Return whether a legal choice is only the first part of a larger action.

    That is the case if no public information changes and only this seat may choose next.
    """
    after = clone(before)
    bindings.apply(after, seat, choice, (0, 0))
    return bindings.deciders(after) == 1 << seat and _openly(bindings, before) == _openly(bindings, after)


def races(mask: int, before: int = 0) -> bool:
    """Return whether the seats in a mask choose in a race, that is, in any order.

    Several deciders are always in a race. A single one is in a race if it was among the deciders of the race ``before``
    and the others have dropped out.

    >>> races(0b110), races(0b100), races(0b100, before=0b110), races(0b001, before=0b110), races(0, before=0b110)
    (True, False, True, False, False)
    """
    return mask & (mask - 1) != 0 or (mask != 0 and before != 0 and mask & ~before == 0)


def _tried(game: Game, secret: bytes, known: Batch, ply: int, seat: int, choice: int) -> Iterator[Batch]:
    """Make a choice in positions sampled from ``known``, the seat's view before the choice, and yield the results."""
    for nth in range(TRIES):
        state = game.bindings.determinized(known, seat, guess(secret, ply, 2 * nth))
        game.bindings.apply(state, seat, choice, guess(secret, ply, 2 * nth + 1))
        yield state


def _openly(bindings: Bindings, state: Batch) -> bytes:
    """Return the public information in a position, as bytes."""
    known = bindings.hidden(state, SPECTATOR)
    for name in _OWN:
        known[name] = 0
    return known.tobytes()


def _differs(one: Batch, other: Batch) -> bool:
    return one.tobytes() != other.tobytes()


def _uncovers(known: Batch, seen: Batch, before: Batch, after: Batch) -> bool:
    """Return whether a byte of the seat's view has changed that was hidden before and shows its true value now."""
    was, now, true, turned = (each.view(np.uint8) for each in (known, seen, before, after))
    return bool(((was != now) & (was != true) & (now == turned) & _lasting(before.dtype)).any())


@functools.cache
def _lasting(layout: Any) -> Any:
    """Return a mask of a record's bytes that is false for chance and events."""
    blank = np.zeros(1, layout)
    for name in layout.names:
        blank[name] = 0 if name in _OWN else -1
    return blank.view(np.uint8) != 0
