"""A turn: CH-T01 to T09 and the rulings on moving and passing."""

from __future__ import annotations

import pytest

from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import Event
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TOM, TOMS, begun, example, spaced, table
from tests.games.chatuchak.reference import MATES
from tests.support import rules


@rules("CH-T01", "CH-M01", "CH-C01")
def test_the_order_of_a_turn():
    """A move, what it changes, and after the last seat's turn the die."""
    t = example(player=JOSH).play("26->24", die=12)
    kinds = [kind for kind, _ in t.events]
    assert kinds == [Event.MOVE, Event.WON, Event.MIX, Event.WON, Event.ROLL, Event.ROUND]
    assert t.player == AMY
    t.play("15->27")
    assert [kind for kind, _ in t.events] == [Event.MOVE, Event.BESIDE, Event.MIX, Event.BESIDE]
    assert t.events_of(Event.MIX) == [(0, 1, 0, 2)]  # which mix it is: tile 1, its other side, red and green
    assert t.player == JOSH
    assert t.events_of(Event.MOVE) == [(AMY, 15, 27, 0)]


@rules("CH-T01", "CH-T07", "CH-S03")
def test_play_goes_clockwise_round_those_who_have_not_passed():
    t = table(PLAIN, PLAIN, PLAIN, PLAIN, first=2, player=2, passed=[3])
    order = []
    for _ in range(7):
        order.append(t.player)
        t.play(f"move {t.moves_of()[0]}")
    assert order == [2, 0, 1, 2, 0, 1, 2]
    assert t.rounds == 3


@rules("CH-T02")
def test_only_the_own_grid_changes():
    t = example(TOMS)
    before = [t.grid(seat) for seat in range(3)]
    t.play("15->27")
    assert [t.grid(seat) for seat in (JOSH, TOM)] == before[1:]
    assert t.grid(AMY) == "PYYBPB RGGGYR BGR.RP YGPBYG BRBRPY"
    assert t.refusal("move 18", seat=AMY) == "CH-T01"
    assert t.refusal("move 18", seat=JOSH) is None  # cell 18 of Josh's grid, whose hole is 24


@rules("CH-T03", "CH-T04", "CH-Q01", "CH-Q02")
@pytest.mark.parametrize("hole", range(30))
def test_any_booth_of_the_row_or_column_jumps_into_the_hole(hole):
    """From any distance, and nothing else moves."""
    letters = PLAIN.replace(" ", "")
    grid = letters[1 : hole + 1] + "." + letters[hole + 1 :]
    t = table(spaced(grid), PLAIN)
    assert set(t.moves_of()) == MATES[hole]
    assert len(t.moves_of()) == 9
    for cell in t.moves_of():
        after = t.copy().play(f"{cell}->{hole}")
        changed = {i for i, (a, b) in enumerate(zip(after.grid().replace(" ", ""), grid, strict=True)) if a != b}
        assert changed == {cell, hole}
        assert (after.grid().replace(" ", "")[hole], after.hole[0]) == (grid[cell], cell)


@rules("CH-T05")
def test_a_booth_may_jump_straight_back():
    t = example(TOMS)
    before = t.grid(AMY)
    t.play("15->27", "12->24", "12->16", "27->15")
    assert t.grid(AMY) == before
    t.play("24->12", "16->12", "15->27", "12->24", "12->16", "27->15")
    assert t.grid(AMY) == before
    assert t.trail[AMY] == [15, 27, 15, 27]


@rules("CH-T06", "CH-T07")
def test_a_turn_is_a_move_or_a_pass():
    t = example()
    names = [GAME.choices.name(int(c)) for c in GAME.bindings.legal(t.state, AMY)]
    assert names == [*(f"move {cell}" for cell in sorted(MATES[27])), "pass"]


@rules("CH-T07", "CH-B01")
def test_passing_is_final():
    t = example(TOMS)
    grid, held, points = t.grid(AMY), t.holds(AMY), t.points[AMY]
    t.play("pass", "12->24", "12->16")
    assert t.events_of(Event.MOVE)[0][0] == TOM
    assert t.player == JOSH
    for _ in range(3):
        t.play(f"move {t.moves_of()[0]}")
        t.play(f"move {t.moves_of()[0]}")
        assert t.refusal("pass", seat=AMY) == t.refusal("move 3", seat=AMY) == "CH-T07"
        assert t.moves_of(AMY) == []
    assert (t.grid(AMY), t.passed) == (grid, 1 << AMY)
    assert (t.holds(AMY) <= held, t.points[AMY] <= points) == (True, True)


@rules("CH-T08", "CH-Q19", "CH-C01")
def test_the_last_seat_rolls_in_the_turn_in_which_it_passes_and_ever_after():
    t = example(TOMS, player=TOM).play("pass", die=1)
    assert [kind for kind, _ in t.events] == [Event.PASSES, Event.ROLL, Event.ROUND]
    assert (t.player, t.rounds) == (AMY, 2)
    t.play("15->27")
    assert t.events_of(Event.ROLL) == []
    t.play("12->24", die=5)
    assert t.events_of(Event.ROLL) == [(5, 1, 1, 1)]
    t.play("pass")
    assert t.events_of(Event.ROLL) == []
    t.play("24->12", die=2)  # Josh alone
    assert t.events_of(Event.ROLL) == [(2, 3, 0, 1)]
    assert (t.player, t.rounds) == (JOSH, 4)


@rules("CH-T08", "CH-C04", "CH-Q19")
def test_the_roll_for_a_last_seat_that_has_passed_can_end_the_game():
    t = example(TOMS, player=JOSH, passed=[TOM], tent=10, need=3).play("12->24", die=3)
    assert (t.ended, t.tent) == ("CH-C04", 11)
    t = example(TOMS, player=TOM, tent=10, need=3).play("pass", die=3)
    assert t.ended == "CH-C04"


@rules("CH-T09", "CH-Q18")
@pytest.mark.parametrize("who", [AMY, JOSH, TOM])
def test_when_all_have_passed_the_game_ends_at_once(who):
    others = [seat for seat in range(3) if seat != who]
    t = example(TOMS, player=who, passed=others, tent=10, need=1).play("pass")
    assert (t.ended, t.tent, t.events_of(Event.ROLL)) == ("CH-T09", 10, [])
    assert t.refusal("move 3") == t.refusal("pass") == "CH-T09"


@rules("CH-Q18", "CH-C01", "CH-T08")
@pytest.mark.parametrize("who", [AMY, JOSH, TOM])
def test_a_single_player_goes_on_until_the_clock_ends(who):
    others = [seat for seat in range(3) if seat != who]
    t = example(TOMS, player=who, passed=others)
    for n in range(1, 12):
        assert (t.player, t.over) == (who, 0)
        t.play(f"move {t.moves_of()[0]}", die=12)
        assert len(t.events_of(Event.ROLL)) == 1
        assert t.tent == n
    assert t.ended == "CH-C04"


@rules("CH-Q27", "CH-S01")
def test_there_are_no_teams_or_handicaps():
    assert {option.name for option in GAME.options} == {"play", "grids", "same", "side", "start_player", "day"}
    t = begun(5)
    assert t.points == [-6] * 5


@rules("CH-Q26", "CH-T07")
@pytest.mark.parametrize("gone", [AMY, JOSH, TOM])
def test_a_seat_that_leaves_passes_once(gone):
    """The others play on to the end, and can take its markers."""
    t, asked = example(TOMS), 0
    held = t.holds(gone)
    while not t.over:
        if t.player == gone:
            asked += 1
            t.play("pass")
        else:
            t.play(f"move {t.moves_of()[t.rounds % 9]}")
    assert (asked, t.ended) == (1, "CH-C04")
    assert t.holds(gone) <= held
