"""The worked examples of the specification, each from the position it describes."""

from __future__ import annotations

import pytest

from souq.games.chatuchak import deal
from souq.games.chatuchak.state import BOX, Event
from tests.games.chatuchak.positions import AMY, AMYS, JOSH, PLAIN, TOM, TOMS, begun, example, table
from tests.games.chatuchak.reference import LETTERS, components, grid_of, new_grid
from tests.support import rules


def parts(t, seat=0) -> str:
    """Return how many pieces each colour is in: ``"R4 Y5 G2 B6 P5"``."""
    return " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, t.parts[seat], strict=True))


@rules("CH-K01", "CH-K02", "CH-K03", "CH-K04", "CH-K05", "CH-B01")
def test_position_e():
    t = example()
    amy = {"RED": 3, "YELLOW": 2, "GREEN": 5, "BLUE": 0, "PINK": 0, "R/G": (3, 5), "Y/G": (2, 5), "G/B": 0, "B/R": 0}
    josh = {"RED": 3, "YELLOW": 3, "GREEN": 4, "BLUE": 4, "PINK": 0, "R/G": (3, 4), "Y/G": (3, 4), "G/B": (4, 4)}
    for seat, have in ((AMY, amy | {"P/Y": 0, "PATH": 3, "RECTANGLE": 0}),
                       (JOSH, josh | {"B/R": (3, 4), "P/Y": 0, "PATH": 4, "RECTANGLE": 4})):  # fmt: skip
        assert {name: t.strength(name, seat) for name in t.names} == have
    assert (parts(t, AMY), parts(t, JOSH)) == ("R4 Y5 G2 B6 P5", "R4 Y4 G3 B3 P5")
    assert t.holds(AMY) == {"RED", "GREEN", "R/G"}
    assert t.holds(JOSH) == {"YELLOW", "BLUE", "Y/G", "G/B", "B/R", "PATH", "RECTANGLE"}
    assert t.holds(-1) == {"PINK", "P/Y"}


@rules("CH-M03", "CH-B01")
def test_01_the_first_holder_keeps_a_marker():
    t = example()
    assert t.strength("RED", AMY) == t.strength("RED", JOSH) == 3
    t = example(player=JOSH).play(
        "25->24", "25->27", "7->25", "27->25", "10->7"
    )  # red once more, by a booth that moved
    assert t.strength("RED", JOSH) == t.strength("RED", AMY) == 3
    assert "RED" in t.holds(AMY)


@rules("CH-K03", "CH-K06", "CH-Q11")
def test_02_the_smaller_size_counts():
    t = example()
    assert t.strength("Y/G", JOSH) == (3, 4)
    assert t.strength("Y/G", AMY) == (2, 5)
    assert t.twin.strength[JOSH][6] > t.twin.strength[AMY][6]


@rules("CH-K06")
def test_03_then_the_larger_one():
    t = example()
    assert (t.strength("R/G", AMY), t.strength("R/G", JOSH)) == ((3, 5), (3, 4))
    assert t.twin.strength[AMY][5] > t.twin.strength[JOSH][5]


@rules("CH-K04", "CH-K05", "CH-K07")
def test_04_one_group_for_many_goals():
    t = example()
    blue, green = t.twin.groups[JOSH][3], t.twin.groups[JOSH][2]
    assert blue[0] == sum(1 << cell for cell in (0, 1, 2, 3))
    assert green[0] == sum(1 << cell for cell in (6, 7, 12, 13))
    assert [t.strength(name, JOSH) for name in ("PATH", "RECTANGLE", "Y/G", "G/B")] == [4, 4, (3, 4), (4, 4)]


@rules("CH-C02", "CH-C03")
def test_05_the_clock():
    t = example(player=JOSH, tent=2).play("25->24", die=2)
    assert (t.tent, t.need) == (2, 3)
    t.play("26->27", "24->25", die=8)
    assert (t.tent, t.need) == (3, 5)
    assert t.events_of(Event.ROLL) == [(8, 3, 1, 3)]


@rules("CH-E01", "CH-E02")
def test_06_the_score():
    six = "RED YELLOW GREEN BLUE PATH RECTANGLE"
    t = table("BBPPYY PGGBPR GRRGRR GYPGYY .YBBBR", PLAIN, holds=[six], tokens=[f"{six} PINK"], general=[4])
    assert t.beside(AMY) == {"RECTANGLE"}
    assert parts(t) == "R3 Y3 G3 B3 P4"
    assert {tuple(sorted(piece)) for piece in components(t.game.grids[0], "P")} == {(2, 3), (6,), (10,), (20,)}
    assert t.points[0] == 5 + 11 - 4 == 12


@rules("CH-T03", "CH-T04")
def test_07_legal_moves():
    assert table(PLAIN, PLAIN).moves_of() == [1, 2, 3, 4, 5, 6, 12, 18, 24]
    assert example().moves_of() == [3, 9, 15, 21, 24, 25, 26, 28, 29]


@rules("CH-M02", "CH-X01")
@pytest.mark.parametrize("mixes", ["R/Y Y/G G/B B/P P/R", "R/G Y/B G/P B/R P/Y"])
def test_08_the_first_move(mixes):
    for cell in (1, 2, 3, 4, 5, 6, 12, 18, 24):
        t = table(PLAIN, ".BGBYR YPYGPG RBPYRB GRGBGP BPRYRY", mixes=mixes).play(f"{cell}->0")
        assert t.won == ([(0, "BLUE", -1)] if cell in (4, 24) else [])
        assert t.tokens(0) == ({"BLUE"} if cell in (4, 24) else set())
        if t.won:
            assert t.twin.groups[0][3][0] == 0b11


@rules("CH-M03", "CH-M02")
def test_09_an_answer():
    t = table(PLAIN, ".BGBYR YPYGPG RBPYRB GRGBGP BPRYRY").play("4->0")
    equal = t.copy().play("3->0")
    assert (equal.strength("BLUE", 1), equal.won, equal.holds(0)) == (2, [], {"BLUE"})
    t.play("4->0")
    assert t.won == [(1, "YELLOW", -1)]
    assert t.tokens(1) == {"YELLOW"}


@rules("CH-M05", "CH-X01", "CH-Q14")
def test_10_two_at_once():
    t = example(player=JOSH).play("26->24")
    assert t.won == [(JOSH, "PINK", -1), (JOSH, "P/Y", -1)]
    assert (t.strength("PINK", JOSH), t.strength("P/Y", JOSH)) == (2, (2, 3))
    assert t.tokens(JOSH) >= {"PINK", "P/Y"}
    assert t.general[JOSH] == 0


@rules("CH-B01", "CH-B02")
def test_11_break_up():
    t = example().play("15->27")
    assert t.strength("RED", AMY) == 0
    assert t.beside(AMY) == {"RED", "R/G"}
    assert (t.strength("RED", JOSH), t.strength("R/G", JOSH), t.won) == (3, (3, 4), [])


@rules("CH-M02", "CH-M04", "CH-B02", "CH-Q06", "CH-Q07")
def test_12_not_part():
    t = example().play("15->27", "6->24")
    assert t.won == []
    assert {"RED", "R/G"} <= t.holds(AMY)
    assert t.strength("RED", JOSH) == 3
    assert t.beside(JOSH) == {"RECTANGLE"}


@rules("CH-B03", "CH-X03", "CH-Q08")
def test_13_return():
    t = example().play("15->27", "25->24", "27->15")
    assert t.strength("RED", AMY) == 3
    assert (t.beside(AMY), t.won, t.general[AMY]) == (set(), [], 0)
    assert [numbers[:2] for numbers in t.events_of(Event.BACK)] == [(AMY, 0), (AMY, 5)]


@rules("CH-M02", "CH-X01", "CH-Q04", "CH-M04")
def test_14_a_cheap_steal():
    t = example().play("15->27", "26->24", "3->15", "8->26")
    assert t.won == [(JOSH, "RED", AMY)]
    assert frozenset((25, 26)) in components(t.game.grids[JOSH], "R")
    assert sorted(map(len, components(t.game.grids[JOSH], "R")))[-2:] == [2, 2]
    assert t.general[JOSH] == 1
    assert "R/G" in t.beside(AMY)
    assert t.strength("R/G", JOSH) == 0


@rules("CH-K06", "CH-M02", "CH-X01", "CH-X03", "CH-B03")
def test_15_retake_on_the_larger_size():
    t = example().play("25->27", "12->24")
    assert (t.beside(JOSH), t.strength("GREEN", JOSH), t.strength("R/G", JOSH)) == ({"RECTANGLE"}, 3, (3, 3))
    t.play("7->25")
    assert (t.strength("GREEN", AMY), t.strength("R/G", AMY)) == (3, (3, 3))
    t.play("24->12")
    assert t.won == [(JOSH, "GREEN", AMY), (JOSH, "R/G", AMY)]
    assert (t.strength("GREEN", JOSH), t.strength("R/G", JOSH)) == (4, (3, 4))
    assert (t.general[JOSH], t.beside(JOSH)) == (2, set())
    assert t.tokens(JOSH) == {"YELLOW", "BLUE", "Y/G", "G/B", "B/R", "PATH", "RECTANGLE"}


@rules("CH-K06", "CH-X01", "CH-M03", "CH-Q12")
def test_16_a_mix_won_by_the_larger_size():
    t = example().play("3->27", "28->24", "15->3", "26->28", "12->15")
    assert (t.strength("G/B", AMY), t.strength("G/B", JOSH)) == ((4, 5), (4, 4))
    assert t.won == [(AMY, "G/B", JOSH)]
    assert t.general[AMY] == 1
    assert t.strength("BLUE", AMY) == t.strength("BLUE", JOSH) == 4
    assert "BLUE" in t.holds(JOSH)


@rules("CH-Q05", "CH-Q03", "CH-M03")
def test_17_a_third_player_blocks_a_steal():
    t = example(TOMS).play("15->27", "12->24", "12->16")
    assert t.strength("RED", TOM) == t.strength("RED", JOSH) == 3
    assert t.strength("RED", AMY) == 0
    assert "RED" not in {name for _, name, _ in t.won}
    assert "RED" in t.beside(AMY)
    without = table(AMYS, PLAIN, TOMS, holds=("RED GREEN R/G",)).play("15->27", "1->0", "12->16")
    assert (TOM, "RED", AMY) in without.won


@rules("CH-K02", "CH-K03", "CH-K04", "CH-K05", "CH-E02")
def test_18_a_solved_market():
    grid = "YBBBBG YYYYBG .YRRBG PPPRGG PPRRRG"
    t = table(grid, PLAIN, mixes="R/Y Y/G G/B B/R P/Y")
    assert [t.strength(name) for name in ("RED", "YELLOW", "GREEN", "BLUE", "PINK")] == [6, 6, 6, 6, 5]
    mixes = {"R/Y": (6, 6), "Y/G": 0, "G/B": (6, 6), "B/R": (6, 6), "P/Y": (5, 6)}
    assert {name: t.strength(name) for name in mixes} == mixes
    assert table(grid, PLAIN).strength("R/G") == (6, 6)
    assert (t.strength("PATH"), t.strength("RECTANGLE"), t.points[0]) == (5, 4, -1)


@rules("CH-K03", "CH-K04", "CH-K05", "CH-E02")
def test_19_another():
    t = table("BBBBBB RGGGGG RRYYYG PRRRYY PPPP.Y", PLAIN)
    assert (t.strength("PATH"), t.strength("RECTANGLE"), t.strength("Y/G"), t.strength("P/Y")) == (6, 0, (6, 6), 0)
    assert t.points[0] == -1


SOLUTIONS = {
    ".BRBPG YPYGYB RBGRBR YGPYGP PRYRBG": (
        "18,23,19,7,10,11,9,21,15,17,14,26,2,1,4,28,25,1,13,14,12", "YBBBBG YYYYBG .YRRBG PPPRGG PPRRRG"
    ),
    ".BPGBY RGBRGR YRYPYG PGRBRY BPYPBG": (
        "24,27,15,12,6,11,29,26,2,8,7,19,22,21,9,3,4,22,23,5,4,28", "BBBBBB RGGGGG RRYYYG PRRRYY PPPP.Y"
    ),
}  # fmt: skip


@rules("CH-V01", "CH-V02")
@pytest.mark.parametrize("start, way, end", [(start, *rest) for start, rest in SOLUTIONS.items()])
def test_20_puzzles_that_are_solved(start, way, end):
    t, cells = table(start), way.split(",")
    for cell in cells:
        assert (t.over, t.solved) == (0, 0)
        t.play(f"move {cell}")
    assert (t.ended, t.grid(), t.hole[0]) == ("CH-V01", end, int(cells[-1]))
    assert t.events_of(Event.SOLVED) == [(0, len(cells), 0, 0)]
    assert t.points == [-len(cells)]
    assert next(name for name, most in BOX.ranks if len(cells) <= most) == "Market Master"


@rules("CH-N02", "CH-N03")
def test_21_a_new_grid():
    assert deal("PGPGPYBYPBRYY") == [".PGPGP", "YBYBRY", "P..Y..", "......", "......"]
    assert deal("PGPGPYBYPBRYYB") == [".PGPGP", "YBYBRY", "P..YB.", "......", "......"]
    assert new_grid("PGPGPYBYPBRYYB") == (".PGPGPYBYBRYP..YB.............", set())


@rules("CH-N04", "CH-Q24")
def test_22_an_exchange():
    order = "RRBBPBRGBRPYYRYGGPYRPYPYBGGBG"
    assert deal(order[:-1]) == [".RBRBP", "BGPYRB", "RYRGYG", "PBYRPY", "YPGBG."]
    assert deal(order) == [".RGRBP", "BGPYRB", "RYRGYG", "PBYRPY", "YPGBGB"]
    assert new_grid(order)[1] == {"N04"}


@rules("CH-C03", "CH-Q15")
def test_23_the_clock_falls_no_lower_than_one():
    t = example(player=JOSH, tent=0, need=2).play("25->24", die=1)
    assert (t.tent, t.need) == (0, 1)
    t.play("26->27", "24->25", die=1)
    assert (t.tent, t.need) == (1, 3)


@rules("CH-C04", "CH-M01")
def test_24_the_end():
    t = example(player=JOSH, tent=10, need=9).play("26->24", die=9)
    assert (t.tent, t.ended, t.moves_of()) == (11, "CH-C04", [])
    assert t.won == [(JOSH, "PINK", -1), (JOSH, "P/Y", -1)]
    assert t.points[JOSH] == 9 + 9 - 4
    assert example(player=JOSH, tent=10, need=9).play("26->24", die=8).over == 0


@rules("CH-E03", "CH-Q21")
def test_25_a_tie():
    four = "R/G Y/G G/B B/R"
    t = table(TOMS, TOMS, holds=["", ""], tokens=["P/Y RED YELLOW GREEN BLUE PINK", f"{four} PATH RECTANGLE"],
              general=[4, 4])  # fmt: skip
    assert t.points == [4, 4]
    assert t.ranks == [2, 1]  # as many purple tokens: the mixes decide
    t = table(TOMS, TOMS, tokens=["P/Y RED YELLOW GREEN BLUE", f"{four} PATH RECTANGLE"], general=[4, 3])
    assert t.points == [3, 3]
    assert t.ranks == [1, 2]


@rules("CH-T08", "CH-Q19")
def test_26_a_last_seat_that_has_passed_still_rolls():
    t = example(TOMS, passed=[TOM], player=JOSH).play("12->24", die=12)
    assert t.events_of(Event.ROLL) == [(12, 2, 1, 1)]
    assert (t.player, t.rounds) == (AMY, 2)


@rules("CH-S04")
def test_27_setup():
    """Whatever the order of the draw, the lowest side is the start player's; every draw of three tiles occurs."""
    found = set()
    for seed in range(200):
        t = begun(3, seed)
        in_order = [t.side[(t.first + nth) % 3] for nth in range(3)]
        assert in_order == sorted(in_order)
        assert len({(side + 1) // 2 for side in in_order}) == 3
        for nth, side in enumerate(in_order):
            assert grid_of(t.booths[(t.first + nth) % 3]) == BOX.sides[side - 1]
        found.add(tuple(in_order))
    assert len(found) > 150
