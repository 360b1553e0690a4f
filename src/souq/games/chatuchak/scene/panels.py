"""What is said of every seat beside the board: points or parts, tokens, the untidiest colour, who is out."""

from __future__ import annotations

from souq.engine.scene import Panel
from souq.engine.twin import interpreted
from souq.games.chatuchak.rules.scoring import rank
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.words import EMBLEMS, MINUS, several, signed
from souq.games.chatuchak.state import COLOURS, Mode

TIDY = COLOURS
"""Parts of a market in which every colour is in one group."""


def panels(desk: Desk) -> tuple[Panel, ...]:
    """A panel for every seat; none is lit where all move at once."""
    return tuple(
        Panel(
            seat,
            _score(desk, seat),
            note(desk, seat),
            EMBLEMS[seat],
            seat + 1,
            acting=desk.acting(seat) and desk.mode != Mode.SPEED,
            rank=int(interpreted(rank)(desk.view, seat)) if desk.over and ranked(desk, seat) else None,
        )
        for seat in desk.seats
    )


def ranked(desk: Desk, seat: int) -> bool:
    """Whether a seat has a place at the end: in a race and in the puzzle only who solved it (CH-V03, CH-V05)."""
    return desk.mode == Mode.GOALS or desk.solved(seat)


def parts(desk: Desk, seat: int) -> int:
    """Groups and single booths of all colours together."""
    return sum(desk.markets[seat].counts())


def _score(desk: Desk, seat: int) -> str:
    """Points; moves made in the puzzle; in a race the parts that are left to be joined."""
    if desk.mode == Mode.SOLO:
        return str(desk.moves(seat))
    return str(parts(desk, seat) - TIDY) if desk.race else signed(desk.score(seat))


def note(desk: Desk, seat: int) -> str:
    """The sentence under a name."""
    if desk.mode == Mode.GOALS:
        tokens, minus = several(desk.tokens(seat), "token"), f"{MINUS}{desk.markets[seat].minus()}"
        return f"passed · {tokens}, {minus}" if desk.passed(seat) else f"{tokens}, untidiest {minus}"
    if desk.solved(seat):
        return f"solved in {several(desk.moves(seat), 'move')}"
    if desk.passed(seat):
        return f"out after {several(desk.moves(seat), 'move')}"
    return _under_way(desk.mode == Mode.SOLO, desk.moves(seat), parts(desk, seat) - TIDY)


def _under_way(alone: bool, moves: int, left: int) -> str:
    return f"moves · {several(left, 'group')} to join" if alone else f"to join · {several(moves, 'move')}"
