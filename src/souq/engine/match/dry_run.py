"""What a choice does to its draft: whether it can be taken back, and what a seat can know of that beforehand."""

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
"""Positions and dice with which the dry run of a choice is made."""

_OWN = ("key", "draws", "n_events", "event")
"""Fields that say nothing about a position."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a choice would do to the draft, as far as the seat can know.

    It is tried with other dice and other hidden cards: the true ones must not show through, or a player could learn
    them and take the choice back.
    """

    shows: bool
    """Chance may be drawn, or the seat shown what was hidden from it."""
    settles: bool
    """It shows something, or others may choose as well: it could not be taken back."""
    ends_turn: bool
    """Whatever happens, the seat hands its turn on: neither is it deciding then, nor is it still its turn."""
    ends_game: bool
    """Whatever happens, the game ends."""


def dry_run(game: Game, secret: bytes, state: Batch, ply: int, seat: int, choice: int, racing: bool = False) -> DryRun:
    """What a legal choice, to be decision ``ply``, would settle and end.

    It is tried in positions that the seat cannot tell from ``state``. ``racing`` as in :func:`races`.
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
    """Whether a seat's decision drew from chance, or showed that seat something.

    It did if, for all the seat knew before, the seat could have come to see something else than it sees now; so this
    depends on nothing that it does not know. What others are shown, they learn when the draft is shown to them: until
    then it can be taken back.
    """
    if int(after["draws"][0]):
        return True
    known, seen = game.bindings.hidden(before, seat), game.bindings.hidden(after, seat)
    if _uncovers(known, seen, before, after):
        return True
    others = _tried(game, secret, known, ply, seat, choice)
    return any(int(other["draws"][0]) or _differs(game.bindings.hidden(other, seat), seen) for other in others)


def begins(bindings: Bindings, before: Batch, seat: int, choice: int) -> bool:
    """Whether a legal choice of a seat only begins something.

    Nobody else could see anything of it, and the seat alone is to go on.
    """
    after = clone(before)
    bindings.apply(after, seat, choice, (0, 0))
    return bindings.deciders(after) == 1 << seat and _openly(bindings, before) == _openly(bindings, after)


def races(mask: int, before: int = 0) -> bool:
    """Whether the seats of a mask choose in a race: in whatever order they come.

    Several do, and so does the last of them when the others have dropped out: whoever decided ``before``, in a race.

    >>> races(0b110), races(0b100), races(0b100, before=0b110), races(0b001, before=0b110), races(0, before=0b110)
    (True, False, True, False, False)
    """
    return mask & (mask - 1) != 0 or (mask != 0 and before != 0 and mask & ~before == 0)


def _tried(game: Game, secret: bytes, known: Batch, ply: int, seat: int, choice: int) -> Iterator[Batch]:
    """Positions after a choice that is made where a seat knows no more than ``known``."""
    for nth in range(TRIES):
        state = game.bindings.determinized(known, seat, guess(secret, ply, 2 * nth))
        game.bindings.apply(state, seat, choice, guess(secret, ply, 2 * nth + 1))
        yield state


def _openly(bindings: Bindings, state: Batch) -> bytes:
    """What everybody may know of a position."""
    known = bindings.hidden(state, SPECTATOR)
    for name in _OWN:
        known[name] = 0
    return known.tobytes()


def _differs(one: Batch, other: Batch) -> bool:
    return one.tobytes() != other.tobytes()


def _uncovers(known: Batch, seen: Batch, before: Batch, after: Batch) -> bool:
    """Whether something that was hidden in a position lies open after it, where the seat's view has changed."""
    was, now, true, turned = (each.view(np.uint8) for each in (known, seen, before, after))
    return bool(((was != now) & (was != true) & (now == turned) & _lasting(before.dtype)).any())


@functools.cache
def _lasting(layout: Any) -> Any:
    """Which bytes of a record say something about the position."""
    blank = np.zeros(1, layout)
    for name in layout.names:
        blank[name] = 0 if name in _OWN else -1
    return blank.view(np.uint8) != 0
