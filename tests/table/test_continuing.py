"""How a game could go on: moments at which nothing can be seen are left out."""

from __future__ import annotations

from souq.server.core.realtime.continuing import seen


def frame(*told: str, x: int = 0, art: str = "", tone: str = "") -> dict[str, object]:
    board = {"name": "board", "sprites": [{"key": "cube", "x": x, "art": art}]}
    return {"lines": [{"text": text, "tone": tone} for text in told], "scene": {"areas": [board]}}


def test_moments_that_show_nothing_are_left_out():
    begins, polled, draws, moved = frame(), frame("Turn 2", tone="turn"), frame("You draw."), frame(x=1)
    assert seen([begins, polled, draws, frame(art="lit"), moved]) == [begins, draws, moved]
    assert seen([begins, frame(), polled]) == [begins, polled], "a line has a moment"
    assert seen([begins]) == [begins]
