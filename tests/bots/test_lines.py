"""Lines of play."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from souq.bots.lines import completed

QUESTIONS = [[1, 2], [5], [7, 8], [9]]
"""The legal choices of one seat, one question after another; the third and fourth answers are events."""


class Bindings:
    """Rules that ask these questions."""

    def determinized(self, view: Any, seat: int, key: Any) -> dict[str, list[int]]:
        return {"asked": [0], "over": [0], "draws": [0], "n_events": [0]}

    def legal(self, now: dict[str, list[int]], seat: int) -> Any:
        return np.array(QUESTIONS[now["asked"][0]])

    def hidden(self, now: dict[str, list[int]], seat: int) -> None:
        return None

    def deciders(self, now: dict[str, list[int]]) -> int:
        return 1

    def apply(self, now: dict[str, list[int]], seat: int, choice: int, key: Any) -> None:
        now["asked"][0] += 1
        now["n_events"][0] = int(now["asked"][0] > 2)


def test_forced_choices_that_a_line_leaves_out_are_inserted() -> None:
    game: Any = SimpleNamespace(bindings=Bindings())
    view: Any = None
    assert completed(game, view, 0, (1, 7), 1) == completed(game, view, 0, (1, 5, 7), 1) == (1, 5, 7)
    assert completed(game, view, 0, (1, 7, 9), 1) == (1, 5, 7, 9)
    assert completed(game, view, 0, (2, 6), 1) == (2, 5), "up to one that isn't legal"
