"""Setup (CH-S01 to S08, V01, V04): the start player, start grids, and the side of each mix tile."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import nth_bit
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.chatuchak.rules.clock import TRACK
from souq.games.chatuchak.rules.grids import shuffle_in
from souq.games.chatuchak.rules.market import renew
from souq.games.chatuchak.rules.winning import tell_mix
from souq.games.chatuchak.state import (
    COLOURS,
    MARKERS,
    MIDDLE,
    MIXES,
    NOBODY,
    PLAYERS,
    SIDES,
    TRAIL,
    Event,
    Mode,
    State,
)

TILES = len(SIDES) // 2
PLAY, GRIDS, SAME, SIDE, START, DAY = range(6)
"""Indices of the options that ``setup`` receives."""
DAILY = 0x50557A
"""Second half of the key of the random numbers for the grid of the day; the first half is the date."""


@rule
def lay_out(s: State, options: Any) -> None:
    """Set up the game. The random draws have a fixed order: the start player, the grids, the mixes."""
    clear_table(s)
    s.mode = Mode.SOLO if s.players == 1 else Mode.GOALS
    if s.players > 1 and options[PLAY] > 0:
        s.mode = Mode.SPEED if options[PLAY] == 1 else Mode.TICKS
    if s.mode == Mode.GOALS:
        s.first = below(s, s.players) if options[START] == 0 else (options[START] - 1) % s.players  # CH-S03
        emit(s, Event.FIRST, ALL, s.first, 0, 0, 0)
    s.player = s.first
    choose_grids(s, options)
    for seat in range(s.players):
        emit(s, Event.SIDE, ALL, (s.first + seat) % s.players, s.side[(s.first + seat) % s.players], 0, 0)
    if s.mode == Mode.GOALS:
        for tile in range(MIXES):  # CH-S07
            s.mix[tile] = below(s, 2)
            tell_mix(s, tile)
    for seat in range(s.players):
        for colour in range(COLOURS):
            s.booths[seat][colour] = s.start[seat][colour]
        for colour in range(COLOURS):
            renew(s, seat, colour)
    emit(s, Event.BEGIN, ALL, s.mode, s.need, 0, 0)


@rule
def clear_table(s: State) -> None:
    """Reset all fields to their values before the first random draw (CH-S06, S08)."""
    s.over = s.first = s.passed = s.solved = s.ended = s.tent = s.rolled = 0
    s.rounds = 1
    s.need = TRACK[0]
    for tile in range(MIXES):
        s.mix[tile] = 0
    for marker in range(MARKERS):
        s.holder[marker] = MIDDLE
        s.token[marker] = NOBODY
    for seat in range(PLAYERS):
        s.side[seat] = s.hole[seat] = s.moves[seat] = s.general[seat] = 0
        for step in range(TRAIL):
            s.trail[seat][step] = -1
        for colour in range(COLOURS):
            s.start[seat][colour] = s.booths[seat][colour] = 0
            renew(s, seat, colour)


@rule
def choose_grids(s: State, options: Any) -> None:
    """Choose the start grids of all seats, and write them to ``start`` and ``side``."""
    alone = s.mode == Mode.SOLO
    if s.mode != Mode.GOALS and options[DAY] > 0:
        daily(s, options[DAY])
    elif options[GRIDS] == 1:
        new_grids(s, alone or (s.mode != Mode.GOALS and options[SAME] == 1))
    elif alone or (s.mode != Mode.GOALS and options[SAME] == 1):
        side = options[SIDE] if options[SIDE] > 0 else below(s, len(SIDES)) + 1
        for seat in range(s.players):
            use_side(s, seat, side)
    else:
        draw_sides(s)


@rule
def draw_sides(s: State) -> None:
    """Draw a start grid for every seat, each from a different tile (CH-S04, V04).

    In the main game the grids are dealt in ascending order, beginning with the start player.
    """
    tiles = (1 << TILES) - 1
    drawn = 0
    for seat in range(s.players):
        tile = nth_bit(tiles, below(s, TILES - seat))
        side = 2 * tile + below(s, 2)
        tiles ^= 1 << tile
        drawn |= 1 << side
        if s.mode != Mode.GOALS:
            use_side(s, seat, side + 1)
    if s.mode == Mode.GOALS:
        for nth in range(s.players):
            use_side(s, (s.first + nth) % s.players, nth_bit(drawn, nth) + 1)


@rule
def use_side(s: State, seat: int, side: int) -> None:
    """Give a seat the printed start grid with the number ``side``, from 1 to 16."""
    s.side[seat] = side
    for colour in range(COLOURS):
        s.start[seat][colour] = SIDES[side - 1][colour]


@rule
def new_grids(s: State, same: bool) -> None:
    """Draw new grids (CH-S05), one for each seat or the same for all."""
    for seat in range(s.players):
        if seat == 0 or not same:
            shuffle_in(s, s.start[seat])
        else:
            copy_first(s, seat)


@rule
def daily(s: State, day: int) -> None:
    """Give every seat the grid of the day, which is drawn at random from a key that depends on the date only."""
    key = s.key[0]
    lock = s.key[1]
    draws = s.draws
    s.key[0] = day
    s.key[1] = DAILY
    s.draws = 0
    new_grids(s, True)
    s.key[0] = key
    s.key[1] = lock
    s.draws = draws


@rule
def copy_first(s: State, seat: int) -> None:
    """Copy the first seat's grid to another seat."""
    for colour in range(COLOURS):
        s.start[seat][colour] = s.start[0][colour]
