"""Choices: numbers with names."""

from __future__ import annotations

import pickle

import pytest

from souq.engine.errors import IllegalChoice
from souq.engine.rules.choices import Choice, Choices


@pytest.fixture
def choices() -> Choices:
    made = Choices()
    made.group("roll")
    made.group("site", ["A1", "A2"])
    return made


def test_names_and_numbers_correspond(choices: Choices) -> None:
    assert [choices.name(n) for n in range(choices.size)] == ["roll", "site A1", "site A2"]
    assert choices.parse(" SITE  a2 ") == 2
    assert choices.group_of(2) == ("site", 1)


def test_a_misspelt_name_suggests_the_nearest(choices: Choices) -> None:
    with pytest.raises(IllegalChoice, match="site A1"):
        choices.parse("sight A1")


@pytest.mark.parametrize("number", [-1, 3])
def test_numbers_outside_are_refused(choices: Choices, number: int) -> None:
    with pytest.raises(IllegalChoice, match="0 to 2"):
        choices.name(number)


def test_names_are_unique(choices: Choices) -> None:
    with pytest.raises(ValueError):
        choices.group("roll")
    with pytest.raises(ValueError):
        choices.group("place", ["x", "X"])


def test_a_choice_is_an_integer() -> None:
    choice = pickle.loads(pickle.dumps(Choice(4, "site E4")))
    assert choice == 4 and str(choice) == "site E4" and repr(choice) == "Choice('site E4')"
