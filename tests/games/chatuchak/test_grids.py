"""New start grids: CH-N01 to N08."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.chatuchak import GAME, deal
from souq.games.chatuchak.rules import grids
from souq.games.chatuchak.rules.grids import fill, place, shuffle_in
from tests.games.chatuchak.positions import numbers, word
from tests.games.chatuchak.reference import BESIDE, BOOTHS, LETTERS, broken, exchanged, fits, grid_of, new_grid
from tests.support import rules

STOCK = "".join(letter * n for letter, n in BOOTHS.items())


def order_of(seed: int) -> str:
    """Return all booths in a random order."""
    return "".join(random.Random(seed).sample(STOCK, 29))


def planes(grid: str) -> list[int]:
    """Return a grid as the record stores it."""
    return [sum(1 << cell for cell in range(30) if grid[cell] == letter) for letter in LETTERS]


def put(grid: str, colour: str) -> str:
    """Return a grid after one more booth, as the rules place it."""
    cells = planes(grid)
    assert interpreted(place)(cells, LETTERS.index(colour))
    return grid_of(cells)


@rules("CH-N01", "CH-N02", "CH-N03", "CH-N04", "CH-N05", "CH-N06", "CH-N07", "CH-N08")
def test_orders_agree_with_the_reference():
    """How often an exchange is needed and C is dropped: chapter 4 has 200,000 orders, this test fewer."""
    needed: Counter[str] = Counter()
    n = 2000
    for seed in range(n):
        order = order_of(seed)
        grid, used = new_grid(order)
        made = deal(order)
        assert made is not None
        assert "".join(made) == grid
        needed.update(used or {"none"})
        assert broken(grid) <= {"C"}
        assert used & {"N06", "N07"} or not broken(grid)
        assert sorted(grid) == sorted("." + STOCK)
        assert grid[0] == "."
    assert abs(needed["none"] / n - 0.432) < 0.04
    assert abs(needed["N04"] / n - 0.567) < 0.04
    assert needed["N06"] + needed["N07"] < 15


RARE = {
    "PGPRRBYPYPRGBGPRYGYBGRYGBRBBY": {"N06"},  # an exchange would do as well, but comes later
    "GPBYYBRGRPPPGGYRBGRYPBBBRYYRG": {"N06"},
    "BYYYGPPRGRRPPGPRBBGGYYBBRBYRG": {"N06"},
    "RYGYYYYBPGGPRYPBBPRPGRBBBRGGR": {"N06"},
    "BPGYGGBPRRBGRRRPPBGRYYBYBGPYY": {"N04", "N06"},
    "YBRRBRRPBYPPBPYGRGGYRGBPYGYBG": {"N04", "N06"},
    "BBYBRPRYGYGGYPRRYYBPBGBRPRPGG": {"N07"},
    "PBBBRYBYPBYPPRGRGGYBRRPGGGRYY": {"N07"},
    "RRGYGRYBBYPGPPRPBPRRGGYBGBYYB": {"N04", "N07"},
    "PPRBGPBYBGBBYPRGPGRYYRYGRRGYB": {"N04", "N07"},
}
"""One random order in a thousand needs rule C to be dropped."""


@rules("CH-N06", "CH-N07", "CH-N04")
@pytest.mark.parametrize("order", RARE)
def test_rule_c_is_dropped_where_needed(order):
    grid, used = new_grid(order)
    assert used == RARE[order]
    assert "".join(deal(order)) == grid
    assert broken(grid) == {"C"}


@rules("CH-N06", "CH-N07")
@pytest.mark.parametrize("order", RARE)
def test_rule_c_is_dropped_for_one_booth_only(order):
    """All three rules prevented it; the next booth is placed by all three again, wherever C is broken already."""
    for n, colour in enumerate(order):
        before, used = new_grid(order[:n])
        after, more = new_grid(order[: n + 1])
        changed = [cell for cell in range(30) if after[cell] != before[cell]]
        if (dropped := more - used) & {"N06", "N07"}:
            assert not any(fits(list(before), c, colour, rule_c=True) for c in range(1, 30) if before[c] == ".")
            assert exchanged(list(before), colour, rule_c=True) is None
            assert len(changed) == (1 if dropped == {"N06"} else 2)
        elif len(changed) == 1:
            assert fits(list(before), changed[0], colour, rule_c=True)
        assert put(before, colour) == after


@rules("CH-N01", "CH-N03", "CH-Q25")
def test_rule_a():
    """The cells next to the empty corner have two colours, though they do not touch."""
    assert fits(list(".R" + "." * 28), 6, "Y", rule_c=True)
    for strict in (False, True):
        for one, other in ((1, 6), (6, 1)):
            grid = ["."] * 30
            grid[one] = "R"
            assert not fits(grid, other, "R", rule_c=strict)
            assert interpreted(grids.fits)([1 << one, 0, 0, 0, 0], 1, other, int(strict))
            assert not interpreted(grids.fits)([1 << one, 0, 0, 0, 0], 0, other, int(strict))


@rules("CH-N01", "CH-N02")
def test_rule_b_and_the_lowest_free_cell():
    assert put("." * 30, "R") == ".R" + "." * 28
    assert put(".R" + "." * 28, "R") == ".R.R" + "." * 26
    assert deal("RYRYRY") == [".RYRYR", "Y.....", *["......"] * 3]
    assert deal("RYGBYRG") == [".RYGBY", "G.R...", *["......"] * 3]  # red not on 7, below 1


@rules("CH-N01", "CH-N03", "CH-Q25")
def test_rule_c():
    """No cell has three neighbours of one colour, empty or not; corners matter only to rule A."""
    grid = word("...... ...... ..R... .R.... ......")
    assert not fits(list(grid), 21, "R", rule_c=True)  # 20, empty, would have 14, 19 and 21
    assert fits(list(grid), 21, "R", rule_c=False)
    for cell in range(1, 30):
        if grid[cell] == ".":
            for strict in (0, 1):
                same = interpreted(grids.fits)(planes(grid), 0, cell, strict)
                assert same == fits(list(grid), cell, "R", bool(strict))
    four = word("...... ...R.. ..R.R. ...... ......")
    assert not fits(list(four), 21, "R", rule_c=True)
    edge = word(".R.... ...... ...... ...... ......")
    assert fits(list(edge), 3, "R", rule_c=True)  # 2 has two, and no third above it
    assert len(BESIDE[29]) == 2


@rules("CH-N02")
def test_a_skipped_cell_stays_free():
    assert deal("RR") == [".R.R..", *["......"] * 4]
    assert deal("RRY") == [".RYR..", *["......"] * 4]


@rules("CH-N04", "CH-Q24", "CH-N05")
def test_the_first_exchange_that_works():
    grid = list(".RBRBPBGPYRBRYRGYGPBYRPYYPGBG.")
    after = exchanged(grid, "G", rule_c=True)
    assert after is not None
    assert (after[1], after[2], after[29]) == ("R", "G", "B")
    assert put("".join(grid), "G") == "".join(after)


@rules("CH-N05")
@pytest.mark.parametrize("seed", range(30))
def test_a_booth_is_never_exchanged_for_one_of_its_colour(seed):
    """It would have to fit where it has just been found not to fit."""
    order = order_of(seed)
    for n in range(18, 29):
        before = new_grid(order[:n])[0]
        after = put(before, order[n])
        changed = [cell for cell in range(30) if after[cell] != before[cell]]
        if len(changed) == 2:
            taken = next(before[cell] for cell in changed if before[cell] != ".")
            assert taken != order[n]


@rules("CH-N08")
def test_an_order_that_fails_is_rejected_and_another_drawn(monkeypatch):
    failing = iter([False, False, True])
    globals_ = interpreted(shuffle_in).__globals__
    monkeypatch.setitem(globals_, "fill", lambda s, grid: next(failing))
    interpreted(shuffle_in)(SimpleNamespace(), [0] * 5)
    assert list(failing) == []
    monkeypatch.undo()
    full = [0, 0, 0, 0, 0]
    full[1] = (1 << 30) - 2  # everything is taken by another colour that fits nowhere else
    assert not interpreted(place)(full, 0)
    assert interpreted(fill)(SimpleNamespace(key=[1, 2], draws=0), [0] * 5)


@rules("CH-N08", "CH-S02")
@pytest.mark.parametrize("nth", [1, 14, 29])
def test_no_booth_is_left_out_of_a_grid(monkeypatch, nth):
    """Whichever booth finds no place, the whole order is rejected, and another is drawn from its first booth."""
    tried = []

    def placed(grid, colour):
        tried.append(colour)
        return len(tried) != nth and place_it(grid, colour)

    place_it = interpreted(place)
    monkeypatch.setitem(interpreted(fill).__globals__, "place", placed)
    cells = [0] * 5
    interpreted(shuffle_in)(SimpleNamespace(key=[3, 4], draws=0), cells)
    assert len(tried) == nth + 29
    assert [sum(c == colour for c in tried[nth:]) for colour in range(5)] == list(BOOTHS.values())
    assert Counter(grid_of(cells)) == Counter(STOCK + ".")


@rules("CH-N08")
def test_a_given_order_that_fails_gives_no_grid():
    """One in a million: its last yellow booth finds no place."""
    order = "YPBPPRGYRPYYPGGGBGBRRGRBBRYBY"
    assert new_grid(order)[0] is None
    assert deal(order) is None
    assert "".join(deal(order[:-1])) == new_grid(order[:-1])[0]


@rules("CH-S05", "CH-N02")
def test_orders_are_drawn_uniformly():
    """The first booths are on cell 1; four colours have six of 29, pink has five."""
    first: Counter[str] = Counter()
    chosen = numbers(grids="new")
    for seed in range(580):
        state = GAME.bindings.setup(2, chosen, (seed, 5))
        first[grid_of(state["start"][0][0].tolist())[1]] += 1
    for letter, n in BOOTHS.items():
        assert abs(first[letter] - 20 * n) < 50


@pytest.mark.parametrize("wrong", ["RRRRRRR", "PPPPPP", "RX", [0, 7], [0, -1]])
def test_invalid_orders_are_refused(wrong):
    with pytest.raises(ValueError, match="6 R"):
        deal(wrong)


@rules("CH-N02")
def test_orders_can_be_given_by_number():
    assert deal([0, 1, 0, 1]) == deal("RYRY") == [".RYRY.", *["......"] * 4]
    assert deal([]) == ["......"] * 5
