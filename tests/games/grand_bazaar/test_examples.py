"""The worked examples of the specification, chapter 8, by their numbers."""

from __future__ import annotations

import pytest

from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.positions import NOBODY, A, B, C, cards, deal, deciders, everything_but, row, spelt, table
from tests.support import rules


def bids_on(t, name: str) -> list[int]:
    """Return the numbers of cubes that may be placed somewhere."""
    return [int(choice.split()[-1]) for choice in t.legal if choice.startswith(name)]


@rules("GB-B03")
def test_1_to_take_the_lead() -> None:
    t = table(players=3, caravans={1: "A1"}, player=B)
    assert bids_on(t, "caravan 1") == [2, 3, 4, 5, 6]
    t.play("caravan 1 2")
    assert bids_on(t, "caravan 1") == [3, 4, 5, 6]  # C
    t.play("caravan 2 1")
    assert t.player == A
    assert bids_on(t, "caravan 1") == [2, 3, 4, 5]


def orange(**what):
    """Return a position in which yellow, black, red and orange are A, B, C and D, who claims."""
    return table(players=4, at="caravans", caravans={1: "D1"}, squares="ABC", **what).play("claim Rome")


@rules("GB-F05", "GB-F06", "GB-F07", "GB-F08", "GB-F09", "GB-F10")
def test_2_right_of_way() -> None:
    t = orange()
    assert t.asked == (Phase.POLL, A)
    assert t.play("hold").asked == (Phase.POLL, B)
    assert t.play("hold").asked == (Phase.POLL, C)
    assert t.play("send").asked == (Phase.RIGHT, B)
    t.play("allow")
    assert (t.drawn, t.line[:3], t.asked) == ([], [A, B, C], (Phase.RIGHT, A))
    t.play("deny")
    assert (t.drawn, t.line[:3], t.asked) == ([A, A], [NOBODY, B, C], (Phase.DENIED, C))
    goes_on, stops = t.copy().play("go on"), t.copy().play("stop")
    assert (goes_on.drawn, goes_on.line[:3]) == ([C, C], [NOBODY, B, NOBODY])
    assert (stops.drawn, stops.line[:3]) == ([], [NOBODY, B, C])
    assert goes_on.asked == stops.asked == (Phase.POLL, B)


@rules("GB-L03")
def test_3_three_goats() -> None:
    t = table("3xLS5 2xTX1", "", at="selling", customers=("A", "", "")).play("haggle LS5", "quantity 3")
    assert t.points[A] == 6
    assert t.hand(A) == cards("2xTX1")


@rules("GB-L03")
def test_4_not_of_different_goods() -> None:
    t = table("LS5 LS2 LS4 TX1 TX2", "", at="selling", customers=("A", "", ""))
    assert [t.refusal(f"haggle {code}") for code in ("LS5", "LS2", "LS4")] == ["GB-L03"] * 3
    assert t.legal == ["ply", "finish"]


@rules("GB-L04")
def test_5_one_good_of_each_type() -> None:
    t = table("FG1 TX2 LS3 FO4 RM5", "", at="selling", customers=("", "A", "")).play("collect")
    assert (t.points[A], t.hand(A)) == (14, cards(""))  # of each type there is only one to give


@rules("GB-L05")
def test_6_all_goods_of_a_type() -> None:
    t = table("FG1 FG2 FG3 FG4 FG5", "", at="selling", customers=("", "", "A")).play("guild Finished Goods")
    assert t.points[A] == 30


@rules("GB-L05")
def test_7_not_three_of_them() -> None:
    t = table("TX1 TX2 TX3 FO1 FO2", "", at="selling", customers=("", "", "A"))
    assert t.refusal("guild Textiles") == "GB-L05"
    assert t.legal == ["ply", "finish"]


@rules("GB-B03", "GB-B07")
def test_8_how_many_bids_there_are() -> None:
    t = table(players=3)
    assert len(t.legal) == 47
    assert len(t.play("caravan 1 6").legal) == 41 == 5 * 6 + 6 + 1 + 1 + 3
    assert t.refusal("caravan 1 6") == "GB-B07"


@rules("GB-B03", "GB-C06")
def test_9_in_the_order_in_which_they_came() -> None:
    t = table(players=3, player=B)
    t.play("caravan 4 1", "caravan 4 2", "caravan 4 3", "caravan 4 3")
    assert [t.bids[3][seat] for seat in (A, B, C)] == [3, 4, 2]
    assert t.bazaar.leader(3) == B
    t = table(players=3, at="caravans", caravans={4: "B4 C2 A3"}, top="FO1", below="7xTX5", customers=("C", "", ""))
    assert t.asked == (Phase.CLAIM, B)
    t.play("claim Rome")
    assert t.drawn == [C, A]
    assert (t.hand(C), t.hand(A)) == (cards("FO1"), cards("TX5"))


@rules("GB-B05")
def test_10_a_leader_adds() -> None:
    t = table(players=2, caravans={2: "A3"}, negotiators="A")
    assert bids_on(t, "caravan 2") == [1, 2]


@rules("GB-B08")
def test_11_the_last_square() -> None:
    t = table(players=2, squares="ABBBA", negotiators="A")
    assert t.cubes[A] == 3
    assert [choice for choice in t.legal if choice.startswith("free")] == ["free trader"]
    t.play("free trader")
    assert t.line == [A, B, B, B, A, A]
    assert "free trader" not in t.legal
    assert t.refusal("free trader") == "GB-B08"


@rules("GB-F01", "GB-F05", "GB-F07", "GB-F08")
def test_12_the_lowest_square_counts() -> None:
    t = table(players=4, at="caravans", caravans={1: "D1"}, squares="ABAC").play("claim Rome")
    assert t.bazaar.line() == [A, B, C]
    t.play("hold", "hold", "send")
    assert t.asked == (Phase.RIGHT, B)
    assert t.play("allow").asked == (Phase.RIGHT, A)
    t.play("deny")
    assert (t.drawn, t.line) == ([A, A], [NOBODY, B, A, C, NOBODY, NOBODY])
    assert t.asked == (Phase.DENIED, C)
    goes_on = t.copy().play("go on")
    assert (goes_on.drawn, goes_on.line[3]) == ([C, C], NOBODY)
    stops = t.play("stop")
    assert stops.bazaar.line() == [B, A, C]
    assert stops.asked == (Phase.POLL, B)


@rules("GB-F08", "GB-F10")
def test_13_a_denial_and_a_stop() -> None:
    t = table(players=4, at="caravans", caravans={1: "D1"}, squares="ABC").play("claim Rome")
    t.play("hold", "hold", "send", "deny")
    assert (t.drawn, t.line[:3]) == ([B, B], [A, NOBODY, C])
    assert t.play("stop").asked == (Phase.POLL, A)
    assert t.play("hold").asked == (Phase.POLL, C)


@rules("GB-D01")
def test_14_the_discard_pile_is_turned_over() -> None:
    """Everything but four cards is in the markets and in B's hand."""
    market = ["RM5 TX5"] * 6
    t = table(
        "", everything_but("FO1 TX1 TX2 TX3", market), at="caravans", market=market, top="FO1", below="",
        discard="TX1 TX2 TX3", caravans={1: "B1"}, squares="A",
    )  # fmt: skip
    t.play("claim Rome", "send")
    assert t.drawn == [A, A]
    assert t.hand(A)["FO1"] == 1 == sum(t.hand(A)[code] for code in ("TX1", "TX2", "TX3"))
    assert (t.below + 1, sum(t.discard)) == (2, 0)
    assert t.events_of(Event.SHUFFLED) == [(3,)]


@rules("GB-T01", "GB-T02", "GB-T04")
def test_15_who_may_trade() -> None:
    t = table("LS1", "LS2", "LS3", at="trading", negotiators="AB")
    pairs = {(a, b) for a in range(3) for b in range(3) if a < b and t.bazaar.may_trade(a, b)}
    assert pairs == {(A, B), (A, C), (B, C)}
    assert t.legal == ["offer 2", "offer 3", "invite", "leave"]
    t.play("leave")
    assert t.asked == (Phase.FLOOR, B)
    assert t.legal == ["offer 3", "invite", "leave"]
    t.play("leave")
    assert t.events_of(Event.CLOSED) == [(0,)]


@rules("GB-T10", "GB-T11")
def test_16_types_show_and_goods_do_not() -> None:
    t = table("LS1", "FO5", "", at="trading", negotiators="A", talents=(3, 3))
    assert not t.bazaar.valid(A, B, deal("LS1", "FO4 FO5"))
    t.propose("offer B", deal("LS1", "FO4"))
    assert t.asked == (Phase.ANSWER, B)
    assert t.legal == ["reject", "counter"]
    assert t.refusal("accept") == "GB-T11"


@rules("GB-T10", "GB-T20")
def test_16_not_two_of_one() -> None:
    t = table("LS1 LS2", "FO5", "", at="trading", negotiators="A", talents=(3, 3))
    t.play("offer B", "give LS1", "done", "talents 0", "want FO4")
    assert t.phase == Phase.ANSWER  # there is no second card of Food to be asked for, and nothing else
    assert t.stands(A, B) == deal("LS1", "FO4")


@rules("GB-T09", "GB-L06")
def test_17_access_moves() -> None:
    goods = "2xLS5 2xTX5 FO1"
    t = table(goods, "2xRM5 2xFG5 FO1", at="trading", negotiators="A", customers=("B", "", ""), talents=(6, 0))
    t.propose("offer B", deal(net=6, borrow="Haggler")).play("accept", "leave")
    assert t.points == [0, 6]
    assert (t.placed[0], t.access[0]) == (1 << B, 1 << A)
    assert t.legal == [spelt("haggle LS5"), spelt("haggle TX5"), "ply", "finish"]
    t.play("finish")
    assert t.player == B
    assert t.legal == ["ply", "finish"]
    assert t.refusal("haggle RM5") == "GB-L02"


HAND_18 = "LS1 LS2 2xLS3 LS4 LS5 FG1 TX2 FO4 RM5"


@rules("GB-L04", "GB-L05")
@pytest.mark.parametrize("guild_first", [True, False])
def test_18_two_customers(guild_first: bool) -> None:
    t = table(HAND_18, "", at="selling", customers=("", "A", "A"))
    assert best_sale(tuple(row(cards(HAND_18))), 6) == 44
    if guild_first:
        t.play("guild Livestock")
        assert t.points[A] == 30
        t.play("collect")
    else:
        t.play("collect", "card LS3")
        assert t.points[A] == 14
        t.play("guild Livestock")
    assert (t.points[A], t.hand(A)) == (44, cards(""))


@rules("GB-L04", "GB-L05")
def test_18_the_wrong_horse() -> None:
    t = table(HAND_18, "", at="selling", customers=("", "A", "A")).play("collect", "card LS1")
    assert t.points[A] == 15
    assert "guild Livestock" not in t.legal


@rules("GB-L03")
def test_19_how_many_to_haggle_over() -> None:
    four = table("4xTX4", "", at="selling", customers=("A", "", ""))
    three = four.copy().play("haggle TX4", "quantity 3")
    assert (three.points[A], three.hand(A)) == (6, cards("TX4"))
    assert four.copy().play("haggle TX4", "quantity 4").points[A] == 8
    assert four.copy().play("haggle TX4", "quantity 2", "haggle TX4").points[A] == 8


@rules("GB-L06")
def test_20_ply_your_wares() -> None:
    goods = "2xFG1 LS2 FO3 TX5"
    t = table(goods, "", at="selling").play("ply")
    assert t.points[A] == 11
    assert "ply" not in table("2xFG1 LS2 FO3", "", at="selling", customers=("A", "", "")).legal
    t = table(goods + " 4xRM5", "", at="selling", customers=("A", "", "")).play("haggle FG1")
    assert (t.player, t.refusal("ply")) == (A, "GB-L06")


@rules("GB-L09")
def test_21_thirteen_cards() -> None:
    t = table("3xFG1 3xLS1 3xFO1 3xRM1 TX1", "", at="selling", customers=("B", "", "")).play("finish")
    assert t.asked == (Phase.DISCARD, A)
    before = t.points
    t.play("card FG1", "card LS1")
    assert t.player == A
    t.play("card TX1")
    assert t.hand(A) == cards("2xFG1 2xLS1 3xFO1 3xRM1")
    assert t.points == before


@rules("GB-E02", "GB-E03")
@pytest.mark.parametrize("value, places", [("3xFG1", [2, 1]), ("FG1 FG2 LS2", [1, 1])])
def test_22_ties(value: str, places: list[int]) -> None:
    """Hands are worth 9, or 7, and 7."""
    t = table(value, "RM1 RM2 TX2", at="selling", nth=4, talents=(142, 142), customers=("AB", "", ""))
    t.play("finish", "finish")
    assert t.over
    assert (t.points, t.ranks) == ([142, 142], places)


@rules("GB-R02", "GB-R03")
def test_23_two_players() -> None:
    t = table(players=2, start_player="seat 2", first=B, player=B)
    first = []
    while not t.over:
        if t.events_of(Event.HAFID) or not first:
            first.append(t.first)
        t.play(t.legal[0] if t.phase != Phase.SELL else "finish")
    assert first == [1, 0, 1, 0]
    assert (t.nth, t.rounds) == (4, 4)


@rules("GB-B12")
def test_24_stuck() -> None:
    t = table(
        players=3, player=C, squares="ABBCC", caravans={1: "B1", 2: "B1", 3: "B1", 4: "C1", 5: "C1", 6: "C1"},
        informant="B1", negotiators="A", customers=("A", "A", "A"),
    ).play("free trader")  # fmt: skip
    assert t.cubes[:3] == [1, 0, 0]
    assert t.phase != Phase.BID
    assert t.bazaar.bids(A) == set()
    assert t.events_of(Event.STUCK) == [(A, 1)]


@rules("GB-T18", "GB-T04")
def test_25_the_last_floor_turn() -> None:
    t = table("LS1", "FO5", "", at="trading", negotiators="A", turns=(1, 5, 5), customers=("C", "", ""))
    t.propose("offer B", deal("LS1", "FO5")).play("accept")
    assert t.hand(A) == cards("FO5")
    assert t.events_of(Event.CLOSED)
    assert t.left[A] == 0


@rules("GB-C04", "GB-F02")
def test_26_a_caravan_without_cubes() -> None:
    t = table(players=2, at="caravans", caravans={2: "B1", 4: "B2"}, squares="A").play("claim Rome")
    assert (t.asked, t.caravan) == ((Phase.POLL, A), 1)
    t.play("hold")
    assert (t.asked, t.caravan) == ((Phase.CLAIM, B), 3)


@rules("GB-C02", "GB-C03")
def test_27_the_informant_looks_at_food() -> None:
    market = ["FO1 LS1", "RM5 TX5", "FO3 FO3", "RM5 TX5", "RM5 TX5", "RM5 TX5"]
    t = table(players=2, at="caravans", informant="A1", market=market, discard="2xLS5 TX1").play("look Food")
    found = [(row.market, row.place, CODES[row.good]) for row in t.events_of(Event.SAW, A)]
    assert found == [(0, 0, "FO1"), (2, 0, "FO3"), (2, 1, "FO3")]
    assert t.events_of(Event.SAW, B) == t.events_of(Event.SAW) == []
    assert t.seen(A).market[2] == [CODES.index("FO3")] * 2
    assert t.legal == [spelt("take LS5"), spelt("take TX1"), "draw", "nothing"]


@rules("GB-T14", "GB-T15", "GB-T16", "GB-T17", "GB-T18", "GB-T19")
def test_28_a_floor_transcript() -> None:
    t = table(
        "LS2 2xRM5 FG5", "TX2 RM1 FO5", "TX2 FO1 LS5", at="trading", nth=2, negotiators="AC", talents=(20, 20, 20)
    )
    assert t.asked == (Phase.FLOOR, A)
    t.play("invite", "seek TX2")
    assert t.asked == (Phase.INVITED, B)
    t.propose("propose", deal("TX2", net=-3))
    assert t.asked == (Phase.INVITED, C)
    t.propose("propose", deal("TX2", "LS2"))
    assert t.asked == (Phase.PICK, A)
    assert t.legal == ["pick 2", "pick 3", "none"]
    t.play("pick B")
    assert (t.talents[:3], t.hand(A)["TX2"], t.hand(C)["TX2"]) == ([17, 23, 20], 1, 1)
    assert t.asked == (Phase.FLOOR, C)
    before = (t.twin.hand, t.twin.talents)
    t.propose("offer B", deal("FO1", "RM1"))
    assert (t.asked, t.legal) == ((Phase.ANSWER, B), ["accept", "reject", "counter"])
    t.propose("counter", deal("RM1", "FO1", net=-2))
    assert (t.asked, t.legal) == ((Phase.LAST, C), ["accept", "reject"])
    t.play("reject")
    assert (t.twin.hand, t.twin.talents) == before
    assert t.asked == (Phase.FLOOR, A)
    t.play("leave")
    assert t.asked == (Phase.FLOOR, C)
    assert t.legal == ["offer 2", "invite", "leave"]
    t.play("leave")
    assert t.events_of(Event.CLOSED)
    assert [t.known(seat) for seat in (A, B, C)] == [cards("TX2"), cards("RM1"), cards("TX2 FO1")]
    assert [5 - left for left in t.left[:3]] == [2, 0, 2]
    assert t.points == [17, 23, 20]


@rules("GB-F03", "GB-F04", "GB-F10")
def test_29_alone_in_line() -> None:
    t = table(players=2, at="caravans", caravans={1: "A1"}, squares="AA").play("claim Rome")
    t.play("send")
    assert (t.drawn, t.line[:2], t.asked) == ([A, A], [NOBODY, A], (Phase.POLL, A))
    t.play("send")
    assert (t.drawn, t.bazaar.line()) == ([A, A], [])
    assert t.caravan == -1


@rules("GB-B07", "GB-L02", "GB-B01")
def test_30_six_at_once() -> None:
    t = table("2xLS5 2xTX1 FO1", "", at="bidding").play("caravan 1 6")
    assert t.player == B
    while t.phase == Phase.BID:
        assert t.player == B
        t.play("customer Collector" if "customer Collector" in t.legal else t.legal[-1])
    while t.phase != Phase.SELL:
        t.play(next(c for c in ("leave", "hold", "nothing", t.legal[0]) if c in t.legal))
    while t.player != A:
        t.play("finish")
    assert t.legal == ["ply", "finish"]


@rules("GB-T18", "GB-T04")
def test_31_one_floor_turn_each() -> None:
    t = table("LS1", "FO5", at="trading", negotiators="AB", turns=(1, 1), customers=("A", "", ""))
    t.propose("offer B", deal("LS1", "FO4")).play("reject")
    assert t.asked == (Phase.FLOOR, B)
    assert t.bazaar.active(A)
    t.propose("offer A", deal("FO5", "LS1"))
    assert (t.asked, t.legal) == ((Phase.ANSWER, A), ["accept", "reject", "counter"])
    t.play("accept")
    assert t.hand(A) == cards("FO5")
    assert t.events_of(Event.CLOSED)


@rules("GB-T08", "GB-T10", "GB-T11", "GB-T20")
def test_32_nothing_to_choose_but_the_want() -> None:
    t = table("FO4", "FO5", at="trading", negotiators="A").play("offer B")
    assert t.phase == Phase.WANT
    assert t.legal == [spelt(f"want {code}") for code in ("FO1", "FO2", "FO3", "FO5")]
    t.play("want FO2")
    assert (t.asked, t.stands(A, B)) == ((Phase.ANSWER, B), deal("FO4", "FO2"))
    assert t.legal == ["reject", "counter"]


@rules("GB-C02", "GB-C05", "GB-R06")
def test_33_what_the_informant_goes_on_knowing() -> None:
    market = ["FO1 TX5", *["RM5 LS5"] * 5]
    t = table(
        "LS1", "2xTX5", "", at="caravans", informant="A1", caravans={1: "B1"}, market=market, customers=("B", "", "")
    )
    t.play("look Rome", "nothing", "claim Rome")
    assert t.known(B, A) == cards("FO1 TX5")
    assert t.known(B, C) == t.known(B) == cards("")
    while t.asked != (Phase.SELL, B):
        t.play("finish")
    t.play("haggle TX5", "quantity 2")
    assert t.hand(B)["TX5"] == 1
    assert t.known(B, A) == cards("FO1")


@rules("GB-T23", "GB-T03")
def test_34_open_trading() -> None:
    t = table("LS1", "LS5 FO5", "LS5 RM5", at="trading", negotiators="A", trading="open")
    assert deciders(t) == {A, B, C}
    assert "post 3" not in t.may(B)
    assert t.refusal("post C", seat=B) == "GB-T23"
    t.propose("post A", deal("FO5", "LS1"), seat=B)
    t.propose("post A", deal("RM5", "LS1"), seat=C)
    t.play("take up C", seat=A)
    assert t.hand(A) == cards("RM5")
    assert t.stands(B, A) is None  # A shows no Livestock
    assert t.events_of(Event.LAPSED) == [(B, A)]
