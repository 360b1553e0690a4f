"""Bidding (GB-B01 to B14)."""

from __future__ import annotations

import pytest

from souq.games.grand_bazaar.state import Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, begun, table
from tests.games.grand_bazaar.reference import BUYERS
from tests.support import rules

FULL = {1: "B1", 2: "B1", 3: "B1", 4: "C1", 5: "C1", 6: "C1"}
"""A cube of somebody else on each caravan."""


@rules("GB-B01")
def test_seats_bid_in_turn_from_hafid() -> None:
    t = table(players=4, first=C, player=C)
    order = [t.player]
    for _ in range(5):
        order.append(t.play("free trader").player)
    assert order == [C, 3, A, B, C, 3]


@rules("GB-B01")
def test_a_seat_without_cubes_is_skipped() -> None:
    t = table(players=3).play("caravan 1 6", "free trader", "free trader")
    assert t.player == B
    assert t.refusal("free trader", seat=A) == "GB-B01"


@rules("GB-B02")
def test_there_are_twelve_places_to_bid() -> None:
    names = {choice if choice.startswith("customer") else choice.rstrip("123456 ") for choice in begun().legal}
    assert names == {
        "caravan", "informant", "free trader", "negotiator", *(f"customer {name}" for name in BUYERS)
    }  # fmt: skip
    assert len(begun().legal) == 47
    t = table(players=2, negotiators="A", squares="AAA")
    assert t.cubes[A] == 2
    assert t.refusal("caravan 1 3") == "GB-B02"
    assert t.refusal("caravan 1 2") is None


@rules("GB-B03")
def test_the_total_of_cubes_counts() -> None:
    t = table(players=3, caravans={1: "A2 B3"})
    assert [c for c in t.legal if c.startswith("caravan 1 ")] == [f"caravan 1 {k}" for k in (2, 3, 4)]
    assert t.refusal("caravan 1 1") == "GB-B03"
    t.play("caravan 1 2")
    assert t.bids[0][:3] == [4, 3, 0]
    assert t.events_of(Event.BID) == [(A, 2, 0, 4)]
    assert t.events_of(Event.OUTBID) == [(B, 0, A)]
    assert [c for c in t.legal if c.startswith("caravan 1 ")] == ["caravan 1 2", "caravan 1 3"]


@rules("GB-B04")
def test_the_informant_is_bid_for_alike() -> None:
    t = table(players=2, informant="B2 A1")
    assert [c for c in t.legal if c.startswith("informant")] == [f"informant {k}" for k in (2, 3, 4, 5)]
    assert t.refusal("informant 1") == "GB-B04"
    t.play("informant 2")
    assert t.bazaar.leader(6) == A


@rules("GB-B05")
def test_a_leader_may_raise_by_one() -> None:
    t = table(players=2, caravans={3: "B1 A2"}, informant="A1").play("caravan 3 1")
    assert t.bids[2][:2] == [3, 1]
    assert t.events_of(Event.OUTBID) == []
    assert "informant 1" in table(players=2, informant="A1").legal


@rules("GB-B06")
def test_outbid_cubes_stay_and_count() -> None:
    t = table(players=2).play("caravan 1 2", "caravan 1 3")
    assert (t.cubes[A], t.bids[0][A]) == (4, 2)
    t.play("caravan 1 2")
    assert (t.bids[0][:2], t.cubes[A]) == ([4, 3], 2)


@rules("GB-B06", "GB-C08")
def test_outbid_cubes_stay_until_their_contest_ends() -> None:
    t = table("2xLS5", players=2, at="caravans", caravans={1: "A1 B2"}, informant="A1 B2", customers=("A", "", ""))
    t.play("look Rome", "nothing")
    assert t.bids[0][:2] == [1, 2]
    t.play("claim Rome")
    assert t.bids[0][:2] == [0, 0]
    assert t.bids[6][:2] == [1, 2]


@rules("GB-B07")
def test_six_cubes_buy_a_caravan() -> None:
    t = table(players=3, caravans={2: "A2 B1"}, player=A).play("caravan 2 4")
    assert not [c for c in t.legal if c.startswith("caravan 2")]
    assert t.refusal("caravan 2 5") == "GB-B07"
    t = table(players=3, informant="A6", player=B)
    assert not [c for c in t.legal if c.startswith("informant")]


@rules("GB-B08")
def test_a_cube_goes_to_the_lowest_empty_square() -> None:
    t = table(players=2)
    for nth in range(6):
        t.play("free trader")
        assert t.events_of(Event.SQUARE) == [(nth % 2, nth)]
        assert t.line == [A, B, A, B, A, B][: nth + 1] + [-1] * (5 - nth)
    assert t.refusal("free trader") == "GB-B08"
    assert t.cubes[:2] == [3, 3]


@rules("GB-B09")
def test_any_number_of_negotiators_have_one_cube_each() -> None:
    t = table(players=3)
    for _ in range(3):
        seat = t.player
        assert t.play("negotiator").events_of(Event.NEGOTIATES) == [(seat,)]
    assert t.negotiator == 0b111
    assert t.cubes[:3] == [5, 5, 5]
    assert t.refusal("negotiator") == "GB-B09"
    assert "negotiator" not in t.legal


@rules("GB-B10", "GB-T09")
@pytest.mark.parametrize("nth, name", [(0, "Haggler"), (1, "Collector"), (2, "Guild Master")])
def test_any_number_of_seats_have_one_cube_at_a_customer(nth: int, name: str) -> None:
    t = table(players=2).play(f"customer {name}", f"customer {name}")
    assert t.placed[nth] == t.access[nth] == 0b11
    assert t.refusal(f"customer {name}") == "GB-B10"


@rules("GB-B11")
def test_passing_is_impossible() -> None:
    t = begun()
    assert "pass" not in t.legal
    assert t.refusal("pass") == t.refusal("nothing") == "GB-B11"


@rules("GB-B12", "GB-B11")
def test_a_stuck_seat_bids_no_longer() -> None:
    """Every contest needs two, A has one, and the row is full; C goes on."""
    others = FULL | {6: "C1"}
    t = table(
        players=3, player=B, squares="ABBCC", caravans=others, informant="B1", negotiators="A",
        customers=("A", "A", "A"),
    )  # fmt: skip
    assert (t.player, t.cubes[:3]) == (C, [1, 0, 1])
    t.play("free trader")
    assert (t.cubes[A], t.bazaar.bids(A)) == (1, set())
    assert t.phase == Phase.LOOK
    assert t.events_of(Event.STUCK) == [(A, 1)]


@rules("GB-B11")
def test_a_single_possible_bid_is_made_automatically() -> None:
    """Everybody can see that there is no other: here A's last cube on the last square."""
    t = table(
        players=3, player=C, squares="ABBCC", caravans=FULL, informant="B1", negotiators="A", customers=("A", "A", "A")
    )
    t.play("caravan 6 1")
    assert t.line == [A, B, B, C, C, A]
    assert t.events_of(Event.SQUARE) == [(A, 5)]
    assert t.phase == Phase.LOOK


@rules("GB-B13")
def test_the_phase_ends_when_no_seat_has_a_bid() -> None:
    t = table(players=2, caravans={1: "A5", 2: "B5"}).play("customer Haggler", "customer Haggler")
    assert t.phase == Phase.CLAIM
    assert t.events_of(Event.PHASE)[0].part == 1


@rules("GB-B14", "GB-T25", "GB-T22")
def test_without_trading_nobody_negotiates() -> None:
    t = begun(3, trading="off")
    assert len(t.legal) == 46
    assert t.refusal("negotiator") == "GB-B14"
