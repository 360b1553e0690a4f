"""Winning markers (CH-M01 to M06), tokens (CH-X01 to X04) and markers beside the grid (CH-B01 to B03)."""

from __future__ import annotations

from souq.engine.bits import popcount
from souq.engine.compiled import hot, rule, table
from souq.engine.events import ALL, tell
from souq.games.chatuchak.box import CELLS, COLUMNS, ROWS
from souq.games.chatuchak.rules.market import SHORTEST, mixed_with, squares
from souq.games.chatuchak.state import (
    FIRST_COLUMN,
    GROUPS,
    MARKERS,
    MIDDLE,
    MIX,
    MIXES,
    PAIRS,
    PATH,
    RECTANGLE,
    Event,
    State,
)


def _corners(rows: int, columns: int) -> list[int]:
    """For every cell the upper left corners of the rectangles of this size that hold it."""
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
    """Give the mover every marker that a structure with the moved booth deserves (CH-M02, M05)."""
    group = group_at(s, seat, colour, cell)
    if group == 0:
        return
    claim(s, seat, colour, popcount(group))
    for tile in range(MIXES):
        pair = PAIRS[tile][s.mix[tile]]
        if pair[0] == colour or pair[1] == colour:
            other = pair[0] + pair[1] - colour
            claim(s, seat, MIX + tile, mixed_with(group, s.groups[seat][other]))
    claim(s, seat, PATH, run_at(group, cell))
    claim(s, seat, RECTANGLE, block_at(group, cell))


@rule
def group_at(s: State, seat: int, colour: int, cell: int) -> int:
    """The group of a colour that a cell is part of; 0 if there stands a single booth."""
    for k in range(GROUPS):
        if (s.groups[seat][colour][k] >> cell) & 1 == 1:
            return int(s.groups[seat][colour][k])
    return 0


@rule
def claim(s: State, seat: int, marker: int, strength: int) -> None:
    """Win a marker if nobody else is as strong anywhere (CH-M02, M03, Q03); a token with it (CH-X01)."""
    holder = s.holder[marker]
    if strength == 0 or holder == seat:
        return
    for other in range(s.players):
        if other != seat and s.strength[other][marker] >= strength:
            return
    s.holder[marker] = seat
    if holder == MIDDLE:
        s.token[marker] = seat
    else:
        s.general[seat] += 1
    tell_marker(s, Event.WON, seat, marker, holder, strength)


@rule
def run_at(group: int, cell: int) -> int:
    """Booths of the longest path through a cell; 0 if it is too short (CH-K04)."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    across = 1 + ray(group, cell, -1, column) + ray(group, cell, 1, COLUMNS - 1 - column)
    down = 1 + ray(group, cell, -COLUMNS, row) + ray(group, cell, COLUMNS, ROWS - 1 - row)
    n = max(across, down)
    return n if n >= SHORTEST else 0


@hot
def ray(group: int, cell: int, step: int, most: int) -> int:
    """Booths of a group in a straight line beside a cell."""
    n = 0
    while n < most and (group >> (cell + step * (n + 1))) & 1 == 1:
        n += 1
    return n


@rule
def block_at(group: int, cell: int) -> int:
    """Booths of the largest rectangle with a cell: 0, 4 or 6 (CH-K05)."""
    corners = squares(group)
    wide = corners & ((corners & ~FIRST_COLUMN) >> 1)
    high = corners & (corners >> COLUMNS)
    if wide & WIDE[cell] != 0 or high & HIGH[cell] != 0:
        return 6
    return 4 if corners & SQUARE[cell] != 0 else 0


@rule
def places_held(s: State, seat: int) -> int:
    """The markers that a seat holds and that have a place in its grid, a bit each (CH-B02)."""
    held = 0
    for marker in range(MARKERS):
        if s.holder[marker] == seat and s.strength[seat][marker] > 0:
            held |= 1 << marker
    return held


@rule
def tell_places(s: State, seat: int, before: int) -> None:
    """Tell which of a seat's markers lost their place by its move, and which found one again (CH-B02, B03)."""
    for marker in range(MARKERS):
        if s.holder[marker] == seat:
            here = s.strength[seat][marker] > 0
            there = (before >> marker) & 1 == 1
            if here != there:
                tell_marker(s, Event.BACK if here else Event.BESIDE, seat, marker, 0, 0)


@rule
def tell_marker(s: State, kind: int, seat: int, marker: int, giver: int, strength: int) -> None:
    """Tell what becomes of a marker; of a mix, first which one it is."""
    if s.told >= 0:
        if MIX <= marker < PATH:
            tell_mix(s, marker - MIX)
        tell(s, kind, ALL, seat, marker, giver, strength)


@rule
def tell_mix(s: State, tile: int) -> None:
    """Tell which mix a tile stands for."""
    pair = PAIRS[tile][s.mix[tile]]
    tell(s, Event.MIX, ALL, tile, s.mix[tile], pair[0], pair[1])
