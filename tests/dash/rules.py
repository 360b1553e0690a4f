from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit

from .state import END, SEATS, STEP, STOP


@rule
def setup(s, options):
    s.over = s.out = 0
    for p in range(SEATS):
        s.at[p] = s.steps[p] = 0


@rule
def deciders(s):
    return 0 if s.over == 1 else ((1 << s.players) - 1) & ~s.out


@rule
def refusal(s, seat, choice):
    if (deciders(s) >> seat) & 1 == 0:
        return 1
    if choice == STOP:
        return 0
    return 2 if s.at[seat] + choice - STEP + 1 > END else 0


@rule
def legal(s, seat, out):
    n = 0
    for choice in range(STOP + 1):
        if refusal(s, seat, choice) == 0:
            out[n] = choice
            n += 1
    return n


@rule
def apply(s, seat, choice):
    if choice == STOP:
        s.out |= 1 << seat
        emit(s, 2, ALL, seat, 0, 0, 0)
        if deciders(s) == 0:
            s.over = 1
        return
    s.at[seat] += choice - STEP + 1
    s.steps[seat] += 1
    emit(s, 1, ALL, seat, choice - STEP + 1, s.at[seat], 0)
    if s.at[seat] == END:
        s.over = 1


@rule
def hide(s, seat):
    pass


@rule
def determinize(s, seat):
    pass


@rule
def points(s, out):
    for p in range(s.players):
        out[p] = 0
        if s.at[p] == END:
            out[p] = 1 if s.players > 1 else -s.steps[p]


@rule
def ranks(s, out):
    for p in range(s.players):
        out[p] = 1
        for q in range(s.players):
            if (s.at[q] == END) > (s.at[p] == END):
                out[p] += 1
