"""The puzzle and the races: CH-V01 to V07."""

from __future__ import annotations

import random

import pytest

from souq.arena.rating import first_places
from souq.engine.errors import NotYourTurn
from souq.engine.learn.evaluation import judge
from souq.engine.learn.playout import playout
from souq.engine.match.decision import seats
from souq.engine.present.scene import Context
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.scene import scene
from souq.games.chatuchak.state import BOX, SIDES, Event, Mode
from tests.games.chatuchak.play import games, market, strange
from tests.games.chatuchak.positions import PLAIN, TIDY, begun, spaced, table
from tests.games.chatuchak.reference import connected, grid_of, least_moves, moved, solved
from tests.support import rules

NEARLY = spaced(moved(TIDY.replace(" ", ""), 17))
"""One move from the end: the booth of 12 goes back to 17."""
SOLVE = "12->17"
BOUNDS = (14, 14, 13, 14, 14, 14, 15, 13, 14, 14, 14, 14, 13, 14, 13, 13)
BEST = (22, 22, 20, 23, 21, 21, 22, 22, 20, 20, 22, 20, 22, 21, 22, 21)


def speed(*grids, **what):
    return table(*grids, mode=Mode.SPEED, **what)


def ticks(*grids, **what):
    return table(*grids, mode=Mode.TICKS, **what)


# ---- the puzzle


@rules("CH-V01", "CH-S01")
def test_a_solo_player_gets_the_puzzle_under_any_options():
    for chosen in ({}, {"play": "speed"}, {"play": "turns", "same": True}, {"start_player": "seat 4"}):
        t = begun(1, 3, **chosen)
        assert (t.mode, t.player, t.points) == (Mode.SOLO, 0, [-201])
        assert t.events_of(Event.MIX) == t.events_of(Event.FIRST) == []


@rules("CH-V01")
def test_the_puzzle_ends_with_the_solving_move():
    t = table(NEARLY, moves=[20]).play(SOLVE)
    assert (t.ended, t.moves[0], t.solved, t.points, t.ranks) == ("CH-V01", 21, 1, [-21], [1])
    assert t.events_of(Event.SOLVED) == [(0, 21, 0, 0)]
    assert t.refusal("move 3") == t.refusal("pass") == "CH-V01"


@rules("CH-V01", "CH-Q28")
def test_no_markers_no_tokens_and_no_clock():
    t = table(NEARLY, moves=[5]).play("16->17", "17->16")
    assert t.events_of(Event.ROLL) == t.events_of(Event.WON) == []
    assert (t.holder, t.token, t.general, t.draws) == ([-1] * 12, [-1] * 12, [0] * 5, 0)
    for players, chosen in ((1, {}), (3, {"play": "speed"}), (3, {"play": "turns"})):
        *_, last = games(players, 8, stops=0.02, **chosen)
        assert last["holder"][0].tolist() == last["token"][0].tolist() == [-1] * 12
        assert (int(last["tent"][0]), int(last["rounds"][0]), int(last["general"].sum())) == (0, 1, 0)


@rules("CH-V02")
@pytest.mark.parametrize("moves, rank", [(1, 0), (22, 0), (23, 1), (28, 1), (29, 2), (34, 2), (35, 3), (200, 3)])
def test_the_ranks(moves, rank):
    names = ("Market Master", "Booth Owner", "Haggler", "Looky Loo")
    assert next(name for name, most in BOX.ranks if moves <= most) == names[rank]


@rules("CH-V03", "CH-T07")
def test_giving_up():
    t = table(NEARLY, moves=[7]).play("pass")
    assert (t.ended, t.points, t.solved) == ("CH-V03", [-201], 0)
    assert t.events_of(Event.OUT) == [(0, 7, 0, 0)]


@rules("CH-V03", "CH-Q16")
def test_the_200th_move():
    assert table(NEARLY, moves=[199]).play(SOLVE).ended == "CH-V01"
    t = table(NEARLY, moves=[199]).play("16->17")
    assert (t.ended, t.moves[0], t.points) == ("CH-V03", 200, [-201])
    assert table(NEARLY, moves=[198]).play("16->17").over == 0
    assert BOX.moves == 200


# ---- everybody at once


@rules("CH-V04")
def test_all_seats_move_at_the_same_time():
    t = speed(PLAIN, NEARLY, PLAIN)
    assert GAME.bindings.deciders(t.state) == 0b111
    t.play("1->0", "2->1", "3->2", seat=2).play("6->0", seat=0)
    assert t.moves[:3] == [1, 0, 3]
    for seat in range(3):
        assert len(t.moves_of(seat)) == 9
    t.play(SOLVE, seat=1)
    assert (t.ended, t.points, t.ranks) == ("CH-V04", [0, 1, 0], [2, 1, 2])
    assert GAME.bindings.deciders(t.state) == 0
    assert t.refusal("move 3", seat=2) == "CH-V04"


@rules("CH-V04", "CH-T02")
def test_each_seat_moves_in_its_own_grid():
    t = speed(NEARLY, NEARLY).play("16->17", seat=1)
    assert (t.grid(0), t.hole[:2]) == (NEARLY, [17, 16])


@rules("CH-V04", "CH-V05")
def test_in_a_speed_match_any_seat_may_move():
    m = speed(PLAIN, PLAIN, NEARLY).match()
    with pytest.raises(NotYourTurn):
        m.play("move 1")
    for seat, choice in ((2, "move 16"), (0, "move 1"), (2, "move 17"), (0, "move 2"), (1, "pass")):
        m.play(choice, seat)
        assert not m.can_undo or list(seats(m.deciders)) == [seat]
    assert list(seats(m.deciders)) == [0, 2]
    m.play("move 12", 2)
    assert m.winners() == [2]


@rules("CH-V05", "CH-V03")
def test_a_seat_is_out_by_giving_up_or_by_the_200th_move():
    t = speed(NEARLY, PLAIN, PLAIN, moves=[199, 3, 0]).play("pass", seat=1)
    assert GAME.bindings.deciders(t.state) == 0b101
    assert t.refusal("move 3", seat=1) == "CH-V05"
    assert t.events_of(Event.OUT) == [(1, 3, 0, 0)]
    t.play("16->17", seat=0)
    assert (GAME.bindings.deciders(t.state), t.events_of(Event.OUT)) == (0b100, [(0, 200, 0, 0)])
    t.play("pass", seat=2)
    assert (t.ended, t.points) == ("CH-V05", [0, 0, 0])
    assert speed(NEARLY, PLAIN, moves=[199, 0]).play(SOLVE, seat=0).ended == "CH-V04"


@rules("CH-V03", "CH-V05", "CH-V06")
def test_an_unsolved_race_has_no_winner():
    """Every report of the winners says the same; places are shared, as files store them."""
    for t in (speed(NEARLY, PLAIN, PLAIN), table(NEARLY), table(NEARLY, PLAIN, mode=Mode.TICKS)):
        seats_ = range(t.players)
        for seat in seats_:
            t.play("pass", seat=seat)
        assert (t.over, t.ranks) == (1, [1] * t.players)
        assert (GAME.bindings.winners(t.state), GAME.bindings.standings(t.state)) == ([], [2] * t.players)
        if t.players > 1:
            assert judge(GAME).win_probabilities(t.state).tolist() == [0.0] * t.players
            assert first_places(GAME.bindings.standings(t.state), t.players) == [0.0] * t.players
        shown = scene(Twin.of(t.state), Context(0, str))
        assert [panel.rank for panel in shown.panels] == [None] * t.players
        assert shown.tally is not None and shown.tally.ranks == (0,) * t.players
        assert t.match().winners() == []
    won = table(NEARLY).play(SOLVE)
    assert (GAME.bindings.winners(won.state), GAME.bindings.standings(won.state)) == ([0], [1])
    shared = playout(GAME, 40, players=2, seed=3, options={"play": "turns"})
    assert (shared.ranks[(shared.points == 0).all(axis=1)] == 2).all() and (shared.points == 0).all(axis=1).any()


@rules("CH-V05")
def test_the_last_seat_in_the_race_may_still_win():
    t = speed(PLAIN, NEARLY).play("pass", seat=0)
    assert t.over == 0
    assert t.play(SOLVE, seat=1).ranks == [2, 1]


@rules("CH-V04", "CH-V05", "CH-S04")
def test_sides_of_different_tiles_unsorted_or_the_same_for_all():
    drawn, same = [], []
    for seed in range(60):
        t = begun(3, seed, play="speed")
        drawn.append(tuple(t.side[:3]))
        assert len({(side + 1) // 2 for side in drawn[-1]}) == 3
        t = begun(3, seed, play="turns", same=True)
        same += {grid_of(t.booths[seat]) for seat in range(3)}
        assert len(set(t.side[:3])) == 1
    assert len(same) == 60
    assert {sorted(sides) == list(sides) for sides in drawn} == {True, False}
    assert set(begun(4, 1, play="speed", same=True, side="9").side[:4]) == {9}
    new = begun(4, 1, play="speed", grids="new")
    assert len({grid_of(new.booths[seat]) for seat in range(4)}) == 4
    new = begun(4, 1, play="speed", grids="new", same=True)
    assert len({grid_of(new.booths[seat]) for seat in range(4)}) == 1
    assert set(new.side) == {0}


# ---- in turns


@rules("CH-V06")
def test_a_tick_is_one_move_of_every_seat():
    t = ticks(PLAIN, PLAIN, PLAIN)
    order = []
    for _ in range(6):
        order.append(t.player)
        assert GAME.bindings.deciders(t.state) == 1 << t.player
        t.play("1->0" if t.hole[t.player] == 0 else "2->1")
    assert order == [0, 1, 2] * 2
    assert t.refusal("move 3", seat=1) == "CH-V06"


@rules("CH-V06")
def test_solving_in_the_same_tick_shares_the_win():
    t = ticks(NEARLY, PLAIN, NEARLY, moves=[9, 9, 9]).play(SOLVE)
    assert (t.over, t.solved, t.player) == (0, 1, 1)
    t.play("1->0")
    assert t.over == 0
    t.play(SOLVE)
    assert (t.ended, t.points, t.ranks) == ("CH-V06", [1, 0, 1], [1, 3, 1])
    t = ticks(PLAIN, NEARLY).play("1->0", SOLVE)
    assert (t.ended, t.points) == ("CH-V06", [0, 1])


@rules("CH-V06", "CH-V05")
def test_a_seat_can_drop_out_of_a_race_in_turns():
    t = ticks(PLAIN, PLAIN, PLAIN, moves=[0, 199, 0]).play("1->0", "1->0", "pass")
    assert (t.player, t.passed) == (0, 0b110)
    assert t.refusal("move 3", seat=1) == "CH-V05"
    t.play("2->1")
    assert t.player == 0
    t.play("pass")
    assert (t.ended, t.points, t.ranks) == ("CH-V05", [0, 0, 0], [1, 1, 1])
    t = ticks(NEARLY, PLAIN, moves=[199, 199]).play(SOLVE, "1->0")
    assert (t.ended, t.ranks) == ("CH-V06", [1, 2])
    last_gives_up = ticks(NEARLY, PLAIN).play(SOLVE, "pass")
    assert (last_gives_up.ended, last_gives_up.points) == ("CH-V06", [1, 0])


@rules("CH-V03", "CH-V05", "CH-Q16")
@pytest.mark.parametrize("players, play", [(1, "goals"), (2, "speed"), (3, "turns")])
def test_races_end_within_200_moves_each(players, play):
    *_, last = games(players, 2, stops=0.0, play=play)
    assert last["moves"][0].max() == 200
    assert last["passed"][0] == (1 << players) - 1
    assert GAME.rule_id(int(last["ended"][0])) == ("CH-V03" if players == 1 else "CH-V05")


# ---- how few moves


@rules("CH-V07")
def test_the_least_number_of_moves():
    """The bound for the printed grids, against the specification's table."""
    assert (len(connected(5)), len(connected(6))) == (766, 2018)
    assert tuple(least_moves(side) for side in BOX.sides) == BOUNDS
    assert all(bound < best for bound, best in zip(BOUNDS, BEST, strict=True))
    assert least_moves(TIDY.replace(" ", "")) == 0
    assert least_moves(NEARLY.replace(" ", "")) == 1


@rules("CH-V07")
def test_the_least_number_of_moves_is_a_lower_bound():
    """At least this many moves are needed to tidy the market."""
    for seed in range(12):
        steps = seed % 6
        assert least_moves(market(random.Random(seed), steps)) <= max(1, steps + 1)


@rules("CH-Q29")
def test_no_puzzle_is_solved_at_the_start():
    for seed in range(20):
        for chosen in ({}, {"grids": "new"}, {"play": "speed"}):
            t = begun(1, seed, **chosen)
            assert sum(t.parts[0]) == 29
            assert not solved(grid_of(t.booths[0]))
            assert t.over == 0
    assert len(SIDES) == 16


@rules("CH-V04", "CH-V06")
def test_races_can_be_won():
    ended = dict.fromkeys(("CH-V01", "CH-V03", "CH-V04", "CH-V05", "CH-V06"), 0)
    for seed in range(60):
        *_, last = strange(1 + seed % 4, seed)
        if last["mode"][0] != Mode.GOALS:
            ended[GAME.rule_id(int(last["ended"][0]))] += 1
    assert min(ended.values()) >= 1
