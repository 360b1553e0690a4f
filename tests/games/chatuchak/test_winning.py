"""Winning markers, tokens and break-up: CH-M01 to M06, X01 to X04, B01 to B03, and the rulings on them."""

from __future__ import annotations

import pytest

from souq.games.chatuchak.state import Event
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TIDY, TOM, TOMS, Table, example, filled, table
from tests.games.chatuchak.test_play import follow
from tests.support import rules

PAIR = filled("R?.R?? ?????? ?????? ?????? ??????", apart="R")
"""Red at 0 and 3; the booth of 0 or a green one can make a pair with it."""


def names(t: Table) -> list[str]:
    """Return the markers that the last choice won."""
    return [name for _, name, _ in t.won]


def won_with(t: Table, which: str) -> list[int]:
    """Return the strength with which the last choice won a marker, or None."""
    return [value for _, marker, _, value in t.events_of(Event.WON) if t.names[marker] == which]


@rules("CH-M01", "CH-M06")
@pytest.mark.parametrize("players", [2, 4])
def test_only_the_mover_wins_and_no_marker_returns_to_the_middle(players):
    for seed in range(4):
        log: list = []
        held = [-1] * 12
        for state, twin, _ in follow(strange(players, 300 + seed, log=log), log):
            told = [row for row in twin.event[: twin.n_events] if row[0] == Event.WON]
            assert not told or log[-1][1] != "pass"
            assert {row[2] for row in told} <= ({log[-1][0]} if log else set())
            for now, then in zip(twin.holder, held, strict=True):
                assert now >= 0 or then < 0
            held = state["holder"][0].tolist()


@rules("CH-M01", "CH-T07")
def test_a_pass_wins_nothing():
    t = example().play("15->27", "pass")
    assert t.strength("RED", JOSH) > t.strength("RED", AMY) == 0
    assert (t.won, t.beside(AMY)) == ([], {"RED", "R/G"})


@rules("CH-M02", "CH-M03")
def test_the_first_pair_wins_against_nothing_and_not_against_a_pair():
    assert table(PAIR, PLAIN).play("0->2").won == [(0, "RED", -1)]
    assert table(PAIR, filled("RR???? ?????? ??.??? ?????? ??????")).play("0->2").won == []
    assert table(PAIR, TIDY).play("0->2").won == []


@rules("CH-M02", "CH-Q03", "CH-T07")
def test_structures_of_a_passed_seat_still_block():
    t = example(TOMS, passed=[JOSH]).play("15->27", "12->16")
    assert t.strength("RED", TOM) == t.strength("RED", JOSH) == 3
    assert t.holds(TOM) & {"RED"} == set()


@rules("CH-M02", "CH-T07", "CH-X01")
def test_markers_of_a_passed_seat_can_be_taken():
    t = table(PAIR, PAIR, holds=["", "RED"], passed=[JOSH]).play("0->2")
    assert t.won == [(0, "RED", 1)]
    assert (t.general[0], t.tokens(1)) == (1, {"RED"})


@rules("CH-M03", "CH-Q05")
def test_equalling_a_seat_without_the_marker_is_not_enough():
    three = filled("RR???? R????? ??.??? ?????? ??????")
    mine = filled("RR???? .???R? ?????? ?????? ??????", "R")
    assert table(mine, PLAIN, PLAIN).play("10->6").won == [(0, "RED", -1)]
    assert table(mine, PLAIN, three).play("10->6").won == []
    assert table(mine, PAIR, three, holds=["", "RED"]).play("10->6").won == []
    assert table(filled("RR???? .???R? R????? ?????? ??????", "R"), PLAIN, three).play("10->6").won[0] == (0, "RED", -1)


@rules("CH-M04", "CH-M02", "CH-Q07")
def test_an_old_structure_wins_nothing():
    mine = filled("RRR??? ?????? G?.??? ?????? ??????", "G")
    t = table(mine, PLAIN).play("12->14")
    assert (t.strength("RED"), t.won) == (3, [])
    leaves = table(filled("RRR??? R????? R?.??? ?????? ??????", "R"), PLAIN).play("12->14")
    assert (leaves.strength("RED"), leaves.won) == (4, [])  # the booth has left it


@rules("CH-Q06", "CH-M02", "CH-Q04")
def test_moving_within_the_group_is_enough():
    t = example().play("15->27", "25->24", "pass", "7->25", "10->7")
    assert t.won == [(JOSH, "RED", AMY), (JOSH, "R/G", AMY)]
    assert (t.strength("RED", JOSH), t.strength("R/G", JOSH)) == (3, (3, 3))


@rules("CH-Q30", "CH-M02", "CH-M04")
def test_a_lesser_structure_wins_too():
    t = table(filled("RRR??? ?????? ?.R??? ?????? ?R????", "R"), PLAIN).play("25->13")
    assert t.won == [(0, "RED", -1)]
    assert t.strength("RED") == 3
    assert t.events_of(Event.WON)[0][3] == 2
    stronger = table(filled("RRR??? ?????? ?.R??? ?????? ?R????", "R"), filled("RR???? ?????? ??.??? ?????? ??????"))
    assert stronger.play("25->13").won == []


@rules("CH-Q12", "CH-M02", "CH-K06")
def test_the_best_mix_with_the_moved_booth_counts():
    mine = filled("RRRGGG ?????? ??RRG. ???G?? ??????")
    t = table(mine, filled("RRGGG? ?????? ??.??? ?????? ??????")).play("16->17")
    assert t.strength("R/G") == (3, 3)  # above, as before
    assert t.won == []
    mine = filled("RRGGG? ?????? RRG.?G ?????? ??????", "G")
    t = table(mine, PLAIN).play("17->15")
    assert (t.strength("R/G"), names(t)) == ((2, 3), ["GREEN", "R/G"])
    assert [numbers[3] for numbers in t.events_of(Event.WON)] == [2, 8 * 2 + 2]
    other = filled("RRGG?? ?????? ??.??? ?????? ??????")
    assert names(table(mine, other).play("17->15")) == []
    better = filled("RRGG?? ?????? RRG.?G ??G??? ??????", "G")
    assert names(table(better, other).play("17->15")) == ["GREEN", "R/G"]  # (2, 3) over (2, 2)


@rules("CH-M02", "CH-K03")
@pytest.mark.parametrize("letters", ["RG", "GR"])
def test_a_mix_is_won_with_a_booth_of_either_colour(letters):
    grid = "RRR??? G.???G ?????? ?????? ??????".translate(str.maketrans("RG", letters))
    t = table(filled(grid, letters), PLAIN).play("11->7")
    assert won_with(t, "R/G") == [8 * 2 + 3]


@rules("CH-M02", "CH-K04", "CH-Q10", "CH-M04")
@pytest.mark.parametrize(
    "grid, move, won",
    [
        ("RR.??R ?????? ?????? ?????? ??????", "5->2", [3]),  # at its end
        ("R.RR?? ?????? ?R???? ?????? ??????", "13->1", [4]),  # in its middle
        ("R????? .????R R????? R????? ??????", "11->6", [4]),  # a column
        ("?????? ?????? ?????R ?????R R????.", "24->29", [3]),
        ("RR.R?? ?????? ??R??? ??R??? ??????", "3->2", [3]),  # not down: there is a gap
        ("RR.R?? ??R??? ??R??? ??R??? ??????", "3->2", [4]),  # down is longer than across
        ("RRR??? .????R ?????? ?????? ??????", "11->6", []),  # in the group, not in the path
        ("RRR??? ?????? ?????? ??R??? .????R", "29->24", []),
        ("????RR .????? R????? ?????? ??????", "12->6", []),  # a row does not go on in the next
    ],
)
def test_a_path_is_won_with_one_of_its_cells(grid, move, won):
    assert won_with(table(filled(grid, "R"), PLAIN).play(move), "PATH") == won


@rules("CH-M02", "CH-K05", "CH-Q10", "CH-M04")
@pytest.mark.parametrize(
    "grid, move, won",
    [
        ("RR???? R.???R ?????? ?????? ??????", "11->7", [4]),
        ("RRR??? RR.??R ?????? ?????? ??????", "11->8", [6]),
        ("RR???? RR???? R.???R ?????? ??????", "17->13", [6]),
        ("RR???? RR.??R ?????? ?????? ??????", "11->8", []),  # in the group, not in the square
        ("RR???? RR???? .????? ?????? R?????", "24->12", []),
        ("?????? ?????? ?????? ????RR ?R??.R", "25->28", [4]),
        ("?????R ?????? ?????? ????RR ????R.", "5->29", [4]),
        ("?????R R????? R????R ?????? ?????.", "5->29", []),
    ],
)
def test_a_rectangle_is_won_with_one_of_its_cells(grid, move, won):
    assert won_with(table(filled(grid, "R"), PLAIN).play(move), "RECTANGLE") == won


@rules("CH-M03", "CH-K05", "CH-Q10")
def test_two_by_three_and_three_by_two_are_equal():
    for grid, move in (
        ("RRR??? RR.??R ?????? ?????? ??????", "11->8"),
        ("RR???? RR???? R.???R ?????? ??????", "17->13"),
    ):
        for other, wins in (
            ("GGG??? GG???? ??.??? ?????? ??????", True),
            ("GGG??? GGG??? ??.??? ?????? ??????", False),
            ("GG???? GG???? GG.??? ?????? ??????", False),
        ):
            t = table(filled(grid, "R"), filled(other)).play(move)
            assert won_with(t, "RECTANGLE") == ([6] if wins else [])


@rules("CH-M05", "CH-Q14", "CH-X01")
def test_many_markers_can_be_won_at_once_from_several_players():
    mine = filled("RRGGGR RR.??? ?????? ?????? ??????", "R")
    others = (filled("RR???? ?????? ??.??? ?????? ??????"), PLAIN)
    t = table(mine, *others, holds=["", "RED", "R/G"], general=[2, 0, 0]).play("2->8")
    assert "R/G" in t.holds(TOM)
    mine = filled("RR.R?? RRGGG? ?????? ?????? ??????", "R")
    t = table(mine, *others, holds=["", "RED", "R/G"], general=[2, 0, 0]).play("3->2")
    assert t.won == [(0, "RED", 1), (0, "R/G", 2), (0, "PATH", -1)]
    assert (t.general[:3], t.tokens(0), t.tokens(1), t.tokens(2)) == ([4, 0, 0], {"PATH"}, {"RED"}, {"R/G"})


@rules("CH-X01", "CH-B01")
def test_a_displaced_marker_pays_the_same():
    mine = filled("R?.R?? ?????? ?????? ?????? ??????", "R")
    t = table(mine, PLAIN, holds=["", "RED"])
    assert t.beside(1) == {"RED"}
    t.play("0->2")
    assert t.won == [(0, "RED", 1)]
    assert (t.general[0], t.tokens(0)) == (1, set())


@rules("CH-X02", "CH-X04", "CH-Q13", "CH-X01")
@pytest.mark.parametrize("kind", [games, strange])
def test_tokens_are_never_lost(kind):
    """Every marker won brings one: matching ones once, general ones for every further marker taken."""
    for seed in range(4):
        before = None
        for state in kind(3, 600 + seed, stops=0.0):
            general, token = state["general"][0].tolist(), state["token"][0].tolist()
            if before is not None:
                won = [row for row in state["event"][0][: state["n_events"][0]].tolist() if row[0] == Event.WON]
                taken = [sum(row[2] == seat and row[4] >= 0 for row in won) for seat in range(5)]
                assert general == [n + more for n, more in zip(before[0], taken, strict=True)]
                first = {row[3]: row[2] for row in won if row[4] < 0}
                assert token == [first.get(marker, owner) for marker, owner in enumerate(before[1])]
                assert all(before[1][marker] < 0 for marker in first)
            before = general, token


@rules("CH-X04", "CH-E01")
def test_purple_stars_are_a_number():
    assert table(PLAIN, PLAIN, general=[137, 0]).points == [137 - 6, -6]


@rules("CH-X03")
def test_a_held_marker_pays_nothing_again():
    mine = filled("RR.R?? ?????? ?????? ?????? ??????", "R")
    t = table(mine, PLAIN, holds=["RED PATH"]).play("3->2")
    assert (t.strength("RED"), t.won, t.general[0]) == (3, [], 0)


@rules("CH-B01", "CH-Q03")
def test_a_marker_is_kept_when_its_structure_weakens():
    mine = filled("RRR??? .????? ?????? ?????? ??????")
    t = table(mine, filled("RR???? ?????? ??.??? ?????? ??????"), holds=["RED"]).play("0->6")
    assert (t.strength("RED", 0), t.strength("RED", 1), t.holds(0), t.beside(0)) == (2, 2, {"RED"}, set())
    t = table(mine, filled("RRR??? ?????? ??.??? ?????? ??????"), holds=["RED PATH"]).play("0->6")
    assert (t.strength("RED", 0), t.strength("RED", 1), t.holds(0)) == (2, 3, {"RED", "PATH"})
    assert t.beside(0) == {"PATH"}
    assert [numbers[:2] for numbers in t.events_of(Event.BESIDE)] == [(0, 10)]


@rules("CH-B02", "CH-Q17", "CH-E01")
def test_a_marker_is_in_the_grid_or_next_to_it():
    t = table(TIDY, PLAIN, holds=["RED R/G", "PINK PATH"])
    assert (t.beside(0), t.beside(1)) == (set(), {"PINK", "PATH"})
    assert t.points == [2 + 2 - 1, 2 - 6]


@rules("CH-B03", "CH-X03", "CH-Q08")
def test_a_displaced_marker_returns_without_beating_anybody():
    t = table(PAIR, TIDY, holds=["RED"])
    assert t.beside(0) == {"RED"}
    t.play("0->2")
    assert (t.beside(0), t.won, t.general[0]) == (set(), [], 0)
    assert t.events_of(Event.BACK) == [(0, 0, 0, 0)]


@rules("CH-Q09", "CH-B01", "CH-B03")
def test_the_colour_of_a_path_does_not_matter():
    t = table(TIDY, PLAIN, holds=["PATH RECTANGLE"]).play("17->12")
    assert (t.strength("PATH"), t.beside(0), t.events_of(Event.BESIDE)) == (4, set(), [])  # green before, yellow now
    t = table(
        filled("?????? ?????? ?R.RR? ?????? ??????", "R"),
        filled("GGG??? ?????? ??.??? ?????? ??????"),
        holds=["", "PATH"],
    )
    assert (1, "PATH", 1) not in t.play("13->14").won
    assert "PATH" not in names(t)
    t = table(
        filled("?????? ?????? RR.RR? ?????? ??????", "R"),
        filled("GGG??? ?????? ??.??? ?????? ??????"),
        holds=["", "PATH"],
    )
    assert (0, "PATH", 1) in t.play("16->14").won


@rules("CH-Q04", "CH-M02")
def test_a_displaced_holder_counts_nothing():
    t = table(PAIR, PLAIN, PLAIN, holds=["", "", "RED"]).play("0->2")
    assert t.won == [(0, "RED", 2)]
