from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import emit

from .state import KEEP, MARK, PEEK, SEATS, SHOUT, SHOW, SWAP


@rule
def setup(s, options):
    s.over = 0
    s.seat = s.first = 0
    s.shouter = -1
    s.highest = 99 if options[0] == 1 else 9
    for p in range(SEATS):
        s.card[p] = 1 + below(s, s.highest) if p < s.players else 0
        s.marked[p] = s.shown[p] = s.peeked[p] = 0
        if p < s.players:
            emit(s, 2, 1 << p, p, s.card[p], 0, 0)


@rule
def deciders(s):
    if s.over == 1:
        return 0
    return 1 << s.seat if s.seat < s.players else (1 << s.players) - 1


@rule
def refusal(s, seat, choice):
    if s.over == 1 or seat < 0 or seat >= s.players or (deciders(s) >> seat) & 1 == 0:
        return 1
    if s.seat == s.players:
        return 0 if choice == SHOUT else 3
    if choice == SHOUT:
        return 3
    if choice == MARK:
        return 2 if s.marked[seat] == 1 else 0
    if choice == MARK + 1:
        return 0 if s.marked[seat] == 1 else 2
    if (choice == SHOW and s.shown[seat] == 1) or (choice == PEEK and s.peeked[seat] == 1):
        return 4
    return 0


@rule
def legal(s, seat, out):
    n = 0
    for choice in range(PEEK + 1):
        if refusal(s, seat, choice) == 0:
            out[n] = choice
            n += 1
    return n


@rule
def apply(s, seat, choice):
    if choice == SWAP:
        s.card[seat] = 1 + below(s, s.highest)
        emit(s, 1, -1, seat, 0, 0, 0)
        emit(s, 2, 1 << seat, seat, s.card[seat], 0, 0)
    elif choice == MARK or choice == MARK + 1:
        s.marked[seat] = 1 - s.marked[seat]
    elif choice == KEEP:
        s.seat = (seat + 1) % s.players
        if s.seat == s.first:
            s.seat = s.players
    elif choice == SHOW:
        s.shown[seat] = 1
    elif choice == PEEK:
        s.peeked[seat] = 1
    else:
        s.shouter = seat
        s.over = 1
        emit(s, 3, -1, seat, 0, 0, 0)


@rule
def seen(s, seat, p):
    if s.over == 1 or p == seat or s.shown[p] == 1:
        return True
    return seat >= 0 and s.peeked[seat] == 1 and p == (seat + 1) % s.players


@rule
def hide(s, seat):
    for p in range(s.players):
        if not seen(s, seat, p):
            s.card[p] = 0


@rule
def determinize(s, seat):
    for p in range(s.players):
        if not seen(s, seat, p):
            s.card[p] = 1 + below(s, s.highest)


@rule
def worth(s, p):
    best = s.over == 1
    for q in range(s.players):
        if s.card[q] > s.card[p]:
            best = False
    return (s.card[p] if best else 0) + (1 if s.shouter == p else 0)


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
