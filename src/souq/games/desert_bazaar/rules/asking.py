"""The legal choices. They are stored in the position as a set of bits, where all other code reads them."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import WIDTH, WORD, Bits, count, first, raised, store, triple
from souq.games.desert_bazaar.state import SITE, Phase, State


@rule
def ask(s: State, phase: Phase, group: int, options: int) -> None:
    """Set the phase, and make choice ``i`` of ``group`` legal for each bit ``i`` of ``options`` (up to 31 bits)."""
    s.phase = phase
    s.asked[0] = s.asked[1] = s.asked[2] = 0
    add(s, group, options)


@rule
def add(s: State, group: int, options: int) -> None:
    """Make choices of another group legal as well: bit ``i`` of ``options`` is choice ``i`` of the group."""
    word = group // WIDTH
    by = group % WIDTH
    s.asked[word] |= (options << by) & WORD
    if by > WIDTH - 31:
        s.asked[word + 1] |= options >> (WIDTH - by)


@rule
def ask_site(s: State, sites: Bits) -> None:
    """Ask the player to choose one of a set of sites."""
    s.phase = Phase.SITE
    store(s.asked, raised((sites[0], sites[1], 0), SITE))


@rule
def forced(s: State) -> int:
    """Return the only legal choice, which the engine makes without asking; -1 if there are several."""
    options = triple(s.asked)
    if s.over == 1 or count(options) != 1:
        return -1
    return first(options)
