"""Refusals: the rule that best explains why a choice isn't legal."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.games.chatuchak.rules.turn import deciders
from souq.games.chatuchak.state import LANES, MOVE, STOP, Mode, Rule, State


@rule
def refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule against a choice of ``seat``, or 0 if the choice is legal.

    After the end of the game, it is the rule that ended the game.
    """
    if s.over == 1:
        return s.ended
    if (deciders(s) >> seat) & 1 == 0:
        return not_on_turn(s, seat)
    if choice == STOP:
        return 0
    if MOVE <= choice < STOP and (LANES[s.hole[seat]] >> (choice - MOVE)) & 1 == 1:
        return 0
    return Rule.CH_T03


@rule
def not_on_turn(s: State, seat: int) -> int:
    """Return the rule that explains why a seat has no choice now."""
    if (s.passed >> seat) & 1 == 1:
        return Rule.CH_T07 if s.mode == Mode.GOALS else Rule.CH_V05
    return Rule.CH_T01 if s.mode == Mode.GOALS else Rule.CH_V06
