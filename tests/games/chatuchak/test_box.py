"""Components, the market's geometry and the figures: chapters 2, 3 and 9 of the specification."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from souq.games.chatuchak import GAME
from souq.games.chatuchak.box import planes, unpack
from souq.games.chatuchak.rules.winning import HIGH, SQUARE, WIDE
from souq.games.chatuchak.state import BESIDE, BOX, CHOICES, LANES, MARKERS, NAMES, SIDES, TYPES, Event, Rule
from tests.games.boxes import boxed, refused
from tests.games.chatuchak import reference
from tests.games.chatuchak.reference import BOOTHS, LETTERS, MATES, TILES, broken, components
from tests.support import rules

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")

NEIGHBOURS = """
1,6 0,2,7 1,3,8 2,4,9 3,5,10 4,11
0,7,12 1,6,8,13 2,7,9,14 3,8,10,15 4,9,11,16 5,10,17
6,13,18 7,12,14,19 8,13,15,20 9,14,16,21 10,15,17,22 11,16,23
12,19,24 13,18,20,25 14,19,21,26 15,20,22,27 16,21,23,28 17,22,29
18,25 19,24,26 20,25,27 21,26,28 22,27,29 23,28
"""
"""The printed table: cells that share a side, cell by cell."""
SOURCES = {
    0: [1, 2, 3, 4, 5, 6, 12, 18, 24],
    8: [2, 6, 7, 9, 10, 11, 14, 20, 26],
    15: [3, 9, 12, 13, 14, 16, 17, 21, 27],
    23: [5, 11, 17, 18, 19, 20, 21, 22, 29],
    29: [5, 11, 17, 23, 24, 25, 26, 27, 28],
}
"""Some rows of the printed table: whence a booth may come."""


def cells(word: int) -> list[int]:
    """Return the cells of a set."""
    return [cell for cell in range(64) if int(word) >> cell & 1]


@rules("CH-S01", "CH-S02", "CH-K05")
def test_booths():
    assert {colour.letter: colour.booths for colour in BOX.colours} == BOOTHS
    assert sum(BOOTHS.values()) == 29
    assert NAMES == ("red", "yellow", "green", "blue", "pink")
    assert TYPES == ("food", "furniture", "plants", "decoration", "clothes")
    assert [colour.symbol for colour in BOX.colours] == ["bowl", "chair", "leaf", "lamp", "shirt"]
    assert (GAME.min_players, GAME.max_players) == (1, 5)


@rules("CH-S07", "CH-K02", "CH-K04", "CH-K05", "CH-Q31", "CH-Q13")
def test_markers_and_tokens():
    assert (MARKERS, BOX.markers) == (12, BOX.markers | {"group": 2, "path": 3, "rectangle": 4, "stars": 1})
    assert [tuple(LETTERS[a] + LETTERS[b] for a, b in tile) for tile in BOX.mixes] == list(TILES)
    assert len({frozenset(pair) for tile in TILES for pair in tile}) == 10
    for tile, letter in zip(TILES, "RYGBP", strict=True):
        assert set(tile[0]) & set(tile[1]) == {letter}
    for layout in product(*TILES):
        counts = Counter("".join(layout))
        assert set(counts) == set(LETTERS)
        assert max(counts.values()) <= 3


@rules("CH-C02", "CH-C03", "CH-V03", "CH-V02", "CH-Q15")
def test_clock_and_ranks():
    assert (BOX.die, BOX.track, BOX.least, BOX.moves) == (12, tuple(range(2, 13)), 1, 200)
    assert sum(BOX.track) == 77
    assert BOX.ranks == (("Market Master", 22), ("Booth Owner", 28), ("Haggler", 34), ("Looky Loo", 200))


@rules("CH-T03", "CH-T04", "CH-K01")
def test_the_market():
    table = [[int(cell) for cell in text.split(",")] for text in NEIGHBOURS.split()]
    for cell in range(30):
        assert cells(BESIDE[cell]) == table[cell] == sorted(reference.BESIDE[cell])
        assert cells(LANES[cell]) == sorted(MATES[cell])
        assert len(MATES[cell]) == 9
    assert sum(map(len, table)) == 2 * 49
    for cell, sources in SOURCES.items():
        assert cells(LANES[cell]) == sources


@rules("CH-S02", "CH-S04", "CH-S08", "CH-N01")
def test_start_grids():
    assert len(BOX.sides) == 16
    assert len(set(BOX.sides)) == 16
    for number, side in enumerate(BOX.sides):
        assert (side[0], broken(side)) == (".", set())
        assert {letter: side.count(letter) for letter in BOOTHS} == BOOTHS
        assert [cells(word) for word in SIDES[number]] == [
            [cell for cell in range(30) if side[cell] == letter] for letter in LETTERS
        ]
        assert sum(len(components(side, letter)) for letter in LETTERS) == 29
    assert BOX.sides[0] == ".RBGBYYBYRYGRGPGPBPYRYBPBRPGRG"
    assert BOX.sides[15] == ".BGBRGYGPYPRBYRGYPPBYBRYRGPGBR"


@rules("CH-K05")
def test_rectangles_that_contain_a_cell():
    for cell in range(30):
        for found, (rows, columns) in ((SQUARE, (2, 2)), (WIDE, (2, 3)), (HIGH, (3, 2))):
            corners = [
                6 * row + column
                for row in range(6 - rows)
                for column in range(7 - columns)
                if row <= cell // 6 < row + rows and column <= cell % 6 < column + columns
            ]
            assert cells(found[cell]) == corners


def test_every_choice_has_a_number():
    assert CHOICES.size == 31
    assert [CHOICES.name(c) for c in (0, 29, 30)] == ["move 0", "move 29", "pass"]
    assert len(Rule) == 92
    assert [rule.name for rule in Rule][:2] == ["CH_S01", "CH_S02"]
    assert len(set(Event)) == len(Event)
    assert planes(".RYGBP") == [2, 4, 8, 16, 32]


def test_two_loads_give_the_same_box(tmp_path):
    assert unpack(boxed(tmp_path, TEXT)) == BOX


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('".RBGBY"', '".RBGBX"', "does not match"),
        ('".RBGBY"', '".RBGBB"', "grid 1 does not have"),
        ('".RBGBY", "YBYRYG"', '"YRBGB.", "YBYRYG"', "grid 1 does not have"),
        ('".RBGBY", "YBYRYG"', '".RBGBY"', "too short"),
        ("moves = 200", "move = 200", "Additional properties|required"),
        ("booths = 6", "booths = 7", "maximum"),
        ('front = "RY"', 'front = "RX"', "does not match"),
        ("columns = 6", "columns = 7", "expected"),
        ("[solo]", "[solo", "cannot be read"),
    ],
)
def test_errors_in_components_are_explained(tmp_path, old, new, message):
    refused(unpack, tmp_path, TEXT, message, old, new)
