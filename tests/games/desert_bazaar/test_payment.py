"""Payment: DB-P01 to DB-P10, and the option that takes every offer."""

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar.rules.encampments import units
from souq.games.desert_bazaar.state import BOX, TRADES, Event, Phase
from tests.games.desert_bazaar.positions import position, site, table, tile
from tests.support import rules

RICH = [3, 3, 3, 3]
AROUND = {"F4": "W", "E4": "W", "G5": "S"}


def offered(twin, label):
    return [interpreted(units)(twin, site(label), r) for r in range(4)]


@rules("DB-P01")
def test_the_cost_of_a_tile_is_its_flag():
    assert all(sum(t.cost) == 3 and list(t.cost) == [t.flag.count(r) for r in range(4)] for t in BOX.tiles)
    assert [sum(t.cost[r] for t in BOX.tiles) for r in range(4)] == [45] * 4
    assert [sum(t.product == r for t in BOX.tiles) for r in range(4)] == [15] * 4
    end = table(hands=[RICH], left=["W:SPS"], right=[]).build("left 1", "F5")
    assert end.hand[0] == [3, 3, 1, 2]
    assert end.events_of(Event.PAID) == [(0, 2, 2, 0), (0, 3, 1, 0)]


@rules("DB-P02")
def test_every_neighbour_offers_one_unit_of_its_product():
    assert offered(position(AROUND), "F5") == [2, 0, 1, 0]
    assert offered(position({**AROUND, "F6": "W", "E5": "W"}), "F5") == [2, 0, 1, 0]  # more than two is never asked for
    assert offered(position(AROUND), "A1") == [0, 0, 0, 0]
    end = table({"F4": "W/1", "E4": "W", "G5": "S/2"}, left=["C:WSW"], right=[]).play("tile left 1")
    assert sorted(end.events_of(Event.HELP)) == sorted(
        [(0, site("F4"), 0, 1), (0, site("E4"), 0, -1), (0, site("G5"), 2, 2)]
    )


@rules("DB-P03")
def test_offers_are_not_used_up_and_begin_at_once():
    start = table({"F5": "W"}, hands=[[1, 2, 0, 2]], left=["S:WPW", "C:WCP", "S:CWC"], right=[])
    start.build("left 2", "F6")  # the Water comes from F5
    assert start.hand[0] == [1, 1, 0, 1]
    start.build("left 3", "E5")  # F5 helps again, and the new tile with a Camel
    assert start.hand[0] == [1, 0, 0, 1]
    start.build("left 1", "E4")
    assert (start.tile[site("E4")], start.hand[0]) == (tile("S:WPW"), [0, 0, 0, 0])


@rules("DB-P04")
def test_offers_may_be_declined_for_cards_held_only():
    start = table(AROUND, hands=[[2, 0, 0, 1]], left=["C:WSW"], right=[]).play("tile left 1", "site F5")
    assert start.legal == ["pay cheapest", "pay +W", "pay +WW"]
    assert start.refusal("pay +S") == "DB-P04"  # no Silk held
    assert start.refusal("pay +P") == "DB-P04"  # Spice is not asked for
    assert start.play("pay +WW").hand[0] == [0, 0, 0, 1]


@rules("DB-P04", "DB-P06")
def test_declining_must_leave_enough_to_trade():
    """One Silk is missing: three of the four Water must stay for the trade."""
    around = {"F4": "W", "E4": "W"}
    start = table(around, hands=[[4, 0, 0, 0]], left=["C:WSW"], right=[]).play("tile left 1", "site F5")
    assert start.legal == ["pay cheapest", "pay +W"]
    assert start.refusal("pay +WW") == "DB-P06"
    assert start.play("pay +W").hand[0] == [0, 0, 0, 0]


@rules("DB-P05")
def test_any_three_surplus_cards_replace_a_missing_one():
    start = table(hands=[[1, 3, 2, 1]], left=["C:WSW"], right=[]).play("tile left 1", "site F5")
    assert start.phase == Phase.TRADE
    assert start.legal == ["trade CCC", "trade CCS", "trade CCP", "trade CSP"]  # the Water and one Silk are needed
    assert start.refusal("trade WCC") == start.refusal("trade CSS") == "DB-P05"
    end = start.play("trade CSP")
    assert end.hand[0] == [0, 2, 0, 0]
    number = [list(three) for three in TRADES.tolist()].index([0, 1, 1, 1])
    assert end.events_of(Event.TRADE) == [(0, 0, number, 0)]


@rules("DB-P05")
def test_up_to_three_trades_a_tile():
    start = table(hands=[[0, 0, 0, 9]], left=["C:WSW"], right=[], piles=[2, 0, 1, 6]).play("tile left 1", "site F5")
    assert len(start.events_of(Event.TRADE)) == 3
    assert (start.hand[0], start.tile[site("F5")]) == ([0] * 4, tile("C:WSW"))


@rules("DB-P06")
@pytest.mark.parametrize(
    "hand, piles, payable",
    [
        ([2, 0, 1, 0], [0, 0, 0, 0], True),
        ([1, 0, 1, 3], [1, 0, 0, 0], True),
        ([1, 0, 1, 3], [0, 9, 9, 9], False),
        ([1, 0, 1, 2], [9, 9, 9, 9], False),
        ([0, 0, 1, 6], [2, 0, 0, 0], True),
        ([0, 0, 1, 6], [1, 9, 9, 9], False),
        ([4, 1, 0, 0], [0, 0, 1, 0], True),
        ([4, 1, 0, 0], [9, 9, 0, 9], False),
        ([0, 9, 0, 0], [2, 0, 1, 0], True),
        ([0, 8, 0, 0], [2, 0, 1, 0], False),
    ],
)
def test_a_tile_is_offered_if_it_is_payable(hand, piles, payable):
    start = table(hands=[hand], piles=piles, left=["C:WSW"], right=[])
    assert ("left 1" in start.of("tile")) == payable


@rules("DB-P07", "DB-P09")
def test_a_payment_is_made_at_once_and_returns_to_the_piles():
    start = table(hands=[[0, 3, 0, 2]], piles=[1, 0, 0, 0], left=["C:WPW"], right=[])
    assert not start.of("tile")  # the Water to be paid cannot come back in time for the second trade
    one = table({"F5": "W"}, hands=[[0, 3, 0, 1]], piles=[1, 0, 0, 0], left=["C:WPW"], right=[])
    end = one.build("left 1", "F6")
    assert (end.tile[site("F6")], end.pile) == (tile("C:WPW"), [1, 3, 0, 1])
    assert end.hand[0] == [0] * 4


@rules("DB-P08")
def test_traded_cards_cannot_be_traded_on():
    start = table(hands=[[0, 4, 0, 3]], left=["W:WSP"], right=[]).play("tile left 1", "site F5")
    assert start.legal == ["trade CCC", "trade CCP", "trade CPP"]
    start.play("trade CCP")
    assert start.hand[0] == [0] * 4
    assert [row.good for row in start.rows(Event.TRADE)] == [0, 2]


@rules("DB-P09")
def test_cards_paid_for_one_tile_can_be_traded_for_in_the_next():
    start = table(hands=[[2, 6, 1, 0]], piles=[0] * 4, left=["C:WSW", "S:WCS"], right=[])
    start.build("left 1", "F5")
    assert start.pile == [2, 0, 1, 0]
    start.build("left 2", "F6")  # F5 pays the Camel; Water and Silk are traded for
    assert [row.good for row in start.rows(Event.TRADE)] == [0, 2]
    assert (start.hand[0], start.pile) == ([0] * 4, [2, 6, 1, 0])


@rules("DB-P10")
def test_a_flag_has_no_meaning_once_paid():
    """Offers come from products; they do not depend on what the neighbours cost."""
    for code in ("W:SPS", "W:CPC", "W:WSP"):
        assert offered(position({"F4": code}), "F5") == [1, 0, 0, 0]


def test_auto_discount_uses_every_offer_without_asking():
    start = table(AROUND, hands=[[2, 0, 1, 0]], left=["C:WSW"], right=[], auto_discount=True)
    end = start.play("tile left 1", "site F5")
    assert (end.tile[site("F5")], end.hand[0]) == (tile("C:WSW"), [2, 0, 1, 0])
