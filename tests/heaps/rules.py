from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import emit


@rule
def setup(s, options):
    s.over = 0
    s.seat = 0
    s.last = -1
    s.heap = 4 + below(s, 4) if options[2] == 0 else options[2]
    if options[3] > 0:
        s.heap = 4 + options[3] % 4


@rule
def deciders(s):
    return 0 if s.over == 1 else 1 << s.seat


@rule
def refusal(s, seat, choice):
    if s.over == 1 or seat != s.seat:
        return 1
    return 2 if choice + 1 > s.heap else 0


@rule
def legal(s, seat, out):
    if s.over == 1 or seat != s.seat:
        return 0
    n = min(2, s.heap)
    for i in range(n):
        out[i] = i
    return n


@rule
def apply(s, seat, choice):
    s.heap -= choice + 1
    if s.heap == 0:
        s.last = seat
        s.over = 1
    s.seat = (s.seat + 1) % s.players
    emit(s, 1, -1, seat, choice + 1, 0, 0)


@rule
def hide(s, seat):
    pass


@rule
def determinize(s, seat):
    pass


@rule
def points(s, out):
    for p in range(s.players):
        out[p] = 1 if s.last == p else 0


@rule
def ranks(s, out):
    for p in range(s.players):
        out[p] = 1 if s.last == p or s.last == -1 else 2
