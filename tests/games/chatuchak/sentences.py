"""Shared helpers for tests of texts: names, and the criteria of a whole sentence."""

from __future__ import annotations

HALF = ".BRBPG YPYGYB RBGRBR YGPYGP PRYRBG"
ORDER = (18, 23, 19, 7, 10, 11, 9, 21, 15, 17, 14, 26, 2, 1, 4, 28, 25, 1, 13, 14, 12)
"""A start grid and a solution of it."""
