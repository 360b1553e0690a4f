"""Winning markers (CH-M01 to M06), tokens (CH-X01 to X04) and markers without a place in the grid (CH-B01 to B03).

A marker shows a kind of structure. The seat with the strongest structure of that kind wins it by a move.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule, table
from souq.engine.rules.bits import popcount
from souq.engine.rules.events import ALL, emit
from souq.games.chatuchak.box import CELLS, COLUMNS, ROWS
from souq.games.chatuchak.rules.grids import colour_at
from souq.games.chatuchak.rules.market import SHORTEST, mixed_with, renew, squares
from souq.games.chatuchak.state import (
    FIRST_COLUMN,
    GROUPS,
    MARKERS,
    MIDDLE,
    MIX,
    PAIRS,
    PATH,
    Event,
    State,
)


def _corners(rows: int, columns: int) -> list[int]:
    """Return, for every cell, which rectangles of this size contain it, as a set of their top left cells."""
    found = [0] * CELLS
    for row in range(ROWS - rows + 1):
        for column in range(COLUMNS - columns + 1):
            for r in range(row, row + rows):
                for c in range(column, column + columns):
                    found[r * COLUMNS + c] |= 1 << (row * COLUMNS + column)
    return found


SQUARE, WIDE, HIGH = table(_corners(2, 2)), table(_corners(2, 3)), table(_corners(3, 2))


@rule
def win(s: State, seat: int, colour: int, cell: int) -> None:
    """Give a seat every marker won by a structure that contains the moved booth (CH-M02, M05)."""
    group = group_at(s, seat, colour, cell)
    if group == 0:
        return
    for marker in range(MARKERS):
        claim(s, seat, marker, strength_with(s, seat, marker, cell, colour, group))


@rule
def strength_with(s: State, seat: int, marker: int, cell: int, colour: int, group: int) -> int:
    """Return the strength, for a marker, of the best structure that contains a booth, or 0 if there is none (CH-M02).

    Args:
        s: the position.
        seat: the market's seat.
        marker: the marker that the structure is for.
        cell: the booth's cell.
        colour: the booth's colour.
        group: the booth's group, from :func:`group_at`.
    """
    if group == 0:
        return 0
    if marker < MIX:
        return popcount(group) if marker == colour else 0
    if marker < PATH:
        pair = PAIRS[marker - MIX][s.mix[marker - MIX]]
        if pair[0] != colour and pair[1] != colour:
            return 0
        return mixed_with(group, s.groups[seat][pair[0] + pair[1] - colour])
    return run_at(group, cell) if marker == PATH else block_at(group, cell)


@rule
def claims(s: State, seat: int, cell: int, out: Any) -> None:
    """Write, for each marker, the strength that moving the booth on ``cell`` would give the seat for it, to ``out``.

    The position is left unchanged.
    """
    hole = s.hole[seat]
    colour = colour_at(s.booths[seat], cell)
    jump = (1 << cell) | (1 << hole)
    s.booths[seat][colour] ^= jump
    renew(s, seat, colour)
    group = group_at(s, seat, colour, hole)
    for marker in range(MARKERS):
        out[marker] = strength_with(s, seat, marker, hole, colour, group)
    s.booths[seat][colour] ^= jump
    renew(s, seat, colour)


@rule
def group_at(s: State, seat: int, colour: int, cell: int) -> int:
    """Return the group of a colour that contains a cell, or 0 for a single booth."""
    for k in range(GROUPS):
        if (s.groups[seat][colour][k] >> cell) & 1 == 1:
            return int(s.groups[seat][colour][k])
    return 0


@rule
def claim(s: State, seat: int, marker: int, strength: int) -> None:
    """Give a seat a marker and a token (CH-X01) if it has just made a structure that wins the marker (CH-M02, M03)."""
    if not deserved(s, seat, marker, strength):
        return
    holder = s.holder[marker]
    s.holder[marker] = seat
    if holder == MIDDLE:
        s.token[marker] = seat
    else:
        s.general[seat] += 1
    tell_marker(s, Event.WON, seat, marker, holder, strength)


@rule
def deserved(s: State, seat: int, marker: int, strength: int) -> bool:
    """Return whether a seat that makes a structure of this strength wins the marker with it (CH-M02, M03, Q03)."""
    return strength > 0 and s.holder[marker] != seat and strength > to_beat(s, seat, marker)


@rule
def to_beat(s: State, seat: int, marker: int) -> int:
    """Return the greatest strength that any other seat has for a marker."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.strength[other][marker])
    return best


@rule
def run_at(group: int, cell: int) -> int:
    """Return the length of the longest path through a cell, or 0 if it is too short (CH-K04)."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    across = 1 + ray(group, cell, -1, column) + ray(group, cell, 1, COLUMNS - 1 - column)
    down = 1 + ray(group, cell, -COLUMNS, row) + ray(group, cell, COLUMNS, ROWS - 1 - row)
    n = max(across, down)
    return n if n >= SHORTEST else 0


@hot
def ray(group: int, cell: int, step: int, most: int) -> int:
    """Return how many booths of a group follow a cell in the direction ``step`` without a gap, at most ``most``."""
    n = 0
    while n < most and (group >> (cell + step * (n + 1))) & 1 == 1:
        n += 1
    return n


@rule
def block_at(group: int, cell: int) -> int:
    """Return the number of booths in the largest rectangle that contains a cell: 0, 4 or 6 (CH-K05)."""
    corners = squares(group)
    wide = corners & ((corners & ~FIRST_COLUMN) >> 1)
    high = corners & (corners >> COLUMNS)
    if wide & WIDE[cell] != 0 or high & HIGH[cell] != 0:
        return 6
    return 4 if corners & SQUARE[cell] != 0 else 0


@rule
def places_held(s: State, seat: int) -> int:
    """Return the markers that a seat holds and that have a place in its grid, as bits (CH-B02)."""
    held = 0
    for marker in range(MARKERS):
        if s.holder[marker] == seat and s.strength[seat][marker] > 0:
            held |= 1 << marker
    return held


@rule
def tell_places(s: State, seat: int, before: int) -> None:
    """Emit events for a seat's markers that lost or regained their place in the grid by its move (CH-B02, B03)."""
    for marker in range(MARKERS):
        if s.holder[marker] == seat:
            here = s.strength[seat][marker] > 0
            there = (before >> marker) & 1 == 1
            if here != there:
                tell_marker(s, Event.BACK if here else Event.BESIDE, seat, marker, 0, 0)


@rule
def tell_marker(s: State, kind: int, seat: int, marker: int, giver: int, strength: int) -> None:
    """Emit an event about a marker. For a mix, first emit the two colours that the tile shows."""
    if s.n_events >= 0:
        if MIX <= marker < PATH:
            tell_mix(s, marker - MIX)
        emit(s, kind, ALL, seat, marker, giver, strength)


@rule
def tell_mix(s: State, tile: int) -> None:
    """Emit an event with the two colours that a mix tile shows."""
    pair = PAIRS[tile][s.mix[tile]]
    emit(s, Event.MIX, ALL, tile, s.mix[tile], pair[0], pair[1])
