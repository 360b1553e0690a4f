"""What looks good in Chatuchak: in the main game stars and how safely they are held, in a race how tidy a market is.

A move is tried in the record and taken back, which leaves every byte as it was. In a race three moves are looked ahead.
"""

from __future__ import annotations

from typing import Any

from souq.engine.bits import lowest, popcount
from souq.engine.compiled import rule
from souq.engine.judgement import Term
from souq.engine.weights import Weights
from souq.games.chatuchak.rules.grids import colour_at
from souq.games.chatuchak.rules.market import grown, mixed_with, near, renew, untidiest
from souq.games.chatuchak.rules.scoring import worth
from souq.games.chatuchak.rules.winning import block_at, group_at, run_at
from souq.games.chatuchak.state import (
    COLOURS,
    LANES,
    MARKERS,
    MIDDLE,
    MIX,
    MIXES,
    MOVE,
    PAIRS,
    PATH,
    RECTANGLE,
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
CERTAINTY = WEIGHTS.place("certainty")
"""How sure a lead of one point is to last."""

PIECE = 3
"""A piece too many, in a race, in steps of :func:`gaps`."""
BACKWARDS = 40.0
"""A place where the hole has just been is left alone."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, into ``out``: stars, or in a race steps saved."""
    for i in range(n):
        if s.mode == Mode.GOALS:
            out[i] = glance(s, w, seat, choices[i])
        else:
            out[i] = -1000.0 if choices[i] == STOP else -ahead(s, seat, choices[i] - MOVE)


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
    gain = won(s, w, seat, colour, popcount(group))
    for tile in range(MIXES):
        pair = PAIRS[tile][s.mix[tile]]
        if pair[0] == colour or pair[1] == colour:
            other = pair[0] + pair[1] - colour
            gain += won(s, w, seat, MIX + tile, mixed_with(group, s.groups[seat][other]))
    return gain + won(s, w, seat, PATH, run_at(group, cell)) + won(s, w, seat, RECTANGLE, block_at(group, cell))


@rule
def rivals(s: State, seat: int, marker: int) -> int:
    """The best strength of all others."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.strength[other][marker])
    return best


@rule
def won(s: State, w: Any, seat: int, marker: int, strength: int) -> float:
    """What a marker is worth if this strength wins it, else nothing."""
    if s.holder[marker] == seat or strength <= rivals(s, seat, marker):
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
                good += w[KEPT] + w[FIRM] * (size(marker, own) - size(marker, rivals(s, seat, marker)))
        else:
            good += w[CHASED] * size(marker, own)
    for colour in range(COLOURS):
        good -= w[MESS] * s.parts[seat][colour] + w[FAR] * gaps(s.booths[seat][colour])
    return good - w[WORST] * untidiest(s, seat)


# ---- tidying


@rule
def gaps(cells: int) -> int:
    """Steps from each piece of a colour to the nearest other one, added up."""
    total = 0
    left = cells
    while left != 0:
        piece = grown(left & -left, cells)
        left &= ~piece
        if piece != cells:
            edge = piece | near(piece)
            while edge & cells == piece:
                total += 1
                edge |= near(edge)
    return total


@rule
def mess(cells: int) -> int:
    """How untidy a colour is: pieces too many, and the steps between them."""
    pieces = 0
    left = cells
    while left != 0:
        left &= ~grown(left & -left, left)
        pieces += 1
    return PIECE * (pieces - 1) + gaps(cells)


@rule
def ahead(s: State, seat: int, cell: int) -> float:
    """How untidy a market is at best two moves after the booth of a cell has moved."""
    booths = s.booths[seat]
    hole = s.hole[seat]
    back = 0.0
    for step in range(TRAIL):
        if s.trail[seat][step] == cell:
            back = BACKWARDS
    total = jump(booths, cell, hole)
    best = 0 if total == 0 else 1 + second(booths, cell, hole)
    jump(booths, cell, hole)
    return best * 1.0 + back


@rule
def jump(booths: Any, cell: int, hole: int) -> int:
    """Let the booth of a cell jump into the hole, or the one in the hole back; how untidy the market is then."""
    both = (1 << cell) | (1 << hole)
    total = 0
    for colour in range(COLOURS):
        if booths[colour] & both != 0:
            booths[colour] ^= both
        total += mess(booths[colour])
    return total


@rule
def second(booths: Any, hole: int, before: int) -> int:
    """The least untidiness after two more moves, the first not back to ``before``; 0 if one solves it."""
    best = 1 << 20
    near_by = LANES[hole] & ~(1 << before)
    while near_by != 0:
        cell = lowest(near_by)
        near_by &= near_by - 1
        total = jump(booths, cell, hole)
        if total > 0:
            total = 1 + third(booths, cell, hole)
        jump(booths, cell, hole)
        best = min(best, total)
    return best


@rule
def third(booths: Any, hole: int, before: int) -> int:
    """The least untidiness after one more move."""
    best = 1 << 20
    near_by = LANES[hole] & ~(1 << before)
    while near_by != 0:
        cell = lowest(near_by)
        near_by &= near_by - 1
        best = min(best, jump(booths, cell, hole))
        jump(booths, cell, hole)
    return best


# ---- standing

TERMS = (
    Term("points", "scores {n} point{s}", "costs {n} point{s}"),
    Term("standing", "makes the market firmer", "weakens the market"),
    Term("race", "comes {n} step{s} nearer to a tidy market", "goes {n} step{s} away from a tidy market"),
)


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What ``seat`` may expect, by :data:`TERMS`: in stars, in a race in steps to go."""
    out[0] = out[1] = out[2] = 0.0
    if s.mode == Mode.GOALS:
        out[0] = worth(s, seat)
        if s.over == 0:
            out[1] = 0.5 * standing(s, w, seat)
        return
    for colour in range(COLOURS):
        out[2] -= mess(s.booths[seat][colour])


@rule
def certainty(s: State, w: Any) -> float:
    """How sure a lead of one point is to last."""
    return w[CERTAINTY]
