"""What is said of every seat beside the board: Talents, what it is doing, and how it ended."""

from __future__ import annotations

from souq.engine.scene import Panel
from souq.games.grand_bazaar.scene.art import EMBLEMS
from souq.games.grand_bazaar.scene.desk import Desk


def panels(desk: Desk) -> tuple[Panel, ...]:
    """A panel for every seat."""
    return tuple(
        Panel(seat, str(desk.talents(seat)), "", EMBLEMS[seat], seat + 1, acting=desk.acting(seat))
        for seat in desk.seats
    )
