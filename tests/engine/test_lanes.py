"""Sums over rows of a matrix: compiled and in Python, and only over arrays of the right layout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from souq.engine.compiler.compiled import rule
from souq.engine.errors import BadRule
from souq.engine.rules.lanes import LANES, add_rows

ROWS, COLUMNS = 50, LANES + 7


@rule
def add(factors: Any, places: Any, n: int, matrix: Any, first: int, out: Any) -> None:
    """Call the compiled form."""
    add_rows(factors, places, n, matrix, first, out)


def drawn(seed: int) -> tuple[Any, ...]:
    dice = np.random.default_rng(seed)
    factors, matrix = dice.normal(size=ROWS), dice.normal(size=(ROWS, COLUMNS))
    return factors.astype(np.float32), dice.permutation(ROWS), matrix.astype(np.float32)


@pytest.mark.parametrize("n", [0, 1, 20, ROWS])
@pytest.mark.parametrize("first", [0, COLUMNS - LANES])
def test_compiled_and_python_add_the_same(n: int, first: int) -> None:
    factors, places, matrix = drawn(n)
    wanted = np.arange(COLUMNS, dtype=np.float32)
    here = slice(first, first + LANES)
    wanted[here] += factors[places[:n]].astype(float) @ matrix[places[:n], here].astype(float)
    for form in (add, add_rows):
        out = np.arange(COLUMNS, dtype=np.float32)
        form(factors, places, n, matrix, first, out)
        np.testing.assert_allclose(out, wanted, rtol=1e-5, atol=1e-5)
        untouched = np.r_[:first, first + LANES : COLUMNS]
        assert (out[untouched] == untouched).all()


@pytest.mark.parametrize("odd", ["matrix of float64", "matrix turned", "factors apart", "places of int32"])
def test_arrays_of_another_layout_are_refused(odd: str) -> None:
    factors, places, matrix = drawn(0)
    if odd == "matrix of float64":
        matrix = matrix.astype(float)
    elif odd == "matrix turned":
        matrix = np.asfortranarray(matrix)
    elif odd == "factors apart":
        factors = np.repeat(factors, 2)[::2]
    else:
        places = places.astype(np.int32)
    with pytest.raises(BadRule):
        add(factors, places, 1, matrix, 0, np.zeros(COLUMNS, np.float32))
