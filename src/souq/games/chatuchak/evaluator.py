"""Chatuchak's evaluator: the value of each choice and the expected result of every seat.

In the main game it counts stars and how safe they are; in a race, how tidy a market is. A move is tried on the position
itself and then undone exactly. In a race the search looks three moves ahead.
"""

from __future__ import annotations

import functools
from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import allocating, hot, rule
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
"""Value of winning a marker that nobody holds: it brings a token now, and a star at the end."""
TAKEN = WEIGHTS.place("taken")
"""Value of winning a marker from another seat, which loses the star."""
KEPT = WEIGHTS.place("kept")
"""In the prior of a move: value of a marker that has a place in the grid."""
FIRM = WEIGHTS.place("firm")
"""In the prior of a move: value of each booth by which the structure for a held marker is ahead of all rivals'."""
CHASED = WEIGHTS.place("chased")
"""In the prior of a move: value of each booth in the seat's best structure for a marker that it doesn't hold."""
MESS = WEIGHTS.place("mess")
"""In the prior of a move: penalty for each piece of a colour beyond the first."""
FAR = WEIGHTS.place("far")
"""In the prior of a move: penalty for each step between a piece of a colour and the nearest other one."""
WORST = WEIGHTS.place("worst")
"""In the prior of a move: penalty for each piece of the untidiest colour."""
STAY = WEIGHTS.place("stay")
"""In the prior of passing for good: penalty for the further turns that the seat gives up."""
GENERAL = WEIGHTS.place("general")
"""Value of a general token apart from its star: it breaks ties and is a sign of strength."""
STAR = WEIGHTS.place("star")
"""Value of a star in the grid at the end of the game."""
SECURE = WEIGHTS.place("secure")
"""Extra value of a star whose holder is at least a booth stronger than every rival."""
PARTS = WEIGHTS.place("parts")
"""Penalty for each piece of the untidiest colour at the end of the game."""
LATENESS = WEIGHTS.place("lateness")
"""Exponent of the share of rounds played. The higher it is, the less held markers and tidiness count early on."""
READY = WEIGHTS.place("ready")
"""Value of a marker that a seat doesn't hold but has the strongest structure for, so that one more booth wins it."""
CLOSE = WEIGHTS.place("close")
"""Value of a marker for which a seat's structure is at most one booth smaller than the strongest one."""
LARGE = WEIGHTS.place("large")
"""Value of each booth in the largest group of each colour."""
ASTRAY = WEIGHTS.place("astray")
"""In the evaluation of a position: penalty for each step between a piece of a colour and the nearest other one."""
WAIT = WEIGHTS.place("wait")
"""Penalty for waiting a whole round until the next turn."""
ROUND = WEIGHTS.place("round")
"""Penalty for each expected round that a seat misses after passing."""
CERTAINTY = WEIGHTS.place("certainty")
"""Numerator in the weight of a one-star lead: ``CERTAINTY / (EARLY + share of rounds left)``.

The weight turns leads into win probabilities.
"""
EARLY = WEIGHTS.place("early")
"""Constant in the divisor of the formula at :data:`CERTAINTY`."""
BACKWARDS = WEIGHTS.place("backwards")
"""In a race: cost, in steps, of a move that brings the gap back to one of its last ``TRAIL`` cells."""
TICK = WEIGHTS.place("tick")
"""In a race in turns: bonus, in steps, for a seat that hasn't moved yet in this round."""
OUT = WEIGHTS.place("out")
"""In a race: cost, in steps, for a seat that is out."""
SURE = WEIGHTS.place("sure")
"""In a race: numerator in the weight of a one-step lead, which turns leads into win probabilities.

The weight is ``SURE / (RUSH + steps left in the tidiest market)``.
"""
RUSH = WEIGHTS.place("rush")
"""Constant in the divisor of the formula at :data:`SURE`."""

PIECE, STEP = 3, 1
"""In a race: cost of each piece of a colour beyond the first, and of each step from a piece to the nearest other."""
HOPELESS = -1000.0
"""Prior of giving up a race."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Write the priors (first estimates) of ``choices[:n]`` for ``seat`` to ``out``. Better choices have larger ones.

    In the main game the unit is a star. In a race a prior is a cost in steps, as a negative number.
    """
    if s.mode != Mode.GOALS:
        in_a_race(s, w, seat, choices, n, out)
        return
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])


# ---- the main game


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """Return the prior of one choice in the main game."""
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
    """Return the value of all markers that a seat wins with structures that contain the booth on ``cell``."""
    group = group_at(s, seat, colour, cell)
    if group == 0:
        return 0.0
    gain = 0.0
    for marker in range(MARKERS):
        gain += won(s, w, seat, marker, strength_with(s, seat, marker, cell, colour, group))
    return gain


@rule
def won(s: State, w: Any, seat: int, marker: int, strength: int) -> float:
    """Return the value of winning a marker with a structure of this strength; 0 if it doesn't win the marker."""
    if not deserved(s, seat, marker, strength):
        return 0.0
    return w[FRESH] if s.holder[marker] == MIDDLE else w[TAKEN]


@rule
def size(marker: int, strength: int) -> float:
    """Convert a structure's strength to a number of booths.

    A mix counts as its smaller group plus 0.15 for each booth of the larger one.
    """
    if MIX <= marker < PATH:
        return strength // STRONG + 0.15 * (strength % STRONG)
    return float(strength)


@rule
def standing(s: State, w: Any, seat: int) -> float:
    """Return the value of a market in the main game: markers held, progress towards other markers, and tidiness."""
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
    """Return the steps between ``piece`` and the nearest other piece in ``cells``: the number of cells in between."""
    steps = 0
    edge = piece | near(piece)
    while edge & cells == piece:
        steps += 1
        edge |= near(edge)
    return steps


@rule
def mess(cells: int, piece: Any, step: Any) -> Any:
    """Return the untidiness of a colour whose booths are on ``cells``.

    Each piece beyond the first costs ``piece``. Each piece also costs ``step`` for each step to the nearest other one.
    """
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
    """Write the priors of ``choices[:n]`` in a race to ``out``."""
    messes = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        messes[colour] = mess(s.booths[seat][colour], PIECE, STEP)
    for i in range(n):
        out[i] = HOPELESS if choices[i] == STOP else -ahead(s, w, seat, choices[i] - MOVE, messes)


@rule
def ahead(s: State, w: Any, seat: int, cell: int, messes: Any) -> float:
    """Return the cost of moving a booth in a race: moves and untidiness that are left after it, as far as foreseen.

    A move that brings the gap back to one of its last positions costs :data:`BACKWARDS` more.
    """
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
    """Search two moves ahead for the minimum of moves made plus untidiness left; return 0 if the market is tidy.

    The first move doesn't undo the last one: ``came`` is the cell where the gap was before it.
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
    """Search one move ahead for the minimum of moves made plus untidiness left; return 0 if the market is tidy."""
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
    """Return the sum of all colours' untidiness."""
    total = 0
    for colour in range(COLOURS):
        total += messes[colour]
    return total


@rule
def untidiness(booths: Any) -> int:
    """Return the untidiness of a whole market, in steps."""
    total = 0
    for colour in range(COLOURS):
        total += mess(booths[colour], PIECE, STEP)
    return total


# ---- prospects

TERMS = ("tokens", "rivals", "holdings", "chances", "order", "wait", "passing", "race")
N_TERMS = len(TERMS)


@functools.cache
def _rounds(tent: int, need: int) -> float:
    """Return the expected number of rounds left, including the current one."""
    moving = (DIE + 1 - need) / DIE
    further = _rounds(tent + 1, int(TRACK[tent + 1])) if tent + 1 < SPACES else 0.0
    staying = _rounds(tent, max(LEAST, need - 1)) if moving < 1 else 0.0
    return 1 + moving * further + (1 - moving) * staying


LEFT = np.array([[_rounds(tent, max(LEAST, need)) for need in range(DIE + 1)] for tent in range(SPACES)])
"""Expected number of rounds left, for each space of the tent (row) and each roll needed to move it (column)."""
ALL_ROUNDS = _rounds(0, int(TRACK[0]))


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """Write the evaluation terms of ``seat`` to ``out``, in the order of :data:`TERMS`.

    The unit is a star, or in a race a step. After the end of the main game, the first term is the seat's points and the
    others are 0.
    """
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
    """Return the weight of a lead of one star (in a race, one step) in win probabilities. It grows over the game."""
    if s.mode == Mode.GOALS:
        return w[CERTAINTY] / (w[EARLY] + (0.0 if s.over == 1 else share_left(s)))
    least = untidiness(s.booths[0])
    for seat in range(1, s.players):
        least = min(least, untidiness(s.booths[seat]))
    return w[SURE] / (w[RUSH] + least)


@rule
def share_left(s: State) -> float:
    """Return the number of rounds expected from now, as a share of the number expected at the start of the game."""
    return min(1.0, LEFT[s.tent][s.need] / ALL_ROUNDS)


@rule
def holdings(s: State, w: Any, seat: int) -> float:
    """Return the value of a seat's markers that have a place in its grid; more for those that are hard to take."""
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
    """Return the value of structures that may win markers for a seat: its largest groups and those close to it."""
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
    """Return the steps from every piece to the nearest other one of its colour, added up over the colours."""
    steps = 0
    for colour in range(COLOURS):
        steps += mess(s.booths[seat][colour], 0, STEP)
    return steps


@rule
def to_go(s: State, w: Any, seat: int) -> float:
    """Return the untidiness left in a seat's market in a race, in steps.

    A seat that is out gets a large penalty, and one that has yet to move in this round a bonus.
    """
    steps = untidiness(s.booths[seat])
    if (s.passed >> seat) & 1 == 1:
        return steps + w[OUT]
    return steps - (w[TICK] if s.mode == Mode.TICKS and seat >= s.player else 0.0)
