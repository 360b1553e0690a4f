"""The worked examples of the specification, each from the position it describes."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.kairo.rules.luring import goals, price, steps
from souq.games.kairo.rules.stalls import places
from souq.games.kairo.rules.stands import blocked, growth
from souq.games.kairo.state import Event
from tests.games.kairo.positions import Table, coins, colour, labels, placing, site, table
from tests.games.kairo.reference import CODES
from tests.support import rules

ELSEWHERE = "green E9 white L1 red G6 yellow F9 blue K11"
"""Customers of the examples 4, 5 and 26."""

RED_STALLS = ("0 red G3>G4", "1 red C6>D6", "2 red K7>J7", "3 red F11>F10")
ALL = " ".join(CODES[:4])


def grown(t: Table, owner: int, name: str) -> set[str]:
    """Return the legal sites for an expansion, regardless of cards."""
    return labels(interpreted(growth)(t.twin, owner, colour(name)))


def prices(t: Table, customer: str, *entries: str) -> list[int]:
    """Return the barkers each of these entries costs."""
    return [interpreted(price)(t.twin, colour(customer), site(entry)) for entry in entries]


@rules("KA-L01", "KA-L03", "KA-L06", "KA-L07")
def test_01_luring_to_the_own_stand():
    start = table("0 green F3>F4 F2")
    assert interpreted(steps)(start.twin, colour("green"), site("F4")) == 8
    end = start.lure("green", "F4")
    assert end.money[0] == coins("1 white 1 red 1 purple 3 green 1 yellow 1 blue")
    assert (end.where("purple"), end.where("green")) == ("F4", None)


@rules("KA-L06", "KA-L08", "KA-X35")
def test_02_luring_to_the_stand_of_another():
    end = table("0 green F3>F4 F2", player=1).lure("green", "F4")
    assert (end.money[1][colour("green")], end.money[0][colour("green")]) == (2, 3)
    assert (end.where("purple"), end.where("green")) == ("F4", None)


@rules("KA-B01", "KA-B02", "KA-E02", "KA-C01")
def test_03_a_purple_stall_blocks_a_green_one():
    start = table(
        "1 green B10>C10",
        "2 blue D11>D10 C11 B11",
        customers="green A1 white L1 red G6 yellow F9 blue K11",
        hands=["7", "5"],
    )
    assert grown(start, 1, "green") == {"B9"}
    assert not interpreted(blocked)(start.twin, 1, colour("green"))
    end = start.build("purple", "A9>B9", "7")
    assert interpreted(blocked)(end.twin, 1, colour("green"))
    end.play("move", "colour green", "site F7", "entry F8", "play 5")
    assert end.stall(1, "green") == ("F7", "F8")


def cut_off(**what) -> Table:
    """Return example 4, with P0 to move."""
    what = {"hands": ["1 1", "1"], "money": {0: "4 yellow"}, **what}
    return table("0 yellow B2>C2 B1 B3", "1 red E4>E5", customers=ELSEWHERE, **what)


@rules("KA-A01", "KA-A02", "KA-E06", "KA-N07")
def test_04_sites_that_are_cut_off():
    end = cut_off().build("yellow", "A3", "1")
    assert end.sizes[0][colour("yellow")] == 4
    assert {"A1", "A2"} <= grown(end, 0, "yellow")
    for c in range(6):
        assert not {"A1", "A2"} & labels(interpreted(places)(end.twin, c))
    assert not {"A1", "A2"} & grown(end, 1, "red")


@rules("KA-A01", "KA-E06")
def test_05_an_entry_must_not_be_sealed():
    start = table("1 white A2>A1", "0 red C1>C2", customers=ELSEWHERE, hands=["1 2"], money={0: "2 red"})
    assert grown(start, 0, "red") == {"D1"}
    start.play("expand", "colour red")
    assert start.of("site") == {"D1"}
    assert start.refusal("site B1") in ("KA-E06", "KA-A01")


@rules("KA-M01", "KA-M02", "KA-M04", "KA-M06", "KA-E12", "KA-F01")
def test_06_a_chain_of_medals():
    stalls = ("0 blue B2>B3", "1 blue F2>F3", "2 blue J2>J3")
    money = dict.fromkeys(range(3), "9 blue")
    t = table(*stalls, hands=["1 1", "2 2 2", "3 3"], money=money, deck="4 4 4 5 5 5 6 6")
    for seat, place, way, points, medals in [
        (0, "A2", "1", 5, (0, 0)),
        (1, "E2", "2", 3, (0, 1)),
        (2, "I2", "3", 3, (0, 2)),
        (0, "C2", "1", 4, (0, 0)),
        (1, "G2", "2", 4, (0, 1)),
    ]:
        before = t.score[seat]
        t.build("blue", place, way)
        assert (t.score[seat] - before, t.medals("blue")) == (points, medals)
        assert t.final == 0
    t.play("draw", "take barker", "take barker")
    t.play("draw", "take barker", "take barker")
    t.build("blue", "F1", "2")
    assert t.events_of(Event.SCORED) == [(1, 6, 4, 0)]  # medals among them
    assert t.medals("blue") == (1, 1)
    assert (t.supply[colour("blue")], t.final) == (0, 1)
    running = [9, 13, 3]
    final = [m for seat in range(3) for m in [sum(n[3] for n in t.events_of(Event.MEDALS) if n[0] == seat)]]
    money_ = [m for seat in range(3) for m in [sum(n[2] for n in t.events_of(Event.MONEY) if n[0] == seat)]]
    assert [s - a - b for s, a, b in zip(t.score[:3], final, money_, strict=True)] == running


@rules("KA-M01", "KA-M04", "KA-E12")
def test_07_already_holding_both():
    t = table("0 green F3>F4 F2 E3", "1 green B3>B4 B2", hands=["2"], money={0: "4 green"})
    assert t.medals("green") == (0, 0)
    t.build("green", "G3", "2")
    assert (t.score[0], t.medals("green"), t.events_of(Event.MEDAL)) == (4, (0, 0), [])


def to_size(size: int, money: str, *, hand: str = "2") -> Table:
    """Return a position in which P0's green stand in segment 2 is about to grow to ``size``."""
    tiles = ["F2", "E3", "G3", "F1"][: size - 2]
    return table(" ".join(["0 green F3>F4", *tiles]), hands=[hand], money={0: money})


@rules("KA-E08", "KA-E09", "KA-E10", "KA-X10")
def test_08_payment():
    poor = to_size(4, "2 green 1 red 3 blue").build("green", "G3", "2")
    assert poor.money[0] == [0] * 6
    assert poor.events_of(Event.PAID) == [(0, 3, 2, 0), (0, 1, 1, 0), (0, 5, 3, 0)]
    assert "expand" not in to_size(4, "2 green 1 red 2 blue").legal
    assert "expand" not in to_size(4, "20 red").legal
    rich = to_size(4, "5 green 3 red 3 blue").build("green", "G3", "2")
    assert rich.money[0] == coins("1 green 3 red 3 blue")


@rules("KA-C02", "KA-E11", "KA-X06")
def test_09_the_joker_s_fee():
    assert "expand" not in to_size(3, "3 green", hand="J1").legal
    four = to_size(3, "4 green", hand="J1").play("expand", "colour green", "site G3", "play J1")
    assert four.of("fee") == {"green"}
    assert four.play("fee green").money[0] == [0] * 6
    mixed = to_size(3, "3 green 1 red", hand="J1").play("expand", "colour green", "site G3", "play J1")
    assert mixed.of("fee") == {"red"}
    assert mixed.refusal("fee green") in ("KA-E11", "KA-X06")
    assert mixed.play("fee red").money[0] == [0] * 6


@rules("KA-L04", "KA-L05", "KA-X20")
def test_10_barkers():
    ends = ["G4", "D6", "J7", "F10"]
    for barkers in range(5):
        t = table(*RED_STALLS, players=4, barkers=[barkers, 0, 0, 0])
        assert [interpreted(steps)(t.twin, colour("red"), site(e)) for e in ends] == [2, 3, 4, 5]
        assert prices(t, "red", *ends) == [0, 1, 2, 3]
        t.play("lure", "customer red")
        assert t.of("goal") == set(ends[: barkers + 1])
    assert t.play("goal F10").barkers == [1, 0, 0, 0]


@rules("KA-L02", "KA-X19", "KA-X20")
def test_11_an_occupied_entry():
    t = table(*RED_STALLS, players=4, customers="green A1 white G4 red G6 yellow B11 blue K11", barkers=[2, 0, 0, 0])
    assert prices(t, "red", "D6", "J7", "F10") == [0, 1, 2]
    t.play("lure", "customer red")
    assert t.of("goal") == {"D6", "J7", "F10"}
    assert t.refusal("goal G4") in ("KA-L02", "KA-X19")
    assert t.play("goal D6").barkers[0] == 2


@rules("KA-L04", "KA-L05", "KA-X20")
def test_12_a_tie():
    stalls = ("0 red G3>G4", "1 red G9>G8", "2 red C6>D6")
    t = table(*stalls)
    assert prices(t, "red", "G4", "G8", "D6") == [0, 0, 2]
    t.play("lure", "customer red")
    assert t.of("goal") == {"G4", "G8"}
    assert t.refusal("goal D6") in ("KA-L04", "KA-L05", "KA-X20")
    t = table(*stalls, barkers=[2]).play("lure", "customer red")
    assert t.of("goal") == {"G4", "G8", "D6"}
    assert t.play("goal D6").barkers[0] == 0


@rules("KA-L03")
def test_13_a_detour():
    customers = "green A4 white L1 red G6 yellow B11 blue K11"
    free = table("0 green B7>B6", customers=customers)
    assert interpreted(steps)(free.twin, colour("green"), site("B6")) == 3
    walled = table("0 green B7>B6", "1 yellow B5>C5", customers=customers)  # round it by C5, an entry; A5 is no way
    assert interpreted(steps)(walled.twin, colour("green"), site("B6")) == 5
    crowded = table("0 green B7>B6", customers="green A4 white B4 red B5 yellow B11 blue K11")
    assert interpreted(steps)(crowded.twin, colour("green"), site("B6")) == 3


@rules("KA-N04", "KA-N05", "KA-C01", "KA-C02", "KA-X02")
def test_14_a_purple_site():
    seven = table(hands=["7"]).play("new", "colour purple")
    assert {"A10", "C12"} <= seven.of("site")
    assert not {"A12", "A8", "E12"} & seven.of("site")
    assert "A11" not in seven.of("site")  # the yellow customer is on B11, its only way out
    assert seven.refusal("site A12") is not None
    assert seven.copy().play("site A10", "entry B10").of("play") == {"7"}
    assert seven.play("site C12", "entry C11").of("play") == {"7"}
    five = table(hands=["5"]).play("new")
    assert "purple" not in five.of("colour")
    middle = table(hands=["J2"]).play("new", "colour purple", "site A5", "entry B5", "play J2", "fee white")
    assert middle.stall(0, "purple") == ("A5", "B5")
    assert sum(middle.money[0]) == 5


@rules("KA-E04", "KA-E05")
def test_15_contact_with_the_same_colour():
    t = table(
        "0 green F3>E3", "1 green F6>E6", "2 blue G5>H5", hands=["2", "5", "5"],
        customers="green A1 white L1 yellow B11 blue K11 purple I9",
    )  # fmt: skip
    assert "F4" in grown(t, 0, "green")
    assert "F5" in grown(t, 1, "green")
    t.play("expand", "colour green")
    assert "F4" in t.of("site")
    t = table(
        "0 green F3>E3 F4", "1 green F6>E6", "2 blue G5>H5", hands=["5", "5", "5"],
        customers="green A1 white L1 yellow B11 blue K11 purple I9",
    )  # fmt: skip
    assert "F5" not in grown(t, 0, "green")
    assert "F5" not in grown(t, 1, "green")
    assert "F5" in grown(t, 2, "blue")


@rules("KA-N07", "KA-X14")
def test_16_a_new_stall_next_to_an_expansion():
    t = table("0 red C3>C2 D3", hands=["2"]).play("new", "colour blue")
    assert "E3" not in t.of("site")
    assert t.refusal("site E3") in ("KA-N07", "KA-X14")
    t.play("site E4")
    assert "D4" in t.of("entry")
    assert t.play("entry D4", "play 2").stall(0, "blue") == ("E4", "D4")


@rules("KA-F01", "KA-X27")
@pytest.mark.parametrize("name, place, final", [("white", "B2", 1), ("green", "B6", 0), ("red", "F2", 1)])
def test_17_the_trigger(name, place, final):
    left = {"white": 2, "red": 1, "purple": 4, "green": 4, "yellow": 4, "blue": 4}
    t = table(
        "0 white C2>C3", "0 red G2>G3", "0 green C6>C7", hands=["1 2 4", "1 2 4", "1 2 4"], supply=left,
        money=dict.fromkeys(range(3), "3 white 3 red 3 green"),
    )  # fmt: skip
    t.build(name, place, {"white": "1", "red": "2", "green": "4"}[name])
    assert t.final == final


@rules("KA-D01", "KA-D03")
def test_18_drawing():
    three = table(hands=["1 2 3"], display="5 6 7 8").play("draw", "take 5", "take deck")
    assert three.held[0] == 5
    three.play(sorted(three.legal)[0])
    assert (three.held[0], three.player) == (4, 1)
    four = table(hands=["1 2 3 4"], display="5 6 7 8").play("draw", "take barker", "take 5")
    assert four.of("discard") == {"1", "2", "3", "4", "5"}
    four.play("discard 5")
    assert (four.held[0], four.barkers[0], four.player) == (4, 1, 1)
    two = table(hands=["1 2 3 4"]).play("draw", "take barker", "take barker")
    assert (two.held[0], two.barkers[0], two.player) == (4, 2, 1)


@rules("KA-F05", "KA-X33")
def test_19_final_scoring():
    t = table(
        "0 white B2>B3", "1 blue J2>J3",
        final=True, out=[1, 2], hands=["1"], gold={"white": 0}, silver={"blue": 0}, scores=[10, 0, 0],
        money={0: "2 white 3 red 5 green 1 blue", 1: "0 red", 2: "0 red"},
    ).play("quit")  # fmt: skip
    assert (t.over, t.score[:3]) == (1, [16, 0, 0])


@rules("KA-B02", "KA-X15", "KA-X16", "KA-X18")
def test_20_moving():
    walls = ("1 blue H3>I3 G3", "1 yellow F1>G1 F2", "2 white D3>C3 E3")
    hands = ["2 5 J5 8"]
    t = table("0 green F3>F4", *walls, hands=hands, money={0: "1 red"})
    assert interpreted(blocked)(t.twin, 0, colour("green"))
    t.play("move", "colour green")
    assert "F4" in t.of("site")
    assert "F3" not in t.of("site")
    assert t.refusal("site F3") in ("KA-X16", "KA-B02")
    t.play("site F4")
    assert "F5" in t.of("entry")
    assert t.play("entry F5", "play 2").stall(0, "green") == ("F4", "F5")
    taken = table(
        "0 green F3>F4", *walls, hands=hands, customers="purple F4 green A1 white L1 red G6 yellow B11"
    ).play("move", "colour green")  # fmt: skip
    assert "F4" not in taken.of("site")
    taken.play("site F5")
    assert "F4" not in taken.of("entry")


@rules("KA-L09", "KA-P02", "KA-X39")
def test_21_a_neutral_entry():
    t = table("0 yellow J3>J4", "N yellow C10>C11", players=2, barkers=[1, 0])
    t.play("lure", "customer yellow")
    assert t.of("goal") == {"C11", "J4"}
    near = t.copy().play("goal C11")
    assert near.money[:2] == [coins("1 white 1 red 1 purple 1 green 2 yellow 1 blue"), [1] * 6]
    assert (near.where("purple"), near.where("yellow"), near.barkers[0]) == ("C11", None, 1)
    far = t.play("goal J4")
    assert (far.barkers[0], far.money[0][colour("yellow")]) == (0, 2)


@rules("KA-C03", "KA-X06", "KA-X07")
def test_22_three_cards():
    t = table(hands=["1 J2 J5"], money={0: "0 red"}).play("new", "colour blue", "site J10", "entry J9")
    assert t.of("play") == {"three"}
    end = t.play("play three")
    assert (end.stall(0, "blue"), end.cards(0), end.pile()) == (("J10", "J9"), [], ["1", "J2", "J5"])
    alone = table(hands=["J2 J5"], money={0: "0 red"})
    assert "new" not in alone.legal


@rules("KA-X07", "KA-C03")
def test_23_the_card_that_is_kept():
    t = table(hands=["1 1 J2 9"]).play("new", "colour blue", "site B2", "entry B3", "play three")
    assert t.of("keep") == {"1", "J2", "9"}
    t.play("keep 9")
    assert (t.cards(0), t.pile(), t.money[0]) == (["9"], ["1", "1", "J2"], [1] * 6)


@rules("KA-E09", "KA-X10")
def test_24_substitutes_to_choose():
    t = to_size(4, "3 green 1 red 2 blue").play("expand", "colour green", "site G3", "play 2")
    assert t.of("pay") == {"red", "blue"}
    assert t.play("pay blue").of("pay") == {"red", "blue"}
    assert t.play("pay red").money[0] == coins("1 blue")
    one = to_size(4, "3 green 3 red").build("green", "G3", "2")
    assert (one.player, one.money[0]) == (1, coins("1 red"))
    exact = to_size(4, "3 green 2 red").build("green", "G3", "2")
    assert (exact.player, exact.money[0]) == (1, [0] * 6)


@rules("KA-S07", "KA-X43")
def test_25_the_limit_of_the_setup():
    t = placing("red E2>D2", "blue H3>H4")
    assert t.player == 2
    for name in t.of("colour"):
        sites = t.copy().play(f"colour {name}")
        assert not any(label[0] in "EFGH" and int(label[1:]) <= 4 for label in sites.of("site"))
    t.play("colour white")
    assert t.refusal("site G1") in ("KA-S07", "KA-X43")
    t.play("site I2")
    assert "H2" in t.of("entry")


@rules("KA-X44", "KA-A02", "KA-N09")
def test_26_a_pocket():
    end = cut_off(money={0: "4 yellow"}).build("yellow", "A3", "1")
    assert {"A1", "A2"} <= grown(end, 0, "yellow")
    for c in range(6):
        assert not {"A1", "A2", "A3"} & labels(interpreted(places)(end.twin, c))
    assert labels(interpreted(goals)(end.twin, 0, colour("yellow"))) == {"C2"}
