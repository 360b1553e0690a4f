"""The clock: CH-C01 to C04, and how long a game is."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import sqrt

import pytest

from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import BOX, Event
from tests.games.chatuchak.play import games
from tests.games.chatuchak.positions import JOSH, PLAIN, TOM, TOMS, begun, example, key_of, table
from tests.games.chatuchak.reference import PRINTED
from tests.support import rules


def ends(die: int = 12) -> dict[int, float]:
    """Return the probability, for each round, that the clock ends the game in it."""
    here, found = {(0, PRINTED[0]): 1.0}, defaultdict(float)
    for round_ in range(1, 200):
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (tent, need), p in here.items():
            moves = (die + 1 - need) / die
            if tent + 1 == len(PRINTED):
                found[round_] += p * moves
            else:
                after[tent + 1, PRINTED[tent + 1]] += p * moves
            after[tent, max(1, need - 1)] += p * (1 - moves)
        here = after
    return {round_: p for round_, p in found.items() if p}


@rules("CH-C01", "CH-C02", "CH-C03", "CH-C04", "CH-Q15", "CH-Q16")
def test_the_distribution_of_the_clock():
    """Exact, from the printed numbers: chapters 2 and 9."""
    chances = ends()
    mean = sum(n * p for n, p in chances.items())
    spread = sqrt(sum(n * n * p for n, p in chances.items()) - mean**2)
    assert (round(mean, 2), round(spread, 2)) == (22.92, 3.89)
    assert (min(chances), max(chances)) == (11, 77)
    assert sum(p for n, p in chances.items() if 17 <= n <= 30) >= 0.9
    assert sum(chances.values()) == pytest.approx(1)
    assert BOX.track == PRINTED


@rules("CH-C01", "CH-Q16")
def test_games_last_as_long_as_the_clock_predicts():
    rounds = []
    for seed in range(150):
        *_, last = games(2, 5000 + seed, stops=0.0)
        assert last["ended"][0] and GAME.rule_id(int(last["ended"][0])) == "CH-C04"
        assert last["moves"][0][:2].tolist() == [int(last["rounds"][0])] * 2  # equally many turns
        rounds.append(int(last["rounds"][0]))
    assert abs(sum(rounds) / len(rounds) - 22.92) < 4 * 3.89 / sqrt(len(rounds))
    assert min(rounds) >= 11
    assert max(rounds) <= 77


@rules("CH-C01")
def test_the_die_is_fair():
    """Chi-square over twelve faces; a fair die exceeds 40 less than once in ten thousand times."""
    start = example(player=JOSH)
    seen: Counter[int] = Counter()
    for key in range(2400):
        state = start.state.copy()
        GAME.bindings.apply(state, JOSH, 12, (key, 99))
        seen[int(state["rolled"][0])] += 1
        assert int(state["draws"][0]) == 1
    assert set(seen) == set(range(1, 13))
    assert sum((n - 200) ** 2 / 200 for n in seen.values()) < 40


@rules("CH-C01", "CH-S06")
def test_one_roll_a_round_after_the_last_seat():
    t = example(TOMS, first=1, player=1)
    for nth, cell in enumerate((12, 12, 15, 24, 16, 27)):
        t.play(f"move {cell}")
        assert len(t.events_of(Event.ROLL)) == (nth % 3 == 2)
    assert t.rounds == 3


@rules("CH-C02", "CH-C03", "CH-Q20")
@pytest.mark.parametrize("tent, need, die", [(0, 2, 12), (3, 5, 5), (3, 5, 4), (3, 1, 1), (9, 11, 12), (9, 11, 10)])
def test_the_tent_moves_one_space_or_the_need_falls_by_one(tent, need, die):
    t = example(player=JOSH, tent=tent, need=need).play("25->24", die=die)
    assert t.rolled == die
    assert (t.tent, t.need) == ((tent + 1, PRINTED[tent + 1]) if die >= need else (tent, need - 1))
    assert t.events_of(Event.ROLL) == [(die, need, int(die >= need), t.tent)]
    assert t.events_of(Event.ROUND) == [(2, t.need, 0, 0)]


@rules("CH-C02", "CH-C03", "CH-Q15")
def test_the_example_of_the_rulebook():
    """4 followed by 5 on the track."""
    assert PRINTED[PRINTED.index(4) + 1] == 5
    t = example(player=JOSH, tent=2)
    assert t.need == 4


@rules("CH-C03", "CH-Q15")
def test_the_need_is_never_below_one():
    t = example(player=JOSH, tent=9, need=1).play("25->24", die=1)
    assert (t.tent, t.need) == (10, 12)


@rules("CH-C04", "CH-C01")
@pytest.mark.parametrize("die, over", [(12, True), (11, False)])
def test_the_last_space_ends_the_game_at_once(die, over):
    t = example(player=JOSH, tent=10).play("25->24", die=die)
    assert (t.ended, t.tent) == ("CH-C04" if over else None, 11 if over else 10)
    if over:
        assert t.events_of(Event.ROUND) == []
        assert t.events_of(Event.END)[0][0] == t.twin.ended
        assert t.refusal("move 3") == t.refusal("pass") == "CH-C04"
        assert [GAME.bindings.legal(t.state, seat).tolist() for seat in (0, 1)] == [[], []]


@rules("CH-C01", "CH-T08", "CH-S06")
def test_the_last_seat_precedes_the_start_player():
    t = table(PLAIN, PLAIN, PLAIN, first=1, player=0).play("1->0", die=7)
    assert t.events_of(Event.ROLL) == [(7, 2, 1, 1)]
    t = table(PLAIN, PLAIN, PLAIN, first=1, player=TOM).play("1->0")
    assert t.events_of(Event.ROLL) == []


@rules("CH-S06", "CH-C02")
def test_the_tent_at_the_start():
    t = begun(4)
    assert (t.tent, t.need, t.rounds, t.rolled) == (0, 2, 1, 0)


def test_keys_give_the_wanted_roll():
    assert len({key_of(die) for die in range(1, 13)}) == 12
