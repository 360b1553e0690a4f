"""Kairo's evaluator: the value of each choice, and the expected final points of every seat.

Turns are the scarcest resource, so each action is valued by its immediate effect: an expansion by the size of the stand
and its medals, a lure by its coins, cards by what they make possible. A coin of a colour whose stand can grow is worth
nearly a point, any other a third. The weights of a position's terms were fitted to the winners of games (see
``weights.toml``).
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.games.kairo.evaluator.actions import action, stall_of
from souq.games.kairo.evaluator.hands import card, coin, take_worth, way_price
from souq.games.kairo.evaluator.luring import best_lure, lure_worth
from souq.games.kairo.evaluator.numbers import WEIGHTS
from souq.games.kairo.evaluator.prospects import TERMS, certainty, terms
from souq.games.kairo.evaluator.sites import entry_at, judge_sites
from souq.games.kairo.state import COLOUR, CUSTOMER, DISCARD, ENTRY, FEE, GOAL, KEEP, PAY, SITE, TAKE, WAY, Phase, State

__all__ = ["TERMS", "WEIGHTS", "certainty", "priors", "terms"]


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Write the value of each of ``choices[:n]`` for ``seat`` to ``out``, in points."""
    if s.phase == Phase.SITE:
        judge_sites(s, w, seat, choices, n, out)
        return
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """Estimate the value of one choice, in points."""
    if choice < COLOUR:
        return action(s, w, seat, choice)
    if choice < SITE:
        return stall_of(s, w, seat, s.act, choice - COLOUR)
    if choice < WAY:
        return entry_at(s, seat, s.colour, choice - ENTRY)
    if choice < KEEP:
        return -way_price(s, w, seat, choice - WAY)
    if choice < FEE:
        return card(s, seat, choice - KEEP)
    if choice < PAY:
        return -coin(s, w, seat, choice - FEE)
    if choice < CUSTOMER:
        return -coin(s, w, seat, choice - PAY)
    if choice < GOAL:
        return best_lure(s, w, seat, choice - CUSTOMER)
    if choice < TAKE:
        return lure_worth(s, w, seat, s.customer, choice - GOAL)
    if choice < DISCARD:
        return take_worth(s, w, seat, choice)
    return -card(s, seat, choice - DISCARD)
