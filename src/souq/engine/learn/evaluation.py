"""What a position promises, in a game's own terms: winning chances for the bots, reasons for people.

A game's ``evaluator`` says what each seat may expect, term by term, in points (``terms``), and how much a point decides
by then (``certainty``). Winning chances are the softmax of both, and of a finished game what the ranks say.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.present.wording import listed
from souq.engine.rules.generic import generic, instantiate
from souq.engine.rules.record import Batch
from souq.engine.rules.winning import standings

if TYPE_CHECKING:
    from souq.engine.game import Game

    terms: Any
    certainty: Any
    N_TERMS: int


@dataclass(frozen=True, slots=True)
class Term:
    """One of the things that a seat's prospects are made of.

    >>> score = Term("score", "scores {n} point{s}", "costs {n} point{s}", more="scores {n} more point{s}")
    >>> score.said(-1.2), score.said(2.0), score.said(2.0, compared=True)
    ('costs 1 point', 'scores 2 points', 'scores 2 more points')
    """

    name: str
    gain: str
    """What a choice does that makes it more: "scores {n} point{s}", "opens room to grow"."""
    loss: str
    """What one does that makes it less."""
    unit: float = 1.0
    """How many points are one of what ``{n}`` counts."""
    more: str = ""
    """What a choice does more than another: "scores {n} more point{s}"; ``gain`` unless it is given."""
    less: str = ""
    """What it does less than another: "gives up {n} point{s}"; ``loss`` unless it is given."""
    step: int = 1
    """``{n}`` is rounded to a multiple of it: the smallest note there is."""

    def said(self, change: float, *, compared: bool = False) -> str:
        """Return a change in points, in words; "" where it rounds to nothing that could be counted.

        Args:
            change: by how much the term is more or less.
            compared: with another choice, not with what was before.
        """
        n = round(abs(change) / self.unit / self.step) * self.step
        phrase = self.gain if change > 0 else self.loss
        if compared:
            phrase = (self.more if change > 0 else self.less) or phrase
        if "{n}" in phrase and n == 0:
            return ""
        return phrase.format(n=f"{n:,}", s="" if n == 1 else "s")


@generic
def win_probabilities(s: Any, w: Any, out: Any, scratch: Any) -> None:
    """Each seat's chance to win: of a finished game its share of the first place, else by what it may expect.

    Of a game without a winner nobody has a share. Who plays alone cannot lose: there it is how good the result will
    be, between 0 and 1.
    """
    players = s.players
    if s.over == 1 and players > 1:
        standings(s, scratch)
        winners = 0.0
        for seat in range(players):
            winners += scratch[seat] == 1
        for seat in range(players):
            out[seat] = 1.0 / winners if scratch[seat] == 1 else 0.0
        return
    best = -1e30
    for seat in range(players):
        terms(s, w, seat, scratch)
        out[seat] = 0.0
        for i in range(N_TERMS):
            out[seat] += scratch[i]
        best = max(best, out[seat])
    sure = certainty(s, w)
    if players == 1:
        out[0] = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, best * sure))))
        return
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((out[seat] - best) * sure)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@generic
def expect(states: Any, w: Any, verb: int, out: Any, scratch: Any) -> None:
    """Into ``out`` the chances (``verb`` -1), or the terms of seat ``verb``."""
    if verb < 0:
        win_probabilities(states[0], w, out, scratch)
    else:
        terms(states[0], w, verb, out)


class Judge:
    """A game's judgement for Python: of one position at a time, complete or (less surely) as a seat knows it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.terms: tuple[Term, ...] = getattr(game.evaluator, "TERMS", ())
        self._expect = instantiate(expect, game)

    def win_probabilities(self, state: Batch, w: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Each seat's chance to win, (players); all alike where the game has no judgement."""
        out = np.zeros(int(state["players"][0]))
        self._expect(state, weights_of(self.game) if w is None else w, -1, out, self._scratch())
        return out

    def expected(self, state: Batch, seat: int) -> NDArray[np.float64]:
        """What each of the terms contributes to what ``seat`` may expect, in points, (terms)."""
        out = np.zeros(len(self.terms))
        self._expect(state, weights_of(self.game), seat, out, self._scratch())
        return out

    def reason(self, change: NDArray[np.float64], *, compared: bool = False) -> str:
        """Return why somebody would want such a change: the most that is won, and what it costs; "" if nothing is.

        Args:
            change: of each term.
            compared: it is a difference between two choices.
        """
        said = [(float(c), term.said(float(c), compared=compared)) for c, term in zip(change, self.terms, strict=True)]
        least = 0.15 * max((abs(c) for c, _ in said), default=0.0)
        told = sorted(((c, text) for c, text in said if text and abs(c) > max(least, 1e-9)), reverse=True)
        gains, losses = [text for c, text in told if c > 0][:2], [text for c, text in told[::-1] if c < 0][:1]
        if not gains:
            return ""
        return f"It {listed(gains)}{f', though it {losses[0]}' if losses else ''}."

    def _scratch(self) -> NDArray[np.float64]:
        return np.zeros(max(len(self.terms), self.game.max_players))


@functools.cache
def judge(game: Game) -> Judge:
    """The judge of a game, made once a process."""
    return Judge(game)


@functools.cache
def weights_of(game: Game) -> NDArray[np.float64]:
    """The weights of a game's judgement, as its rules receive them."""
    weights = getattr(game.evaluator, "WEIGHTS", None)
    made: NDArray[np.float64] = np.zeros(1) if weights is None else weights.array()
    made.setflags(write=False)
    return made
