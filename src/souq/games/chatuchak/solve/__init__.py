"""The puzzle's solver: it finds short solutions immediately, and proves within seconds that none is shorter.

>>> from souq.games.chatuchak.solve import solve
>>> found = solve(".BPGBY RGBRGR YRYPYG PGRBRY BPYPBG", seconds=10)
>>> found.length, found.optimal
(19, True)
"""

from __future__ import annotations

from souq.games.chatuchak.solve.asked import quick, solution, solvable
from souq.games.chatuchak.solve.command import attempts, position, puzzles, record, report
from souq.games.chatuchak.solve.search import Solved, prepare, solve

__all__ = [
    "Solved",
    "attempts",
    "position",
    "prepare",
    "puzzles",
    "quick",
    "record",
    "report",
    "solution",
    "solvable",
    "solve",
]
