"""Proof that one choice is clearly best: every choice is searched equally long, in the same possible worlds.

A normal search spends its iterations on promising choices and knows little about the rest. So here every choice is
applied in positions that the seat cannot tell from the true one, with the same hidden cards and the same chance for all
choices, and each resulting position is searched equally long. Choices that are significantly worse are eliminated round
by round; the rest are searched harder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import mixed
from souq.bots.greedy import priors_of
from souq.bots.search import think
from souq.engine.learn.evaluation import judge
from souq.engine.rules.record import Batch, clone
from souq.puzzles.grading import level_of, misses

if TYPE_CHECKING:
    from souq.engine.game import Game

MARGIN = 0.05
"""Minimum lead of the best choice over every other, in win probability."""
SURE = 4.0
"""Minimum lead of the best choice in standard errors, so that the lead is almost certainly real."""
ROUNDS = ((4, 60), (8, 200), (20, 1_000))
"""For each round of the proof: the number of worlds, and the iterations of the search in each world.

A world is a random possibility for everything that the seat can't know.
"""
FINAL = 5
"""Number of rivals with which the proof is given up, from the second round on, if they aren't clearly worse."""
SEEDS = (11, 12, 13)
"""Random seeds of full searches that confirm the proof; each of them must find the same best choice."""
DEEP = 4_000
"""Number of iterations of each full search that confirms the proof."""
DOUBT = 0.012
"""Minimum standard error that is assumed in the first rounds, since few worlds make it look too small."""
ANYTHING = (0,)
"""List of choices for a search whose best choice doesn't matter, because only the chances of winning are used."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision: the seat that has to choose, what it knows, and its legal choices."""

    game: Game
    view: Batch
    seat: int
    legal: tuple[int, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof that one choice is clearly best in a position, with the numbers that a puzzle reports."""

    best: tuple[int, ...]
    """The best choice, followed by choices that lead to the same position."""
    wrong: int
    """The most tempting wrong choice: the one with the best prior among those compared in the last round."""
    chance: float
    margin: float
    error: float
    costs: dict[int, float]
    missed: dict[str, float]
    """How often bots miss the best choice, by level."""


def proved(spot: Spot, wanted: Callable[[int, int], bool]) -> Proof | None:
    """Try to prove that one choice is clearly best; return the proof, or None if it fails.

    After the rounds between the first and the last, ``wanted`` is called with the leading choice and its difficulty; if
    it returns False, the attempt ends.
    """
    same = alike(spot)
    if len(same) < 2:
        return None
    priors = priors_of(spot.game, spot.view, spot.seat, spot.legal)
    looked = {choices: max(float(priors[spot.legal.index(c)]) for c in choices) for choices in same}
    left, costs, lead = list(same), dict[tuple[int, ...], float](), same[0]
    worth, graded = dict[tuple[int, ...], NDArray[np.float64]](), dict[tuple[int, ...], dict[str, float]]()
    for nth, (worlds, iterations) in enumerate(ROUNDS):
        worth = {choices: values(spot, choices[0], worlds, iterations, nth) for choices in left}
        lead = max(left, key=lambda choices: float(worth[choices].mean()))
        tempting = max((choices for choices in same if choices != lead), key=looked.__getitem__)
        costs |= {choices: float((worth[lead] - worth[choices]).mean()) for choices in left}
        last = nth == len(ROUNDS) - 1
        rivals = [choices for choices in left if choices != lead]
        near = [choices for choices in rivals if not _surely(worth[lead] - worth[choices], MARGIN, last)]
        if nth and any(costs[choices] < MARGIN / 2 for choices in rivals):
            return None
        if nth and (len(near) >= FINAL or (last and near)):
            return None
        if nth and lead not in graded:
            graded[lead] = misses(spot.game, spot.view, spot.seat, spot.legal, lead, spot.seed)
        if nth and not last and not wanted(lead[0], level_of(graded[lead])):
            return None
        left = sorted({lead, *near, tempting, *_second(rivals, costs)})
    gaps = {choices: worth[lead] - worth[choices] for choices in worth if choices != lead}
    closest = min(gaps, key=lambda choices: float(gaps[choices].mean()))
    found = [_searched(spot, DEEP, seed) for seed in SEEDS]
    if any(choice not in lead for choice in found):
        return None
    losses = {choice: cost for choices, cost in costs.items() for choice in choices if choices != lead}
    wrong = max((choices for choices in gaps), key=looked.__getitem__)
    return Proof(
        (found[0], *(choice for choice in lead if choice != found[0])),
        wrong[0],
        float(worth[lead].mean()),
        float(gaps[closest].mean()),
        _error(gaps[closest]),
        losses,
        graded[lead],
    )


def alike(spot: Spot) -> list[tuple[int, ...]]:
    """Group choices that have the same effect, since it makes no difference which of them a player makes."""
    found: dict[tuple[bytes, ...], list[int]] = {}
    for choice in spot.legal:
        after = tuple(_quiet(_made(spot, choice, nth)) for nth in range(2))
        found.setdefault(after, []).append(choice)
    return [tuple(choices) for choices in found.values()]


def values(spot: Spot, choice: int, worlds: int, iterations: int, nth: int) -> NDArray[np.float64]:
    """Return the seat's chance of winning after a choice, once for each world of a round of the proof."""
    found = np.zeros(worlds)
    for world in range(worlds):
        number = nth << 16 | world
        after = _made(spot, choice, number)
        if int(after["over"][0]):
            found[world] = judge(spot.game).win_probabilities(after)[spot.seat]
            continue
        known = spot.game.bindings.hidden(after, spot.seat)
        seed = mixed(spot.seed + number) >> 2
        thought = think(spot.game, known, spot.seat, ANYTHING, seed, iterations=iterations)
        found[world] = thought.win_probabilities[spot.seat]
    return found


def _made(spot: Spot, choice: int, world: int) -> Batch:
    """Return the position after a choice in the world with this number, which is the same world for all choices."""
    word = mixed(spot.seed + 7919 * world)
    key = word >> 32, word & 0xFFFFFFFF
    after = clone(spot.game.bindings.determinized(spot.view, spot.seat, key))
    spot.game.bindings.apply(after, spot.seat, choice, (key[1], key[0]))
    return after


def _quiet(state: Batch) -> bytes:
    """Return a position as bytes, without its events and random keys, to find out whether two positions are equal."""
    state["n_events"] = state["event"] = state["draws"] = state["key"] = 0
    return state.tobytes()


def _surely(gap: NDArray[np.float64], margin: float, last: bool) -> bool:
    """Return whether one choice leads by at least ``margin``, and by so much that it can hardly be luck."""
    mean = float(gap.mean())
    error = _error(gap) if last else max(_error(gap), DOUBT)
    return mean >= margin and mean > SURE * error


def _error(gap: NDArray[np.float64]) -> float:
    """Return the standard error of the mean lead, given the lead in each world."""
    return float(gap.std(ddof=1) / np.sqrt(len(gap)))


def _second(rivals: list[tuple[int, ...]], costs: dict[tuple[int, ...], float]) -> list[tuple[int, ...]]:
    """Return a list that holds only the second-best choice."""
    return [min(rivals, key=costs.__getitem__)]


def _searched(spot: Spot, iterations: int, seed: int) -> int:
    return think(spot.game, spot.view, spot.seat, spot.legal, spot.seed + seed, iterations=iterations).choice
