"""Solving the puzzle: short solutions in a blink, and proofs that none is shorter, given a few seconds more.

>>> from souq.games.chatuchak.solve import solve
>>> found = solve(".BPGBY RGBRGR YRYPYG PGRBRY BPYPBG", seconds=10)
>>> found.length, found.optimal
(19, True)
"""

from __future__ import annotations

from souq.games.chatuchak.solve.asked import line, quick, solvable
from souq.games.chatuchak.solve.command import attempts, position, puzzles, record, report
from souq.games.chatuchak.solve.search import Solution, prepare, solve

__all__ = [
    "Solution",
    "attempts",
    "line",
    "position",
    "prepare",
    "puzzles",
    "quick",
    "record",
    "report",
    "solvable",
    "solve",
]
