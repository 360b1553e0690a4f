"""Batches of games in compiled code: each call carries out one decision in every game.

:func:`advance` also plays forced decisions, and the decisions made by time when a time limit has run out. For each
game, what the next decider needs is written to preallocated arrays: its seat, its legal choices, the record with
everything hidden from that seat, and the result if the game is over.

A game's chance is determined by a seed, the game's index in the batch, and the number of games played at this index
before. So results don't depend on the number of threads.
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
"""Values of ``verb`` in :func:`stepped`: make choices, start new games, or only write what other seats see."""

LOW, HIGH, PLAYERS, WINDOW, THROUGH, AFTER, BY_POINTS, SHOWN, ANEW, OPTIONS = range(10)
"""Indices of ``terms``, the settings of a batch.

In order: the two words of the seed; the number of seats; the number of decisions after which time runs out (0: never);
whether forced decisions are played automatically; what follows the end of a game (:data:`NEXT`, :data:`SAME` or
:data:`NEVER`); whether rewards are the points scored in each step, instead of a reward for victory at the end; whether
a record with everything hidden from the decider is written for each game; whether the hidden information of a starting
position is sampled again for each game; and, from this index on, the game's options as numbers.
"""

ACTION, SEAT, PICK, COUNT, PLY, WAITED = range(6)
"""Rows of ``facts``, one number per game.

In order: the action, in the decider's own numbering of choices (with :data:`LOOK`, the viewing seat); the decider (in a
finished game, the last one); a random legal action; the number of games started so far; the number of decisions in the
current one; the number of decisions since the time limit started.
"""
N_FACTS = 6

WHERE, DONE, ILLEGAL, BEGUN = range(4)
"""Rows of ``flags``, one flag per game.

In order: whether to process the game; whether it ended in this step; whether its action was illegal and ignored;
whether a new game has started.
"""
N_FLAGS = 4

REWARD, SCORE = range(2)
"""Indices along the first axis of ``paid``: each seat's reward for the last step, and its score so far."""

NEXT, SAME, NEVER = range(3)
"""Values that say when a finished game is restarted: in the next step, in the same step, or only by :data:`BEGIN`."""

GOLDEN, SPREAD, LEAP = 0x9E3779B9, 0x85EBCA6B, 0xC2B2AE35
"""Large odd factors by which counters of decisions, games and restarts are multiplied before they are added.

They make it unlikely that two different combinations of counters have the same sum.
"""
NONE = -1
"""Value that :func:`advance` takes instead of a choice, in order to find the next decider without making a choice."""


@hot
def first_key(low: int, high: int, nth: int) -> int:
    """Return the first of the two words that determine chance in game ``nth`` of a batch.

    ``low`` and ``high`` are the two words of the batch's seed.
    """
    return mixed(mixed((low + nth * GOLDEN) & WORD) ^ high)


@hot
def second_key(first: int, count: int, nth: int) -> int:
    """Return the second of the two words that determine chance in a game; ``first`` is the result of :func:`first_key`.

    ``nth`` is the game's index in the batch, and ``count`` the number of games played at that index before.
    """
    return mixed((first + count * GOLDEN ^ (nth >> 32)) & WORD)


@generic
def advance(
    s: Any, seat: int, choice: int, through: int, window: int, facts: Any, i: int, choices: Any, out: Any
) -> int:
    """Make a seat's choice and all decisions that follow without a real choice, until a seat has to choose.

    Args:
        s: the record, quiet or not.
        seat: the seat that chooses; when a game begins, the seat before the first decider.
        choice: the choice, or :data:`NONE` to carry out nothing.
        through: whether decisions with only one legal choice are played automatically.
        window: number of decisions after which time runs out, while a clock runs; 0: never.
        facts: (6, n), whose row :data:`WAITED` is updated.
        i: index of the game.
        choices: receives the legal choices of the next decider, ascending.
        out: receives the next decider (-1: the game is over) and the number of decisions made.

    Returns:
        The number of legal choices; 0 if the game is over.
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
    """Call :func:`advance` for the record ``states[0]``; Python calls this function.

    In addition, write the number of random draws to ``out[2]``.
    """
    s = states[0]
    n = advance(s, seat, choice, through, window, facts, 0, choices, out)
    out[2] = s.draws
    return int(n)


@generic
def pay(s: Any, by_points: int, paid: Any, i: int, numbers: Any) -> None:
    """Write every seat's reward for the last step of game ``i`` to ``paid``.

    With ``by_points`` it is the increase in the seat's points. Otherwise rewards are paid only at the end of a game: 1
    for a victory, and an equal negative amount for each other seat, so that the sum is 0. A shared victory is split;
    without a winner all rewards are 0. A solo player gets 1 or -1.
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
    """Replace the rewards of games ``lo`` up to ``hi`` by changes in win probability (potential-based shaping).

    A seat's potential is the reward that :func:`pay` would give for its win probability; it is stored in ``paid`` as
    the score. At the end of a game, the reward is the one for victory minus the last potential. The rewards of a game
    therefore add up to the reward for victory minus the initial potential, so the optimal policy is unchanged (Ng,
    Harada and Russell 1999).

    Args:
        lo: index of the first game.
        hi: index after the last game.
        weights: weights of the game's evaluator.
        records: the records after :func:`stepped`.
        flags: the flags after :func:`stepped`.
        paid: the rewards after :func:`stepped`; changed in place.
        chances: scratch buffer with a number per seat.
        scratch: scratch buffer with at least a number per evaluation term, and per seat.
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
    """Start a new game with index ``i``, from the game's setup or from a given starting position.

    A starting position is stored after all other records. If the settings ``terms`` ask for it, its hidden information
    is sampled again for each game, so that learners can't memorise it.
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
    """Make one step in each game from index ``lo`` to just before ``hi`` whose flag :data:`WHERE` is set.

    Args:
        verb: :data:`STEP`, :data:`BEGIN` or :data:`LOOK`.
        lo: index of the first game.
        hi: index after the last game.
        terms: settings of the batch, see :data:`LOW`.
        names: (2 players, choices) for each seat its own numbering of choices, then for each seat the inverse.
        records: (2 n) the games, then copies with everything hidden from the decider; optionally followed by one
            starting position.
        facts: (6, n), see :data:`ACTION`.
        flags: (4, n), see :data:`WHERE`.
        paid: (2, n, players), see :data:`REWARD`.
        masks: (n, choices) receives 1 for legal choices, in the decider's own numbering. In a finished game that the
            next step restarts, action 0 is marked legal: it is ignored, but samplers need something legal.
        choices: scratch buffer for choices.
        numbers: scratch buffer for numbers.

    Returns:
        The number of decisions made.
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
