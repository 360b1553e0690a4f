"""Meanings of fields: bounds, names, and impossible ones."""

from __future__ import annotations

from enum import IntEnum

import pytest

from souq.engine.rules.meaning import (
    FLAG,
    SEAT,
    SEATS,
    Count,
    Meaning,
    OneOf,
    Packed,
    Planes,
    Seat,
    SetOf,
    least,
    most,
    title,
    words_axes,
)
from souq.engine.rules.record import Record, arr, i8, i32, i64, num


class Phase(IntEnum):
    ROLL = 1
    TAKE = 3


BOUNDS: list[tuple[Meaning, int, int]] = [
    (FLAG, 0, 1),
    (Count(50, least=-50), -50, 50),
    (OneOf(5), 0, 4),
    (OneOf(("Water", "Silk"), or_none=True), -1, 1),
    (OneOf(Phase), 0, 3),
    (SEAT, -1, 2),
    (Seat(4), -1, 4),
    (SEATS, 0, 0b111),
    (SetOf(5), 0, 0b11111),
    (SetOf(80), 0, (1 << 63) - 1),
    (Packed(4, most=3), 0, 0xFF),
    (Packed(2, most=4), 0, 0b111111),
]


@pytest.mark.parametrize(("of", "low", "high"), BOUNDS, ids=repr)
def test_bounds_follow_from_the_meaning(of: Meaning, low: int, high: int) -> None:
    assert (least(of), most(of, players=3)) == (low, high)


TITLES: list[tuple[Meaning | None, int, object]] = [
    (OneOf(Phase), 3, "TAKE"),
    (OneOf(Phase), 2, 2),
    (OneOf(Phase), 0, 0),
    (OneOf(("Water", "Silk"), or_none=True), -1, "none"),
    (OneOf(4), 2, 2),
    (SEAT, 0, "seat 0"),
    (SEAT, -1, "nobody"),
    (SEATS, 0, "nobody"),
    (SEATS, 0b10, "seat 1"),
    (SEATS, 0b101, "seats 0, 2"),
    (SetOf(("A1", "A2", "B1")), 0b110, "A2, B1"),
    (SetOf(3), 0b110, "1, 2"),
    (SetOf(3), 0, "nothing"),
    (Packed(("dates", "figs"), most=3), 0b1100, "figs 3"),
    (Packed(2, most=3), 0b1001, "[0] 1, [1] 2"),
    (Count(9), 7, 7),
    (None, 7, 7),
]


@pytest.mark.parametrize(("of", "number", "told"), TITLES, ids=repr)
def test_numbers_have_titles_where_they_exist(of: Meaning | None, number: int, told: object) -> None:
    assert title(of, number) == told


def test_sets_of_many_things_have_several_words() -> None:
    assert (SetOf(63).words, SetOf(64).words) == (1, 2)
    assert SetOf(70).members([1 << 62, 0b1000001]) == [62, 63, 69]
    assert [words_axes(of) for of in (SetOf(63), SetOf(64), Planes(70, 3), SEATS, None)] == [0, 1, 2, 0, 0]


def test_impossible_meanings_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Narrow\.taken: a set of 8 needs a wider number than one of 8 bits"):

        class Narrow(Record):
            taken = num(i8, SetOf(8))

    with pytest.raises(TypeError, match=r"Short\.taken: a set of 80 needs a last axis of 2 words"):

        class Short(Record):
            taken = arr(i64, 3, of=SetOf(80))

    with pytest.raises(TypeError, match=r"Full\.hand: 16 counts to 3 need a wider number than one of 32 bits"):

        class Full(Record):
            hand = num(i32, Packed(16, most=3))

    with pytest.raises(TypeError, match=r"Flat\.grown: counts of 80 in 3 planes need other last axes"):

        class Flat(Record):
            grown = arr(i64, 2, 2, of=Planes(80, 3))

    with pytest.raises(TypeError, match=r"Named\.pile: counts of 2 things need a last axis of as many, not the shape"):

        class Named(Record):
            pile = arr(i8, 3, of=Count(9, each=("Water", "Silk")))

    with pytest.raises(TypeError, match=r"Odd\.hand: the shape \(4,\) has no axis 1 for seats"):

        class Odd(Record):
            hand = arr(i8, 4, of=Count(9), seats=1)
