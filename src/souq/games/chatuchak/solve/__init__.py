"""Solving the puzzle: short solutions in a blink, and proofs that none is shorter, given time.

>>> from souq.games.chatuchak.solve import solve
>>> solve(".RBGBY YBYRYG RGPGPB PYRYBP BRPGRG", seconds=1).length < 24
True
"""

from __future__ import annotations

from souq.games.chatuchak.solve.asked import line, solvable
from souq.games.chatuchak.solve.search import Solution, solve

__all__ = ["Solution", "line", "solvable", "solve"]
