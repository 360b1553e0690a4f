"""A mistake in a rule is reported with the file, the rule, the line and a suggestion."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from souq.engine.compiler.compiled import allocating, rule
from souq.engine.errors import BadRule
from souq.engine.rules.choices import Choices
from souq.engine.rules.record import Record, arr, i8, num


class Stall(Record):
    first = num(i8)
    goods = arr(i8, 3, 2)


@rule
def misspelt(s: Any) -> int:
    count = 1
    return s.firsst + count


@rule
def within(s: Any) -> int:
    return misspelt(s)


@rule
def kept_elsewhere(s: Any) -> None:
    s.godos = 1


@rule
def undefined(s: Any) -> int:
    return s.first + FRIST  # noqa: F821


@rule
def too_many(s: Any) -> int:
    return one(s, 1)


@rule
def one(s: Any) -> int:
    return s.first


@rule
def indexed(s: Any) -> int:
    return s.first[0]


@rule
def of_a_list(s: Any) -> int:
    return s.goods.count(1)


@rule
def ordinary(s: Any) -> int:
    return helper(s)


def helper(s: Any) -> int:
    return s.first


@rule
def listing(s: Any) -> int:
    row = [s.first, 2]
    return row[s.first]


@rule
def making(s: Any) -> int:
    return np.zeros(3, np.int64)[s.first]


@allocating
def given(s: Any) -> Any:
    return np.zeros(3, np.int64)


@rule
def handed(s: Any) -> int:
    return given(s)[s.first]


FIRST = 1
ALLOCATES = "Rules don't; a function of the evaluator may, with @allocating above it instead of @rule."


@pytest.mark.parametrize(
    "wrong, where, words",
    [
        (misspelt, "return s.firsst", "in `misspelt`: State has no field `firsst`; perhaps `first`."),
        (within, "return s.firsst", "in `misspelt`: State has no field `firsst`; perhaps `first`."),
        (kept_elsewhere, "s.godos = 1", "in `kept_elsewhere`: State has no field `godos`; perhaps `goods`."),
        (undefined, "s.first + FRIST", "in `undefined`: `FRIST` is not defined; perhaps `FIRST`."),
        (too_many, "one(s, 1)", "`one` is called with other arguments than it has: too many positional arguments."),
        (indexed, "s.first[0]", "in `indexed`: an integer is indexed as if it were an array."),
        (of_a_list, "s.goods.count", "in `of_a_list`: `.count` cannot be used on nestedarray in a rule."),
        (
            ordinary,
            "return helper(s)",
            "`helper` is an ordinary function; put @rule above it, so that rules can call it.",
        ),
        (listing, "row = [s.first, 2]", f"in `listing`: it makes an array or a list. {ALLOCATES}"),
        (making, "np.zeros(3", f"in `making`: it makes an array or a list. {ALLOCATES}"),
        (handed, "@rule", f"in `handed`: it returns an array, or calls what does. {ALLOCATES}"),
    ],
)
def test_the_line_of_a_mistake_is_named(wrong: Callable[[Any], int], where: str, words: str) -> None:
    with pytest.raises(BadRule) as caught:
        wrong(Stall.new()[0])
    lines = Path(__file__).read_text().splitlines()
    assert where in lines[caught.value.line - 1]
    assert str(caught.value).startswith(f"tests/engine/test_mistakes.py, line {caught.value.line}, in `")
    assert str(caught.value).endswith(words)
    assert wrong is handed or caught.value.__cause__ is not None


def test_a_label_is_not_empty() -> None:
    with pytest.raises(ValueError, match="a choice of the group 'roll' has an empty label"):
        Choices().group("roll", [""])


def test_a_mistake_in_another_process_is_reported() -> None:
    """Games are compiled in parallel."""
    one = BadRule("A rule is wrong: buy, line 7.", "rules.py", 7, "buy")
    other = pickle.loads(pickle.dumps(one))
    assert (str(other), other.file, other.line, other.rule) == (str(one), "rules.py", 7, "buy")
