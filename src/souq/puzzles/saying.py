"""What is said of a puzzle: what is asked, why the best choice is, and why not the likely wrong one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import mixed
from souq.bots.hints import AHEAD, GUESSES, followed
from souq.engine.judgement import judge
from souq.engine.wording import listed, opened

if TYPE_CHECKING:
    from souq.engine.match import Match
    from souq.puzzles.looking import Spot

LEAST = 0.2
"""A term is told of only if its difference is so much of the largest."""


def is_said(match: Match, seat: int, choice: int) -> bool:
    """Whether the table says a choice by clicks of its own, none of which says more."""
    picks = [pick for pick in match.scene(seat).picks if pick.choice == choice]
    return bool(picks) and not any(pick.then for pick in picks)


def called(match: Match, seat: int, choice: int) -> str:
    """How the table says a choice; by its plain name, where it does so only together with others."""
    picks = [pick.label for pick in match.scene(seat).picks if pick.choice == choice and not pick.then]
    return picks[0] if picks else opened(match.game.choices.name(choice))


def instead(spot: Spot, best: Sequence[int], wrong: Sequence[int], chances: tuple[float, float]) -> str:
    """What a wrong line of choices brings and what it misses, and what it costs."""
    before = _before(spot)
    for ahead in (0, AHEAD):
        good, bad = (_expected(spot, line, ahead) - before for line in (best, wrong))
        better, worse = _told(spot, good, bad)
        if worse:
            when = "In a few turns it " if ahead else "It "
            said = f"{when}{better[0]}, but {worse}" if better else opened(worse)
            return f"{said}: {_falls(chances)}."
    return f"It looks as good for now, but further ahead it isn’t: {_falls(chances)}."


def leading(spot: Spot, why: str) -> str:
    """The name of the term that a reason tells of first; "" where it tells of none."""
    told = [(_phrase(term.gain).search(why), str(term.name)) for term in judge(spot.game).terms if term.gain]
    return min(((found.start(), name) for found, name in told if found), default=(0, ""))[1]


def _phrase(gain: str) -> re.Pattern[str]:
    """What a term says, with any number."""
    return re.compile(re.escape(gain).replace(re.escape("{n}"), r"\d+").replace(re.escape("{s}"), "s?"))


def _falls(chances: tuple[float, float]) -> str:
    before, after = (round(100 * chance) for chance in chances)
    return f"your chance of winning drops from {before} % to {after} %"


def _expected(spot: Spot, line: Sequence[int], ahead: int) -> NDArray[np.float64]:
    """What the seat may expect after a line of choices, term by term."""
    judged = judge(spot.game)
    found = np.zeros(len(judged.terms))
    for nth in range(GUESSES):
        key = _key(spot, nth)
        guess = spot.game.bindings.determinized(spot.view, spot.seat, key)
        found += judged.expected(followed(spot.game, guess, spot.seat, line, key, ahead), spot.seat)
    return found / GUESSES


def _before(spot: Spot) -> NDArray[np.float64]:
    """What the seat may expect as it stands."""
    guesses = (spot.game.bindings.determinized(spot.view, spot.seat, _key(spot, nth)) for nth in range(GUESSES))
    found: NDArray[np.float64] = np.mean([judge(spot.game).expected(guess, spot.seat) for guess in guesses], axis=0)
    return found


def _key(spot: Spot, nth: int) -> tuple[int, int]:
    word = mixed(spot.seed + nth)
    return word >> 32, word & 0xFFFFFFFF


def _told(spot: Spot, good: NDArray[np.float64], bad: NDArray[np.float64]) -> tuple[list[str], str]:
    """What the wrong line does better than the best, and what it does worse, in words.

    It costs what it has less of than before; of what it only has less of than the best brings, the best is told of.
    """
    gap, terms = bad - good, judge(spot.game).terms
    least = max(LEAST * float(np.abs(gap).max(initial=0.0)), 1e-9)
    order = [at for at in np.argsort(-np.abs(gap), kind="stable") if abs(gap[at]) > least]
    better = [terms[at].said(float(bad[at])) for at in order if gap[at] > 0 and bad[at] > 0]
    costs = [terms[at].said(float(bad[at])) for at in order if gap[at] < 0 and bad[at] < 0]
    misses = [terms[at].said(float(good[at])) for at in order if gap[at] < 0 <= bad[at]]
    better, costs, misses = ([text for text in said if text] for said in (better, costs, misses))
    if costs:
        return better[:1], f"{'' if better else 'it '}{listed(costs[:2])}"
    return better[:1], f"the best choice {listed(misses[:2])}" if misses else ""
