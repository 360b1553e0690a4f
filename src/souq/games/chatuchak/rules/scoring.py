"""Scoring: stars, minus the untidiest colour, and ties (CH-E01 to E04); results of races (CH-V01 to V06)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import popcount
from souq.engine.rules.events import ALL, emit
from souq.engine.rules.ranking import ranked
from souq.games.chatuchak.rules.market import untidiest
from souq.games.chatuchak.rules.winning import places_held
from souq.games.chatuchak.state import BOX, MARKERS, MIX, MIXES, TIED, Event, Mode, State

UNSOLVED = BOX.moves + 1
"""Number of moves scored for an unsolved puzzle: one more than the limit."""
TIE = 512
"""Factor that packs points and tiebreakers into one number, larger than any number of general tokens."""


@rule
def finish(s: State, why: int) -> None:
    """End the game because of rule ``why``, and publish the ranks."""
    s.over = 1
    s.ended = why
    emit(s, Event.END, ALL, why, 0, 0, 0)
    for seat in range(s.players):
        emit(s, Event.RANK, ALL, seat, rank(s, seat), worth(s, seat), TIED * s.general[seat] + mix_tokens(s, seat))


@rule
def tokens(s: State, seat: int) -> int:
    """Return the number of a seat's tokens, each worth a star (CH-E01)."""
    n = s.general[seat]
    for marker in range(MARKERS):
        if s.token[marker] == seat:
            n += 1
    return n


@rule
def mix_tokens(s: State, seat: int) -> int:
    """Return the number of a seat's matching tokens for mixes (CH-E03, Q21)."""
    n = 0
    for marker in range(MIX, MIX + MIXES):
        if s.token[marker] == seat:
            n += 1
    return n


@rule
def worth(s: State, seat: int) -> int:
    """Return a seat's points (CH-E01, E02). The puzzle counts -1 per move; a race gives 1 to winners, 0 to others."""
    if s.mode == Mode.GOALS:
        return popcount(places_held(s, seat)) + tokens(s, seat) - untidiest(s, seat)
    solved = (s.solved >> seat) & 1
    if s.mode == Mode.SOLO:
        return -s.moves[seat] if solved == 1 else -UNSOLVED
    return solved


@rule
def order(s: State, seat: int) -> int:
    """Return a seat's sort key: points, then general tokens, then mix tokens; equal keys share a rank (CH-E03, E04)."""
    if s.mode != Mode.GOALS:
        return worth(s, seat)
    return (worth(s, seat) * TIE + s.general[seat]) * TIE + mix_tokens(s, seat)


rank, ranks = ranked(order)


@rule
def unwon(s: State) -> bool:
    """Return whether the game is over without a winner: nobody has solved the puzzle or the race (CH-V03, V05)."""
    return s.mode != Mode.GOALS and s.solved == 0


@rule
def points(s: State, out: Any) -> None:
    """Write every seat's points to ``out``."""
    for seat in range(s.players):
        out[seat] = worth(s, seat)
