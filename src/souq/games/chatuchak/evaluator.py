"""What looks good in Chatuchak: in the main game stars and how safely they are held, in a race how tidy a market is.

A move is tried in the record and taken back, which leaves every byte as it was. In a race three moves are looked ahead.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from souq.engine.compiler.compiled import allocating, hot, rule
from souq.engine.learn.evaluation import Term
from souq.engine.rules.bits import lowest
from souq.engine.rules.weights import Weights
from souq.games.chatuchak.rules.clock import DIE, LEAST, SPACES, TRACK
from souq.games.chatuchak.rules.grids import colour_at
from souq.games.chatuchak.rules.market import grown, near, renew, untidiest
from souq.games.chatuchak.rules.scoring import tokens, worth
from souq.games.chatuchak.rules.winning import deserved, group_at, strength_with, to_beat
from souq.games.chatuchak.state import (
    COLOURS,
    FULL,
    LANES,
    MARKERS,
    MIDDLE,
    MIX,
    MOVE,
    PATH,
    STOP,
    STRONG,
    TRAIL,
    Mode,
    State,
)

WEIGHTS = Weights.read(__package__)

FRESH = WEIGHTS.place("fresh")
"""A marker from the middle: a token now, and a star at the end."""
TAKEN = WEIGHTS.place("taken")
"""One from a rival, who loses the star."""
KEPT = WEIGHTS.place("kept")
"""A marker held in the grid."""
FIRM = WEIGHTS.place("firm")
"""Each booth by which it is held more strongly than anybody could take it."""
CHASED = WEIGHTS.place("chased")
"""Each booth of strength for a marker that somebody else holds."""
MESS = WEIGHTS.place("mess")
"""Each piece that a colour is in."""
FAR = WEIGHTS.place("far")
"""Each step between a piece and the nearest one of its colour."""
WORST = WEIGHTS.place("worst")
"""Each piece of the untidiest colour."""
STAY = WEIGHTS.place("stay")
"""What one more turn is worth, against passing."""
GENERAL = WEIGHTS.place("general")
"""What a general token says beyond its star: it decides ties, and that its seat is strong enough to take markers."""
STAR = WEIGHTS.place("star")
"""A star in the grid at the end of the game."""
SECURE = WEIGHTS.place("secure")
"""The same, held by a booth more than anybody could take it."""
PARTS = WEIGHTS.place("parts")
"""Each piece of the untidiest colour at the end of the game."""
LATENESS = WEIGHTS.place("lateness")
"""How late stars and pieces are settled: a power of the share of the rounds that are over."""
READY = WEIGHTS.place("ready")
"""A marker for which a seat is stronger than anybody: one booth more, anywhere in the structure, takes it."""
CLOSE = WEIGHTS.place("close")
"""A marker for which it is nearly as strong as anybody."""
LARGE = WEIGHTS.place("large")
"""Each booth of the largest group of each colour."""
ASTRAY = WEIGHTS.place("astray")
"""Each step between a piece and the nearest one of its colour."""
WAIT = WEIGHTS.place("wait")
"""A round of waiting until the next turn."""
ROUND = WEIGHTS.place("round")
"""Each round of which a seat that has passed makes nothing."""
CERTAINTY = WEIGHTS.place("certainty")
"""How sure a lead of one star is to last, by ``EARLY`` and the share of the rounds that are left."""
EARLY = WEIGHTS.place("early")
"""See ``CERTAINTY``."""
BACKWARDS = WEIGHTS.place("backwards")
"""In a race: steps that it costs to take the hole back to where it has just been."""
TICK = WEIGHTS.place("tick")
"""In a race in turns: a move that others have made already."""
OUT = WEIGHTS.place("out")
"""In a race: steps that it costs to be out."""
SURE = WEIGHTS.place("sure")
"""In a race: how sure a lead of one step is to last, by ``RUSH`` and the steps that the tidiest market has to go."""
RUSH = WEIGHTS.place("rush")
"""See ``SURE``."""

PIECE, STEP = 3, 1
"""How untidy a piece too many is in a race, and each step from it to the nearest other one."""
HOPELESS = -1000.0
"""Giving up a race."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, into ``out``: stars, or in a race steps saved."""
    if s.mode != Mode.GOALS:
        in_a_race(s, w, seat, choices, n, out)
        return
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])


# ---- the main game


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice == STOP:
        return standing(s, w, seat) - w[STAY]
    cell = choice - MOVE
    hole = s.hole[seat]
    colour = colour_at(s.booths[seat], cell)
    jump = (1 << cell) | (1 << hole)
    s.booths[seat][colour] ^= jump
    renew(s, seat, colour)
    gain = prize(s, w, seat, colour, hole) + standing(s, w, seat)
    s.booths[seat][colour] ^= jump
    renew(s, seat, colour)
    return gain


@rule
def prize(s: State, w: Any, seat: int, colour: int, cell: int) -> float:
    """What the markers are worth that the booth on a cell wins."""
    group = group_at(s, seat, colour, cell)
    if group == 0:
        return 0.0
    gain = 0.0
    for marker in range(MARKERS):
        gain += won(s, w, seat, marker, strength_with(s, seat, marker, cell, colour, group))
    return gain


@rule
def won(s: State, w: Any, seat: int, marker: int, strength: int) -> float:
    """What a marker is worth if this strength wins it, else nothing."""
    if not deserved(s, seat, marker, strength):
        return 0.0
    return w[FRESH] if s.holder[marker] == MIDDLE else w[TAKEN]


@rule
def size(marker: int, strength: int) -> float:
    """A strength in booths; of a mix the smaller group counts, and the larger one a little."""
    if MIX <= marker < PATH:
        return strength // STRONG + 0.15 * (strength % STRONG)
    return float(strength)


@rule
def standing(s: State, w: Any, seat: int) -> float:
    """How good a market is: what it holds, how firmly, what it may take, and how tidy it is."""
    good = 0.0
    for marker in range(MARKERS):
        own = s.strength[seat][marker]
        if s.holder[marker] == seat:
            if own > 0:
                good += w[KEPT] + w[FIRM] * (size(marker, own) - size(marker, to_beat(s, seat, marker)))
        else:
            good += w[CHASED] * size(marker, own)
    for colour in range(COLOURS):
        good -= mess(s.booths[seat][colour], w[MESS], w[FAR])
    return good - w[WORST] * untidiest(s, seat)


# ---- tidying


@rule
def gap(piece: int, cells: int) -> int:
    """Steps from a piece of a colour to the nearest other one."""
    steps = 0
    edge = piece | near(piece)
    while edge & cells == piece:
        steps += 1
        edge |= near(edge)
    return steps


@rule
def mess(cells: int, piece: Any, step: Any) -> Any:
    """How untidy a colour is: pieces too many, and the steps from each to the nearest other one."""
    total = 0 * piece
    left = cells
    while left != 0:
        part = grown(left & -left, cells)
        left &= ~part
        if part == cells:
            return total
        total += piece + step * gap(part, cells)
    return total - piece


@allocating
def in_a_race(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good moves look in a race."""
    messes = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        messes[colour] = mess(s.booths[seat][colour], PIECE, STEP)
    for i in range(n):
        out[i] = HOPELESS if choices[i] == STOP else -ahead(s, w, seat, choices[i] - MOVE, messes)


@rule
def ahead(s: State, w: Any, seat: int, cell: int, messes: Any) -> float:
    """How untidy a market is at best two moves after the booth of a cell has moved."""
    back = 0.0
    for step in range(TRAIL):
        if s.trail[seat][step] == cell:
            back = w[BACKWARDS]
    booths = s.booths[seat]
    jump = (1 << cell) | (1 << s.hole[seat])
    colour = colour_at(booths, cell)
    before = messes[colour]
    booths[colour] ^= jump
    messes[colour] = mess(booths[colour], PIECE, STEP)
    best = onward(booths, messes, cell, s.hole[seat])
    booths[colour] ^= jump
    messes[colour] = before
    return best + back


@rule
def onward(booths: Any, messes: Any, hole: int, came: int) -> int:
    """The least untidiness after two more moves, the first not back to where the hole came from.

    A market that is tidy before is the better by a step for each move to spare.
    """
    if added(messes) == 0:
        return 0
    best = FULL
    near_by = LANES[hole] & ~(1 << came)
    for colour in range(COLOURS):
        movers = near_by & booths[colour]
        before = messes[colour]
        while movers != 0:
            cell = lowest(movers)
            movers &= movers - 1
            booths[colour] ^= (1 << cell) | (1 << hole)
            messes[colour] = mess(booths[colour], PIECE, STEP)
            best = min(best, 1 + last(booths, messes, cell, hole))
            booths[colour] ^= (1 << cell) | (1 << hole)
        messes[colour] = before
    return best


@rule
def last(booths: Any, messes: Any, hole: int, came: int) -> int:
    """The least untidiness after one more move."""
    total = added(messes)
    if total == 0:
        return 0
    best = FULL
    near_by = LANES[hole] & ~(1 << came)
    for colour in range(COLOURS):
        movers = near_by & booths[colour]
        while movers != 0:
            jump = (movers & -movers) | (1 << hole)
            movers &= movers - 1
            best = min(best, 1 + total - messes[colour] + mess(booths[colour] ^ jump, PIECE, STEP))
    return best


@hot
def added(messes: Any) -> int:
    """How untidy a market is whose colours are so untidy."""
    total = 0
    for colour in range(COLOURS):
        total += messes[colour]
    return total


@rule
def untidiness(booths: Any) -> int:
    """How untidy a whole market is."""
    total = 0
    for colour in range(COLOURS):
        total += mess(booths[colour], PIECE, STEP)
    return total


# ---- prospects

TERMS = (
    Term(
        "tokens", "wins {n} token{s}", "loses {n} token{s}", more="wins {n} more token{s}", less="gives up {n} token{s}"
    ),
    Term("rivals", "takes markers from others", "lets others take markers"),
    Term("holdings", "makes your markers harder to take", "makes your markers easier to take"),
    Term("chances", "sets up markers for later turns", "gives up chances to win markers"),
    Term("order", "tidies your market", "scatters your booths"),
    Term("wait", "", ""),  # every move ends a turn: nothing to be told
    Term("passing", "stays in the game", "gives up all turns to come"),
    Term("race", "comes {n} step{s} nearer to a tidy market", "goes {n} step{s} away from a tidy market"),
)
N_TERMS = len(TERMS)


@functools.cache
def _rounds(tent: int, need: int) -> float:
    """Rounds that are still to be expected, with the one begun."""
    moving = (DIE + 1 - need) / DIE
    further = _rounds(tent + 1, int(TRACK[tent + 1])) if tent + 1 < SPACES else 0.0
    staying = _rounds(tent, max(LEAST, need - 1)) if moving < 1 else 0.0
    return 1 + moving * further + (1 - moving) * staying


LEFT = np.array([[_rounds(tent, max(LEAST, need)) for need in range(DIE + 1)] for tent in range(SPACES)])
"""Rounds that are still to be expected, by the space of the tent and what the die must show."""
ALL_ROUNDS = _rounds(0, int(TRACK[0]))


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What ``seat`` may expect, by :data:`TERMS`: in stars, in a race in steps; of a game that is over, its points."""
    for i in range(N_TERMS):
        out[i] = 0.0
    if s.mode != Mode.GOALS:
        out[7] = -to_go(s, w, seat)
    elif s.over == 1:
        out[0] = worth(s, seat)
    else:
        late = (1 - share_left(s)) ** w[LATENESS]
        out[0] = tokens(s, seat)
        out[1] = w[GENERAL] * s.general[seat]
        out[2] = late * holdings(s, w, seat)
        out[3] = openings(s, w, seat)
        out[4] = -late * w[PARTS] * untidiest(s, seat) - w[ASTRAY] * distance(s, seat)
        if (s.passed >> seat) & 1 == 0:
            out[5] = -w[WAIT] * ((seat - s.player) % s.players) / s.players
        else:
            out[6] = -w[ROUND] * LEFT[s.tent][s.need]


@rule
def certainty(s: State, w: Any) -> float:
    """How sure a lead of one star (in a race of one step) is to last: the fewer rounds or steps are left, the more."""
    if s.mode == Mode.GOALS:
        return w[CERTAINTY] / (w[EARLY] + (0.0 if s.over == 1 else share_left(s)))
    least = untidiness(s.booths[0])
    for seat in range(1, s.players):
        least = min(least, untidiness(s.booths[seat]))
    return w[SURE] / (w[RUSH] + least)


@rule
def share_left(s: State) -> float:
    """The rounds still to be expected, of all that a game has."""
    return min(1.0, LEFT[s.tent][s.need] / ALL_ROUNDS)


@rule
def holdings(s: State, w: Any, seat: int) -> float:
    """What the markers that a seat holds promise: more where it is stronger than anybody else."""
    stars = 0.0
    for marker in range(MARKERS):
        own = s.strength[seat][marker]
        if s.holder[marker] == seat and own > 0:
            stars += w[STAR]
            if size(marker, own) >= size(marker, to_beat(s, seat, marker)) + 1:
                stars += w[SECURE]
    return stars


@rule
def openings(s: State, w: Any, seat: int) -> float:
    """What the markers promise that a seat does not hold but may take, and the groups to take them with."""
    stars = 0.0
    for colour in range(COLOURS):
        stars += w[LARGE] * s.strength[seat][colour]
    for marker in range(MARKERS):
        own = s.strength[seat][marker]
        if own > 0 and s.holder[marker] != seat:
            best = to_beat(s, seat, marker)
            if own > best:
                stars += w[READY]
            elif size(marker, own) >= size(marker, best) - 1:
                stars += w[CLOSE]
    return stars


@rule
def distance(s: State, seat: int) -> float:
    """Steps from the pieces of all colours to the nearest ones of theirs."""
    steps = 0
    for colour in range(COLOURS):
        steps += mess(s.booths[seat][colour], 0, STEP)
    return steps


@rule
def to_go(s: State, w: Any, seat: int) -> float:
    """Steps to a tidy market, in a race; many more for who is out and can only hope that nobody gets there."""
    steps = untidiness(s.booths[seat])
    if (s.passed >> seat) & 1 == 1:
        return steps + w[OUT]
    return steps - (w[TICK] if s.mode == Mode.TICKS and seat >= s.player else 0.0)
