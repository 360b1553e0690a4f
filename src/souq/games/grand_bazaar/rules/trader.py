"""The Free Trader's window (GB-F01 to F12): the time after a claim in which seats with Free Trader cubes may draw.

These seats form a line, in order of their lowest squares, and are polled from its front. A seat holds (doesn't draw),
or it requests to send its cube and draw two cards for it. Seats ahead of it have the right of way: each gives way, or
denies and draws first.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.cards import available, draw_for
from souq.games.grand_bazaar.state import ALLOW, BOX, GO_ON, NOBODY, SEND, SQUARES, Event, Phase, State

DRAWN = BOX.limits["free_trader"]
FREE_TRADER = 2


@rule
def next_in_line(s: State, seats: int) -> int:
    """Return the seat in the bit mask ``seats`` that is nearest the front of the line, or -1 if none is (GB-F01)."""
    for square in range(SQUARES):
        seat = s.square[square]
        if seat != NOBODY and (seats >> seat) & 1 == 1:
            return seat
    return NOBODY


@rule
def in_front(s: State, seat: int) -> int:
    """Return a bit mask of the seats ahead of a seat in the Free Trader's line."""
    ahead = 0
    for square in range(SQUARES):
        other = s.square[square]
        if other == seat:
            break
        if other != NOBODY:
            ahead |= 1 << other
    return ahead


@rule
def ask_poll(s: State) -> bool:
    """Ask the first seat in line that hasn't chosen to hold whether it draws (GB-F02, F03).

    Return False if there is no such seat, or no card to draw.
    """
    seat = next_in_line(s, ~s.held)
    if seat == NOBODY or not available(s):
        return False
    s.player = seat
    s.phase = s.asks = Phase.POLL
    return True


@rule
def poll(s: State, seat: int, choice: int) -> None:
    """Apply a seat's answer to :func:`ask_poll`: to hold, or to request two cards for a cube.

    For a request, the seats ahead in line are asked next, the nearest first (GB-F04, F05).
    """
    if choice != SEND:
        s.held |= 1 << seat
        last = next_in_line(s, ~s.held) == NOBODY
        emit(s, Event.POLLED, ALL, seat, 0, s.held if last else 0, 0)
        return
    s.sender = seat
    s.ahead = in_front(s, seat)
    emit(s, Event.POLLED, ALL, seat, 1, s.ahead, 0)
    ask_right(s)


@rule
def ask_right(s: State) -> None:
    """Ask the nearest seat ahead of the sender whether it gives way (GB-F05).

    Once all of these seats have been asked, the sender draws its cards (GB-F09).
    """
    nearest = NOBODY
    left = s.ahead
    for square in range(SQUARES):
        seat = s.square[square]
        if seat != NOBODY and (left >> seat) & 1 == 1:
            nearest = seat
            left &= ~(1 << seat)  # only the lowest square counts
    if nearest == NOBODY:
        send(s, s.sender)
        s.sender = NOBODY
    else:
        s.ahead &= ~(1 << nearest)
        s.player = nearest
        s.phase = s.asks = Phase.RIGHT


@rule
def answer_right(s: State, seat: int, choice: int) -> None:
    """Apply the answer of a seat ahead of the sender: to give way, or to deny the request (GB-F06, F07).

    A seat that denies draws two cards itself and loses its lowest cube.
    """
    emit(s, Event.ANSWERS, ALL, seat, s.sender, 0 if choice == ALLOW else 1, 0)
    if choice == ALLOW:
        ask_right(s)
        return
    send(s, seat)
    s.player = s.sender
    s.phase = s.asks = Phase.DENIED


@rule
def after_denial(s: State, seat: int, choice: int) -> None:
    """Let the sender choose after a denial: to go on asking the seats ahead, or to stop and keep its cube (GB-F08)."""
    emit(s, Event.STOPS, ALL, seat, 1 if choice == GO_ON else 0, 0, 0)
    if choice == GO_ON:
        ask_right(s)
    else:
        s.sender = NOBODY


@rule
def send(s: State, seat: int) -> None:
    """Draw two cards for a seat, remove its lowest Free Trader cube, and cancel all holds (GB-F04, F10, F11)."""
    draw_for(s, seat, DRAWN, FREE_TRADER)
    for square in range(SQUARES):
        if s.square[square] == seat:
            s.square[square] = NOBODY
            break
    s.held = 0
