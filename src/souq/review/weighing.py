"""Comparison of one turn of a finished game with the best alternative, given what its seat could know.

A search finds the best sequence of choices (line) for the position as the seat knew it. Then both lines are followed to
the end of the turn and compared in positions whose hidden information is sampled at random, with the same chance for
both. The reported loss is a lower bound: the mean difference minus :data:`SURE` standard errors, so that noise is not
called a mistake.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from souq.bots.acting import act
from souq.bots.base import mixed
from souq.bots.hints import advises, why
from souq.bots.reasons import Reasons
from souq.bots.search import SearchBot, think
from souq.engine.learn.evaluation import judge
from souq.review.grades import LEAST
from souq.review.turns import Better, Turn

if TYPE_CHECKING:
    from souq.engine.game import Game

GLANCE = 400
"""Number of search iterations for the quick look at a turn."""
ENOUGH = 40
"""Number of times that the search must have tried the played choice for the quick look to trust its value."""
THOROUGH = 1_600
"""Number of search iterations for each decision when a better sequence of choices is searched for."""
EACH, FURTHER = 200, 600
"""Numbers of search iterations that evaluate the end of a turn: in the first comparison, and in the second.

The second comparison confirms a loss found by the first.
"""
FIRST, MOST = 8, 40
"""Minimum and maximum number of positions, with hidden information sampled at random, in a comparison."""
SURE = 2.5
"""Number of standard errors subtracted from an estimated loss, so that noise isn't reported as a mistake."""
STEPS = 16
"""Maximum number of choices in a sequence that is compared."""


def glance(game: Game, turn: Turn, seed: int) -> float:
    """Estimate quickly how much win probability a turn lost; noise can make it negative."""
    thought = think(game, turn.view, turn.seat, turn.legal, seed, iterations=GLANCE)
    best = float(thought.values[thought.legal.index(thought.choice)][turn.seat])
    if len(turn.played) == 1:
        at = thought.legal.index(turn.played[0])
        if turn.played[0] == thought.choice:
            return 0.0
        if thought.visits[at] >= ENOUGH:
            return best - float(thought.values[at][turn.seat])
    found = [_after(game, turn, turn.played, seed + nth, GLANCE // 2) for nth in range(2)]
    return best - sum(found) / len(found)


def better(game: Game, turn: Turn, seed: int) -> Better | None:
    """Return choices that would surely have been better by at least :data:`LEAST`, or None if there are none.

    Args:
        game: the game.
        turn: the turn that was played.
        seed: the same seed finds the same alternative.
    """
    best, played = _whole(game, turn, (), seed), _whole(game, turn, turn.played, seed)
    if best == played:
        return None
    lost = _lost(game, turn, best, played, seed, EACH)
    if lost >= LEAST:  # the largest of many noisy estimates is biased upwards: confirm it independently
        lost = min(lost, _lost(game, turn, best, played, mixed(seed) >> 2, FURTHER))
    return Better(best, lost, _why(game, turn, best, played, seed)) if lost >= LEAST else None


def seed_of(turn: Turn) -> int:
    """Return a random seed computed from the turn, so that a review of the same turn always has the same result."""
    known = turn.view.tobytes() + bytes(str(turn.played), "ascii")
    return int.from_bytes(hashlib.blake2b(known, digest_size=8).digest(), "big") >> 2


def _whole(game: Game, turn: Turn, choices: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return ``choices`` followed by the best choices up to the point at which another seat or chance decides."""
    bot, bindings, seat, key = SearchBot("", "", "", THOROUGH), game.bindings, turn.seat, _key(seed)
    now, planned, made = bindings.determinized(turn.view, seat, key), list(choices), list[int]()
    while len(made) < STEPS:
        legal = bindings.legal(now, seat).copy() if made else turn.legal
        if planned:
            said: tuple[int, ...] = (planned.pop(0),)
        else:
            view = bindings.hidden(now, seat) if made else turn.view
            said = act(bot, game, view, seat, legal, seed + len(made), racing=turn.racing)
        for choice in said:
            if choice not in bindings.legal(now, seat):
                return tuple(made)
            bindings.apply(now, seat, choice, key)
            made.append(choice)
        over = bool(now["over"][0]) or bool(int(now["draws"][0])) or not bindings.deciders(now) >> seat & 1
        if over or (turn.racing and not planned):
            break
    return tuple(made)


def _lost(game: Game, turn: Turn, best: Sequence[int], played: Sequence[int], seed: int, iterations: int) -> float:
    """Return a lower bound of the win probability lost by playing ``played`` instead of ``best``.

    Hidden information is sampled until the estimate is certain enough.
    """
    found = list[float]()
    for nth in range(MOST):
        luck = seed + nth
        one, other = (_after(game, turn, line, luck, iterations) for line in (best, played))
        found.append(one - other)
        if nth + 1 >= FIRST and not (nth + 1) % 4:
            mean, error = _mean(found)
            if mean + error - SURE * error * math.sqrt(len(found) / MOST) < LEAST:
                break  # even all determinizations would hardly make it significant
            if mean - SURE * error >= LEAST and error < LEAST / 3:
                break
    mean, error = _mean(found)
    return mean - SURE * error


def _mean(found: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some estimates, and its standard error."""
    n, mean = len(found), math.fsum(found) / len(found)
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in found) / (n - 1) / n)


def _after(game: Game, turn: Turn, choices: Sequence[int], luck: int, iterations: int) -> float:
    """Return the seat's win probability after some choices, in one position sampled from what the seat knows."""
    seat, bindings, key = turn.seat, game.bindings, _key(luck)
    now = bindings.determinized(turn.view, seat, key)
    for nth, choice in enumerate(choices):
        if not bindings.deciders(now) >> seat & 1 or choice not in bindings.legal(now, seat):
            break
        bindings.apply(now, seat, choice, (key[0] + nth & 0xFFFFFFFF, key[1]))
    if bool(now["over"][0]):
        return float(judge(game).win_probabilities(now)[seat])
    known = bindings.hidden(now, seat)
    return float(think(game, known, seat, (0,), luck, iterations=iterations).win_probabilities[seat])


def _why(game: Game, turn: Turn, best: Sequence[int], played: Sequence[int], seed: int) -> str:
    """Return a sentence that says what the better choices gain over those that were played; "" if nothing certain."""
    if not advises(game):
        return ""
    reasons = Reasons(game, turn.view, turn.seat)
    return why(reasons, [("", reasons.whole(best), reasons.whole(played))], seed, "what was played")[1]


def _key(luck: int) -> tuple[int, int]:
    word = mixed(luck)
    return word >> 32, word & 0xFFFFFFFF
