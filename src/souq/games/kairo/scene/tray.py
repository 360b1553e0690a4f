"""Below a phone's board: the cards on display, the draw pile, the barkers."""

from __future__ import annotations

from functools import cache

from souq.engine.scene import Area, text
from souq.games.kairo.scene.cards import (
    WIDTH,
    barker_edge,
    barker_sign,
    barker_sprites,
    barkers_left,
    deck_sprites,
    display_card,
    rect,
)
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.state import DISPLAY

TRAY = (370.0, 98.0)
"""Width and height."""

_CARD = 64.0
_STEP = 69.0
_SIDE = 336.0  # middle of the draw pile and the barkers
_TARGET = (68.0, 46.0)


def tray(desk: Desk) -> Area:
    """What lies below a phone's board."""
    width, height = TRAY
    made = [display_card(desk, i, 50 + i * _STEP, 52, _CARD / WIDTH, short=True) for i in range(DISPLAY)]
    made += deck_sprites(desk, _SIDE - 1, 25, 62, 44)
    sign = rect(-34, -23, *_TARGET, 7, "var(--paper)", 'stroke="var(--line)"') + barker_edge(-34, -23, *_TARGET)
    sign += f'<g transform="translate(-12 0)">{barker_sign(24)}</g>' + text(
        str(barkers_left(desk)), 16, 6, 17, weight=600
    )
    made += barker_sprites(desk, sign, _SIDE, 74, 24, -12)
    return Area("tray", width, height, tuple(made), _ground(), "On display")


@cache
def _ground() -> str:
    return f'<g transform="translate(10 52) rotate(-90)">{text("On display", 0, 0, 12, "var(--muted)")}</g>'
