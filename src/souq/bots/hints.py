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
from souq.engine.learn.evaluation import Judge, judge
from souq.engine.rules.record import Batch, clone

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
AHEAD = 20
"""Decisions of everybody's after which it is looked at what comes of a way later."""
TELLING = 0.2
"""A term is told of only if its difference from other choices is so much of the largest such difference."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What somebody is advised to choose."""

    choice: int
    pv: tuple[int, ...]
    """The choices of one's own that were looked into most, ``choice`` first, until somebody else decides."""
    why: str
    """A sentence."""
    chance: float
    """The seat's chance to win after it."""


def advises(game: Game) -> bool:
    """Whether there are hints in a game: where its judgement has words."""
    return bool(getattr(game.evaluator, "TERMS", ()))


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
        return Hint(own[0], own, "That’s the only thing you can do here.", chance)
    return Hint(own[0], own, _reason(game, view, seat, thought, own, seed), chance)


def own_line(thought: Thought, seat: int) -> tuple[int, ...]:
    """The seat's own choices with which the most visited way begins."""
    pv = []
    for who, choice in thought.pv[:STEPS]:
        if who != seat:
            break
        pv.append(choice)
    return tuple(pv) if pv and pv[0] == thought.choice else (thought.choice,)


def _reason(game: Game, view: Batch, seat: int, thought: Thought, own: tuple[int, ...], seed: int) -> str:
    """Why, as far as there are words for it: what the turn brings, what comes of it, what is better than elsewhere.

    Where nothing tells the ways apart that has a word, how good the position is, or what they all bring.
    """
    judged, others = judge(game), _others(game, view, seat, thought)
    soon, later = (_compared(game, view, seat, others, own, seed, ahead) for ahead in (0, AHEAD))
    for found, begins in ((soon, _when(game, view, seat, own, seed)), (later, "Before long it")):
        said = _gained(judged, *found)
        if said:
            return begins + said[2:]
    for _, beyond in (soon, later):
        said = _gained(judged, beyond, beyond, compared=True)
        if said:
            return f"Compared with your other choices, it{said[2:]}"
    chance = float(thought.values[thought.legal.index(own[0])][seat])
    if not _little(thought, seat):
        return _plain(chance, int(view["players"][0]))
    for (change, _), begins in ((soon, "This one"), (later, "Before long this one")):
        said = judged.reason(np.maximum(change, 0.0))
        if said:
            return f"Any choice will do. {begins}{said[2:]}"
    return f"Any choice will do. Your chance of winning stays at about {chance * 100:.0f} %."


def _plain(chance: float, players: int) -> str:
    """What is said of a choice that nothing explains: how good the position is."""
    best = "This is the best I found."
    if players == 1:
        return best
    standing = "behind" if chance < 1 / players else "doing well"
    return f"You’re {standing} (about {chance * 100:.0f} % to win). {best}"


def _when(game: Game, view: Batch, seat: int, own: tuple[int, ...], seed: int) -> str:
    """How to begin to tell what comes of one's own way: where nobody else decides again, it goes on for long."""
    word = mixed(seed)
    key = word >> 32, word & 0xFFFFFFFF
    after = followed(game, game.bindings.determinized(view, seat, key), seat, own, key)
    return (
        "By the end it"
        if after["over"][0]
        else "Before long it"
        if game.bindings.deciders(after) == 1 << seat
        else "It"
    )


def _compared(
    game: Game, view: Batch, seat: int, others: list[tuple[int, float]], own: tuple[int, ...], seed: int, ahead: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What a way changes of what the seat may expect, and how far that is beyond what other choices do."""
    judged, bindings = judge(game), game.bindings
    before, after, usual = (np.zeros(len(judged.terms)) for _ in range(3))
    for nth in range(GUESSES):
        word = mixed(seed + nth)
        key = word >> 32, word & 0xFFFFFFFF
        guess = bindings.determinized(view, seat, key)
        before += judged.expected(guess, seat)
        after += judged.expected(followed(game, guess, seat, own, key, ahead), seat)
        for choice, share in others:
            usual += share * judged.expected(followed(game, guess, seat, (choice,), key, ahead), seat)
    return (after - before) / GUESSES, (after - usual) / GUESSES


def _others(game: Game, view: Batch, seat: int, thought: Thought) -> list[tuple[int, float]]:
    """The other choices that come to mind, and how much each counts; together 1."""
    looks = priors_of(game, view, seat, thought.legal)
    order = [i for i in np.argsort(-looks, kind="stable") if thought.legal[i] != thought.choice][:OTHERS]
    weights = np.exp((looks[order] - looks[order].max()) / max(Manner.of(game).temperature, 0.1))
    return [(thought.legal[i], float(w)) for i, w in zip(order, weights / weights.sum(), strict=True)]


def followed(
    game: Game, state: Batch, seat: int, choices: Sequence[int], key: tuple[int, int], ahead: int = 0
) -> Batch:
    """A complete position after a seat's choices, played on as looks best to it until another seat decides.

    What was planned is kept to until chance comes in: then one would choose anew. ``ahead``: so many decisions of
    everybody's follow.
    """
    now, planned, bindings = clone(state), list(choices), game.bindings
    steps, others = 0, 0
    while steps < STEPS + ahead and not bool(now["over"][0]):
        mask = bindings.deciders(now)
        who = seat if mask >> seat & 1 and (mask == 1 << seat or steps == 0) else _lowest(mask)
        others += who != seat or others > 0
        if others > ahead:
            break
        legal = bindings.legal(now, who).copy()
        wanted = planned.pop(0) if planned and who == seat else -1
        if wanted not in legal:
            planned = []
            wanted = int(legal[int(np.argmax(priors_of(game, now, who, legal)))])
        bindings.apply(now, who, wanted, (key[0] + steps + 1 & 0xFFFFFFFF, key[1]))
        if int(now["draws"][0]):
            planned = []
        steps += 1
    return now


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _gained(judged: Judge, change: NDArray[np.float64], beyond: NDArray[np.float64], *, compared: bool = False) -> str:
    """The changes in words, without those that other choices would bring as well; "" if none is for the better."""
    better = (change > 0) & (beyond > max(TELLING * float(beyond.max(initial=0.0)), 1e-9))
    worse = (change < 0) & (beyond < min(TELLING * float(beyond.min(initial=0.0)), -1e-9))
    return judged.reason(np.where(better | worse, change, 0.0), compared=compared)


def _little(thought: Thought, seat: int) -> bool:
    """Whether all that was looked into is about as good."""
    worth = thought.values[:, seat][thought.visits > 0]
    return len(worth) > 1 and float(worth.max() - worth.min()) < 0.01
