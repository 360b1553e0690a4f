"""Selling (GB-L01 to L09)."""

from __future__ import annotations

import pytest

from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, Table, cards, spelt, table
from tests.support import rules


def market(*hands: str, access: str = "", **what) -> Table:
    """Let A sell, to customers by their first letters; others may sell to the Haggler, so that the round continues."""
    others = "BCDEF"[: max(1, len(hands) - 1)]
    customers = ["A" * (letter in access) + others * (letter == "H") for letter in "HCG"]
    return table(*hands, *[""] * (2 - len(hands)), **({"at": "selling", "customers": customers} | what))


@rules("GB-L01")
def test_seats_sell_in_turn_from_hafid() -> None:
    t = table("5xLS5", "5xTX5", "5xFO5", at="selling", first=B)
    order = []
    while t.phase == Phase.SELL:
        order.append(t.player)
        t.play("finish")
    assert order == [B, C, A]


@rules("GB-L01")
def test_a_seat_that_publicly_cannot_sell_is_skipped() -> None:
    """Fewer than five cards and no access; with either it decides, even with only one legal choice."""
    t = table("4xLS5", "TX5", "5xFO5", at="selling", customers=("B", "", ""))
    assert (t.player, t.legal) == (B, ["finish"])
    assert t.play("finish").asked == (Phase.SELL, C)


@rules("GB-L02", "GB-L07")
def test_any_number_of_sales_may_be_made_in_any_order() -> None:
    t = market("4xLS5 LS1 LS2 LS3 LS4 2xTX1 FO5 RM5 FG5", access="HCG")
    t.play("haggle LS5", "quantity 2", "guild Livestock", "collect")
    assert t.asked == (Phase.SELL, A)
    assert t.points[A] == 4 + 30 + (1 + 1 + 1 + 1 + 3 + 5)
    assert t.hand(A) == cards("TX1")
    assert t.legal == ["finish"]


@rules("GB-L02")
def test_sales_need_access_to_the_customer() -> None:
    goods = "2xLS5 LS1 LS2 LS3 LS4 TX1 FO5 RM5 FG5"
    t = market(goods, access="")
    assert t.legal == ["ply", "finish"]
    assert t.refusal("haggle LS5") == t.refusal("collect") == t.refusal("guild Livestock") == "GB-L02"
    assert t.refusal("accept") == "GB-L02"


@rules("GB-L02")
def test_a_seat_may_sell_nothing() -> None:
    t = market("2xLS5", access="H").play("finish")
    assert (t.points[A], t.hand(A)) == (0, cards("2xLS5"))
    assert t.events_of(Event.IDLE) == [(A,)]


@rules("GB-L03")
@pytest.mark.parametrize(
    "code, q, talents", [("LS5", 7, 14), ("LS1", 3, 18), ("LS2", 4, 16), ("LS3", 2, 8), ("LS4", 6, 12)]
)
def test_the_haggler_pays_twice_for_two_or_more(code: str, q: int, talents: int) -> None:
    t = market(f"{q}x{code}", access="H").play(f"haggle {code}")
    t = t.play(f"quantity {q}") if q > 2 else t
    assert t.points[A] == talents
    assert t.events_of(Event.SELLS) == [(A, 0, q, talents)]


@rules("GB-L03")
def test_the_haggler_buys_any_part() -> None:
    t = market("4xLS5 2xTX1", access="H").play("haggle LS5")
    assert t.legal == ["quantity 2", "quantity 3", "quantity 4"]
    assert t.refusal("quantity 5") == "GB-L03"
    t.play("quantity 3", "haggle TX1")  # of two both go
    assert (t.points[A], t.hand(A)) == (18, cards("LS5"))
    assert t.refusal("haggle LS5") == "GB-L03"


@rules("GB-L04")
def test_the_collector_wants_one_of_each_type() -> None:
    t = market("FG1 FG2 LS1 LS2 FO1 RM1 TX1", access="C").play("collect", "card FG2")
    assert t.legal == [spelt("card LS1"), spelt("card LS2")]
    assert t.refusal("card FO1") == "GB-L04"
    t.play("card LS1")
    assert t.points[A] == 2 + 3 + 3 + 3 + 3 + 5
    assert t.events_of(Event.SELLS) == [(A, 1, 5, 19)]
    assert [(CODES[row.good], row.count) for row in t.events_of(Event.SOLD)] == [
        ("FG2", 1), ("LS1", 1), ("FO1", 1), ("RM1", 1), ("TX1", 1)
    ]  # fmt: skip
    assert t.hand(A) == cards("FG1 LS2")
    assert market("FG1 LS1 FO1 RM1", access="C").refusal("collect") == "GB-L04"


@rules("GB-L05")
def test_the_guild_master_pays_thirty_for_all_five() -> None:
    t = market("2xRM1 2xRM2 2xRM3 2xRM4 2xRM5 LS1", access="G").play("guild Raw Materials", "guild Raw Materials")
    assert (t.points[A], t.hand(A)) == (60, cards("LS1"))
    assert t.events_of(Event.SELLS) == [(A, 2, 5, 30)]
    assert t.refusal("guild Raw Materials") == "GB-L05"


@rules("GB-L06")
def test_five_to_ten_cards_can_be_sold_at_face_value() -> None:
    t = market("3xLS1 3xLS4 5xTX5 FO2", access="H").play("ply", *["card LS1"] * 3, "card LS4", "card LS4")
    assert "done" in t.legal
    assert t.refusal("card LS1") == "GB-L06"  # not back
    t.play("done")
    assert t.points[A] == 11
    assert t.hand(A) == cards("LS4 5xTX5 FO2")
    assert t.player == B
    assert t.events_of(Event.SELLS) == [(A, 3, 5, 11)]


@rules("GB-L06")
def test_fewer_than_five_and_more_than_ten_cards_are_refused() -> None:
    t = market("3xLS1 2xTX1 FO1").play("ply")
    assert t.legal == [spelt("card LS1"), spelt("card FO1")]  # Tents are only two: too late for five
    assert t.refusal("card TX1") == "GB-L06"
    t = market("7xLS5 7xTX5").play("ply", *["card LS5"] * 7, *["card TX5"] * 3)
    assert t.points[A] == 10  # done by itself
    assert t.hand(A) == cards("4xTX5")
    assert market("2xFG1 LS2 FO3", access="H").refusal("ply") == "GB-L06"


@rules("GB-L06")
def test_plying_is_possible_with_access_but_not_after_a_sale() -> None:
    t = market("2xLS5 5xTX5", access="HG")
    assert "ply" in t.legal
    t.play("haggle LS5")
    assert "ply" not in t.legal
    assert t.refusal("ply") == "GB-L06"


@rules("GB-L06")
def test_plying_is_one_sale_and_ends_the_selling() -> None:
    t = market("7xLS5 7xTX5", access="H").play("ply", *["card LS5"] * 4, "card TX5", "done")
    assert t.player == B


@rules("GB-L07", "GB-L08")
def test_sold_cards_are_public_on_the_discard_pile() -> None:
    t = market("2xLS5 TX1", access="H", discard="LS5").play("haggle LS5")
    assert t.bazaar.discard == cards("3xLS5")
    assert t.events_of(Event.SOLD) == [(CODES.index("LS5"), 2)]
    assert t.talents[:2] == [4, 0]


@rules("GB-L09")
def test_cards_over_ten_are_discarded() -> None:
    t = market("7xLS5 4xTX2 FO1", access="H", talents=(3, 0)).play("finish")
    assert t.asked == (Phase.DISCARD, A)
    assert t.need == 2
    t.play("card FO1")  # and Rugs, of which there is no choice left
    assert t.hand(A) == cards("7xLS5 3xTX2")
    assert t.talents[A] == 3
    assert t.player == B


@rules("GB-L09")
def test_any_cards_over_ten_may_be_discarded_but_no_more() -> None:
    t = market("7xLS5 3xFO1 TX1 RM1", access="H").play("finish")
    assert t.legal == [spelt(f"card {code}") for code in ("LS5", "FO1", "RM1")]  # after the Tents there is no second
    assert t.refusal("card TX1") == t.refusal("finish") == "GB-L09"
    t.play("card RM1")  # and the Tents with it
    assert t.hand(A) == cards("7xLS5 3xFO1")
    assert t.bazaar.discard == cards("RM1 TX1")
    assert t.events_of(Event.DISCARDS) == [(A, 1, CODES.index("RM1")), (A, 1, CODES.index("TX1"))]
    assert market("7xLS5 3xFO1", access="H").play("finish").player == B


@rules("GB-L09")
def test_cards_over_ten_are_discarded_after_plying_too() -> None:
    t = market("7xLS5 7xTX5 3xFG5").play("ply", *["card FG5"] * 3, "card LS5", "card LS5", "done")
    assert t.asked == (Phase.DISCARD, A)
    t.play("card LS5", "card TX5")
    assert t.hand(A) == cards("4xLS5 6xTX5")
    assert t.player == B


@rules("GB-L09")
def test_a_discard_being_composed_is_private() -> None:
    t = market("7xLS5 7xTX5", access="H").play("finish")
    before = [without_events(t, viewer) for viewer in (B, -1)]
    t.play("card LS5", "card LS5")
    assert [without_events(t, viewer) for viewer in (B, -1)] == before
    assert t.seen(A).n_drawn == 2


def without_events(t: Table, viewer: int) -> dict[str, object]:
    """Return what a viewer sees, without the last events."""
    return {name: value for name, value in t.seen(viewer).__dict__.items() if name not in ("event", "n_events")}


@rules("GB-L06", "GB-L03")
def test_a_sale_being_composed_is_private() -> None:
    t = market("4xLS5 7xTX5", access="H")
    for start, then in (("haggle LS5", ()), ("ply", ("card LS5", "card LS5"))):
        open_ = t.copy()
        before = without_events(open_, B)
        open_.play(start, *then)
        assert open_.phase in (Phase.QUANTITY, Phase.PLY)
        assert without_events(open_, B) == before
        assert open_.seen(A).phase == open_.phase
