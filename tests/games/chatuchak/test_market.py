"""Strengths of a market: CH-K01 to K07, and the rulings on structures."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.rules.twin import interpreted
from souq.games.chatuchak.rules.market import tidy, untidiest
from tests.games.chatuchak.play import heap, market
from tests.games.chatuchak.positions import PLAIN, TIDY, spaced, table
from tests.games.chatuchak.reference import LETTERS, MATES, components, moved, strength, strength_with
from tests.support import rules

MIXES = "R/G Y/G G/B B/R P/Y"


def worth(grid, name, mixes=MIXES):
    """Return a strength of a grid; cells that do not matter are empty."""
    return table(grid, PLAIN, mixes=mixes).strength(name)


@rules("CH-K01", "CH-Q23")
def test_components():
    t = table("RRY.R. ..YY.R R....R .G..GR P.P...", PLAIN)
    assert t.parts[0] == [4, 1, 2, 0, 2]  # reds: two together, one, one, and three in column 5
    assert t.groups[0][0] == [0b11, 1 << 11 | 1 << 17 | 1 << 23, 0]
    assert t.groups[0][1] == [1 << 2 | 1 << 8 | 1 << 9, 0, 0]
    assert t.groups[0][2:] == [[0, 0, 0]] * 3


@rules("CH-K01", "CH-Q23")
def test_components_do_not_connect_across_the_hole_nor_corners_nor_rows():
    assert table("RR.RR. ...... ...... ...... ......", PLAIN).parts[0][0] == 2
    assert table("R..... .R.... ..R... ...... ......", PLAIN).parts[0][0] == 3
    assert table(".....R R..... ...... ...... ......", PLAIN).parts[0][0] == 2


@rules("CH-K02")
def test_groups():
    assert worth("RR.R.. ...R.. ...R.. ..R... ......", "RED") == 3
    assert worth("R.R.R. .R.R.R ...... ...... ......", "RED") == 0
    assert worth("RRRRRR ...... ...... ...... ......", "RED") == 6
    assert worth("...... ...... ...... ...... ..PP..", "PINK") == 2


@rules("CH-K03")
@pytest.mark.parametrize(
    "grid, value",
    [
        ("RRGG.. ...... ...... ...... ......", (2, 2)),
        ("RR.GG. ...... ...... ...... ......", 0),  # they do not touch
        ("RR.... ..GG.. ...... ...... ......", 0),  # nor over a corner
        ("RRG... ...... ...... ...... ......", 0),  # a single booth makes no mix
        ("RRR... GG.... ...... ...... ......", (2, 3)),
        ("RR.... RR.... GGGGG. ...... ......", (4, 5)),
        ("RR.RRR .GGG.. ...... ...... ......", (3, 3)),  # the better of two pairs
        ("RRRR.. GG.GG. ...... ...... ......", (2, 4)),  # two groups are not added together
        ("RRRR.. .G.... GG.... ...... ......", (3, 4)),
        (".....R G....R G..... ...... ......", 0),  # the end of a row is not adjacent to the next row
    ],
)
def test_mixes(grid, value):
    assert worth(grid, "R/G") == value
    other = grid.translate(str.maketrans("RG", "GR"))
    assert worth(other, "R/G") == value


@rules("CH-K03", "CH-Q11", "CH-K06")
def test_the_best_pair_is_the_one_with_the_larger_smaller_group():
    t = table("YYY... GGG... ...... ...... ......", "GGG... GGG... YY.... ...... ......")
    assert (t.strength("Y/G", 0), t.strength("Y/G", 1)) == ((3, 3), (2, 6))
    assert t.twin.strength[0][6] > t.twin.strength[1][6]
    assert worth("RR.... GG.... RRR... ...... ......", "R/G") == (2, 3)


@rules("CH-K03", "CH-S07")
def test_only_open_mixes_count():
    grid = "RRYY.. ...... ...... ...... ......"
    assert worth(grid, "R/Y", "R/Y Y/G G/B B/P P/R") == (2, 2)
    assert table(grid, PLAIN).twin.strength[0][5:10] == [0] * 5


@rules("CH-K04", "CH-Q10")
@pytest.mark.parametrize(
    "grid, value",
    [
        ("RR.... ...... ...... ...... ......", 0),
        ("RRR... ...... ...... ...... ......", 3),
        ("R..... R..... R..... R..... R.....", 5),
        ("...RRR ...R.. ...R.. ...R.. ......", 4),
        ("RRRRRR ...... ...... ...... ......", 6),
        ("RR.RRR ...... ...... ...... ......", 3),
        ("....RR R..... ...... ...... ......", 0),  # a path does not go on in the next row
        ("R..... .R.... ..R... ...... ......", 0),
        ("RRRGGG GG.... ...... ...... ......", 3),
        ("RRR.B. ....B. ....B. ....B. ......", 4),  # any colour
    ],
)
def test_paths(grid, value):
    assert worth(grid, "PATH") == value


@rules("CH-K05", "CH-Q10")
@pytest.mark.parametrize(
    "grid, value",
    [
        ("RR.... RR.... ...... ...... ......", 4),
        ("RRR... RRR... ...... ...... ......", 6),
        ("...... ....RR ....RR ....RR ......", 6),
        ("RRR... RR.... ...... ...... ......", 4),
        ("RR.... R..... R..... ...... ......", 0),
        ("RRRRRR ...... ...... ...... ......", 0),
        (".....R R....R R..... ...... ......", 0),
        (".....R R....R RR...R ...... ......", 0),
        ("RRG... RRGG.. ...GG. ...GG. ......", 4),
        (".RR... RR.... ...... ...... ......", 0),
        ("RR.... RR.... .RR... ...... ......", 4),
        ("...... ...... ...... .PP... .PP...", 4),
    ],
)
def test_rectangles(grid, value):
    assert worth(grid, "RECTANGLE") == value


@rules("CH-K07")
def test_one_group_supports_many_goals():
    t = table("GGG... GGG... RRYYBB ...... ......", PLAIN)
    assert [t.strength(name) for name in ("GREEN", "R/G", "Y/G", "PATH", "RECTANGLE")] == [6, (2, 6), (2, 6), 3, 6]
    assert t.strength("G/B") == 0


@rules("CH-K01", "CH-K02", "CH-K03", "CH-K04", "CH-K05", "CH-V01", "CH-E02")
@given(st.integers(0, 2**32), st.integers(0, 25), st.booleans())
@settings(max_examples=60, deadline=None, database=None)
def test_strengths_agree_with_the_reference(seed, steps, heaped):
    """Every strength, with all ten mixes; a table is checked against the reference when it is made."""
    pick = random.Random(seed)
    grid = spaced(heap(pick) if heaped else market(pick, steps))
    for mixes in ("R/Y Y/G G/B B/P P/R", "R/G Y/B G/P B/R P/Y"):
        t = table(grid, PLAIN, mixes=mixes)
    assert interpreted(tidy)(t.twin, 0) == all(len(components(t.game.grids[0], c)) == 1 for c in LETTERS)
    assert interpreted(untidiest)(t.twin, 0) == max(len(components(t.game.grids[0], c)) for c in LETTERS)


@rules("CH-Q08", "CH-B03", "CH-Q07")
@given(st.integers(0, 2**32), st.integers(0, 25))
@settings(max_examples=40, deadline=None, database=None)
def test_only_structures_with_the_moved_booth_become_stronger(seed, steps):
    """Removing a booth never enlarges, joins or creates anything."""
    before = market(random.Random(seed), steps)
    hole = before.index(".")
    for cell in MATES[hole]:
        after = moved(before, cell)
        for goal in (*LETTERS, "RG", "YB", "BP", "PY", "PATH", "RECTANGLE"):
            if strength(after, goal) > strength(before, goal):
                assert strength_with(after, goal, hole) == strength(after, goal)


@rules("CH-V01", "CH-E02")
def test_a_tidy_market():
    t = table(TIDY, PLAIN)
    assert t.parts[0] == [1] * 5
    assert interpreted(tidy)(t.twin, 0)
    assert not interpreted(tidy)(t.twin, 1)
    assert interpreted(untidiest)(t.twin, 1) == 6
