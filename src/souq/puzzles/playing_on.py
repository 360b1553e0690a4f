"""How a game could go on after the best choice of a puzzle, and after the tempting wrong one.

All seats play by search, each from what it knows, until the puzzle's seat is to choose again after the others. Both
continuations have the same chance, drawn with the same seed. Of several seeds the one is taken with which the two ends
differ most nearly by what the wrong choice costs on average, so that luck doesn't contradict the lesson.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from souq.bots.base import mixed
from souq.bots.search import think
from souq.engine.learn.evaluation import judge
from souq.engine.match.match import Match
from souq.engine.teach.setting import Setting

if TYPE_CHECKING:
    from souq.engine.game import Game

SEEDS = 3
"""Number of seeds of which the most typical one is taken."""
THOUGHT = 200
"""Number of search iterations for each decision."""
VALUED = 500
"""Number of search iterations that evaluate the end of a continuation."""
LONGEST = 14
"""Maximum number of decisions in a continuation."""


@dataclass(frozen=True, slots=True)
class Sequels:
    """How a game could go on after two choices, each as one list in which seats and choices alternate."""

    best: list[int]
    wrong: list[int]
    seed: int
    """The seed of the chance in both."""


def sequels(game: Game, begins: Setting, seat: int, choices: tuple[int, int], chances: tuple[float, float]) -> Sequels:
    """Return the continuations of a puzzle.

    Args:
        game: the game.
        begins: the puzzle's setting.
        seat: the puzzle's seat.
        choices: its best and its wrong choice.
        chances: the mean chances of winning after each.
    """
    start = begins.begin(game).position()
    found = list[tuple[float, Sequels]]()
    for nth in range(SEEDS):
        seed = mixed(begins.seed << 8 | nth) >> 33
        setting = replace(begins, start=start, log=(), seed=seed)
        logs, ends = list[list[int]](), list[float]()
        for choice in choices:
            match = setting.begin(game)
            logs.append(_played_on(match, seat, choice, seed))
            ends.append(_worth(match, seat, seed))
        strange = abs(ends[0] - ends[1] - (chances[0] - chances[1])) + abs(ends[0] - chances[0]) / 2
        found.append((strange, Sequels(logs[0], logs[1], seed)))
    return min(found, key=lambda each: each[0])[1]


def _played_on(match: Match, seat: int, choice: int, seed: int) -> list[int]:
    """Make a choice and the decisions after it; return all of them, seats and choices alternating."""
    match.replay(choice, seat)
    others = False
    while not match.over and match.ply < LONGEST:
        decider = next((each for each in range(match.players) if match.deciders >> each & 1), -1)
        if decider < 0 or (decider == seat and others):
            break
        others = others or decider != seat
        now, drawn = match.observe(decider), mixed(seed + match.ply) >> 2
        match.replay(think(match.game, now.view, decider, now.legal, drawn, iterations=THOUGHT).choice, decider)
    return [number for made in match.log for number in (made.seat, made.choice)]


def _worth(match: Match, seat: int, seed: int) -> float:
    """Return a seat's chance of winning from the match's present position, given what it knows."""
    if match.over:
        return float(judge(match.game).win_probabilities(match.state)[seat])
    thought = think(match.game, match.view(seat), seat, (0,), seed, iterations=VALUED)
    return float(thought.win_probabilities[seat])
