"""The simulated beginner takes what scores now, and errs one time in five."""

from __future__ import annotations

import numpy as np

import souq
from bench.beginner import SLIPS, Beginner
from souq.bots import levels


def test_it_takes_the_best_gain_by_the_rules_and_errs_one_time_in_five() -> None:
    """In positions of a game where every move ends the turn and one of them scores most."""
    match, trader, found = souq.new("chatuchak", players=2, seed=3), levels.get("trader"), 0
    while not match.over:
        asked = match.observe()
        bindings, gains = match.game.bindings, []
        for choice in asked.legal:
            state = asked.view.copy()
            bindings.apply(state, asked.seat, int(choice), (1, 2))
            ends = bindings.deciders(state) != 1 << asked.seat
            gains.append(bindings.points(state)[asked.seat] if ends else -99)
        best = np.flatnonzero(np.array(gains) == max(gains))
        if len(best) == 1 and min(gains) > -99:
            found += 1
            seeds = range(200)
            made = [Beginner().choose(match.game, asked.view, asked.seat, asked.legal, seed) for seed in seeds]
            right = made.count(int(asked.legal[best[0]])) / len(made)
            assert abs(right - (1 - 1 / SLIPS * (1 - 1 / len(gains)))) < 0.09
        match.play(trader.choose(match.game, asked.view, asked.seat, asked.legal, match.ply), asked.seat)
    assert found > 2
