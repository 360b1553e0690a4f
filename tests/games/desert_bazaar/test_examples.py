"""The worked examples of the rulebook and its rulings, each from the position it describes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from souq.engine.rules.bits import count, words
from souq.engine.rules.twin import Twin, interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.rules.encampments import encampment, units
from souq.games.desert_bazaar.rules.opening import throw_for_cards
from souq.games.desert_bazaar.rules.rolling import live, matching, read_again, showing
from souq.games.desert_bazaar.rules.scoring import finish
from souq.games.desert_bazaar.state import FACE_WILD, LABELS, Event, Rule, State
from tests.games.desert_bazaar.positions import FILLED, Table, after_throw, faces, position, row, site, table, tile
from tests.support import rules

WATER, CAMEL, SILK, SPICE = range(4)
RICH = [3, 3, 3, 3]


@rules("DB-R05")
def test_01_tyler_stops():
    tyler = after_throw("SSP")
    assert tyler.legal == ["stop Silk", "stop Spice", "keep Silk", "keep Spice"]
    assert tyler.play("stop Silk").hand[0] == [0, 0, 2, 0]
    assert after_throw("SSP").play("stop Spice").hand[0] == [0, 0, 0, 1]


@rules("DB-R10")
def test_02_tyler_succeeds():
    assert after_throw("SSP").play("keep Spice", dice="*P").hand[0] == [0, 0, 0, 3]


@rules("DB-R10", "DB-R01")
def test_03_tyler_fails():
    tyler = table(player=0).roll("Camel", dice="SSP").play("keep Spice", dice="WC")
    assert tyler.hand[0] == [0, 1, 0, 0]  # the free card stays
    assert tyler.events_of(Event.NOTHING) == [(0, Rule.DB_R10, 0, 0)]


@rules("DB-R13")
def test_04_a_pair_that_does_not_match():
    assert after_throw("SSP").play("keep Spice", dice="WW").hand[0] == [0, 0, 0, 0]


@rules("DB-P02", "DB-P04")
def test_05_discount():
    def beside_a_water_tent(hand: list[int]) -> Table:
        start = table({"F5": "W"}, hands=[hand], left=["C:WPW"], right=[])
        return start.play("tile left 1", "site F6")

    rich = beside_a_water_tent([2, 0, 0, 1])
    assert rich.of("pay") == {"cheapest", "+W"}
    assert rich.due == [1, 0, 0, 1]
    assert rich.play("pay +W").hand[0] == [0, 0, 0, 0]
    assert beside_a_water_tent([2, 0, 0, 1]).play("pay cheapest").hand[0] == [1, 0, 0, 0]
    poor = beside_a_water_tent([1, 0, 0, 1])
    assert poor.tile[site("F6")] == tile("C:WPW")  # one payment only: made at once
    assert poor.hand[0] == [0, 0, 0, 0]


@rules("DB-P02", "DB-P04")
def test_06_a_free_tent():
    around = {"F4": "P", "E4": "C", "G5": "S"}
    twin = position(around)
    assert [interpreted(units)(twin, site("F5"), r) for r in range(4)] == [0, 1, 1, 1]
    poor = table(around, left=["S:CSP"], right=[]).play("tile left 1")
    assert poor.tile[site("F5")] == tile("S:CSP")
    able = table(around, hands=[[0, 0, 2, 1]], left=["S:CSP"], right=[]).play("tile left 1", "site F5")
    assert able.legal == ["pay cheapest", "pay +P", "pay +S", "pay +SP"]
    assert able.play("pay +SP").hand[0] == [0, 0, 1, 0]


@rules("DB-B03")
def test_07_too_big():
    occupied = {*["C4", "C5", "D4", "D5", "F4", "F5", "G4"]}
    legal = table(row(*occupied)).legal_sites
    assert set(LABELS) - legal - occupied == {"E3", "E4", "E5"}
    assert len(legal) == 63


JOINING = {"C4": "?/0", "D4": "?/0", "D5": "?/1", "F4": "?/1", "F5": "?/1", "G4": "?"}


@rules("DB-B05", "DB-E03", "DB-E04", "DB-E05")
def test_08_join_to_seven():
    start = table(JOINING, player=2, hands=[[], [], RICH])
    assert {"E3", "E4", "E5"} <= start.legal_sites
    assert start.markers[:3] == [5, 4, 7]
    end = start.build("left 1", "E4")
    assert end.score[:3] == [2, 3, 2]
    assert end.markers[:3] == [7, 7, 7]
    assert end.owner[site("E4")] == -1
    assert sorted(end.events_of(Event.HOME)) == sorted(
        [
            (0, site("C4"), 0, 0),
            (0, site("D4"), 0, 0),
            (1, site("D5"), 0, 0),
            (1, site("F4"), 0, 0),
            (1, site("F5"), 0, 0),
            (2, site("E4"), 0, 0),
        ]
    )
    assert not end.events_of(Event.ISOLATED)


@rules("DB-E04", "DB-M02")
def test_09_the_same_without_markers():
    end = table(JOINING, player=2, hands=[[], [], RICH], markers=[5, 4, 0]).build("left 1", "E4")
    assert end.score[:3] == [2, 3, 1]
    assert end.markers[:3] == [7, 7, 0]
    assert end.owner[site("E4")] == -1


@rules("DB-R11")
def test_10_wild_kept_two_colours():
    again = after_throw("*WC").play("keep wild", dice="CS")
    assert again.legal == ["match Camel", "match Silk"]
    assert again.play("match Silk").hand[0] == [0, 0, 2, 0]


@rules("DB-R11")
@pytest.mark.parametrize("word, r, cards", [("Water", 0, 2), ("Camel", 1, 3), ("Silk", 2, 2), ("Spice", 3, 2)])
def test_11_wild_kept_wild_and_colour(word, r, cards):
    again = after_throw("*WC").play("keep wild", dice="*C")
    assert again.legal == ["match Water", "match Camel", "match Silk", "match Spice"]
    assert again.play(f"match {word}").hand[0][r] == cards


@rules("DB-R11")
def test_12_wild_kept_deserts():
    one = after_throw("*WC").play("keep wild", dice="*-")
    assert len(one.legal) == 4
    assert one.play("match Spice").hand[0] == [0, 0, 0, 2]
    two = after_throw("*WC").play("keep wild", dice="--")
    assert two.hand[0] == [0, 0, 0, 0]
    assert two.events_of(Event.NOTHING) == [(0, Rule.DB_R11, 0, 0)]


@rules("DB-R07")
def test_13_one_desert_in_the_first_throw():
    start = after_throw("-WC")
    assert start.legal == ["stop Water", "stop Camel", "keep Water", "keep Camel"]
    end = start.play("keep Water", dice="W")
    assert end.hand[0] == [2, 0, 0, 0]
    assert end.dice == faces("-WW")


@rules("DB-R08")
def test_14_two_deserts():
    assert after_throw("--S").hand[0] == [0, 0, 1, 0]  # forced


@rules("DB-R05", "DB-R10", "DB-R15")
def test_15_short_pile():
    piles = [15, 15, 2, 15]
    assert after_throw("SSS", piles=piles).play("stop Silk").hand[0] == [0, 0, 2, 0]
    again = after_throw("SSS", piles=piles).play("keep Silk", dice="S*")
    assert again.hand[0] == [0, 0, 2, 0]
    assert again.events_of(Event.GAIN) == [(0, SILK, 2, 3)]


@rules("DB-R06", "DB-R09")
def test_16_empty_pile():
    start = after_throw("WWC", piles=[0, 4, 9, 9])
    assert start.legal == ["stop Camel", "keep Camel"]
    assert start.refusal("stop Water") == "DB-R06"
    assert start.refusal("keep Water") == "DB-R09"
    assert start.play("keep Camel", dice="*C").hand[0] == [0, 3, 0, 0]


@rules("DB-P05", "DB-P06", "DB-P07")
def test_17_trade():
    def trader(water: int) -> Table:
        return table(hands=[[0, 5, 1, 1]], piles=[water, 5, 5, 5], left=["C:WSW"], right=[])

    start = trader(2).play("tile left 1", "site F5")
    assert start.legal == ["trade CCC", "trade CCP"]
    for choice in ("trade CCC", "trade CCP"):  # the second trade is then forced
        end = trader(2).play("tile left 1", "site F5", choice)
        assert end.hand[0] == [0, 0, 0, 0]
        assert end.pile[:4] == [2, 10, 6, 6]
        assert len(end.events_of(Event.TRADE)) == 2
    assert trader(1).of("tile") == set()


@rules("DB-P06")
def test_18_no_surplus():
    able = table(hands=[[1, 1, 1, 2]], left=["C:WSW"], right=[]).play("tile left 1", "site F5")
    assert able.rows(Event.TRADE)[0].good == WATER
    assert able.hand[0] == [0, 0, 0, 0]
    assert not table(hands=[[1, 1, 1, 1]], left=["C:WSW"], right=[]).of("tile")


@rules("DB-P02")
def test_19_two_equal_neighbours():
    start = table({"F5": "W", "E5": "W"}, hands=[[0, 0, 0, 1]], left=["C:WPW"], right=[])
    end = start.build("left 1", "E4")
    assert end.tile[site("E4")] == tile("C:WPW")
    assert end.hand[0] == [0, 0, 0, 0]


@rules("DB-P03", "DB-E01", "DB-E02")
def test_20_offers_repeat():
    start = table(hands=[[2, 0, 2, 2]], left=["W:SPS", "C:WPW", "S:WCW", "P:CSP"], right=[])
    start.build("left 1", "F5")
    assert (start.hand[0], start.score[0]) == ([2, 0, 0, 1], 2)
    start.build("left 2", "F6")
    assert (start.hand[0], start.score[0]) == ([1, 0, 0, 0], 2)
    start.build("left 3", "G5")
    assert (start.hand[0], start.score[0]) == ([0, 0, 0, 0], 2)
    assert count(interpreted(encampment)(start.twin, site("G5"))[0]) == 3


@rules("DB-E03")
def test_21_isolated_and_later_closed():
    start = table(hands=[RICH, RICH]).build("left 1", "A1")
    assert start.score[0] == 2
    around = {"A1": "?/0", **row("A2", "B2", "B3", "C4", "C5")}
    end = table(around, player=1, hands=[[], RICH], scores=[2]).build("left 1", "B1")
    assert end.score[:2] == [3, 2]


@rules("DB-D01", "DB-D02", "DB-B01")
def test_22_refill_in_mid_turn():
    start = table(hands=[[9, 9, 9, 9]], piles=[3, 3, 3, 3], left=[None, None, "W:SPS"])
    right = list(start.display[1])
    start.build("left 3", "F5")
    assert [(row.side, row.slot) for row in start.rows(Event.REFILL)] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert -1 not in start.display[0]
    assert start.player == 0
    assert start.of("tile") <= {f"left {n}" for n in range(1, 5)}
    start.build("left 1", "A1")
    assert start.display[0].count(-1) == 1
    start.play("done")
    assert -1 not in start.display[0]
    assert start.display[1] == right


@rules("DB-S08", "DB-S09")
def test_23_setup_shortage():
    seen = dict.fromkeys(range(6), 0)
    for key in range(3000):
        twin = position(players=5, player=4, piles=[4, 4, 0, 4])
        twin.key = [key, 0]
        interpreted(throw_for_cards)(twin)
        seen[twin.dice[0]] += 1
    assert seen[SILK] == seen[5] == 0
    assert all(abs(seen[face] / 3000 - 1 / 4) < 0.03 for face in (WATER, CAMEL, SPICE, FACE_WILD))


@rules("DB-F01", "DB-F02", "DB-F03")
def test_24_final_scoring():
    board = {"A1": "?/0", "C1": "?/0", "C8": "?/0", "F1": "?/1", "F9": "?/1"}
    board |= dict.fromkeys(("H1", "H9", "K1", "D3", "D7"), "?/2")
    hands = [[3, 0, 2, 1], [3, 2, 0, 1], [1, 1, 0, 0]]
    twin = position(board, hands=hands, scores=[14, 16, 13])
    interpreted(finish)(twin, Rule.DB_X01)
    end = Table(twin)
    assert end.score[:3] == [19, 20, 18]
    assert GAME.bindings.ranks(end.state) == [2, 1, 3]


@rules("DB-F03", "DB-F04")
def test_25_tie():
    hands = [[3, 3, 0, 0], [0, 0, 2, 2], [3, 3, 3, 3]]
    assert GAME.bindings.ranks(Table(position(hands=hands, scores=[20, 20, 19])).state) == [1, 2, 3]
    hands[0] = [5, 0, 0, 0]
    hands[1] = [0, 0, 2, 3]
    assert GAME.bindings.ranks(Table(position(hands=hands, scores=[20, 20, 19])).state) == [1, 1, 3]


@rules("DB-X01", "DB-E01", "DB-F01")
def test_26_last_space():
    start = table(row(*FILLED), hands=[RICH])
    assert start.legal_sites == {"A2"}
    assert start.refusal("site A1") is not None
    end = start.build("left 1", "A2")
    assert end.events_of(Event.ISOLATED) == [(0, site("A2"), 2, 0)]
    assert (end.over, end.ended) == (1, Rule.DB_X01)
    assert (0, 1, 1, 0) in end.events_of(Event.MARKERS)
    majorities = sum(row.points for row in end.rows(Event.MAJORITY) if row.seat == 0)
    assert end.score[0] == 2 + 1 + majorities
    assert not end.events_of(Event.REFILL)


@rules("DB-X04")
def test_27_barren_end():
    def stuck() -> Table:
        hands = [[15, 0, 0, 0], [0, 15, 0, 0], [0, 0, 15, 0], [0, 0, 0, 15]]
        return table({"F5": "S"}, players=4, player=1, hands=hands, left=["C:WSW"], right=[])

    start = stuck()
    assert (start.player, start.barren, start.turn) == (0, 3, 4)  # the three others could only roll
    assert start.legal == ["roll", "tile left 1"]
    end = start.play("roll")
    assert (end.over, end.ended) == (1, Rule.DB_X04)
    other = stuck().build("left 1", "F6")
    assert (other.over, other.barren) == (0, 0)
    assert other.hand[0][0] == 13


def after_keep(face: str, dice: str) -> Twin:
    """Return the position after throwing again, before anything is taken."""
    twin = position()
    twin.phase, twin.kept, twin.dice = 4, 0, faces(face + dice)
    return twin


def expectation(face: str, live_dice: int) -> tuple[Fraction, Fraction]:
    """Return how often setting a die aside succeeds, and its mean number of cards, by the rules themselves."""
    wins = cards = total = 0
    for dice in product("WCSP*-", repeat=live_dice):
        twin = after_keep(face, "".join(dice) + "-" * (2 - live_dice))
        over = interpreted(read_again)(twin, faces(face)[0])
        got = sum(twin.hand[0]) if over else max(interpreted(showing)(twin, r) for r in range(4))
        total, wins, cards = total + 1, wins + (got > 0), cards + got
    return Fraction(wins, total), Fraction(cards, total)


@rules("DB-R05", "DB-R06", "DB-R07", "DB-R08", "DB-R09", "DB-R10", "DB-R11")
def test_28_odds():
    assert expectation("S", 2) == (Fraction(5, 9), Fraction(11, 9))
    assert expectation("S", 1) == (Fraction(1, 3), Fraction(2, 3))
    assert expectation("*", 2) == (Fraction(35, 36), Fraction(83, 36))
    assert expectation("*", 1) == (Fraction(5, 6), Fraction(5, 3))
    odds = {(face, n): expectation(face, n)[1] for face in "S*" for n in (1, 2)}
    stopping = best = Fraction(0)
    again = []
    for dice in product("WCSP*-", repeat=3):
        twin = position()
        twin.dice = faces("".join(dice))
        stop = max(
            [interpreted(showing)(twin, r) for r in range(4) if interpreted(matching)(twin, 1) >> r & 1], default=0
        )
        others = interpreted(live)(twin) - 1
        keeps = [odds["*" if die == "*" else "S", others] for die in dice if die != "-" and others > 0]
        stopping += Fraction(stop, 216)
        best += Fraction(max([stop, *keeps])) / 216
        if keeps and max(keeps) > stop:
            again.append("".join(sorted(set(dice))))
    assert stopping == Fraction(16, 9)
    assert best == Fraction(1201, 648)
    assert len(again) == 60
    assert all(len(shown) == 3 and "-" not in shown for shown in again)


@rules("DB-R03")
def test_29_all_piles_empty_after_the_free_card():
    end = table(piles=[0, 1, 0, 0])
    assert end.hand[0] == [0, 1, 0, 0]  # without being asked: roll, the only card
    rolled = [event for event, _ in end.events]
    assert Event.NO_THROW in rolled
    assert Event.THROW not in rolled
    assert end.events_of(Event.BARREN)[0] == (1, 1, 0, 0)  # the first barren turn is the next player's


@rules("DB-R06")
def test_30_three_deserts():
    end = table().roll("Silk", dice="---")
    assert end.hand[0] == [0, 0, 1, 0]
    assert end.events_of(Event.NOTHING) == [(0, Rule.DB_R06, 0, 0)]
    assert end.player == 1


def test_sets_in_the_record_match_the_board():
    """Positions made here hold the derived sets that a game would have."""
    twin = position(row(*FILLED))
    assert tuple(twin.taken) == words([site(label) for label in FILLED], 2)
    assert State.layout.itemsize < 2000
