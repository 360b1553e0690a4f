"""Luring: KA-L01 to KA-L10, and neutral stalls, KA-P01 to KA-P03."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.kairo.rules.luring import goals, price, steps, vacant
from souq.games.kairo.state import Event
from tests.games.kairo.positions import Table, coins, colour, labels, site, table
from tests.support import rules

ONE = "1 white 1 red 1 purple 1 green 1 yellow 1 blue"


def reachable(t: Table, seat: int, name: str) -> set[str]:
    return labels(interpreted(goals)(t.twin, seat, colour(name)))


def costs(t: Table, name: str, entry: str) -> int:
    return int(interpreted(price)(t.twin, colour(name), site(entry)))


def walk(t: Table, name: str, entry: str) -> int:
    return int(interpreted(steps)(t.twin, colour(name), site(entry)))


@rules("KA-L01", "KA-L10")
def test_only_customers_on_the_board_with_a_goal_can_be_lured():
    t = table("0 green F3>F4", "1 purple A6>B6", "1 blue J2>J3").play("lure")
    assert t.of("customer") == {"green", "blue"}  # purple is off the board, the others have no entry
    assert t.refusal("customer purple") in ("KA-L01", "KA-L10")
    assert t.refusal("customer red") in ("KA-L01", "KA-L02", "KA-L10")
    none = table("0 purple A6>B6")
    assert none.legal == ["draw"]
    assert none.refusal("lure") == "KA-L10"


@rules("KA-L02", "KA-X19", "KA-L10")
def test_an_occupied_entry_is_no_goal():
    t = table("0 green F3>F4", customers="green A1 white F4 red G6 yellow B11 blue K11")
    assert "lure" not in t.legal
    assert t.refusal("lure") == "KA-L10"
    two = table("0 green F3>F4", "1 green J3>J4", customers="green A1 white F4 red G6 yellow B11 blue K11")
    assert labels(interpreted(vacant)(two.twin, 3)) == {"J4"}
    assert costs(two, "green", "J4") == 0
    two.play("lure", "customer green")
    assert two.of("goal") == {"J4"}
    assert two.refusal("goal F4") in ("KA-L02", "KA-X19")


@rules("KA-L03")
def test_how_far_customers_walk():
    t = table(
        "0 green F3>F4", "1 white C2>D2", "2 blue B9>B8", customers="green A1 white D6 red E4 yellow B11 blue K11"
    )
    assert walk(t, "green", "F4") == 8  # through the customer on E4, past the stalls
    assert walk(t, "blue", "B8") == 12
    west = table("0 green B5>B6", "1 white B3>A3", customers="green B4 white L1 red G6 yellow B11 blue K11")
    assert walk(west, "green", "B6") == 4  # not by A4 and A5, which is a restaurant site
    entries = table("0 green F3>F4", "1 white B2>B1", "2 red D2>D1", customers="green A1 white L1 red G6 yellow B11")
    assert walk(entries, "green", "F4") == 8  # by the entries on B1 and D1, if he likes


@rules("KA-L04", "KA-L05", "KA-X20")
@pytest.mark.parametrize("barkers, found", [(0, {"G4", "G8"}), (1, {"G4", "G8"}), (2, {"G4", "G8", "D6"})])
def test_barkers_let_entries_be_ignored(barkers, found):
    t = table("0 red G3>G4", "1 red G9>G8", "2 red C6>D6", barkers=[barkers])
    assert reachable(t, 0, "red") == found
    assert [costs(t, "red", entry) for entry in ("G4", "G8", "D6")] == [0, 0, 2]
    t.play("lure", "customer red")
    assert t.of("goal") == found
    if "D6" in found:
        assert t.play("goal D6").events_of(Event.BARKERS) == [(0, 2, 0, 0)]
    else:
        assert t.refusal("goal D6") in ("KA-L04", "KA-L05", "KA-X20")


@rules("KA-L05", "KA-X20", "KA-X22")
def test_exactly_the_price_is_returned_to_the_supply():
    t = table("0 red G3>G4", "1 red C6>D6", barkers=[3, 4])
    assert t.refusal("lure") is None
    draw = t.copy().play("draw")
    assert "barker" not in draw.of("take")  # all seven are out
    t.play("lure", "customer red", "goal D6")
    assert t.barkers[:2] == [2, 4]
    assert "barker" in t.play("draw").of("take")
    near = table("0 red G3>G4", "1 red C6>D6", barkers=[3]).lure("red", "G4")
    assert (near.barkers[0], near.events_of(Event.BARKERS)) == (3, [])


@rules("KA-L06", "KA-X21")
def test_the_customer_outside_takes_the_place():
    t = table("0 green F3>F4", "1 purple A6>B6").lure("green", "F4")
    assert (t.where("green"), t.where("purple")) == (None, "F4")
    assert t.events_of(Event.LURED) == [(0, 3, 0, 41)]
    assert t.events_of(Event.CAME) == [(2, 41, 0, 0)]
    assert labels(t.crowd) == {"F4", "L1", "G6", "B11", "K11"}
    t.lure("purple", "B6")
    assert (t.where("green"), t.where("purple")) == ("B6", None)


@rules("KA-L07", "KA-E07")
@pytest.mark.parametrize("tiles, size", [("", 1), ("F2", 2), ("F2 E3 G3", 4)])
def test_the_own_stand_pays_its_size(tiles, size):
    t = table(f"0 green F3>F4 {tiles}").lure("green", "F4")
    assert t.money[0] == [1, 1, 1, 1 + size, 1, 1]
    assert t.events_of(Event.EARNED) == [(0, 3, size, 1)]


@rules("KA-L08", "KA-X35")
def test_the_stand_of_another_pays_both():
    t = table("2 green F3>F4 F2 E3", player=1).lure("green", "F4")
    assert [t.money[seat][3] for seat in range(3)] == [1, 2, 4]
    assert t.events_of(Event.EARNED) == [(1, 3, 1, 0), (2, 3, 3, 1)]


@rules("KA-L09", "KA-X39", "KA-P01")
def test_a_neutral_stall_pays_one():
    t = table("N green F3>F4", players=2, player=1).lure("green", "F4")
    assert [sum(money) for money in t.money] == [6, 7, 0, 0]
    assert t.events_of(Event.EARNED) == [(1, 3, 1, 0)]


@rules("KA-P02", "KA-L04", "KA-L05", "KA-A01", "KA-E04")
def test_neutral_stalls_are_stalls_like_others():
    t = table("0 yellow J3>J4", "N yellow C10>C11", players=2)
    assert reachable(t, 0, "yellow") == {"C11"}
    assert costs(t, "yellow", "J4") == 1
    wall = table("0 red C1>C2", "N white A2>A1", customers="green E9 white L1 red G6 yellow F9 blue K11", players=2,
                 hands=["1 1"], money={0: "5 red"}).play("expand", "colour red")  # fmt: skip
    assert wall.of("site") == {"D1"}  # the neutral entry on A1 must stay reachable


@rules("KA-P03")
def test_neutrals_hold_no_medals():
    t = table("0 blue B2>B3", "N blue F2>F3", players=2, hands=["1"], money={0: "3 blue"})
    assert t.medals("blue") == (-1, -1)
    assert t.build("blue", "A2", "1").medals("blue") == (0, 0)


@rules("KA-T01", "KA-X35")
def test_luring_is_a_whole_turn():
    t = table("1 green F3>F4", hands=["1 2", "3"]).lure("green", "F4")
    assert (t.player, t.turn, t.idle) == (1, 2, 1)
    assert (t.held[:2], t.pile()) == ([2, 1], [])
    assert t.money[0] == coins(ONE.replace("1 green", "2 green"))
