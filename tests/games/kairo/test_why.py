"""Reasons of refusals, in words of the position."""

import re

import pytest

from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME, story
from souq.games.kairo.state import CHOICES
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import Table, placing, table
from tests.games.kairo.test_refusing import SEALED, SEALERS
from tests.support import rules

PEOPLE = ("Amina", "Omar", "Leila", "Yusuf")
ELSEWHERE = "green E9 white L1 red G6 yellow F9 blue K11"
"""Customers that leave the north-west corner alone."""
ALL_MONEY = "9 white 9 red 9 purple 9 green 9 yellow 9 blue"


def called(seat: int) -> str:
    return PEOPLE[seat]


def why(t: Table, choice: str, rule: str) -> str:
    """Return the refusal for a player who makes a choice that ``rule`` forbids."""
    assert t.refusal(choice) == rule
    return story.why(Twin.of(t.state), t.player, CHOICES.parse(choice), rule, called)


# ---- sites


@rules("KA-A01", "KA-E06")
def test_the_customer_cut_off_and_its_goal_are_named() -> None:
    sealed = table("1 white A2>A1", "0 red C1>C2", hands=["1 1 1"], customers=ELSEWHERE).play("expand", "colour red")
    assert why(sealed, "site B1", "KA-A01") == "No customer could reach the entry of Omar’s white stall on A1 any more."
    shut = table("0 red B2>C2 B1", "1 green F6>F7", hands=["1 1 1"], money={0: ALL_MONEY}).play("expand", "colour red")
    assert why(shut, "site A2", "KA-A01") == (
        "The green customer could no longer reach the entry of Omar’s green stall on F7."
    )


@rules("KA-N09", "KA-X09", "KA-X44")
def test_an_entry_must_be_within_reach() -> None:
    t = table("1 blue B1>C1", hands=["1 1 1"], customers=ELSEWHERE).play("new", "colour red", "site A2")
    assert why(t, "entry A1", "KA-A01") == "No customer could reach an entry on A1."
    assert why(t, "entry C3", "KA-N03") == "C3 isn’t next to the stall on A2."
    pocket = table("0 yellow B3>C3 A3", "1 blue C1>D1", hands=["1 1 1"], customers=ELSEWHERE)
    pocket.play("new", "colour red")
    assert why(pocket, "site B1", "KA-N07") == "B1 touches Omar’s blue stall on C1."


@rules("KA-N02", "KA-X08")
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("F3", "Your green stall is on F3."),
        ("F2", "An expansion of your green stall is on F2."),
        ("F4", "The entry of your green stall is on F4."),
        ("G6", "The red customer is standing on G6."),
        ("K3", "The neutral blue stall is on K3."),
    ],
)
def test_the_piece_on_a_site_is_named(place: str, said: str) -> None:
    t = table("0 green F3>F4 F2", "N blue K3>J3", players=2, hands=["1 2 3"]).play("new", "colour red")
    assert why(t, f"site {place}", "KA-N02") == said


@rules("KA-N02", "KA-N05", "KA-N08")
def test_the_obstacle_of_an_entry_is_named() -> None:
    t = table("1 blue E11>D11", hands=["7 7 7"])
    red = t.copy().play("new", "colour red", "site C11")
    assert why(red, "entry B11", "KA-N02") == "The yellow customer is standing on B11."
    assert why(red, "entry D11", "KA-N08") == "The entry of Omar’s blue stall is on D11."
    t.play("new", "colour purple", "site A9")
    assert why(t, "entry A10", "KA-N05") == "A10 is a restaurant site, and entries go in the market."


@rules("KA-N03", "KA-N04", "KA-N06", "KA-N07", "KA-X03", "KA-X14")
def test_the_obstacle_of_a_stall_is_named() -> None:
    t = table("0 green F3>F4 F2", "1 red I7>J7", "1 purple A7>B7", hands=["1 2 3"])
    red = t.copy().play("new", "colour red")
    assert why(red, "site A9", "KA-N04") == "A9 is a restaurant site, and only purple stalls go there."
    assert why(red, "site J6", "KA-N06") == "Omar’s red stall on I7 is already in the east segment."
    assert why(red, "site G3", "KA-N07") == "G3 touches your green stall on F3."
    assert why(red, "site G2", "KA-N07") == "G2 touches an expansion of your green stall on F2."
    purple = t.copy().play("new", "colour purple")
    assert why(purple, "site C3", "KA-N04") == "C3 is a market site, and purple stalls go on restaurant sites."
    assert why(purple, "site A5", "KA-N06") == "Omar’s purple stall on A7 is already in the west segment."
    assert why(purple, "site A12", "KA-N03") == "There’s no free market site beside A12 for the entry."


@rules("KA-S07", "KA-X43", "KA-N01")
def test_a_full_segment_in_the_setup() -> None:
    t = placing("red E2>D2", "blue H3>H4", "white K8>J8")
    assert why(t, "colour red", "KA-N01") == "Your red stall is already on E2."
    t.play("colour green")
    assert why(t, "site G1", "KA-S07") == (
        "The north segment already holds two stalls: your red stall on E2 and Omar’s blue stall on H3."
    )


@rules("KA-E02", "KA-E03", "KA-E04", "KA-X13")
def test_the_obstacle_of_an_expansion_is_named() -> None:
    t = table("0 green F3>E3", "1 green F6>E6", "N green B9>B10", hands=["1 2 3"], money={0: ALL_MONEY})
    assert why(t.copy().play("expand"), "colour red", "KA-E03") == "Your red stall isn’t on the square yet."
    t.play("expand", "colour green")
    assert why(t, "site J6", "KA-E03") == "J6 isn’t next to your green stall on F3."
    grown = table("0 green F3>E3 F4", "1 green F6>E6", hands=["1 2 3"], money={0: ALL_MONEY})
    grown.play("expand", "colour green")
    assert why(grown, "site F5", "KA-E04") == "F5 touches Omar’s green stall on F6."
    assert why(grown, "site K9", "KA-E03") == "K9 isn’t next to your green stall on F3 or one of its expansions."
    edge = table("0 white B7>B8", hands=["4 4 4"]).play("expand", "colour white")
    assert why(edge, "site A7", "KA-E02") == "A7 is a restaurant site, and only purple stalls go there."


# ---- money and cards


@rules("KA-E08", "KA-E09", "KA-E10", "KA-X10")
@pytest.mark.parametrize(
    ("money", "said"),
    [
        (
            "2 green 1 red 2 blue",
            "Size 4 costs 4 green and you have 2. You’re 2 short, which takes 4 of other colours, and you have 3.",
        ),
        (
            "3 green 1 red",
            "Size 4 costs 4 green and you have 3. You’re 1 short, which takes 2 of other colours, and you have 1.",
        ),
        ("20 red", "Size 4 costs 4 green. At least 1 must be green, and you have none."),
    ],
)
def test_the_missing_money_is_stated(money: str, said: str) -> None:
    t = table("0 green F3>F4 F2 G3", "0 red C6>D6", hands=["2 5 4"], money={0: money})
    assert why(t.play("expand"), "colour green", "KA-E09") == said


@rules("KA-E01")
def test_an_empty_supply_is_stated() -> None:
    t = table("0 green F3>F4", "0 red C6>D6", hands=["2 5 4"], money={0: ALL_MONEY}, supply={"green": 0}, final=True)
    assert why(t.play("expand"), "colour green", "KA-E01") == "There are no green expansions left."


@rules("KA-C01", "KA-C02", "KA-C03")
def test_cards_that_reach_a_site_are_named() -> None:
    t = table(hands=["1 J2"], money={0: "1 red"}).play("new", "colour red")
    assert why(t, "site F3", "KA-C01") == (
        "F3 is in the north segment. You’d need North, the North row joker or the Centre column joker, "
        "and you hold North-west and the Middle row joker."
    )
    t.play("site B2", "entry B3")
    assert why(t, "play J2", "KA-C02") == "The Middle row joker doesn’t reach B2, in the north-west segment."
    assert why(t, "play 2", "KA-C01") == "You don’t hold North."
    assert why(t, "play three", "KA-C03") == "You hold only two cards."


@rules("KA-C01")
def test_sites_of_a_colour_with_other_cards_are_named() -> None:
    t = table("0 green F3>F4", "0 red K10>K9", hands=["9"]).play("expand")
    assert why(t, "colour green", "KA-C01") == (
        "Your green stall could grow in the north segment, but you have no card to play there."
    )


@rules("KA-C01", "KA-C02", "KA-E11")
def test_sites_of_a_colour_with_a_joker_or_another_card_are_named() -> None:
    t = table("0 green F3>F4", "0 red K10>K9", hands=["J1"], money={0: "2 green"})
    assert why(t, "expand", "KA-E11") == (
        "Your green stall could grow in the north segment with the North row joker, "
        "but you can’t pay its 1 money as well."
    )
    walled = ("0 green F3>F4", "1 red E2>D2 F2 E3", "1 blue G2>H2 G3")
    poor = table(*walled, hands=["J4"], money={0: ""})
    assert why(poor, "move", "KA-C02") == (
        "Your green stall could move to the north-west, west or south-west segment with the West column joker, "
        "but you have no money for it."
    )
    assert why(poor, "expand", "KA-E03") == "Your green stall has nowhere to grow."
    assert why(table("0 green F3>F4"), "move", "KA-B01") == "None of your stalls is blocked."


@rules("KA-A01", "KA-E06")
def test_a_stand_that_would_cut_off_a_customer_anywhere() -> None:
    t = table(*SEALED, hands=["6"], customers=SEALERS)
    t.play("expand")
    assert why(t, "colour red", "KA-A01") == (
        "Wherever your red stall could grow, it would cut off a customer or an entry."
    )


@rules("KA-X07", "KA-D01", "KA-D03")
def test_cards_that_are_not_there() -> None:
    t = table("0 green F3>F4", hands=["1 2 3 4"], display="5 5 6 7").play("draw")
    assert why(t, "take 9", "KA-D01") == "South-east isn’t on display."
    t.play("take deck", "take 5")
    assert why(t, "discard 9", "KA-D03") == "You don’t hold South-east."
    kept = table(hands=["1 2 3 4"]).play("new", "colour red", "site F7", "entry F6", "play three")
    assert why(kept, "keep 9", "KA-X07") == "You don’t hold South-east."


@rules("KA-C02", "KA-E11", "KA-X06", "KA-X34")
def test_a_joker_and_too_little_money() -> None:
    poor = table(hands=["1 J2"], money={0: ""}).play("new", "colour red")
    assert why(poor, "site F7", "KA-C02") == "The Middle row joker reaches F7, but you have no money for it."
    t = table("0 green F7>F8 F6", hands=["5 J2"], money={0: "3 green"}).play("expand", "colour green", "site F5")
    assert why(t, "play J2", "KA-E11") == "Size 3 costs 3 green and the joker 1 more. You can’t pay both."
    fee = table("0 green F7>F8 F6", hands=["5 J2"], money={0: "3 green 1 red"})
    fee.play("expand", "colour green", "site F5", "play J2")
    assert why(fee, "fee green", "KA-E11") == "Paying the joker in green would leave too little: size 3 costs 3 green."
    assert why(fee, "fee blue", "KA-C02") == "You have no blue money."


# ---- stalls, customers, barkers


@rules("KA-B01", "KA-X15", "KA-X16")
def test_a_stall_that_cannot_be_moved() -> None:
    t = table(
        "0 green B10>C10", "1 blue D11>D10 C11", "N purple A9>B9", "0 red F3>F4", "0 white I8>I7 J8", hands=["5 5 5"]
    )
    t.play("move")
    assert why(t, "colour red", "KA-B01") == "Your red stall can still grow on F2, E3 or G3."
    assert why(t, "colour white", "KA-B01") == "Your white stall already has expansions."
    assert why(t, "colour blue", "KA-B01") == "Your blue stall isn’t on the square yet."
    t.play("colour green")
    assert why(t, "site B10", "KA-X16") == "That’s where your green stall stands now."


RED_STALLS = ("0 red G3>G4", "1 red C6>D6", "2 red K7>J7", "3 red F11>F10", "1 green B3>C3")


@rules("KA-L01", "KA-L02", "KA-L04", "KA-L05", "KA-X19", "KA-X20")
def test_the_needed_barkers_are_stated() -> None:
    t = table(*RED_STALLS, players=4, barkers=[1]).play("lure", "customer red")
    assert (
        why(t, "goal J7", "KA-L05")
        == "The entries on G4 and D6 are nearer. Passing them costs two barkers, and you have one."
    )
    assert why(t, "goal C3", "KA-L01") == "The entry on C3 belongs to Omar’s green stall."
    assert why(t, "goal C4", "KA-L01") == "There’s no entry on C4."
    white = "green A1 white G4 red G6 yellow B11 blue K11"
    t = table(*RED_STALLS, players=4, customers=white).play("lure", "customer red")
    assert why(t, "goal G4", "KA-L02") == "The white customer is standing on G4."
    assert why(t, "goal J7", "KA-L05") == "The entry on D6 is nearer. Passing it costs a barker, and you have none."


@rules("KA-L01", "KA-L10")
def test_customers_that_cannot_be_lured_are_named() -> None:
    white = "green A1 white G4 red G6 yellow C3 blue K11"
    t = table("0 red G3>G4", "1 green B3>C3", "0 blue J6>I6", customers=white).play("lure")
    assert why(t, "customer purple", "KA-L01") == "The purple customer is waiting at the gate."
    assert why(t, "customer red", "KA-L02") == "The only red entry, G4, already has a customer."
    assert why(t, "customer yellow", "KA-L02") == "There’s no yellow stall on the square."


@rules("KA-X22")
def test_the_owners_of_barkers_are_named() -> None:
    t = table(barkers=[0, 4, 3]).play("draw")
    assert why(t, "take barker", "KA-X22") == "There are no barkers left: Omar has 4 and Leila has 3."


# ---- all of them


@pytest.mark.parametrize("kind", [games, strange])
def test_every_refusal_is_a_whole_sentence(kind) -> None:
    for state in kind(2, 3):
        view = Twin.of(state)
        if view.over or view.turn % 3:
            continue
        for choice in range(0, CHOICES.size, 7):
            if number := GAME.bindings.refusal(state, view.player, choice):
                said = story.why(view, view.player, choice, GAME.rule_id(number), called)
                assert not said or re.fullmatch(r"[A-Z][^*_\[\]{}<>]*\.", said)
                assert not re.search(r"  |\.\.| [.,:;]|-1|None|\bKA-", said)
                assert len(said) <= 240


def test_only_the_deciding_seat_gets_reasons() -> None:
    t = table("0 green F3>F4").play("draw")
    assert story.why(Twin.of(t.state), 1, CHOICES.parse("take 1"), "KA-T03", called) == ""
    assert story.why(Twin.of(t.state), 0, CHOICES.parse("site F3"), "KA-D01", called) == ""
