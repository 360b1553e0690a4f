"""Medals: KA-M01 to KA-M06, and the rulings on them."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.medals import medal_points
from souq.games.kairo.state import Event
from tests.games.kairo.positions import Table, table
from tests.support import rules

RICH = dict.fromkeys(range(4), "9 blue 9 green")


def race(*sizes: int, holders: tuple[int, int] = (-1, -1), player: int = 0, players: int = 3) -> Table:
    """Return blue stands of these sizes in segments 1, 2, 3, 5, each with a card for its owner."""
    bases = ["B2>B4", "F2>F4", "J2>J4", "F6>F8"]
    tiles = [["A2", "C2", "B1", "A1"], ["E2", "G2", "F1", "E1"], ["I2", "K2", "J1", "I1"], ["E6", "G7", "H7", "H8"]]
    stalls = [
        " ".join([f"{seat} blue {bases[seat]}", *tiles[seat][: size - 1]]) for seat, size in enumerate(sizes) if size
    ]
    medals = {} if holders == (-1, -1) else {"gold": {"blue": holders[0]}, "silver": {"blue": holders[1]}}
    return table(
        *stalls, players=players, player=player, money=RICH, hands=["1 1", "2 2", "3 3", "5"][:players],
        customers="green B7 white K6 red G9 yellow B10 blue K11", **medals,
    )  # fmt: skip


def grow(t: Table) -> int:
    """Expand the player's blue stand; return what it scored."""
    seat, before = t.player, t.score[t.player]
    t.play("expand", "colour blue")
    t.play(f"site {min(t.of('site'))}", f"play {'1235'[seat]}")
    return int(t.score[seat] - before)


@rules("KA-M01", "KA-M06", "KA-X45", "KA-X01")
def test_the_first_expansion_wins_both():
    t = race(1, 1, 1)
    assert t.medals("blue") == (-1, -1)
    assert grow(t) == 2 + 2 + 1
    assert t.medals("blue") == (0, 0)
    assert t.events_of(Event.MEDAL) == [(0, 5, 1, -1), (0, 5, 0, -1)]  # from the supply
    alone = race(1)
    assert (grow(alone), alone.medals("blue")) == (5, (0, 0))


@rules("KA-X38", "KA-M01")
def test_without_a_rival_an_expansion_wins_both():
    t = race(2, holders=(1, 1))  # as if they were another seat's
    assert grow(t) == 3 + 3
    assert t.medals("blue") == (0, 0)


@rules("KA-M01", "KA-M04")
def test_a_larger_stand_takes_both():
    t = race(2, 2, holders=(1, 0), players=2)
    assert grow(t) == 3 + 2  # gold from P1; silver he had already
    assert t.medals("blue") == (0, 0)
    assert t.events_of(Event.MEDAL) == [(0, 5, 1, 1)]
    t = race(2, 2, 1, holders=(1, 1))
    assert grow(t) == 3 + 2 + 1
    assert sorted(t.events_of(Event.MEDAL)) == [(0, 5, 0, 1), (0, 5, 1, 1)]
    assert t.score[1] == 0  # nobody loses points with a medal


@rules("KA-M02", "KA-X37")
def test_an_equal_stand_takes_silver():
    t = race(1, 2, holders=(1, 1))
    assert grow(t) == 2 + 1
    assert t.medals("blue") == (1, 0)


@rules("KA-X37", "KA-M02")
def test_silver_moves_among_three_and_gold_stays():
    t = race(2, 1, 1, holders=(0, 0), player=1)
    assert (grow(t), t.medals("blue")) == (3, (0, 1))
    assert (grow(t), t.medals("blue")) == (3, (0, 2))
    assert t.events_of(Event.MEDAL) == [(2, 5, 0, 1)]


@rules("KA-M03")
def test_a_smaller_stand_takes_nothing():
    t = race(3, 1, holders=(0, 0), player=1)
    assert (grow(t), t.medals("blue"), t.events_of(Event.MEDAL)) == (2, (0, 0), [])


@rules("KA-M04")
def test_medals_already_held_score_nothing():
    t = race(3, 2, holders=(0, 0))
    assert (grow(t), t.medals("blue"), t.events_of(Event.MEDAL)) == (4, (0, 0), [])
    t = race(3, 3, holders=(1, 0))
    assert (grow(t), t.medals("blue")) == (4 + 2, (0, 0))


@rules("KA-M05")
def test_medals_are_public():
    t = race(2, 1, holders=(0, 0))
    for seat in (-1, 0, 1, 2):
        seen = GAME.bindings.hidden(t.state, seat)
        assert (seen["gold"][0][5], seen["silver"][0][5]) == (0, 0)


@rules("KA-P03", "KA-M01", "KA-P02")
def test_neutral_stalls_are_no_rivals():
    t = table("0 blue B2>B3", "N blue F2>F3", players=2, hands=["1"], money=RICH).build("blue", "A2", "1")
    assert (t.score[0], t.medals("blue")) == (5, (0, 0))


@rules("KA-M01", "KA-M02", "KA-M03", "KA-M04")
@pytest.mark.parametrize("size", range(2, 6))
@pytest.mark.parametrize("rival", range(5))
@pytest.mark.parametrize("holders", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_points_of_medals(size, rival, holders):
    t = race(size - 1, rival, holders=holders, players=2)
    due = 0
    if size > rival and holders[0] != 0:
        due += 2
    if size >= rival and holders[1] != 0:
        due += 1
    assert interpreted(medal_points)(t.twin, 0, 5, size) == due


@rules("KA-M01")
def test_only_the_colour_that_grew_counts():
    t = table("0 blue B2>B3", "1 green F2>F3 E2", hands=["1"], money=RICH).build("blue", "A2", "1")
    assert (t.medals("green"), t.medals("blue")) == ((1, 1), (0, 0))
