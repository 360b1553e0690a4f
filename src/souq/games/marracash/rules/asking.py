"""The legal choices, stored in the record as a set of bits; all other code reads legality from it."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import WIDTH, WORD, count, first, pair
from souq.games.marracash.state import State


@rule
def ask(s: State, phase: int, seat: int) -> None:
    """Ask a seat for a decision and clear the legal choices; ``offer`` then adds them."""
    s.phase = phase
    s.player = seat
    s.asked[0] = s.asked[1] = 0


@rule
def offer(s: State, group: int, options: int) -> None:
    """Add legal choices of a group: bit ``i`` of ``options`` is the group's choice ``i``."""
    word = group // WIDTH
    by = group % WIDTH
    s.asked[word] |= (options << by) & WORD
    if by > 0 and word == 0:
        s.asked[1] |= options >> (WIDTH - by)


@rule
def forced(s: State) -> int:
    """Return the only legal choice, which the engine makes without asking; -1 if there are several."""
    options = pair(s.asked)
    if s.over == 1 or count(options) != 1:
        return -1
    return first(options)
