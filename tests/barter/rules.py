from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit

from .state import (
    COINS,
    DONE,
    DRAW,
    GIVE,
    GOODS,
    LEAVE,
    MOST,
    NET,
    POST,
    POSTS,
    PURSE,
    REFUSE,
    ROUNDS,
    SEATS,
    TAKE,
    TIME,
    WANT,
    WITHDRAW,
    Event,
    Phase,
    Rule,
)

LAST = TIME + 1


@rule
def setup(s, options):
    s.over = s.stage = s.phase = s.first = s.seat = s.left = s.paid = 0
    s.to = -1
    for p in range(SEATS):
        s.coins[p] = s.posts[p] = s.posted[p] = 0
        for g in range(GOODS):
            s.hand[p][g] = 0
            s.giving[g] = s.wanting[g] = 0
        for q in range(SEATS):
            clear(s, p, q)
        if p < s.players:
            s.coins[p] = PURSE
            s.hand[p][p % 3] = 3
            s.hand[p][(p + 1) % 3] = 1
            s.hand[p][3] = p % 2


@rule
def clear(s, p, q):
    s.posted[p] &= ~(1 << q)
    s.net[p][q] = 0
    for g in range(GOODS):
        s.give[p][q][g] = s.want[p][q][g] = 0


@rule
def deciders(s):
    if s.over == 1:
        return 0
    if s.phase != Phase.TALK:
        return 1 << s.seat
    return ((1 << s.players) - 1) & ~s.left


@rule
def can_post(s, p, q):
    if p == q or q >= s.players or (s.left >> q) & 1 == 1 or s.posts[p] >= POSTS:
        return False
    for g in range(GOODS):
        if s.hand[p][g] > 0:
            for h in range(GOODS):
                if h != g and s.hand[q][h] > 0:
                    return True
    return False


@rule
def some_wanted(s, but):
    """Return whether the partner has something that is not given, other than ``but``."""
    found = False
    for h in range(GOODS):
        if h != but and s.giving[h] == 0 and s.hand[s.to][h] > 0:
            found = True
    return found


@rule
def count(bundle):
    n = 0
    for g in range(GOODS):
        n += bundle[g]
    return n


@rule
def last(bundle):
    found = 0
    for g in range(GOODS):
        if bundle[g] > 0:
            found = g
    return found


@rule
def fulfils(s, p, q):
    """Return whether ``q`` can accept the post of ``p``, and ``p`` still has what it offers."""
    possible = s.coins[p] >= s.net[p][q] and s.coins[q] >= -s.net[p][q]
    for g in range(GOODS):
        if s.hand[p][g] < s.give[p][q][g] or s.hand[q][g] < s.want[p][q][g]:
            possible = False
    return possible


@rule
def refusal(s, seat, choice):
    if s.over == 1:
        return Rule.BA_R01
    if choice == TIME:
        return 0 if seat < 0 and s.phase != Phase.ASK else Rule.BA_T04
    if seat < 0:
        return Rule.BA_R01
    if s.phase == Phase.TALK:
        return refused_talk(s, seat, choice)
    if seat != s.seat:
        return Rule.BA_R01
    if s.phase == Phase.ASK:
        return 0 if choice <= DRAW else Rule.BA_R01
    return refused_step(s, choice)


@rule
def refused_talk(s, seat, choice):
    if (s.left >> seat) & 1 == 1 or choice < POST:
        return Rule.BA_T01
    if choice == LEAVE:
        return 0
    other = (choice - POST) % SEATS
    if choice < WITHDRAW:
        return 0 if can_post(s, seat, other) else Rule.BA_T02
    if choice < REFUSE:
        return 0 if (s.posted[seat] >> other) & 1 == 1 else Rule.BA_T03
    if (s.posted[other] >> seat) & 1 == 0:
        return Rule.BA_T03
    return 0 if choice < TAKE or fulfils(s, other, seat) else Rule.BA_T02


@rule
def refused_step(s, choice):
    if s.phase == Phase.PAYING:
        if choice < NET or choice >= POST:
            return Rule.BA_T01
        paid = choice - NET - COINS
        return 0 if -s.coins[s.to] <= paid <= s.coins[s.seat] else Rule.BA_T02
    if choice == DONE:
        bundle = s.giving if s.phase == Phase.GIVING else s.wanting
        return 0 if count(bundle) > 0 else Rule.BA_T02
    if s.phase == Phase.GIVING:
        g = choice - GIVE
        if g < 0 or g >= GOODS:
            return Rule.BA_T01
        if g < last(s.giving) or count(s.giving) >= MOST or s.giving[g] >= s.hand[s.seat][g]:
            return Rule.BA_T02
        return 0 if some_wanted(s, g) else Rule.BA_T02
    g = choice - WANT
    if g < 0 or g >= GOODS:
        return Rule.BA_T01
    if g < last(s.wanting) or count(s.wanting) >= MOST or s.giving[g] > 0:
        return Rule.BA_T02
    return 0 if s.wanting[g] < s.hand[s.to][g] else Rule.BA_T02


@rule
def legal(s, seat, out):
    n = 0
    for choice in range(LAST):
        if refusal(s, seat, choice) == 0:
            out[n] = choice
            n += 1
    return n


@rule
def apply(s, seat, choice):
    if choice == TIME:
        emit(s, Event.TIME_UP, ALL, s.stage, 0, 0, 0)
        close(s)
    elif s.phase == Phase.ASK:
        if choice == DRAW:
            won = below(s, 3)
            s.coins[seat] += won
            emit(s, Event.DRAWS, ALL, seat, won, 0, 0)
        else:
            emit(s, Event.PASSES, ALL, seat, 0, 0, 0)
        s.seat = (seat + 1) % s.players
        if s.seat == s.first:
            s.phase = Phase.TALK
    elif s.phase == Phase.TALK:
        talk(s, seat, choice)
    else:
        step(s, seat, choice)


@rule
def talk(s, seat, choice):
    other = (choice - POST) % SEATS
    if choice == LEAVE:
        s.left |= 1 << seat
        emit(s, Event.LEAVES, ALL, seat, 0, 0, 0)
        for q in range(SEATS):
            clear(s, seat, q)
            clear(s, q, seat)
        here = 0
        for p in range(s.players):
            here += 1 - ((s.left >> p) & 1)
        if here < 2:
            close(s)
    elif choice < WITHDRAW:
        s.seat = seat
        s.to = other
        s.phase = Phase.GIVING
    elif choice < REFUSE:
        clear(s, seat, other)
        emit(s, Event.ENDS_POST, ALL, seat, other, 0, 0)
    else:
        if choice >= TAKE:
            swap(s, other, seat)
        clear(s, other, seat)
        emit(s, Event.ENDS_POST, ALL, other, seat, 0, 0)


@rule
def swap(s, p, q):
    s.coins[p] -= s.net[p][q]
    s.coins[q] += s.net[p][q]
    for g in range(GOODS):
        moved = s.give[p][q][g] - s.want[p][q][g]
        s.hand[p][g] -= moved
        s.hand[q][g] += moved
    emit(s, Event.SWAPS, ALL, p, q, 0, 0)


@rule
def step(s, seat, choice):
    if s.phase == Phase.PAYING:
        s.paid = choice - NET - COINS
        s.phase = Phase.WANTING
    elif choice != DONE:
        if s.phase == Phase.GIVING:
            s.giving[choice - GIVE] += 1
        else:
            s.wanting[choice - WANT] += 1
    elif s.phase == Phase.GIVING:
        s.phase = Phase.PAYING
    else:
        put(s, seat)


@rule
def put(s, seat):
    """Turn the draft into a post, which replaces an earlier one."""
    q = s.to
    s.posted[seat] |= 1 << q
    s.posts[seat] += 1
    s.net[seat][q] = s.paid
    for g in range(GOODS):
        s.give[seat][q][g] = s.giving[g]
        s.want[seat][q][g] = s.wanting[g]
    emit(s, Event.POSTS, ALL, seat, q, 0, 0)
    forget(s)


@rule
def forget(s):
    """Clear the draft."""
    s.phase = Phase.TALK
    s.seat = s.first
    s.paid = 0
    s.to = -1
    for g in range(GOODS):
        s.giving[g] = s.wanting[g] = 0


@rule
def close(s):
    """End the trading of this round."""
    forget(s)
    for p in range(SEATS):
        s.posts[p] = 0
        for q in range(SEATS):
            clear(s, p, q)
    s.left = 0
    s.phase = Phase.ASK
    s.stage += 1
    if s.stage == ROUNDS:
        s.over = 1


@rule
def hide(s, seat):
    if s.phase > Phase.TALK and s.seat != seat:
        forget(s)


@rule
def determinize(s, seat):
    hide(s, seat)


@rule
def worth(s, p):
    kinds = 0
    for g in range(GOODS):
        if s.hand[p][g] > 0:
            kinds += 1
    return s.coins[p] + 3 * kinds


@rule
def points(s, out):
    for p in range(s.players):
        out[p] = worth(s, p)


@rule
def ranks(s, out):
    for p in range(s.players):
        out[p] = 1
        for q in range(s.players):
            if worth(s, q) > worth(s, p):
                out[p] += 1
