"""The legal choices of the player, which the position stores as a set of bits.

The rules set them when they ask for a decision. All other code only reads them.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import WIDTH, WORD, count, first, pair
from souq.games.marracash.state import State


@rule
def ask(s: State, phase: int, seat: int) -> None:
    """Ask a seat for a decision in a phase, and clear the legal choices, which :func:`offer` then sets."""
    s.phase = phase
    s.player = seat
    s.asked[0] = s.asked[1] = 0


@rule
def offer(s: State, group: int, options: int) -> None:
    """Make choices legal: bit ``i`` of ``options`` is for choice ``i`` of the group that begins at ``group``."""
    word = group // WIDTH
    by = group % WIDTH
    s.asked[word] |= (options << by) & WORD
    if by > 0 and word == 0:
        s.asked[1] |= options >> (WIDTH - by)


@rule
def forced(s: State) -> int:
    """Return the player's only legal choice, or -1 if there are several; the engine makes it without asking."""
    options = pair(s.asked)
    if s.over == 1 or count(options) != 1:
        return -1
    return first(options)
