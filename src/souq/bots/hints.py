"""Hints for a player: which choice to make, and why, in one sentence built from the evaluator's terms.

A search finds the choice. The sentence compares the terms expected before and after the choice, and mentions only what
the other choices would not achieve as well.
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
"""Limits of the search for a hint: a number of iterations, and a time in seconds."""
GUESSES = 12
"""Number of random guesses at what is hidden over which the evaluator's terms are averaged."""
ALTERNATIVES = 6
"""Maximum number of other choices compared with the advised one, best first."""
STEPS = 16
"""Maximum number of decisions that are followed before another seat has to decide."""
AHEAD = 20
"""Number of further decisions, of all seats, that are played to find the long-term effects of a choice."""
NOTABLE = 0.2
"""A difference smaller than this fraction of the largest one isn't mentioned in the reason."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a seat."""

    choice: int
    pv: tuple[int, ...]
    """The choices that the seat should make before another seat decides; the first is ``choice``."""
    why: str
    """The reason for the choice, in one sentence."""
    chance: float
    """The seat's chance of winning after the choice."""


def advises(game: Game) -> bool:
    """Return whether a game can give hints, for which its evaluator must declare ``TERMS``."""
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
    """Return the advised choice and the reason for it.

    Args:
        game: a game with hints (:func:`advises`).
        view: what the seat may know, a batch of one record, hidden fields blanked; not modified.
        seat: the deciding seat.
        legal: the legal choices, at least one.
        seed: the same seed gives the same hint, unless ``seconds`` cuts the search short.
        iterations: maximum number of iterations of the search.
        seconds: stop the search after this time, even before ``iterations``.
    """
    thought = think(game, view, seat, legal, seed, iterations=iterations, seconds=seconds)
    own = own_line(thought, seat)
    chance = float(thought.values[thought.legal.index(own[0])][seat])
    if len(thought.legal) == 1:
        return Hint(own[0], own, "That’s the only thing you can do here.", chance)
    return Hint(own[0], own, _reason(game, view, seat, thought, own, seed), chance)


def own_line(thought: Thought, seat: int) -> tuple[int, ...]:
    """Return the advised choice and those that the search expects the same seat to make next."""
    pv = []
    for who, choice in thought.pv[:STEPS]:
        if who != seat:
            break
        pv.append(choice)
    return tuple(pv) if pv and pv[0] == thought.choice else (thought.choice,)


def _reason(game: Game, view: Batch, seat: int, thought: Thought, own: tuple[int, ...], seed: int) -> str:
    """Return a sentence on why the choices ``own`` are advised: what they gain at once, later or over others.

    If no evaluation term distinguishes the choices, say how good the position is, or what all choices gain.
    """
    judged, others = judge(game), _alternatives(game, view, seat, thought)
    at_once, later = (_compared(game, view, seat, others, own, seed, ahead) for ahead in (0, AHEAD))
    for found, begins in ((at_once, _when(game, view, seat, own, seed)), (later, "Before long it")):
        said = _gained(judged, *found)
        if said:
            return begins + said[2:]
    for _, beyond in (at_once, later):
        said = _gained(judged, beyond, beyond, compared=True)
        if said:
            return f"Compared with your other choices, it{said[2:]}"
    chance = float(thought.values[thought.legal.index(own[0])][seat])
    if not _little(thought, seat):
        return _plain(chance, int(view["players"][0]))
    for (change, _), begins in ((at_once, "This one"), (later, "Before long this one")):
        said = judged.reason(np.maximum(change, 0.0))
        if said:
            return f"Any choice will do. {begins}{said[2:]}"
    return f"Any choice will do. Your chance of winning stays at about {chance * 100:.0f}%."


def _plain(chance: float, players: int) -> str:
    """Return a reason that only says how good the position is, for choices that the evaluator can't explain."""
    best = "This is the best I found."
    if players == 1:
        return best
    standing = "behind" if chance < 1 / players else "doing well"
    return f"You’re {standing} (about {chance * 100:.0f}% to win). {best}"


def _when(game: Game, view: Batch, seat: int, own: tuple[int, ...], seed: int) -> str:
    """Return the first words of the reason, which say when the gain comes, such as "By the end it"."""
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
    """Return how much ``own`` changes each of the evaluator's terms, and how much more than other choices would."""
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


def _alternatives(game: Game, view: Batch, seat: int, thought: Thought) -> list[tuple[int, float]]:
    """Return other choices to compare with: the best by their priors, with weights that add up to 1."""
    priors = priors_of(game, view, seat, thought.legal)
    order = [i for i in np.argsort(-priors, kind="stable") if thought.legal[i] != thought.choice][:ALTERNATIVES]
    weights = np.exp((priors[order] - priors[order].max()) / max(Manner.of(game).temperature, 0.1))
    return [(thought.legal[i], float(w)) for i, w in zip(order, weights / weights.sum(), strict=True)]


def followed(
    game: Game, state: Batch, seat: int, choices: Sequence[int], key: tuple[int, int], ahead: int = 0
) -> Batch:
    """Return the position after a seat's planned choices and then the evaluator's, until another seat decides.

    The planned choices are followed until one of them draws chance: after that a player would decide again. With
    ``ahead``, that many further decisions of all seats follow.
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
    """Describe what the advised choice improves and other choices wouldn't; return "" if it improves nothing."""
    better = (change > 0) & (beyond > max(NOTABLE * float(beyond.max(initial=0.0)), 1e-9))
    worse = (change < 0) & (beyond < min(NOTABLE * float(beyond.min(initial=0.0)), -1e-9))
    return judged.reason(np.where(better | worse, change, 0.0), compared=compared)


def _little(thought: Thought, seat: int) -> bool:
    """Return whether all choices that the search tried are about equally good."""
    worth = thought.values[:, seat][thought.visits > 0]
    return len(worth) > 1 and float(worth.max() - worth.min()) < 0.01
