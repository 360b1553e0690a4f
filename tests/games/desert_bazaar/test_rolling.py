"""Rolling: DB-R01 to DB-R15."""

from collections import Counter

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar.rules.rolling import throw
from souq.games.desert_bazaar.state import Event, Phase, Rule
from tests.games.desert_bazaar.positions import after_throw, faces, position, table
from tests.support import rules

RICH = [3, 3, 3, 3]


@rules("DB-R01")
def test_the_free_card_comes_from_any_pile_that_is_not_empty():
    start = table(piles=[3, 0, 1, 3])
    assert start.legal == ["take Water", "take Silk", "take Spice"]
    assert start.refusal("take Camel") == "DB-R01"
    assert start.refusal("roll") == "DB-R01"
    after = start.play("take Silk", dice="---")
    assert (after.hand[0], after.pile) == ([0, 0, 1, 0], [3, 0, 0, 3])
    assert after.events_of(Event.FREE) == [(0, 2, 0, 0)]


@rules("DB-R02")
def test_with_all_piles_empty_nothing_is_drawn_or_thrown():
    start = table({"F5": "S"}, hands=[[2, 0, 0, 0], RICH], piles=[0] * 4, left=["C:WSW"], right=[])
    after = start.play("roll")
    assert (after.player, after.barren) == (1, 1)
    assert [event for event, _ in after.events] == [Event.BARREN, Event.TURN]


@rules("DB-R03")
def test_no_throw_when_the_free_card_was_the_last():
    after = table(hands=[[], RICH], piles=[0, 0, 0, 1], left=["C:WSW"], right=[])
    assert after.hand[0] == [0, 0, 0, 1]
    assert (after.player, after.barren) == (1, 0)


@rules("DB-R04")
def test_every_face_is_equally_likely():
    seen = Counter()
    for key in range(4000):
        twin = position()
        twin.key = [key, 4]
        interpreted(throw)(twin)
        seen.update((die, face) for die, face in enumerate(twin.dice))
    assert sorted(seen) == [(die, face) for die in range(3) for face in range(6)]
    assert all(abs(n / 4000 - 1 / 6) < 0.03 for n in seen.values())


@rules("DB-R05")
@pytest.mark.parametrize(
    "dice, stops",
    [
        ("WWC", {"Water": 2, "Camel": 1}),
        ("W*C", {"Water": 2, "Camel": 2, "Silk": 1, "Spice": 1}),
        ("**P", {"Water": 2, "Camel": 2, "Silk": 2, "Spice": 3}),
        ("SSS", {"Silk": 3}),
        ("***", {"Water": 3, "Camel": 3, "Silk": 3, "Spice": 3}),
        ("-*-", {"Water": 1, "Camel": 1, "Silk": 1, "Spice": 1}),
        ("-PP", {"Spice": 2}),
    ],
)
def test_stopping_takes_every_die_of_one_resource_and_the_wilds(dice, stops):
    start = after_throw(dice)
    assert start.of("stop") == set(stops)
    for r, word in enumerate(["Water", "Camel", "Silk", "Spice"]):
        if word in stops:
            assert after_throw(dice).play(f"stop {word}").hand[0] == [stops[word] * (i == r) for i in range(4)]
        else:
            assert start.refusal(f"stop {word}") == "DB-R05"


@rules("DB-R06")
def test_stopping_needs_a_pile_and_ends_the_turn_when_there_is_none():
    start = after_throw("WWC", piles=[0, 9, 9, 9])
    assert start.refusal("stop Water") == "DB-R06"
    nothing = after_throw("WW-", piles=[0, 9, 9, 9])
    assert (nothing.player, nothing.hand[0]) == (1, [0] * 4)
    assert (Event.NOTHING, (0, Rule.DB_R06, 0, 0)) in nothing.events


@rules("DB-R07")
def test_one_die_is_set_aside_and_all_other_live_dice_thrown_once():
    start = after_throw("WWC")
    assert start.of("keep") == {"Water", "Camel"}
    assert start.refusal("keep Silk") == "DB-R07"
    after = start.play("keep Water", dice="SP")  # the other Water is thrown again as well
    assert after.events_of(Event.KEEP) == [(0, 0, 0, 0b110)]
    assert after.events_of(Event.RETHROW) == [(0, *after.dice)]
    assert after.kept == 0
    assert after.player == 1
    desert = after_throw("-CC").play("keep Camel", dice="S")
    assert desert.dice == faces("-CS")  # a Desert is never thrown again


@rules("DB-R08")
def test_throwing_again_needs_two_live_dice():
    start = after_throw("--*")
    assert start.of("keep") == set()
    assert start.refusal("keep wild") == "DB-R08"


@rules("DB-R09")
def test_a_die_can_be_set_aside_only_with_a_pile():
    start = after_throw("W*C", piles=[0, 5, 0, 0])
    assert start.of("keep") == {"Camel", "wild"}
    assert start.refusal("keep Water") == "DB-R09"


@rules("DB-R10", "DB-R13")
@pytest.mark.parametrize(
    "again, cards", [("SC", 2), ("SS", 3), ("*W", 2), ("*S", 3), ("**", 3), ("WW", 0), ("--", 0), ("CP", 0)]
)
def test_a_resource_set_aside_needs_a_match(again, cards):
    after = after_throw("SCP").play("keep Silk", dice=again)
    assert after.hand[0] == [0, 0, cards, 0]
    if cards == 0:
        assert after.events_of(Event.NOTHING) == [(0, Rule.DB_R10, 0, 0)]


@rules("DB-R11", "DB-R12")
def test_a_wild_set_aside_becomes_the_matching_resource():
    start = after_throw("*CP", piles=[15, 0, 15, 15]).play("keep wild", dice="CW")
    assert start.phase == Phase.TAKE  # only Water is left to match: taken at once, and the next player rolls
    assert start.hand[0] == [2, 0, 0, 0]
    choice = after_throw("*CP", piles=[15, 0, 15, 15]).play("keep wild", dice="*C")
    assert choice.of("match") == {"Water", "Silk", "Spice"}
    assert choice.refusal("match Camel") == "DB-R12"
    pick = after_throw("*CP").play("keep wild", dice="SP")
    assert pick.refusal("match Water") == "DB-R11"
    none = after_throw("*CP", piles=[15, 0, 15, 15]).play("keep wild", dice="CC")
    assert (none.player, none.hand[0]) == (1, [0] * 4)
    assert none.events_of(Event.NOTHING) == [(0, Rule.DB_R12, 0, 0)]


@rules("DB-R13")
def test_dice_of_the_first_throw_no_longer_count():
    assert after_throw("WWW").play("keep Water", dice="CS").hand[0] == [0] * 4


@rules("DB-R14")
def test_there_is_no_hand_limit():
    many = after_throw("WWW", hands=[[12, 15, 15, 15]]).play("stop Water")
    assert many.hand[0] == [15, 15, 15, 15]


@rules("DB-R15")
def test_cards_missing_from_a_pile_are_lost():
    after = after_throw("S**", piles=[5, 5, 1, 5]).play("stop Silk")
    assert (after.hand[0], after.pile[2]) == ([0, 0, 1, 0], 0)
    assert after.events_of(Event.GAIN) == [(0, 2, 1, 3)]
