"""Turns and the cards of a Build: KA-T01 to KA-T03, KA-C01 to KA-C06."""

from __future__ import annotations

import pytest

from souq.games.kairo.state import Event
from tests.games.kairo.positions import coins, table
from tests.games.kairo.reference import CODES, REACHES, at, segment
from tests.support import rules

STAND = "0 green F3>F4"


def inside(label: str) -> int:
    """Segment of a site, from 0."""
    return segment(at("ABCDEFGHIJKL".index(label[0]) + 12 * (int(label[1:]) - 1)))


@rules("KA-T01", "KA-T02", "KA-L10", "KA-X34")
def test_a_turn_is_one_of_the_actions():
    assert table(STAND, hands=["2"], money={0: "2 green"}).legal == ["new", "expand", "lure", "draw"]
    assert table(STAND).legal == ["lure", "draw"]  # no cards
    assert table(STAND, money={0: "0 red"}, hands=["J1"]).legal == ["lure", "draw"]
    assert table(customers="green A1 white L1 red G6 yellow B11 blue K11").legal == ["draw"]  # no stall: nobody to lure
    assert table(STAND, hands=["2"], money={0: "1 green"}).legal == ["new", "lure", "draw"]
    blocked = table("0 purple A12>B11", hands=["7"])
    assert "quit" not in blocked.legal


@rules("KA-T01")
def test_nobody_passes():
    t = table(STAND, hands=["2"])
    assert t.refusal("quit") == "KA-T01"
    assert t.refusal("draw", seat=1) is not None


@rules("KA-T03", "KA-S11", "KA-D02")
def test_the_display_is_refilled_when_the_turn_is_over():
    t = table(STAND, display="5 6 7 8", player=2)
    t.play("draw", "take 6")
    assert t.display.count(-1) == 1
    t.play("take 8")
    assert -1 not in t.display
    assert (t.display[0], t.display[2]) == (4, 6)
    assert (t.player, t.turn) == (0, 2)  # clockwise, after the last seat the first
    kinds = [event for event, _ in t.events]
    assert kinds.index(Event.SHOWN) < kinds.index(Event.TURN)


@rules("KA-C01", "KA-C04")
@pytest.mark.parametrize("code", list("123456789"))
def test_a_standard_card_reaches_its_segment(code):
    for name in ("blue", "purple"):
        t = table(STAND, hands=[code])
        if name == "purple" and code in "1235":
            assert "purple" not in t.play("new").of("colour")
            continue
        t.play("new", f"colour {name}")
        assert {inside(label) for label in t.of("site")} == {int(code) - 1}
        assert t.refusal("site A2" if code != "1" else "site I2") is not None


@rules("KA-C02", "KA-X04")
@pytest.mark.parametrize("code", ["J1", "J2", "J3", "J4", "J5", "J6"])
def test_a_joker_reaches_three_for_a_fee(code):
    t = table(STAND, hands=[code], money={0: "1 white 2 red"}).play("new", "colour blue")
    assert {inside(label) for label in t.of("site")} == REACHES[CODES.index(code)]
    place = sorted(t.of("site"))[3]
    t.play(f"site {place}")
    t.play(f"entry {min(t.of('entry'))}", f"play {code}")
    assert t.of("fee") == {"white", "red"}
    end = t.play("fee red")
    assert end.money[0] == coins("1 white 1 red")
    assert end.events_of(Event.FEE) == [(0, 1, 0, 0)]
    assert (end.cards(0), end.pile()) == ([], [code])


@rules("KA-C02", "KA-X06")
def test_a_joker_needs_money():
    assert "new" not in table(hands=["J1 J2"], money={0: "0 red"}).legal
    t = table(hands=["J1 2"], money={0: "0 red"}).play("new", "colour blue")
    assert {inside(label) for label in t.of("site")} == {1}
    assert t.play("site F2", "entry F3").of("play") == {"2"}


@rules("KA-C03", "KA-X07")
def test_three_cards_reach_everything():
    t = table(STAND, hands=["1 1 2"]).play("new", "colour blue")
    assert {inside(label) for label in t.of("site")} == set(range(9))
    t.play("site B2", "entry B3")
    assert t.of("play") == {"1", "three"}  # three although one would do
    assert t.play("play three").cards(0) == []
    jokers = table(hands=["J1 J2 J3"]).build("blue", "B2>B3", "three")
    assert jokers.money[0] == [1] * 6  # jokers are free then
    two = table(hands=["1 2"]).play("new", "colour blue")
    assert {inside(label) for label in two.of("site")} == {0, 1}
    assert two.play("site B2", "entry B3").refusal("play three") == "KA-C03"


@rules("KA-X07")
def test_playing_three_of_four_cards_keeps_one():
    t = table(hands=["1 2 2 J3"]).play("new", "colour blue", "site K10", "entry K9")
    assert t.of("play") == {"J3", "three"}
    t.play("play three")
    assert t.of("keep") == {"1", "2", "J3"}
    end = t.copy().play("keep 2")
    assert (end.cards(0), end.pile()) == (["2"], ["1", "2", "J3"])
    assert sorted(end.events_of(Event.CARD)) == [(0, 0, 1, 0), (0, 1, 1, 0), (0, 11, 1, 0)]
    assert t.refusal("keep 9") == "KA-X07"


@rules("KA-C04")
def test_an_entry_may_lie_in_another_segment():
    t = table(hands=["2"]).play("new", "colour blue", "site E2")
    assert "D2" in t.of("entry")
    assert t.play("entry D2", "play 2").stall(0, "blue") == ("E2", "D2")


@rules("KA-C05", "KA-X05", "KA-X41")
@pytest.mark.parametrize("hand, way", [("2", "2"), ("J1", "J1"), ("7 8 9", "three")])
def test_every_way_serves_an_expansion(hand, way):
    t = table(STAND, hands=[hand], money={0: "2 green 1 red"}).play("expand", "colour green", "site G3")
    assert t.of("play") == {way}
    t.play(f"play {way}", *(["fee red"] if way == "J1" else []))
    assert t.sizes[0][3] == 2


@rules("KA-C05", "KA-X05")
@pytest.mark.parametrize("hand, way", [("5", "5"), ("J5", "J5"), ("7 8 9", "three")])
def test_every_way_serves_a_move(hand, way):
    around = ("1 white A10>B10", "1 blue C10>C9", "2 red B9>A8")
    t = table("0 green B11>C11", *around, hands=[hand], customers="white A1 red L1 yellow G6 purple D12 blue K11")
    t.play("move", "colour green", "site F6", "entry F5")
    assert t.of("play") == {way}
    assert t.play(f"play {way}", *(["fee red"] if way == "J5" else [])).stall(0, "green") == ("F6", "F5")


@rules("KA-X41")
def test_only_the_new_tile_counts_of_a_stand_in_two_segments():
    t = table("0 green D3>D4 E3", hands=["2"], money={0: "3 green"}).play("expand", "colour green")
    assert t.of("site") == {"F3", "E2", "E4"}
    t = table("0 green D3>D4 E3", hands=["1"], money={0: "3 green"}).play("expand", "colour green")
    assert t.of("site") == {"C3", "D2"}
    assert t.refusal("site F3") == "KA-C01"


@rules("KA-C06", "KA-X24")
def test_played_cards_lie_on_the_pile():
    t = table(hands=["1 2 3", "4"], discards="9 9").build("blue", "B2>B3", "1")
    assert (t.pile(), t.cards(0)) == (["1", "9", "9"], ["2", "3"])
    assert t.events_of(Event.CARD) == [(0, 0, 0, 0)]


@rules("KA-T02")
def test_no_choice_leads_nowhere():
    """A colour is offered only with a site that a card reaches, a site only with an entry."""
    t = table(STAND, "0 white K2>L2", hands=["9"], money={0: "2 green 2 white"})
    assert "expand" not in t.legal
    t = table(STAND, "0 white K2>L2", hands=["3"], money={0: "2 green 2 white"}).play("expand")
    assert t.of("colour") == {"white"}
    assert t.refusal("colour green") == "KA-C01"
