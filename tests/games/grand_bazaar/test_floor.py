"""Trading: who may, and the floor (GB-T01 to T05, T14 to T19)."""

from __future__ import annotations

import pytest

from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, D, Table, cards, deal, deciders, options, spelt, table
from tests.support import rules


def floor(*hands: str, **what) -> Table:
    """Give A the floor; everybody may sell, so that the round continues after trading."""
    everybody = "ABCDEF"[: len(hands)]
    return table(*hands, **({"at": "trading", "negotiators": "A", "customers": (everybody, "", "")} | what))


@rules("GB-T01", "GB-T03")
def test_outsiders_do_not_trade_with_each_other() -> None:
    t = floor("LS1", "TX1", "FO1")
    assert (t.bazaar.may_trade(B, C), t.bazaar.may_trade(B, A)) == (False, True)
    assert t.legal == ["offer 2", "offer 3", "invite", "leave"]
    assert t.refusal("offer A") == "GB-T01"
    t.play("leave")
    assert t.phase == Phase.SELL  # B and C never had the floor


@rules("GB-T02")
def test_a_seat_that_left_trades_with_nobody() -> None:
    t = floor("LS1", "TX1", "FO1", negotiators="AB").play("leave")
    assert t.events_of(Event.LEFT) == [(A,)]
    assert t.asked == (Phase.FLOOR, B)
    assert t.refusal("offer A") == "GB-T02"
    t.play("invite", "seek anything")
    assert t.asked == (Phase.INVITED, C)  # A is not asked
    t.play("pass")
    assert t.asked == (Phase.FLOOR, B)


@rules("GB-T04")
def test_there_is_no_trading_without_negotiators() -> None:
    t = floor("LS1", "TX1", negotiators="")
    assert t.phase == Phase.SELL
    assert [kind for kind, _ in t.events if kind == Event.CLOSED] == []


@rules("GB-T04", "GB-T19")
def test_it_ends_when_no_negotiator_has_a_partner() -> None:
    """Two players: one leaves, and the other has nobody."""
    t = floor("LS1", "TX1", negotiators="AB").play("leave")
    assert t.phase == Phase.SELL
    assert t.events_of(Event.CLOSED) == [(0,)]


@rules("GB-T05")
def test_a_chain_of_trades_through_a_negotiator() -> None:
    t = floor("LS1", "TX1", "FO1")
    t.propose("offer B", deal("LS1", "TX1")).play("accept")
    t.propose("offer C", deal("TX1", "FO1")).play("accept")
    assert [t.hand(seat) for seat in (A, B, C)] == [cards("FO1"), cards("LS1"), cards("TX1")]


@rules("GB-T14")
def test_floor_turns_go_round_from_hafid() -> None:
    t = floor("LS1", "LS2", "LS3", "LS4", negotiators="ABD", first=C, turns=(2, 1, 5, 2))
    order = []
    while t.phase == Phase.FLOOR:
        seat = t.player
        order.append(seat)
        t.propose("offer C", deal(f"LS{seat + 1}", "LS5")).play("reject")  # Goats, which nobody has
    assert order == [D, A, B, D, A]


@rules("GB-T14")
def test_a_single_negotiator_takes_consecutive_floor_turns() -> None:
    t = floor("LS1", "LS2", turns=(3, 5))
    for left in (3, 2, 1):
        told = t.events_of(Event.FLOOR) if left < 3 else [(A, left)]  # the first came when the floor opened
        assert (t.asked, told) == ((Phase.FLOOR, A), [(A, left)])
        t.propose("offer B", deal("LS1", "LS5")).play("reject")
    assert t.phase == Phase.SELL


@rules("GB-T15")
@pytest.mark.parametrize(
    "hands, what, there_is_one",
    [
        (("LS1", "LS1"), {}, True),
        (("LS1", ""), {}, False),
        (("LS1", ""), {"talents": (0, 1)}, True),
        (("LS1", ""), {"talents": (1, 0)}, False),
        (("", "LS1"), {"talents": (1, 0)}, True),
        (("", ""), {"talents": (3, 3)}, False),
        (("", ""), {"talents": (3, 0), "customers": ("", "B", "")}, True),
        (("", ""), {"talents": (0, 3), "customers": ("", "B", "")}, False),
        (("", "FO1"), {"customers": ("AB", "", "")}, False),
        (("", "FO1"), {"customers": ("AB", "", "A")}, True),
        (("", ""), {"customers": ("A", "B", "")}, True),
    ],
)
def test_there_is_an_offer_when_both_have_something_and_not_only_talents(hands, what, there_is_one) -> None:
    t = table(*hands, **({"at": "trading", "negotiators": "A", "customers": ("", "", "")} | what))
    assert t.asked == (Phase.FLOOR, A)
    assert t.legal == (["offer 2", "invite", "leave"] if there_is_one else ["leave"])
    assert (t.refusal("offer B"), t.refusal("invite")) == ((None, None) if there_is_one else ("GB-T15", "GB-T15"))
    assert t.bazaar.can_deal(A, B) == t.bazaar.can_deal(B, A) == there_is_one


@rules("GB-T16")
def test_an_offer_is_accepted_rejected_or_countered_once() -> None:
    t = floor("LS1 LS2", "TX1 FO1").propose("offer B", deal("LS1", "TX1"))
    assert t.legal == ["accept", "reject", "counter"]
    taken = t.copy().play("accept")
    assert taken.events_of(Event.ACCEPTS) == [(B, A, 0, 0)]
    assert taken.hand(B) == cards("LS1 FO1")
    left = t.copy().play("reject")
    assert left.events_of(Event.REJECTS) == [(B, A)]
    t.propose("counter", deal("FO1", "LS2"))
    assert (t.asked, t.legal) == ((Phase.LAST, A), ["accept", "reject"])
    assert t.refusal("counter") == "GB-T16"
    t.play("accept")
    assert t.hand(A) == cards("LS1 FO1")
    assert t.left[A] == 4


@rules("GB-T16")
def test_a_counter_may_ask_for_anything() -> None:
    t = floor("LS1", "TX1", talents=(3, 0)).propose("offer B", deal("LS1", "TX2"))
    assert t.refusal("accept") == "GB-T11"
    t.propose("counter", deal("TX1", "LS5", -2))
    assert t.legal == ["reject"]  # A has no Goats, and is asked all the same
    assert t.refusal("accept") == "GB-T11"


@rules("GB-T17")
def test_every_seat_answers_an_invitation_once() -> None:
    t = floor("LS1", "TX1", "FO1", "RM1", negotiators="C", first=C).play("invite")
    assert t.legal == [*(spelt(f"seek {code}") for code in CODES), "seek anything"]
    t.play("seek LS5")
    assert t.events_of(Event.INVITES) == [(C, CODES.index("LS5"))]
    asked = []
    while t.phase == Phase.INVITED:
        asked.append(t.player)
        t.play("pass")
    assert asked == [D, A, B]
    assert t.left[C] == 4  # nobody proposed, nothing to choose


@rules("GB-T17")
def test_proposals_need_not_match_the_invitation() -> None:
    t = floor("LS1", "TX1", "FO1").play("invite", "seek LS5")
    t.propose("propose", deal("TX1", "LS2")).propose("propose", deal("FO1", "LS1"))
    assert t.asked == (Phase.PICK, A)
    assert t.legal == ["pick 3", "none"]  # A has no Camels
    assert t.refusal("pick B") == "GB-T11"
    assert t.refusal("pick A") == "GB-T17"
    assert t.stands(B, A) == deal("TX1", "LS2")
    t.play("pick C")
    assert (t.hand(A), t.hand(C)) == (cards("FO1"), cards("LS1"))
    assert t.stands(B, A) is None


@rules("GB-T17")
def test_the_inviter_may_pick_no_proposal() -> None:
    t = floor("LS1", "TX1", "FO1").play("invite", "seek anything").propose("propose", deal("TX1", "LS2"))
    t.play("pass")
    assert (t.asked, t.legal) == ((Phase.PICK, A), ["none"])  # asked, though he has nothing to choose from
    t.play("none")
    assert t.events_of(Event.PICKS_NONE) == [(A,)]
    assert t.asked == (Phase.FLOOR, A)


@rules("GB-T17", "GB-T15")
def test_a_seat_without_a_proposal_is_skipped() -> None:
    t = floor("LS1", "", "FO1").play("invite", "seek anything")
    assert t.asked == (Phase.INVITED, C)


@rules("GB-T18")
def test_the_number_of_floor_turns_is_an_option() -> None:
    assert floor("LS1", "TX1").left[:2] == [5, 5]
    assert floor("LS1", "TX1", floor_turns=2).left[:2] == [2, 2]
    assert next(option for option in GAME.options if option.name == "floor_turns").values == tuple(range(1, 21))
    t = floor("LS1", "TX1", "FO1", negotiators="AB", turns=(1, 2, 5))
    t.play("invite", "seek FO1", "pass", "pass")
    assert t.asked == (Phase.FLOOR, B)
    assert (t.left[A], t.retired) == (0, 0)
    t.play("invite", "seek FO1")
    assert t.asked == (Phase.INVITED, C)
    t.play("pass")
    assert t.asked == (Phase.INVITED, A)  # still active
    t.propose("propose", deal("LS1", "TX1")).play("pick A")
    assert t.hand(A) == cards("TX1")
    assert t.asked == (Phase.FLOOR, B)


@rules("GB-T18", "GB-T02")
def test_seats_without_turns_are_partners_until_they_leave() -> None:
    t = floor("LS1", "TX1", negotiators="AB", turns=(1, 2)).propose("offer B", deal("LS1", "TX5")).play("reject")
    assert t.legal == ["offer 1", "invite", "leave"]
    t = floor("LS1", "TX1", negotiators="AB", turns=(1, 2)).play("leave")
    assert t.phase == Phase.SELL


@rules("GB-T19", "GB-T18")
def test_the_turn_is_counted_when_it_ends() -> None:
    t = floor("LS1", "TX1").propose("offer B", deal("LS1", "TX5"))
    assert t.left[A] == 5
    assert t.play("reject").left[A] == 4


@rules("GB-T22", "GB-T24")
def test_floor_trading_is_the_default() -> None:
    assert options()["trading"] == "floor"
    assert next(option for option in GAME.options if option.name == "trading").values == ("floor", "open", "off")
    t = floor("LS1", "TX1", "FO1", negotiators="AB")
    assert deciders(t) == {A}
    assert t.may(B) == []


@rules("GB-T25")
def test_trading_can_be_switched_off() -> None:
    t = table("2xLS5", "TX1", at="trading", trading="off", customers=("A", "", ""))
    assert t.phase == Phase.SELL
    assert Event.CLOSED not in {kind for kind, _ in t.events}
