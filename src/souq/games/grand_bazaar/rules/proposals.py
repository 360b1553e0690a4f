"""Proposals (GB-T06 to T13): what may be swapped, and how they are composed step by step (GB-T20).

A proposal being composed is a *draft*: hidden from the other seats, and without effect until it is submitted.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.cards import cards_in, everybody, gain, lose, prove, seen_to_come
from souq.games.grand_bazaar.state import (
    BORROW,
    CUSTOMERS,
    DONE,
    GIVE,
    GOODS,
    LEND,
    NET,
    NOTHING,
    SIDE,
    TALENTS,
    TYPE,
    WANT,
    Event,
    Phase,
    State,
)

STEPS = table([[GIVE, GOODS], [LEND, CUSTOMERS], [NET, 2 * TALENTS + 1], [WANT, GOODS], [BORROW, CUSTOMERS]])
"""For each composing step, its first choice and its number of choices, not counting DONE."""
MOST_STEPS = 2 * SIDE + 2 * CUSTOMERS + len(STEPS)
"""Upper bound of the number of choices that compose one proposal."""

# ---- who has what


@rule
def access_of(s: State, seat: int) -> int:
    """Return a bit mask of the customers that a seat may sell to."""
    held = 0
    for customer in range(CUSTOMERS):
        held |= ((s.access[customer] >> seat) & 1) << customer
    return held


@rule
def lendable(s: State, seat: int, other: int) -> int:
    """Return a bit mask of the customers that ``seat`` has access to and ``other`` hasn't (GB-T09)."""
    return access_of(s, seat) & ~access_of(s, other)


@rule
def has_wares(s: State, seat: int, other: int) -> bool:
    """Return whether a seat has a card, or an access that ``other`` lacks."""
    return cards_in(s, seat) > 0 or lendable(s, seat, other) != 0


@rule
def can_deal(s: State, seat: int, other: int) -> bool:
    """Return whether a valid proposal between two seats is possible, judging by public information (GB-T15)."""
    mine = has_wares(s, seat, other)
    theirs = has_wares(s, other, seat)
    return (mine or s.talents[seat] > 0) and (theirs or s.talents[other] > 0) and (mine or theirs)


@rule
def times(row: Any, good: int) -> int:
    """Return the number of copies of a good on one side of a proposal; ``row`` lists the goods of that side."""
    n = 0
    for k in range(SIDE):
        if row[k] == good:
            n += 1
    return n


@rule
def length(row: Any) -> int:
    """Return the number of cards on one side of a proposal; ``row`` lists the goods of that side."""
    n = 0
    while n < SIDE and row[n] != NOTHING:
        n += 1
    return n


@rule
def of_type(row: Any, kind: int) -> int:
    """Return the number of cards of a type on one side of a proposal; ``row`` lists the goods of that side."""
    n = 0
    for k in range(SIDE):
        if row[k] != NOTHING and TYPE[row[k]] == kind:
            n += 1
    return n


# ---- composing


@rule
def begin_draft(s: State, seat: int, partner: int) -> None:
    """Start composing a proposal from ``seat`` to ``partner``."""
    s.player = seat
    s.partner = partner
    s.phase = Phase.GIVE
    s.at = s.paying = s.lending = s.borrowing = 0
    for k in range(SIDE):
        s.giving[k] = s.wanting[k] = NOTHING


@rule
def clear_draft(s: State) -> None:
    """Blank the draft of a proposal."""
    s.partner = NOTHING
    s.at = s.paying = s.lending = s.borrowing = 0
    for k in range(SIDE):
        s.giving[k] = s.wanting[k] = NOTHING


@rule
def giveable(s: State, good: int) -> bool:
    """Return whether the player can add one more copy of a good to the give side, in ascending order of goods."""
    return good >= s.at and length(s.giving) < SIDE and s.hand[s.player][good] > times(s.giving, good)


@rule
def wantable(s: State, good: int, since: int) -> bool:
    """Return whether the player may add one more copy of a good to what the draft asks for.

    The good must not be on the give side, nor come before ``since``, and the partner must have enough cards of its
    type.
    """
    kind = TYPE[good]
    if good < since or length(s.wanting) == SIDE or times(s.giving, good) > 0:
        return False
    return of_type(s.wanting, kind) < s.kinds[s.partner][kind]


@rule
def may_give(s: State) -> bool:
    """Return whether the draft gives a card or an access, or whether one can still be added."""
    if s.giving[0] != NOTHING or s.lending != 0:
        return True
    if s.phase == Phase.GIVE:
        for good in range(GOODS):
            if giveable(s, good):
                return True
    if s.phase <= Phase.LEND:
        since = s.at if s.phase == Phase.LEND else 0
        return lendable(s, s.player, s.partner) >> since != 0
    return False


@rule
def may_want(s: State) -> bool:
    """Return whether the draft asks for a card or an access, or whether one can still be added."""
    if s.wanting[0] != NOTHING or s.borrowing != 0:
        return True
    if s.phase <= Phase.WANT:
        for good in range(GOODS):
            if wantable(s, good, s.at if s.phase == Phase.WANT else 0):
                return True
    if s.phase > Phase.BORROW:
        return False
    since = s.at if s.phase == Phase.BORROW else 0
    return lendable(s, s.partner, s.player) >> since != 0


@rule
def completable(s: State) -> bool:
    """Return whether the draft can still become a valid proposal (GB-T20)."""
    give = may_give(s)
    want = may_want(s)
    if s.phase <= Phase.NET:
        return (give or s.talents[s.player] > 0) and (want or s.talents[s.partner] > 0) and (give or want)
    return (give or s.paying > 0) and (want or s.paying < 0)


@rule
def step_allowed(s: State, choice: int) -> bool:
    """Return whether a choice is legal at the draft's present step; it must belong to the step's group or be DONE."""
    if choice == DONE:
        return s.phase != Phase.NET and leads_on(s, DONE)
    if s.phase == Phase.GIVE:
        return giveable(s, choice - GIVE) and leads_on(s, choice)
    if s.phase == Phase.LEND:
        customer = choice - LEND
        mine = lendable(s, s.player, s.partner)
        return customer >= s.at and (mine >> customer) & 1 == 1 and leads_on(s, choice)
    if s.phase == Phase.NET:
        net = choice - NET - TALENTS
        enough = -s.talents[s.partner] <= net <= s.talents[s.player]
        return enough and leads_on(s, choice)
    if s.phase == Phase.WANT:
        return wantable(s, choice - WANT, s.at)
    customer = choice - BORROW
    return customer >= s.at and (lendable(s, s.partner, s.player) >> customer) & 1 == 1


@rule
def next_step(s: State, after: int) -> int:
    """Return the lowest legal choice of the present step above ``after``, or -1."""
    first = STEPS[s.phase - Phase.GIVE][0]
    for choice in range(max(first, after + 1), first + STEPS[s.phase - Phase.GIVE][1]):
        if step_allowed(s, choice):
            return choice
    if after < DONE and step_allowed(s, DONE):
        return DONE
    return NOTHING


@rule
def steps(s: State, out: Any) -> int:
    """Write the legal choices of the draft's present step in ascending order; return how many there are."""
    n = 0
    choice = next_step(s, NOTHING)
    while choice != NOTHING:
        out[n] = choice
        n += 1
        choice = next_step(s, choice)
    return n


@rule
def leads_on(s: State, choice: int) -> bool:
    """Return whether the draft can still become a valid proposal after a choice.

    The choice is applied for this test and then undone.
    """
    phase = s.phase
    at = s.at
    given = length(s.giving)
    lending = s.lending
    paying = s.paying
    put(s, choice)
    good = completable(s)
    # Only GIVE, LEND, NET and DONE need the test, so the want side has nothing to take back.
    s.phase = phase
    s.at = at
    if given < SIDE and phase == Phase.GIVE:
        s.giving[given] = NOTHING
    s.lending = lending
    s.paying = paying
    return good


@rule
def put(s: State, choice: int) -> None:
    """Apply a choice to the draft: add what it names, or go to the next step."""
    if choice == DONE:
        s.phase += 1
        s.at = 0
    elif choice < LEND:
        s.giving[length(s.giving)] = choice - GIVE
        s.at = choice - GIVE
    elif choice < NET:
        s.lending |= 1 << (choice - LEND)
        s.at = choice - LEND + 1
    elif choice < WANT:
        s.paying = choice - NET - TALENTS
        s.phase = Phase.WANT
        s.at = 0
    elif choice < BORROW:
        s.wanting[length(s.wanting)] = choice - WANT
        s.at = choice - WANT
    else:
        s.borrowing |= 1 << (choice - BORROW)
        s.at = choice - BORROW + 1


@rule
def compose(s: State) -> bool:
    """Make every choice of the draft that has no alternative.

    Return True if this completes the proposal, which is then submitted.
    """
    for _ in range(MOST_STEPS):
        if s.phase > Phase.BORROW:
            break
        choice = next_step(s, NOTHING)
        if next_step(s, choice) != NOTHING:
            return False
        put(s, choice)
    submit(s)
    return True


@rule
def submit(s: State) -> None:
    """Publish the draft as a proposal; the goods on its give side become known to all (GB-T12, T21)."""
    seat = s.player
    other = s.partner
    s.posted[seat] |= 1 << other
    s.net[seat][other] = s.paying
    s.lend[seat][other] = s.lending
    s.borrow[seat][other] = s.borrowing
    for k in range(SIDE):
        s.give[seat][other][k] = s.giving[k]
        s.want[seat][other][k] = s.wanting[k]
    prove_side(s, seat, other)
    emit(s, Event.PROPOSES, ALL, seat, other, s.paying, s.lending + 8 * s.borrowing)
    emit_sides(s, seat, other)
    clear_draft(s)


@rule
def prove_side(s: State, seat: int, other: int) -> None:
    """Record for every viewer that ``seat`` has the goods that it offers to ``other`` (GB-T21)."""
    for k in range(SIDE):
        good = s.give[seat][other][k]
        if good != NOTHING:
            prove(s, seat, good, times(s.give[seat][other], good))


@rule
def emit_sides(s: State, seat: int, other: int) -> None:
    """Emit an event for each card on either side of the proposal of ``seat`` to ``other``."""
    for k in range(SIDE):
        if s.give[seat][other][k] != NOTHING:
            emit(s, Event.GIVES, ALL, seat, s.give[seat][other][k], 0, other)
    for k in range(SIDE):
        if s.want[seat][other][k] != NOTHING:
            emit(s, Event.GIVES, ALL, seat, s.want[seat][other][k], 1, other)


# ---- proposals that stand


@rule
def drop(s: State, seat: int, other: int) -> None:
    """Remove the proposal of ``seat`` to ``other``."""
    s.posted[seat] &= ~(1 << other)
    s.net[seat][other] = s.lend[seat][other] = s.borrow[seat][other] = 0
    for k in range(SIDE):
        s.give[seat][other][k] = s.want[seat][other][k] = NOTHING


@rule
def owns(s: State, seat: int, row: Any) -> bool:
    """Return whether a seat's hand holds all cards of one side of a proposal."""
    for k in range(SIDE):
        if row[k] != NOTHING and s.hand[seat][row[k]] < times(row, row[k]):
            return False
    return True


@rule
def can_accept(s: State, seat: int, other: int) -> bool:
    """Return whether ``other`` owns all cards that the proposal of ``seat`` asks for (GB-T11)."""
    return owns(s, other, s.want[seat][other])


@rule
def still_valid(s: State, seat: int, other: int) -> bool:
    """Return whether the proposal of ``seat`` to ``other`` could be made again now (GB-T07 to T10)."""
    if not owns(s, seat, s.give[seat][other]):
        return False
    net = s.net[seat][other]
    if net > s.talents[seat] or -net > s.talents[other]:
        return False
    for kind in range(len(s.kinds[other])):
        if of_type(s.want[seat][other], kind) > s.kinds[other][kind]:
            return False
    return (
        s.lend[seat][other] & ~lendable(s, seat, other) == 0 and s.borrow[seat][other] & ~lendable(s, other, seat) == 0
    )


@rule
def swap(s: State, seat: int, other: int) -> None:
    """Carry out the proposal of ``seat`` to ``other``, both sides simultaneously, and remove it (GB-T12)."""
    emit(s, Event.ACCEPTS, ALL, other, seat, s.net[seat][other], s.lend[seat][other] + 8 * s.borrow[seat][other])
    emit_sides(s, seat, other)
    for k in range(SIDE):
        if s.give[seat][other][k] != NOTHING:
            hand_over(s, seat, other, s.give[seat][other][k])
        if s.want[seat][other][k] != NOTHING:
            hand_over(s, other, seat, s.want[seat][other][k])
    s.talents[seat] -= s.net[seat][other]
    s.talents[other] += s.net[seat][other]
    for customer in range(CUSTOMERS):
        if (s.lend[seat][other] >> customer) & 1 == 1:
            s.access[customer] ^= (1 << seat) | (1 << other)
        if (s.borrow[seat][other] >> customer) & 1 == 1:
            s.access[customer] ^= (1 << seat) | (1 << other)
    drop(s, seat, other)


@rule
def hand_over(s: State, giver: int, taker: int, good: int) -> None:
    """Move a card from one hand to another, face up."""
    lose(s, giver, good)
    gain(s, taker, good)
    seen_to_come(s, taker, good, everybody())
