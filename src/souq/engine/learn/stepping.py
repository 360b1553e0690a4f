"""Many games at once, in compiled code: one call carries out a decision in each of them.

A decision with one option is no decision: :func:`advance` plays it through, and so does time where it has run out. What
a game looks like to who decides then is written into arrays that are made once: who it is, what is legal, the record
with everything hidden from that seat, and what came of the game if it is over.

The chance of a game follows from a seed, the number of the game among all, and how many were played there before. So a
batch is the same whatever the number of threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from souq.engine.compiler.compiled import hot
from souq.engine.compiler.prefetch import prefetch
from souq.engine.learn.evaluation import win_probabilities
from souq.engine.learn.playout import WORD, mixed, next_decider
from souq.engine.match.decision import NOBODY, SPECTATOR
from souq.engine.rules.generic import generic
from souq.engine.rules.winning import standings

if TYPE_CHECKING:
    setup: Any
    deciders: Any
    legal: Any
    apply: Any
    hide: Any
    determinize: Any
    points: Any

STEP, BEGIN, LOOK = range(3)
"""What :func:`stepped` does: carry out choices, begin anew, or only show the games to other seats."""

LOW, HIGH, PLAYERS, WINDOW, THROUGH, AFTER, BY_POINTS, SHOWN, ANEW, OPTIONS = range(10)
"""What ``terms`` holds: the two words of the seed; seats; after how many decisions time runs out (0: never); whether
forced decisions are played through; what follows an end (:data:`NEXT` and its brothers); whether points are paid as
they are made, instead of victory; whether records are shown; whether what is not open to all in a position to begin
from is dealt anew; and from there the numbers of the game's options."""

ACTION, SEAT, PICK, COUNT, PLY, WAITED = range(6)
"""Rows of ``facts``, a number a game: what is chosen, in the words of who chooses (with :data:`LOOK` the seat to look
from); who decides (of a game that is over, who did last); a legal choice at random; games begun so far; decisions made
in this one; decisions that time has run for."""
N_FACTS = 6

WHERE, DONE, ILLEGAL, BEGUN = range(4)
"""Rows of ``flags``: whether the game is meant; whether it ended; whether its action was not legal and did nothing;
whether it has begun anew."""
N_FLAGS = 4

REWARD, SCORE = range(2)
"""Planes of ``paid``: what each seat of each game gets, and the points it has had so far."""

NEXT, SAME, NEVER = range(3)
"""A game that is over begins anew with the next step, at once, or only with :data:`BEGIN`."""

GOLDEN, SPREAD, LEAP = 0x9E3779B9, 0x85EBCA6B, 0xC2B2AE35
"""Odd numbers that are far apart, so that counters of decisions, games and beginnings do not meet."""
NONE = -1
"""No choice yet: only see who decides."""


@hot
def first_key(low: int, high: int, nth: int) -> int:
    """First word of the chance of the ``nth`` game of a seed of two words."""
    return mixed(mixed((low + nth * GOLDEN) & WORD) ^ high)


@hot
def second_key(first: int, count: int, nth: int) -> int:
    """Second word, of the game begun there for the ``count``-th time."""
    return mixed((first + count * GOLDEN ^ (nth >> 32)) & WORD)


@generic
def advance(
    s: Any, seat: int, choice: int, through: int, window: int, facts: Any, i: int, choices: Any, out: Any
) -> int:
    """Carry out a choice of a seat, and after it what is forced and what time decides.

    Args:
        s: the record, quiet or not.
        seat: who chooses; for the first look at a game, the seat before the one that is to be asked first.
        choice: what, or :data:`NONE` to carry out nothing.
        through: whether decisions with one option are played through.
        window: after how many decisions time runs out, where time may decide; 0: never.
        facts: (6, n), of which row :data:`WAITED` is kept up to date.
        i: which of the n games this is.
        choices: gets what may be chosen then, ascending.
        out: gets who decides then (-1: the game is over) and how many decisions were made.

    Returns:
        How many choices there are then; 0 when the game is over.
    """
    made = 0
    timed = False
    while True:
        if choice != NONE:
            apply(s, seat, choice)
            made += 1
            if s.over == 1:
                out[0] = -1
                out[1] = made
                return 0
        mask = deciders(s)
        asked = window > 0 and not timed and mask != 0
        who = NOBODY if asked or mask == 0 else next_decider(mask, seat)
        n = legal(s, who, choices)
        if asked:
            facts[WAITED, i] = facts[WAITED, i] + (choice != NONE) if n > 0 else 0
            if n == 0 or facts[WAITED, i] < window:
                timed = True
                choice = NONE
                continue
            facts[WAITED, i] = 0
        timed = False
        if n == 0:  # no rules leave nobody anything to choose
            out[0] = -1
            out[1] = made
            return 0
        choice = choices[0]
        seat = who
        if who >= 0 and (n != 1 or through == 0):
            out[0] = seat
            out[1] = made
            return int(n)


@generic
def advanced(states: Any, seat: int, choice: int, through: int, window: int, facts: Any, choices: Any, out: Any) -> int:
    """The same for ``states[0]``, to be called from Python; ``out`` also gets the blocks of chance drawn so far."""
    s = states[0]
    n = advance(s, seat, choice, through, window, facts, 0, choices, out)
    out[2] = s.draws
    return int(n)


@generic
def pay(s: Any, by_points: int, paid: Any, i: int, numbers: Any) -> None:
    """What every seat gets for what has just happened, into ``paid`` of game ``i``.

    By points: what it has more than so far. Otherwise, of a game that is over, 1 for a victory and as much for all
    others together as makes it zero; a shared victory is shared, and without a winner nobody gets anything. Who plays
    alone gets 1 or -1.
    """
    players = s.players
    if by_points == 1:
        points(s, numbers)
        for seat in range(players):
            paid[REWARD, i, seat] = numbers[seat] - paid[SCORE, i, seat]
            paid[SCORE, i, seat] = numbers[seat]
    elif s.over == 1:
        standings(s, numbers)
        winners = 0
        for seat in range(players):
            winners += numbers[seat] == 1
        for seat in range(players):
            share = players / winners if numbers[seat] == 1 else 0.0
            if players == 1:
                paid[REWARD, i, seat] = 2.0 * winners - 1.0
            elif winners > 0:
                paid[REWARD, i, seat] = (share - 1.0) / (players - 1)


@generic
def valued(lo: int, hi: int, weights: Any, records: Any, flags: Any, paid: Any, chances: Any, scratch: Any) -> None:
    """Pay by chances: what each seat of the games ``lo`` to ``hi`` may expect more than it could.

    What a game is worth to a seat is its share of the victory, as :func:`pay` counts it, and before the end the same
    of its chances; ``paid`` keeps it as the score. So what is paid adds up to the victory less the chances at the
    beginning, and no other play is best (Ng, Harada and Russell 1999).

    Args:
        lo: the first game.
        hi: the first that is not meant any more.
        weights: those of the game's judgement.
        records: see :func:`stepped`, which has been called before.
        flags: likewise.
        paid: likewise.
        chances: room for a number a seat.
        scratch: room for numbers, as many as terms or seats.
    """
    for i in range(lo, hi):
        if flags[WHERE, i] == 0:
            continue
        s = records[i]
        players = s.players
        for seat in range(players):
            if flags[DONE, i] == 1:
                paid[REWARD, i, seat] -= paid[SCORE, i, seat]
        if s.over == 0:
            win_probabilities(s, weights, chances, scratch)
            for seat in range(players):
                worth = 2.0 * chances[0] - 1.0 if players == 1 else (players * chances[seat] - 1.0) / (players - 1)
                if flags[DONE, i] == 0 and flags[BEGUN, i] == 0:
                    paid[REWARD, i, seat] = worth - paid[SCORE, i, seat]
                paid[SCORE, i, seat] = worth


@generic
def begin(records: Any, terms: Any, facts: Any, i: int) -> None:
    """Game ``i`` anew, from its first moment or from the position behind all records.

    There what is not open to all is dealt anew if ``terms`` say so, for who plays a position often would learn it.
    """
    s = records[i]
    if len(records) % 2 == 1:
        records[i] = records[len(records) - 1]
    s.players = terms[PLAYERS]
    s.key[0] = first_key(terms[LOW], terms[HIGH], i)
    s.key[1] = second_key(s.key[0], facts[COUNT, i], i)
    s.draws = 0
    s.n_events = -1
    if len(records) % 2 == 1:
        if terms[ANEW] == 1:
            determinize(s, SPECTATOR)
    else:
        s.over = 0
        setup(s, terms[OPTIONS:])
    facts[COUNT, i] += 1
    facts[PLY, i] = 0
    facts[WAITED, i] = 0


@generic
def stepped(
    verb: int,
    lo: int,
    hi: int,
    terms: Any,
    names: Any,
    records: Any,
    facts: Any,
    flags: Any,
    paid: Any,
    masks: Any,
    choices: Any,
    numbers: Any,
) -> int:
    """Do ``verb`` to the games ``lo`` to ``hi`` of a batch of n, those that ``flags`` name.

    Args:
        verb: :data:`STEP`, :data:`BEGIN` or :data:`LOOK`.
        lo: the first game.
        hi: the first that is not meant any more.
        terms: what :data:`LOW` and its brothers number.
        names: (2 players, choices) what each seat calls every choice, and then, seat by seat, the choice it calls so.
        records: (2 n) the games themselves, then as who decides may know them; one more is where all begin.
        facts: (6, n), see :data:`ACTION`.
        flags: (4, n), see :data:`WHERE`.
        paid: (2, n, players), see :data:`REWARD`.
        masks: (n, choices) gets 1 where a choice is legal, in the words of who decides. Of a game that is over and that
            the next step begins anew, it is 1 for action 0: the action is not read, but something can be sampled.
        choices: room for choices.
        numbers: room for numbers.

    Returns:
        How many decisions were made.
    """
    total = 0
    size = len(records) // 2
    players = terms[PLAYERS]
    through = terms[THROUGH]
    window = terms[WINDOW]
    by_points = terms[BY_POINTS]
    at_once = terms[AFTER] == SAME
    never = terms[AFTER] == NEVER
    shown = terms[SHOWN] == 1 or verb == LOOK
    for i in range(lo, hi):
        if flags[WHERE, i] == 0:
            continue
        s = records[i]
        prefetch(records, i + 1)
        if shown:
            prefetch(records, size + i)
        seat = facts[SEAT, i]
        if verb == LOOK:
            seat = facts[ACTION, i]
        else:
            flags[DONE, i] = flags[ILLEGAL, i] = flags[BEGUN, i] = 0
            for p in range(players):
                paid[REWARD, i, p] = 0.0
            choice = NONE
            action = facts[ACTION, i]
            if verb == STEP and s.over == 0:
                if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                    flags[ILLEGAL, i] = 1
                    continue
                choice = names[players + seat, action]
            n = begun = 0
            while n == 0 and begun < 2:
                if choice == NONE:
                    begin(records, terms, facts, i)
                    flags[BEGUN, i] = 1
                    begun += 1
                    seat = players - 1
                n = advance(s, seat, choice, through, window, facts, i, choices, numbers)
                facts[PLY, i] += numbers[1]
                total += numbers[1]
                if n > 0:
                    seat = numbers[0]
                else:
                    flags[DONE, i] = 1
                if choice == NONE and by_points == 1:
                    points(s, numbers)
                    for p in range(players):
                        paid[SCORE, i, p] = numbers[p]
                elif n == 0 or by_points == 1:
                    pay(s, by_points, paid, i, numbers)
                if not at_once:
                    break
                choice = NONE
            facts[SEAT, i] = seat
            facts[PICK, i] = 0
            row = masks[i]
            row[:] = 0
            for k in range(n):
                row[names[seat, choices[k]]] = 1
            if n > 0:
                luck = terms[LOW] + i * SPREAD + facts[COUNT, i] * LEAP + facts[PLY, i] * GOLDEN
                facts[PICK, i] = names[seat, choices[mixed(luck & WORD) * n >> 32]]
            elif s.over == 1 and not never:
                row[0] = 1
        if shown:
            records[size + i] = records[i]
            t = records[size + i]
            hide(t, seat)
            t.key[0] = t.key[1] = t.draws = 0
    return total
