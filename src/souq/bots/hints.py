"""Advice for a person: what to choose now, and why, in a sentence made of the game's own terms.

A search finds the way. The reason compares what the seat may expect before and after it: in words it tells what this
way does, but only of what the other choices would not do as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import Legal, mixed
from souq.bots.greedy import priors_of
from souq.bots.search import Manner, Thought, think
from souq.engine.judgement import Judge, judge
from souq.engine.record import Batch, clone

if TYPE_CHECKING:
    from souq.engine.game import Game

ITERATIONS, SECONDS = 1_000, 1.5
"""How long a hint is thought about."""
GUESSES = 12
"""Positions that the seat cannot tell from the true one, over which what it may expect is averaged."""
OTHERS = 6
"""Most other choices that are compared with the advised one, the best-looking first."""
STEPS = 16
"""Most decisions of one's own that are looked at until somebody else decides."""
TELLING = 0.2
"""A term is told of only if its difference from other choices is so much of the largest such difference."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What somebody is advised to choose."""

    choice: int
    line: tuple[int, ...]
    """The choices of one's own that were looked into most, ``choice`` first, until somebody else decides."""
    why: str
    """A sentence."""
    chance: float
    """The seat's chance to win after it."""


def advises(game: Game) -> bool:
    """Whether there are hints in a game: where its judgement has words."""
    return bool(getattr(game.sense, "TERMS", ()))


def hint(
    game: Game,
    view: Batch,
    seat: int,
    legal: Legal,
    seed: int,
    *,
    iterations: int = ITERATIONS,
    seconds: float | None = SECONDS,
) -> Hint:
    """What to choose, and why.

    Args:
        game: one with a judgement that has words (:func:`advises`).
        view: what the seat may know, a batch of one hidden record; left as it is.
        seat: who decides.
        legal: the choices there are, at least one.
        seed: the same seed gives the same hint, unless ``seconds`` cuts the search short.
        iterations: of the search.
        seconds: after which it ends all the same.
    """
    thought = think(game, view, seat, legal, seed, iterations=iterations, seconds=seconds)
    own = own_line(thought, seat)
    chance = float(thought.values[thought.legal.index(own[0])][seat])
    if len(thought.legal) == 1:
        return Hint(own[0], own, "There is nothing else to choose.", chance)
    return Hint(own[0], own, _reason(game, view, seat, thought, own, seed) or _fallback(thought, seat, chance), chance)


def own_line(thought: Thought, seat: int) -> tuple[int, ...]:
    """The seat's own choices with which the most visited way begins."""
    line = []
    for who, choice in thought.line[:STEPS]:
        if who != seat:
            break
        line.append(choice)
    return tuple(line) if line and line[0] == thought.choice else (thought.choice,)


def _reason(game: Game, view: Batch, seat: int, thought: Thought, own: tuple[int, ...], seed: int) -> str:
    """Why, as far as the game has words for it."""
    judged, others = judge(game), _others(game, view, seat, thought)
    before, after, usual = (np.zeros(len(judged.terms)) for _ in range(3))
    for nth in range(GUESSES):
        word = mixed(seed + nth)
        key = word >> 32, word & 0xFFFFFFFF
        guess = game.door.redealt(view, seat, key)
        before += judged.expected(guess, seat)
        after += judged.expected(followed(game, guess, seat, own, key), seat)
        for choice, share in others:
            usual += share * judged.expected(followed(game, guess, seat, (choice,), key), seat)
    return _told(judged, (after - before) / GUESSES, (after - usual) / GUESSES)


def _others(game: Game, view: Batch, seat: int, thought: Thought) -> list[tuple[int, float]]:
    """The other choices that come to mind, and how much each counts; together 1."""
    looks = priors_of(game, view, seat, thought.legal)
    order = [i for i in np.argsort(-looks, kind="stable") if thought.legal[i] != thought.choice][:OTHERS]
    weights = np.exp((looks[order] - looks[order].max()) / max(Manner.of(game).temperature, 0.1))
    return [(thought.legal[i], float(w)) for i, w in zip(order, weights / weights.sum(), strict=True)]


def followed(game: Game, state: Batch, seat: int, line: Sequence[int], key: tuple[int, int]) -> Batch:
    """A complete position after a seat's choices, played on as looks best to it until another seat decides.

    What was planned is kept to until chance comes in: then one would choose anew.
    """
    now, planned = clone(state), list(line)
    door = game.door
    for step in range(STEPS):
        if door.deciders(now) != 1 << seat and (step or not door.deciders(now) >> seat & 1):
            break
        legal = door.legal(now, seat).copy()
        wanted = planned.pop(0) if planned else None
        if wanted is None or wanted not in legal:
            planned = []
            looks = priors_of(game, now, seat, legal)
            wanted = int(legal[int(np.argmax(looks))])
        door.apply(now, seat, int(wanted), (key[0] + step + 1 & 0xFFFFFFFF, key[1]))
        if int(now["draws"][0]):
            planned = []
    return now


def _told(judged: Judge, change: NDArray[np.float64], beyond: NDArray[np.float64]) -> str:
    """The changes in words, without those that other choices would bring as well.

    Where none of them is for the better, it is told what is better about it than about other choices.
    """
    least = TELLING * float(np.abs(beyond).max(initial=0.0))
    own = np.where((np.abs(beyond) >= max(least, 1e-9)) & (np.sign(beyond) == np.sign(change)), change, 0.0)
    said = judged.reason(own)
    compared = judged.reason(beyond) if not _gains(judged, own) and _gains(judged, beyond) else ""
    return f"Compared with other choices, it{compared[2:]}" if compared else said


def _gains(judged: Judge, change: NDArray[np.float64]) -> bool:
    """Whether something can be told that is for the better."""
    return judged.reason(np.maximum(change, 0.0)) != ""


def _fallback(thought: Thought, seat: int, chance: float) -> str:
    """What can be said where the terms do not change."""
    worth = thought.values[:, seat][thought.visits > 0]
    if len(worth) > 1 and float(worth.max() - worth.min()) < 0.01:
        return f"It matters little now: your chances stay at about {chance:.0%}."
    return f"It leaves the most open: your chances are then about {chance:.0%}."
