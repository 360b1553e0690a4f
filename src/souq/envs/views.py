"""Conversion of an environment's record to the kind of record that bots and scenes expect, with a list of events."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.engine.rules.record import EVENT, SPARE, Batch, quiet

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.envs.play import Play


def whole(play: Play, seat: int) -> Batch:
    """Return what a seat may know of a game, as a record that has space for events."""
    seen, made = play.record(seat), play.game.State.new()
    for there, here in _spans(play.game):
        made.view(np.uint8)[there] = seen.view(np.uint8)[here]
    return made


@functools.cache
def _spans(game: Game) -> tuple[tuple[slice, slice], ...]:
    """Return where the data before and after a record's events is: byte ranges with and without an event list."""
    (before, after), (same, follow) = (_around(kind.layout) for kind in (game.State, quiet(game.State)))
    return (before, same), (after, follow)


def _around(layout: np.dtype[Any]) -> tuple[slice, slice]:
    """Return the two byte ranges of a record that lie before and after its list of events."""
    fields: dict[str, Any] = dict(layout.fields or {})
    events, begins, *_ = fields[EVENT]
    ends = fields[SPARE][1] if SPARE in fields else layout.itemsize
    return slice(0, begins), slice(begins + events.itemsize, ends)
