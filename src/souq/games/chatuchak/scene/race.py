"""A race: a lane for everybody, and how many parts each still has to join."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Sprite, text
from souq.games.chatuchak.scene.art import coin
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import Room
from souq.games.chatuchak.scene.panels import TIDY, parts
from souq.games.chatuchak.scene.words import several
from souq.games.chatuchak.state import BOOTHS

_LAYER, _RUNNERS_LAYER = 1, 3
MOST = BOOTHS - TIDY
"""Parts to be joined when every booth stands alone."""
_SIDE = 40.0  # beyond the lanes, left and right
INK, MUTED = "var(--ink)", "var(--muted)"


def left(desk: Desk, seat: int) -> int:
    """How many parts too many a seat's market is in."""
    return parts(desk, seat) - TIDY


def lanes(desk: Desk, room: Room, tall: bool) -> list[Sprite]:
    """One lane for each seat, or on a phone one for all; the sign of a seat runs to the right as it joins parts."""
    rows = 1 if tall else len(desk.seats)
    high = min(room.height / rows, 36.0)
    top = room.y + (room.height - high * rows) / 2 + (4 if tall else 0)
    wide = room.width - 2 * _SIDE
    made = [Sprite("lanes-ground", _ground(rows, high, wide), room.x + _SIDE, top, layer=_LAYER)]
    size, met = min(high - 1, 30.0), dict[int, int]()
    for row, seat in enumerate(desk.seats):
        rest = left(desk, seat)
        x = room.x + _SIDE + wide * (MOST - min(MOST, rest)) / MOST
        y = top + high * (0.5 if tall else row + 0.5)
        if tall:
            x, met[rest] = x - 9.0 * met.get(rest, 0), met.get(rest, 0) + 1
        made.append(_runner(desk, seat, rest, size, x, y, tall))
    return made


@lru_cache(maxsize=64)
def _ground(rows: int, high: float, wide: float) -> str:
    """Ropes to a finish of black and white."""
    art = ""
    for row in range(rows):
        y = high * (row + 0.5)
        art += f'<path d="M0 {n(y)}H{n(wide)}" stroke="var(--board-line)" stroke-width="4" stroke-linecap="round"/>'
    square = 6.0
    for k in range(int(rows * high // square)):
        for side in range(2):
            fill = INK if (k + side) % 2 else "var(--paper)"
            place = f'x="{n(wide + 18 + square * side)}" y="{n(k * square)}"'
            art += f'<rect {place} width="{square:g}" height="{square:g}" fill="{fill}"/>'
    return art


def _runner(desk: Desk, seat: int, rest: int, size: float, x: float, y: float, tall: bool) -> Sprite:
    out = desk.passed(seat)
    words = "" if tall else text("out" if out else str(rest), -size / 2 - 5, 5, 14, MUTED if out else INK, 600, "end")
    said = "is out" if out else f"has {several(rest, 'group')} left to join" if rest else "has finished"
    label = f"{desk.ctx.names(seat)} {said}"
    art = coin(seat, -size / 2, -size / 2, size) + words
    return Sprite(f"runner-{seat}", art, x, y, layer=_RUNNERS_LAYER, label=label, classes="dim" if out else "")
