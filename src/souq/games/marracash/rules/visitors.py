"""Groups of new visitors from either end of the queue (MA-N01 to MA-N06)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import nth_bit, popcount
from souq.engine.rules.events import ALL, emit
from souq.games.marracash.rules.asking import ask, offer
from souq.games.marracash.rules.walking import people
from souq.games.marracash.state import BOX, BRING, ENTRANCE, GATE, GATES, Event, Phase, State

FEWEST = BOX.visitors["fewest"]
MOST = BOX.visitors["most"]
SIZES = MOST - FEWEST + 1


@rule
def waiting(s: State) -> int:
    """Return the number of visitors in the queue."""
    return s.back - s.front


@rule
def empty_gates(s: State) -> int:
    """Return the entrances that have no visitors, as a bit mask."""
    found = 0
    for gate in range(GATES):
        if people(s, ENTRANCE[gate]) == 0:
            found |= 1 << gate
    return found


@rule
def ask_visitors(s: State) -> bool:
    """Ask for the next group; return False if no group can come in (MA-N01), as in the last round (MA-E03)."""
    while waiting(s) > 0 and empty_gates(s) != 0:
        gates = empty_gates(s)
        if popcount(gates) > 1:
            ask(s, Phase.GATE, s.active)
            offer(s, GATE, gates)
            return True
        s.gate = nth_bit(gates, 0)
        if waiting(s) > 1:
            ask_group(s)
            return True
        bring(s, 0, 1)  # MA-N03: the last one comes alone
    return False


@rule
def ask_group(s: State) -> None:
    """Ask how many visitors come in, and from which end of the queue (MA-N02).

    The whole queue can only come in from end A, since both ends would mean the same (MA-N03).
    """
    ask(s, Phase.GROUP, s.active)
    left = waiting(s)
    offer(s, BRING, (1 << (min(MOST, left) - FEWEST + 1)) - 1)
    offer(s, BRING + SIZES, (1 << max(0, min(MOST, left - 1) - FEWEST + 1)) - 1)


@rule
def bring(s: State, end: int, n: int) -> None:
    """Bring ``n`` visitors from an end of the queue (0 A, 1 B) to the chosen entrance."""
    fountain = ENTRANCE[s.gate]
    s.progress = 1
    emit(s, Event.BROUGHT, ALL, s.active, n, end, fountain)
    for _ in range(n):
        if end == 0:
            colour = s.queue[s.front]
            s.front += 1
        else:
            s.back -= 1
            colour = s.queue[s.back]
        s.crowd[fountain][colour] += 1
        emit(s, Event.VISITOR, ALL, colour, fountain, waiting(s), 0)
    s.gate = -1
