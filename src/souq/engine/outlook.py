"""What a choice does to its draft: whether it can be taken back, and what a seat can know of that beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from souq.engine.decision import SPECTATOR
from souq.engine.door import Door
from souq.engine.record import Batch, clone
from souq.engine.secret import guess

TRIES = 6
"""Positions and dice with which the outlook of a choice is tried."""

_OWN = ("key", "draws", "told", "event")
"""Fields that say nothing about a position."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a choice would do to the draft, as far as the seat can know.

    It is tried with other dice and other hidden cards: the true ones must not show through, or a player could learn
    them and take the choice back.
    """

    shows: bool
    """Chance may be drawn, or the seat shown what was hidden from it."""
    settles: bool
    """It shows something, or others may choose as well: it could not be taken back."""
    ends_turn: bool
    """Whatever happens, the seat will not be deciding any more."""
    ends_game: bool
    """Whatever happens, the game ends."""


def outlook(door: Door, secret: bytes, state: Batch, ply: int, seat: int, choice: int, racing: bool = False) -> Outlook:
    """What a legal choice, to be decision ``ply``, would settle and end.

    It is tried in positions that the seat cannot tell from ``state``. ``racing`` as in :func:`races`.
    """
    tries = [_try(door, secret, state, ply, seat, choice, nth) for nth in range(TRIES)]
    some = any(each.shows for each in tries)
    ends_turn, ends_game = all(each.ends_turn for each in tries), all(each.ends_game for each in tries)
    return Outlook(some, some or racing, ends_turn, ends_game)


def shows(door: Door, before: Batch, after: Batch, seat: int) -> bool:
    """Whether a seat's decision drew from chance, or showed that seat what was hidden from it.

    What it shows others, they learn when the draft is shown to them: until then it can be taken back.
    """
    if int(after["draws"][0]):
        return True
    return bool((_concealed(door, before, seat) & ~_concealed(door, after, seat)).any())


def begins(door: Door, before: Batch, seat: int, choice: int) -> bool:
    """Whether a legal choice of a seat only begins something.

    Nobody else could see anything of it, and the seat alone is to go on.
    """
    after = clone(before)
    door.apply(after, seat, choice, (0, 0))
    return door.deciders(after) == 1 << seat and _openly(door, before) == _openly(door, after)


def races(mask: int, before: int = 0) -> bool:
    """Whether the seats of a mask choose in a race: in whatever order they come.

    Several do, and so does the last of them when the others have dropped out: whoever decided ``before``, in a race.

    >>> races(0b110), races(0b100), races(0b100, before=0b110), races(0b001, before=0b110)
    (True, False, True, False)
    """
    return mask & (mask - 1) != 0 or (before != 0 and mask & ~before == 0)


def _try(door: Door, secret: bytes, state: Batch, ply: int, seat: int, choice: int, nth: int) -> Outlook:
    before = door.redealt(state, seat, guess(secret, ply, 2 * nth))
    after = clone(before)
    door.apply(after, seat, choice, guess(secret, ply, 2 * nth + 1))
    shown, left = shows(door, before, after, seat), door.deciders(after)
    return Outlook(shown, shown, not left >> seat & 1, bool(after["over"][0]))


def _openly(door: Door, state: Batch) -> bytes:
    """What everybody may know of a position."""
    known = door.hidden(state, SPECTATOR)
    for name in _OWN:
        known[name] = 0
    return known.tobytes()


def _concealed(door: Door, state: Batch, seat: int) -> Any:
    """Which bytes of a position are hidden from a seat."""
    hidden = door.hidden(state, seat)
    for name in _OWN:
        hidden[name] = state[name]
    return hidden.view(np.uint8) != state.view(np.uint8)
