"""Setup: CH-S01 to S08."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from souq.engine.errors import BadPlayers
from souq.engine.match.match import Match
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import BOX, Event, Mode
from tests.games.chatuchak.positions import begun, numbers
from tests.games.chatuchak.reference import BOOTHS, TILES, broken, grid_of
from tests.support import rules


def setups(players, n, **chosen):
    """Return many setups."""
    values = numbers(**chosen)
    return [GAME.bindings.setup(players, values, (seed, 17)) for seed in range(n)]


def alike(seen: Counter, outcomes: int, n: int) -> bool:
    """Return whether all outcomes occur about equally often: within five standard deviations."""
    share = n / outcomes
    return len(seen) == outcomes and all(abs(k - share) < 5 * share**0.5 for k in seen.values())


@rules("CH-S01", "CH-V01", "CH-V04", "CH-V06")
def test_players():
    for players in range(2, 6):
        assert begun(players).mode == Mode.GOALS
    assert begun(1).mode == Mode.SOLO
    for players in (2, 5):
        speed, ticks = begun(players, play="speed"), begun(players, play="turns")
        assert (speed.mode, GAME.bindings.deciders(speed.state)) == (Mode.SPEED, (1 << players) - 1)
        assert (ticks.mode, GAME.bindings.deciders(ticks.state)) == (Mode.TICKS, 1)
    for players in (0, 6):
        with pytest.raises(BadPlayers):
            Match(GAME, players)


@rules("CH-S02", "CH-S08")
@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("grids", ["printed", "new"])
def test_everybody_has_the_same_29_booths(players, grids):
    t = begun(players, 4, grids=grids)
    for seat in range(players):
        grid = grid_of(t.booths[seat])
        assert grid[0] == "."
        assert {letter: grid.count(letter) for letter in BOOTHS} == BOOTHS
        assert (t.hole[seat], t.moves[seat], t.trail[seat]) == (0, 0, [-1] * 4)
        assert t.start[seat] == t.booths[seat]
        assert broken(grid) <= ({"C"} if grids == "new" else set())
    for seat in range(players, 5):
        assert t.booths[seat] == [0] * 5


@rules("CH-S03")
def test_every_seat_begins_equally_often():
    for players in (2, 5):
        seen = Counter(int(state["first"][0]) for state in setups(players, 800))
        assert alike(seen, players, 800)
    for seat in range(5):
        t = begun(3, 2, start_player=f"seat {seat + 1}")
        assert t.first == t.player == seat % 3
        assert t.events_of(Event.FIRST) == [(seat % 3, 0, 0, 0)]


@rules("CH-S03", "CH-T01")
def test_play_goes_clockwise_from_the_start_player():
    t = begun(4, 2, start_player="seat 3")
    order = []
    for _ in range(4):
        order.append(t.player)
        t.play("1->0")
    assert order == [2, 3, 0, 1]
    assert t.rounds == 2


@rules("CH-S04")
@pytest.mark.parametrize("players", range(2, 6))
def test_sides_in_order_of_play(players):
    """Every side equally often; no two of one tile; the lowest for the start player."""
    seen: Counter[int] = Counter()
    n = 600
    for state in setups(players, n):
        first = int(state["first"][0])
        sides = [int(state["side"][0][(first + nth) % players]) for nth in range(players)]
        assert all(one < other for one, other in pairwise(sides))
        assert len({(side + 1) // 2 for side in sides}) == players
        for nth, side in enumerate(sides):
            assert grid_of(state["booths"][0][(first + nth) % players].tolist()) == BOX.sides[side - 1]
        seen.update(sides)
    assert alike(seen, 16, n * players)


@rules("CH-S04")
def test_every_possible_pair_of_sides_is_drawn():
    pairs = Counter(tuple(sorted(state["side"][0][:2].tolist())) for state in setups(2, 2240))
    assert alike(pairs, 16 * 14 // 2, 2240)
    told = begun(3, 9)
    order = [(told.first + nth) % 3 for nth in range(3)]
    assert told.events_of(Event.SIDE) == [(seat, told.side[seat], 0, 0) for seat in order]


@rules("CH-S05", "CH-N08")
def test_random_grids_are_valid_and_all_different():
    seen = set()
    for state in (*setups(3, 30, grids="new"), *setups(3, 60, grids="new", same=True)[30:]):  # that is for races
        assert state["side"][0].tolist() == [0] * 5
        for seat in range(3):
            grid = grid_of(state["start"][0][seat].tolist())
            assert broken(grid) <= {"C"}
            assert sum(state["parts"][0][seat].tolist()) == 29
            seen.add(grid)
    assert len(seen) == 180


@rules("CH-S06")
def test_the_clock_at_the_start():
    for players in range(2, 6):
        t = begun(players, 3)
        assert (t.tent, t.need, t.rolled, t.rounds) == (0, 2, 0, 1)
        assert t.events[-1] == (Event.BEGIN, (Mode.GOALS, 2, 0, 0))


@rules("CH-S06", "CH-C01")
def test_the_last_seat_keeps_the_die():
    for first in range(3):
        t = begun(3, 3, start_player=f"seat {first + 1}")
        rolled = []
        for _ in range(3):
            who = t.player
            t.play("1->0")
            rolled += [who] * len(t.events_of(Event.ROLL))
        assert rolled == [(first + 2) % 3]


@rules("CH-S07")
def test_mixes():
    """Each tile shows each side equally often, independently of the others; the events state the colours."""
    n = 960
    layouts = Counter(tuple(state["mix"][0].tolist()) for state in setups(2, n))
    assert alike(layouts, 32, n)
    t = begun(2, 5)
    pairs = ["".join("RYGBP"[c] for c in numbers_[2:]) for numbers_ in t.events_of(Event.MIX)]
    assert pairs == [TILES[tile][t.mix[tile]] for tile in range(5)]
    assert len(set(pairs)) == 5


@rules("CH-S08", "CH-Q29")
@pytest.mark.parametrize("players", [2, 5])
def test_everything_lies_in_the_middle(players):
    for seed in range(10):
        t = begun(players, seed)
        assert t.holder == t.token == [-1] * 12
        assert t.general == [0] * 5
        assert t.twin.strength == [[0] * 12] * 5
        assert t.points == [-6] * players


@rules("CH-V01", "CH-V04")
def test_the_start_grid_is_drawn_or_chosen():
    """One of sixteen, or the one that was chosen."""
    seen = Counter(int(state["side"][0][0]) for state in setups(1, 800))
    assert alike(seen, 16, 800)
    for side in range(1, 17):
        t = begun(1, side, side=str(side))
        assert grid_of(t.booths[0]) == BOX.sides[side - 1]
        assert t.events_of(Event.SIDE) == [(0, side, 0, 0)]
    assert begun(1, 3, grids="new").side[0] == 0


@rules("CH-V01", "CH-V04", "CH-N02")
def test_the_grid_of_a_day():
    """Drawn from the date alone; the main game has none."""

    def grids(players, seed, day, **chosen):
        t = begun(players, seed, day=day, **chosen)
        return {grid_of(t.booths[seat]) for seat in range(players)}

    today = grids(1, 1, "2026-11-21")
    assert today == grids(1, 99, "2026-11-21") == grids(4, 7, "2026-11-21", play="speed")
    assert today == grids(1, 1, "2026-11-21", grids="new", side="3", same=True)
    days = [grids(1, 1, f"2026-{month:02}-{day:02}").pop() for month in range(1, 13) for day in (1, 15, 28)]
    assert len(set(days)) == 36
    assert begun(2, 3, day="2026-11-21").state.tobytes() == begun(2, 3).state.tobytes()
    assert begun(1, 3, day="").side[0] > 0
    keys = GAME.bindings.setup(1, numbers(day="2026-11-21"), (12, 34))
    assert keys["key"][0].tolist() == [12, 34]
    assert {grid_of(keys["booths"][0][0].tolist())} == today


@rules("CH-N02")
@pytest.mark.parametrize(
    "day, grid",
    [
        ("2026-11-21", ".GPYBY PRBGRB YGYPYR BPGRBY PRBGRG"),
        ("2026-12-24", ".YBPBG RGYRYB BPGPGR RBRYPB PYGRYG"),
    ],
)
def test_the_grid_of_a_day_never_changes(day, grid):
    """Players who compare results of a day have played the same puzzle, with any version."""
    assert begun(1, 5, day=day).grid() == grid


@rules("CH-S07", "CH-Q28")
def test_races_have_neither_mixes_nor_a_clock():
    for players, play in ((1, "goals"), (3, "speed"), (3, "turns")):
        t = begun(players, 4, play=play)
        assert t.events_of(Event.MIX) == []
        assert t.mix == [0] * 5
        assert (t.first, t.player) == (0, 0)
