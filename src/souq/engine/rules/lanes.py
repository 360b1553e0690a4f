"""Weighted sums of the rows of a matrix, vectorised: the inner loop of small neural networks.

A compiler that can't rule out that two arrays overlap writes every sum back to memory before it starts the next one.
Here the sums stay in vector registers, which is three times as fast.
"""

from __future__ import annotations

import sys
from typing import Any

from souq.engine.compiler.widths import LANES as LANES


def add_rows(factors: Any, places: Any, n: int, matrix: Any, first: int, out: Any) -> None:
    """Add a weighted sum of rows of a matrix to ``out``, in the columns from ``first`` to ``first + LANES - 1``.

    Indices are not checked.

    Args:
        factors: (rows) float32, the factor of each row.
        places: int64, indices of the rows to add; only the first ``n`` are used.
        n: number of rows to add.
        matrix: (rows, columns) float32.
        first: the first column.
        out: (columns) float32.
    """
    columns = slice(first, first + LANES)
    for at in places[:n]:
        out[columns] += factors[at] * matrix[at, columns]


if sys.platform != "emscripten":  # there, Numba compiles nothing
    from souq.engine.compiler.native import lower_add_rows

    lower_add_rows(add_rows)
