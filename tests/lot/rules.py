from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit

from .state import ADD, BID, JUMP, LOTS, MORE, PASS, PURSE, SEATS, STEP


@rule
def setup(s, options):
    s.over = s.first = 0
    for p in range(SEATS):
        s.purse[p] = PURSE
        s.won[p] = 0
        s.taste[p] = 0
        if p < s.players:
            s.taste[p] = 1 + below(s, 9)
            emit(s, 1, 1 << p, p, s.taste[p], 0, 0)
    put_up(s, 0)


@rule
def put_up(s, lot):
    s.lot = lot
    s.seat = s.first
    s.first = (s.first + 1) % s.players
    s.standing = s.counted = 0
    s.leader = -1
    s.inside = (1 << s.players) - 1
    if lot == LOTS:
        s.over = 1


@rule
def deciders(s):
    return 0 if s.over == 1 else 1 << s.seat


@rule
def refusal(s, seat, choice):
    if s.over == 1 or seat != s.seat:
        return 1
    if s.counted == 0:
        if choice == PASS:
            return 0
        if choice >= ADD:
            return 5
        least = s.standing + (STEP if choice == BID else 2 * STEP)
        return 2 if s.purse[seat] < least else 0
    if choice < MORE:
        return 5
    over = JUMP + STEP if choice == MORE else STEP * (choice - ADD + 1)
    return 2 if s.purse[seat] < s.counted + over else 0


@rule
def legal(s, seat, out):
    n = 0
    for choice in range(ADD + 4):
        if refusal(s, seat, choice) == 0:
            out[n] = choice
            n += 1
    return n


@rule
def apply(s, seat, choice):
    if choice == PASS:
        s.inside &= ~(1 << seat)
        emit(s, 3, ALL, seat, 0, 0, 0)
        go_on(s)
    elif choice == MORE:
        s.counted = s.standing + STEP if s.counted == 0 else s.counted + JUMP
    else:
        s.standing = s.standing + STEP if choice == BID else s.counted + STEP * (choice - ADD + 1)
        s.counted = 0
        s.leader = seat
        emit(s, 2, ALL, seat, s.standing, 0, 0)
        go_on(s)


@rule
def go_on(s):
    others = s.inside & ~(1 << s.leader) if s.leader >= 0 else s.inside
    if others == 0:
        if s.leader >= 0:
            s.purse[s.leader] -= s.standing
            s.won[s.leader] += 1
            emit(s, 4, ALL, s.leader, s.lot, s.standing, 0)
        else:
            emit(s, 5, ALL, s.lot, 0, 0, 0)
        put_up(s, s.lot + 1)
    else:
        s.seat = (s.seat + 1) % s.players
        while (others >> s.seat) & 1 == 0:
            s.seat = (s.seat + 1) % s.players


@rule
def hide(s, seat):
    for p in range(s.players):
        if p != seat and s.over == 0:
            s.taste[p] = 0


@rule
def determinize(s, seat):
    for p in range(s.players):
        if p != seat and s.over == 0:
            s.taste[p] = 1 + below(s, 9)


@rule
def worth(s, p):
    return s.purse[p] + (10 * s.taste[p] * s.won[p] if s.over == 1 else 0)


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
