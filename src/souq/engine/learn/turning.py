"""Rotation of seats in a position, derived from the meaning of its fields, so that the viewer becomes seat 0.

>>> from souq.engine.rules.meaning import SEAT, SEATS, Count
>>> from souq.engine.rules.record import GameRecord, arr, i8, num
>>> class Shelf(GameRecord):
...     player = num(i8, SEAT)
...     out = num(i8, SEATS)
...     jars = arr(i8, 4, of=Count(9), seats=0)
>>> shelf = Shelf.new()
>>> shelf["players"], shelf["player"], shelf["out"], shelf["jars"] = 3, 1, 0b100, [[5, 6, 7, 0]]
>>> seen = turned(Shelf, shelf, by=1)
>>> int(seen[0].player), bin(seen[0].out), seen[0].jars.tolist()
(0, '0b10', [6, 7, 5, 0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from souq.engine.rules.meaning import Seat, Seats
from souq.engine.rules.record import Batch, Field, GameRecord, clone

if TYPE_CHECKING:
    from souq.engine.game import Game


def turned(game: Game | type[GameRecord], state: Batch, by: int, players: int | None = None) -> Batch:
    """Return a copy of one position with its seats rotated: seat ``by`` becomes seat 0, the next one seat 1, and so on.

    Chance and events are unchanged, because they are not part of an observation.

    Args:
        game: the game, or its ``State``.
        state: the position, complete or hidden from a viewer.
        by: the seat that becomes seat 0; -1 (a spectator) changes nothing.
        players: number of seats; by default that of the position.
    """
    kind = game if isinstance(game, type) else game.State
    seats = int(state["players"][0]) if players is None else players
    made = clone(state)
    for name, field in kind.fields.items() if by > 0 else ():
        made[name][0] = turned_field(field, state[name][0], by, seats)
    return made


def turned_field(field: Field, numbers: Any, by: int, players: int) -> Any:
    """Return the numbers of one field after the seats have been rotated, so that seat ``by`` becomes seat 0.

    Numbers that don't identify a seat at the table stay the same.
    """
    made = np.array(numbers)
    for axis in field.seats:
        places = np.arange(made.shape[axis])
        places[:players] = (places[:players] + by) % players
        made = made.take(places, axis)
    if isinstance(field.of, Seat):
        made = np.where((made >= 0) & (made < players), (made - by) % players, made)
    elif isinstance(field.of, Seats):
        everybody = (1 << players) - 1
        here = made & everybody
        made = made & ~everybody | here >> by | here << (players - by) & everybody
    return made.astype(field.number)
