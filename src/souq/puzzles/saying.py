"""Texts of a puzzle: labels of choices, and why the likely wrong choice is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import mixed
from souq.bots.hints import AHEAD, GUESSES, followed
from souq.engine.learn.evaluation import judge
from souq.engine.present.wording import listed, opened

if TYPE_CHECKING:
    from souq.engine.match.match import Match
    from souq.puzzles.looking import Spot

LEAST = 0.2
"""Terms of the evaluator are mentioned only if they differ by more than this fraction of the largest difference."""


def is_said(match: Match, seat: int, choice: int) -> bool:
    """Return whether the table offers a choice by itself, and not only as the first of several choices."""
    picks = [pick for pick in match.scene(seat).picks if pick.choice == choice]
    return bool(picks) and not any(pick.then for pick in picks)


def called(match: Match, seat: int, choice: int) -> str:
    """Return how the table labels a choice, or the choice's name in the game if it has no label of its own there."""
    picks = [pick.label for pick in match.scene(seat).picks if pick.choice == choice and not pick.then]
    return picks[0] if picks else opened(match.game.choices.name(choice))


def instead(spot: Spot, best: Sequence[int], wrong: Sequence[int], chances: tuple[float, float]) -> str:
    """Return a sentence on what the wrong choice gains and loses, which doesn't give the best choice away."""
    before = _before(spot)
    for ahead in (0, AHEAD):
        good, bad = (_expected(spot, line, ahead) - before for line in (best, wrong))
        better, costs, misses = _compare(spot, good, bad)
        when = "In a few turns it " if ahead else "It "
        if costs:
            return f"{when}{f'{better}, but ' if better else ''}{costs}. {opened(_falls(chances))}."
        if misses:
            return f"{when}{better}, but {_falls(chances)}." if better else f"With this choice, {_falls(chances)}."
    return f"It looks just as good for now, but not in the long run. {opened(_falls(chances))}."


def leading(spot: Spot, why: str) -> str:
    """Return the name of the evaluator's term that an explanation mentions first; "" if it mentions none."""
    phrases = [(phrase, term.name) for term in judge(spot.game).terms for phrase in (term.gain, term.more) if phrase]
    matches = [(_phrase(phrase).search(why), str(name)) for phrase, name in phrases]
    return min(((found.start(), name) for found, name in matches if found), default=(0, ""))[1]


def _phrase(gain: str) -> re.Pattern[str]:
    """Return a pattern that finds the phrase for a term in a sentence, whatever number the phrase has there."""
    return re.compile(re.escape(gain).replace(re.escape("{n}"), r"[\d,]+").replace(re.escape("{s}"), "s?"))


def _falls(chances: tuple[float, float]) -> str:
    before, after = (round(100 * chance) for chance in chances)
    return f"your chance of winning drops from {before}% to {after}%"


def _expected(spot: Spot, line: Sequence[int], ahead: int) -> NDArray[np.float64]:
    """Return the points that a seat can expect after a series of choices, one number per term of the evaluator."""
    judged = judge(spot.game)
    found = np.zeros(len(judged.terms))
    for nth in range(GUESSES):
        key = _key(spot, nth)
        guess = spot.game.bindings.determinized(spot.view, spot.seat, key)
        found += judged.expected(followed(spot.game, guess, spot.seat, line, key, ahead), spot.seat)
    return found / GUESSES


def _before(spot: Spot) -> NDArray[np.float64]:
    """Return the points that a seat can expect before it chooses, one number per term of the evaluator."""
    guesses = (spot.game.bindings.determinized(spot.view, spot.seat, _key(spot, nth)) for nth in range(GUESSES))
    found: NDArray[np.float64] = np.mean([judge(spot.game).expected(guess, spot.seat) for guess in guesses], axis=0)
    return found


def _key(spot: Spot, nth: int) -> tuple[int, int]:
    word = mixed(spot.seed + nth)
    return word >> 32, word & 0xFFFFFFFF


def _compare(spot: Spot, good: NDArray[np.float64], bad: NDArray[np.float64]) -> tuple[str, str, bool]:
    """Return phrases for what the wrong choice gains and what it loses, and whether it misses a gain of the best one.

    It loses a term that is lower than after the best choice and lower than before. It misses a gain if a term is lower
    than after the best choice, but not lower than before.
    """
    gap, terms = bad - good, judge(spot.game).terms
    least = max(LEAST * float(np.abs(gap).max(initial=0.0)), 1e-9)
    order = [at for at in np.argsort(-np.abs(gap), kind="stable") if abs(gap[at]) > least]
    better = [terms[at].said(float(bad[at])) for at in order if gap[at] > 0 and bad[at] > 0]
    costs = [terms[at].said(float(bad[at])) for at in order if gap[at] < 0 and bad[at] < 0]
    better, costs = ([text for text in said if text] for said in (better, costs))
    misses = any(gap[at] < 0 <= bad[at] and terms[at].said(float(good[at])) for at in order)
    return better[0] if better else "", listed(costs[:2]), misses
