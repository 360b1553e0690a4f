"""Dry runs: predictions of whether a choice could still be undone, and whether it would end the turn or the game.

They are computed only from information that the seat has.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from souq.engine.match import hooks
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.secret import guess
from souq.engine.rules.record import Batch, clone

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.bindings import Bindings

TRIES = 6
"""Number of positions, with different hidden information, in which a dry run tries a choice."""

_OWN = ("key", "draws", "n_events", "event")
"""Fields of a record that describe chance and events, and are ignored when positions are compared."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """The prediction for a choice that a player is about to make.

    The prediction uses sampled dice and hidden cards. It must not depend on the true ones, or a player could learn
    about them and then take the choice back.
    """

    shows: bool
    """Whether the choice may draw from chance or reveal something to the seat."""
    settles: bool
    """Whether the choice can't be undone: it may reveal something, a rule makes it final, or it is made in a race."""
    ends_turn: bool
    """Whether the seat's turn surely ends with the choice, so that another seat decides next or the game is over."""
    ends_game: bool
    """Whether the choice certainly ends the game."""


def dry_run(game: Game, secret: bytes, state: Batch, ply: int, seat: int, choice: int, racing: bool = False) -> DryRun:
    """Predict whether a legal choice could still be undone, and whether it would end the turn or the game.

    ``ply`` is the number that the decision would have. The choice is tried in positions that differ in the information
    hidden from the seat. ``racing`` says whether it is made in a race (see :func:`races`).
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
    """Return whether a decision of a seat used chance or revealed hidden information to that seat.

    Something was revealed if the same choice, made in another position that the seat considered possible, would have
    led to another view. So the answer depends only on what the seat knows. Information revealed to other seats doesn't
    count, because they see it only when the decision can no longer be undone.
    """
    if int(after["draws"][0]):
        return True
    known, seen = game.bindings.hidden(before, seat), game.bindings.hidden(after, seat)
    if _uncovers(known, seen, before, after):
        return True
    others = _tried(game, secret, known, ply, seat, choice)
    return any(int(other["draws"][0]) or _differs(game.bindings.hidden(other, seat), seen) for other in others)


def begins(bindings: Bindings, before: Batch, seat: int, choice: int) -> bool:
    """Return whether a legal choice is only the first part of an action, and the same seat has to make further choices.

    That is the case if no public information changes and only this seat may choose next.
    """
    after = clone(before)
    bindings.apply(after, seat, choice, (0, 0))
    return bindings.deciders(after) == 1 << seat and _openly(bindings, before) == _openly(bindings, after)


def races(mask: int, before: int = 0) -> bool:
    """Return whether the seats in a bit mask choose in a race, that is, in any order instead of in turn.

    Several deciders are always in a race. A single one is in a race if it was among the deciders ``before`` and the
    others of them have already chosen or passed.

    >>> races(0b110), races(0b100), races(0b100, before=0b110), races(0b001, before=0b110), races(0, before=0b110)
    (True, False, True, False, False)
    """
    return mask & (mask - 1) != 0 or (mask != 0 and before != 0 and mask & ~before == 0)


def _tried(game: Game, secret: bytes, known: Batch, ply: int, seat: int, choice: int) -> Iterator[Batch]:
    """Yield the positions that a choice may lead to, as far as the seat can know.

    ``known`` is the seat's view before the choice. Its hidden information is filled in at random, :data:`TRIES` times.
    """
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
    """Return whether a choice revealed a number to the seat that was hidden in its view before.

    A number was revealed if it has changed in the view, was not true before, and is true now. Numbers are compared byte
    by byte.
    """
    was, now, true, turned = (each.tobytes() for each in (known, seen, before, after))
    for part in _parts(before.dtype):
        if was[part] != now[part]:
            numbers = zip(was[part], now[part], true[part], turned[part], strict=True)
            if any(a != b and a != c and b == d for a, b, c, d in numbers):
                return True
    return False


@functools.cache
def _parts(layout: Any) -> tuple[slice, ...]:
    """Return the bytes of each field of a record, without the fields of chance and events."""
    fields = (layout.fields[name][:2] for name in layout.names if name not in _OWN)
    return tuple(slice(offset, offset + kind.itemsize) for kind, offset in fields)
