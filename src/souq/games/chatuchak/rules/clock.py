"""The clock of the main game: a die is rolled after each round and may move a tent towards the end (CH-C01 to C04)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.chatuchak.state import BOX, Event, State

DIE = BOX.die
LEAST = BOX.least
SPACES = len(BOX.track)
"""Number of spaces after START; the game ends when the tent reaches the last one."""
TRACK = table(BOX.track)


@rule
def roll(s: State) -> bool:
    """Roll the die at the end of a round; return whether the tent has reached the last space (CH-C04)."""
    return advance(s, below(s, DIE) + 1)


@rule
def advance(s: State, shown: int) -> bool:
    """Apply a roll: move the tent if the roll is high enough, else lower the roll that is needed next (CH-C02, C03).

    Return whether the game is over.
    """
    moves = shown >= s.need
    s.rolled = shown
    emit(s, Event.ROLL, ALL, shown, s.need, 1 if moves else 0, s.tent + (1 if moves else 0))
    if moves:
        s.tent += 1
        if s.tent == SPACES:
            return True
        s.need = TRACK[s.tent]
    else:
        s.need = max(LEAST, s.need - 1)
    s.rounds += 1
    emit(s, Event.ROUND, ALL, s.rounds, s.need, 0, 0)
    return False
