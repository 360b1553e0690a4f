"""The course of play: moves and passes (CH-T01 to T09), the puzzle and the races (CH-V01 to V06)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import each
from souq.engine.rules.events import ALL, emit
from souq.games.chatuchak.rules.clock import roll
from souq.games.chatuchak.rules.grids import colour_at
from souq.games.chatuchak.rules.market import renew, tidy
from souq.games.chatuchak.rules.opening import lay_out
from souq.games.chatuchak.rules.scoring import finish
from souq.games.chatuchak.rules.winning import places_held, tell_places, win
from souq.games.chatuchak.state import BOX, LANES, MOVE, NOBODY, STOP, TRAIL, Event, Mode, Rule, State

MOST_MOVES = BOX.moves


@rule
def setup(s: State, options: Any) -> None:
    """Set up a game; :mod:`~souq.games.chatuchak.rules.opening` defines the order of the ``options``."""
    lay_out(s, options)


@rule
def deciders(s: State) -> int:
    """Return the seats that may choose now, as bits: the seat on turn or, in the speed race, all seats still in it."""
    if s.over == 1:
        return 0
    return ((1 << s.players) - 1) & ~s.passed if s.mode == Mode.SPEED else 1 << s.player


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """Write the choices of ``seat`` to ``out`` in ascending order, and return how many there are."""
    if (deciders(s) >> seat) & 1 == 0:
        return 0
    return each((LANES[s.hole[seat]] | (1 << STOP),), out, 0)


@rule
def apply(s: State, seat: int, choice: int) -> None:
    """Apply a legal choice."""
    if choice == STOP:
        s.passed |= 1 << seat
        emit(s, Event.PASSES, ALL, seat, 0, 0, 0)
    else:
        move(s, seat, choice - MOVE)
    if s.mode == Mode.GOALS:
        next_turn(s, seat)
    else:
        next_in_race(s, seat, choice)


@rule
def move(s: State, seat: int, cell: int) -> None:
    """Move the booth of a cell into the gap (CH-T03, T04), and award the markers it wins (CH-T01)."""
    hole = s.hole[seat]
    colour = colour_at(s.booths[seat], cell)
    before = places_held(s, seat) if s.mode == Mode.GOALS and s.n_events >= 0 else 0
    for step in range(TRAIL - 1, 0, -1):
        s.trail[seat][step] = s.trail[seat][step - 1]
    s.trail[seat][0] = hole
    s.booths[seat][colour] ^= (1 << cell) | (1 << hole)
    s.hole[seat] = cell
    s.moves[seat] += 1
    emit(s, Event.MOVE, ALL, seat, cell, hole, colour)
    renew(s, seat, colour)
    if s.mode == Mode.GOALS:
        if s.n_events >= 0:
            tell_places(s, seat, before)
        win(s, seat, colour, hole)
    else:
        emit(s, Event.NTH, ALL, seat, s.moves[seat], 0, 0)


# ---- the main game


@rule
def next_turn(s: State, seat: int) -> None:
    """Roll the die if a round ends, then give the turn to the next seat that hasn't passed, or end the game."""
    if still_in(s, 0) < 0:
        finish(s, Rule.CH_T09)
        return
    after = following(s, seat)
    if rolls(s, seat, after) and roll(s):
        finish(s, Rule.CH_C04)
    else:
        s.player = after


@rule
def following(s: State, seat: int) -> int:
    """Return the next seat that hasn't passed, or the same one if all others have (CH-T01, T08)."""
    after = (seat + 1) % s.players
    while (s.passed >> after) & 1 == 1:
        after = (after + 1) % s.players
    return after


@rule
def rolls(s: State, seat: int, after: int) -> bool:
    """Return whether a round ends between the turn of ``seat`` and that of ``after``, so that the die is rolled.

    The die is rolled at the end of a round, even if the round's last seat is skipped.
    """
    last = s.first + s.players - 1
    return (last - seat) % s.players <= (after - seat - 1) % s.players


# ---- the puzzle and the races


@rule
def next_in_race(s: State, seat: int, choice: int) -> None:
    """End a puzzle or race if it is decided, else choose who moves next.

    A race in turns can only end after a whole round (CH-V06).
    """
    judge(s, seat, choice)
    if s.mode == Mode.TICKS:
        after = still_in(s, (seat - s.first) % s.players + 1)
        if after >= 0:
            s.player = after
            return
    if s.solved != 0:
        finish(s, Rule.CH_V01 if s.mode == Mode.SOLO else Rule.CH_V04 if s.mode == Mode.SPEED else Rule.CH_V06)
    elif still_in(s, 0) < 0:
        finish(s, Rule.CH_V03 if s.mode == Mode.SOLO else Rule.CH_V05)
    else:
        s.player = still_in(s, 0)


@rule
def judge(s: State, seat: int, choice: int) -> None:
    """Record whether a seat has just solved its market, given up or run out of moves (CH-V01, V03, V05)."""
    if choice != STOP and tidy(s, seat):
        s.solved |= 1 << seat
        emit(s, Event.SOLVED, ALL, seat, s.moves[seat], 0, 0)
    elif choice == STOP or s.moves[seat] == MOST_MOVES:
        s.passed |= 1 << seat
        emit(s, Event.OUT, ALL, seat, s.moves[seat], 0, 0)


@rule
def still_in(s: State, nth: int) -> int:
    """Return the first seat that is still in the game, or -1 if there is none.

    The search begins ``nth`` seats after the start player, in turn order.
    """
    for step in range(nth, s.players):
        seat = (s.first + step) % s.players
        if (s.passed >> seat) & 1 == 0:
            return seat
    return NOBODY
