"""Open trading (GB-T23): posts, and what becomes of them."""

from __future__ import annotations

import pytest

from souq.bots import levels
from souq.bots.acting import act
from souq.engine.errors import IllegalChoice
from souq.games.grand_bazaar import GAME, clock
from souq.games.grand_bazaar.state import TIME, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, Table, begun, cards, deal, deciders, table
from tests.support import rules


def market(*hands: str, **what) -> Table:
    """Return open trading with A a negotiator; everybody may sell, so that the round continues."""
    everybody = "ABCDEF"[: len(hands)]
    usual = {"at": "trading", "negotiators": "A", "trading": "open", "customers": (everybody, "", "")}
    return table(*hands, **(usual | what))


@rules("GB-T23", "GB-T01", "GB-T03")
def test_every_seat_that_may_trade_may_send_messages() -> None:
    t = market("LS1", "TX1", "FO1")
    assert t.phase == Phase.OPEN
    assert deciders(t) == {A, B, C}
    assert t.may(A) == ["post 2", "post 3", "retire"]
    assert t.may(B) == t.may(C) == ["post 1"]
    assert t.refusal("retire", seat=B) == "GB-T02"
    assert market("LS1", "", "FO1").may(A) == ["post 3", "retire"]


@rules("GB-T23")
def test_a_post_can_be_accepted_declined_or_withdrawn() -> None:
    t = market("LS1", "TX1", "FO1").propose("post A", deal("TX1", "LS1"), seat=B)
    assert t.stands(B, A) == deal("TX1", "LS1")
    assert t.known(B) == cards("TX1")
    assert t.may(A) == ["post 2", "post 3", "refuse 2", "take up 2", "retire"]
    assert t.may(B) == ["post 1", "withdraw 1"]
    assert t.may(C) == ["post 1"]
    taken = t.copy().play("take up B", seat=A)
    assert (taken.hand(A), taken.stands(B, A)) == (cards("TX1"), None)
    assert taken.trades[:3] == [1, 1, 0]
    declined = t.copy().play("refuse B", seat=A)
    assert (declined.stands(B, A), declined.events_of(Event.REJECTS)) == (None, [(A, B)])
    gone = t.play("withdraw A", seat=B)
    assert (gone.stands(B, A), gone.events_of(Event.WITHDRAWS)) == (None, [(B, A)])
    assert (
        t.refusal("withdraw A", seat=B) == t.refusal("take up B", seat=A) == t.refusal("refuse B", seat=A) == "GB-T23"
    )


@rules("GB-T23", "GB-T11")
def test_accepting_needs_the_wanted_goods() -> None:
    t = market("LS1", "TX1", "FO1").propose("post A", deal("TX1", "LS2"), seat=B)
    assert t.refusal("take up B", seat=A) == "GB-T11"
    assert "refuse 2" in t.may(A)


@rules("GB-T23")
def test_a_new_post_replaces_the_old_one() -> None:
    t = market("LS1", "2xTX1", "FO1").propose("post A", deal("TX1", "LS1"), seat=B)
    t.play("post A", seat=B)
    assert t.stands(B, A) == deal("TX1", "LS1")  # until the new one is complete
    t = market("LS1", "2xTX1", "FO1").propose("post A", deal("TX1", "LS1"), seat=B)
    t.propose("post A", deal("2xTX1", "LS1"), seat=B)
    assert t.stands(B, A) == deal("2xTX1", "LS1")
    assert t.posts[:3] == [0, 2, 0]


@rules("GB-T23")
def test_only_posts_that_became_invalid_are_dropped() -> None:
    t = market("LS1 LS2", "TX1", "FO1", talents=(2, 0, 0), negotiators="AC")
    t.propose("post B", deal("LS1", "TX2"), seat=A)
    t.propose("post C", deal("LS2", "FO2", 2), seat=A)
    t.propose("post A", deal("TX1", "LS1", -2), seat=B)
    t.propose("post B", deal("FO1", "TX1"), seat=C)
    t.play("take up B", seat=A)
    assert t.stands(A, B) is None  # Horses are gone
    assert t.stands(A, C) is None  # and the two Talents
    assert t.stands(C, B) is None  # B shows no Textiles
    assert sorted(t.events_of(Event.LAPSED)) == [(A, B), (A, C), (C, B)]
    t = market("LS1 LS2", "TX1", "FO1", negotiators="AC")
    t.propose("post C", deal("LS2", "FO2"), seat=A).propose("post A", deal("TX1", "LS1"), seat=B)
    t.play("take up B", seat=A)
    assert t.stands(A, C) == deal("LS2", "FO2")


@rules("GB-T23", "GB-T09")
def test_a_post_is_dropped_with_its_access() -> None:
    t = market("LS1", "TX1", "FO1", negotiators="AB", customers=("A", "", ""))
    t.propose("post B", deal(want="TX2", lend="Haggler"), seat=A)
    t.propose("post C", deal(want="FO1", lend="Haggler"), seat=A)
    t.play("take up A", seat=C)
    assert t.access[0] == 1 << C
    assert t.stands(A, B) is None


@rules("GB-T23", "GB-T02")
def test_posts_of_a_seat_that_retires_are_dropped() -> None:
    t = market("LS1", "TX1", "FO1", negotiators="AB")
    t.propose("post A", deal("TX1", "LS1"), seat=B).propose("post B", deal("FO1", "TX1"), seat=C)
    t.play("retire", seat=A)
    assert t.stands(B, A) is None
    assert t.stands(C, B)
    assert t.may(A) == []
    assert deciders(t) == {B, C}
    assert t.refusal("post A", seat=B) == "GB-T23"
    t.play("retire", seat=B)
    assert t.phase == Phase.SELL


@rules("GB-T04", "GB-T23")
def test_it_ends_when_no_negotiator_has_a_partner() -> None:
    t = market("LS1", "TX1", negotiators="AB").play("retire", seat=A)
    assert t.phase == Phase.SELL
    assert t.events_of(Event.CLOSED) == [(0,)]


@rules("GB-T23")
def test_the_clock() -> None:
    t = market("LS1", "TX1").propose("post A", deal("TX1", "LS1"), seat=B)
    running = clock.runs(t.seen(-1))
    assert running
    assert (running.seconds, running.choice) == (240, TIME)
    assert GAME.bindings.legal(t.state, -1).tolist() == [TIME]
    t.time()
    assert t.phase == Phase.SELL
    assert t.events_of(Event.CLOSED) == [(1,)]
    assert not any(t.posted)
    assert clock.runs(t.seen(-1)) is None
    assert GAME.bindings.legal(t.state, -1).size == 0
    assert GAME.rule_id(GAME.bindings.refusal(t.state, -1, TIME)) == "GB-T23"


@rules("GB-T23")
def test_the_clock_discards_a_draft() -> None:
    t = market("LS1 LS2", "TX1").play("post B", "give LS1", seat=A)
    assert GAME.bindings.legal(t.state, -1).tolist() == [TIME]
    t.time()
    assert t.phase == Phase.SELL
    assert (t.partner, t.giving) == (-1, [-1] * 5)
    assert t.known(A) == cards("")


@rules("GB-T23")
def test_a_round_has_at_most_forty_posts() -> None:
    t = market("LS1", "TX1", "FO1")
    t.twin.posts[A] = 39
    t.twin.store(t.state)
    t.propose("post B", deal("LS1", "TX1"), seat=A)
    assert t.posts[A] == 40
    assert t.stands(A, B)
    assert t.refusal("post C", seat=A) == "GB-T23"
    assert t.may(A) == ["withdraw 2", "retire"]
    assert t.may(C) == ["post 1"]


@rules("GB-T23")
def test_after_the_last_post_a_seat_may_still_withdraw_and_answer() -> None:
    t = market("LS1", "TX1", "FO1")
    t.twin.posts[:3] = [0, 39, 40]
    t.twin.store(t.state)
    assert deciders(t) == {A, B}
    t.propose("post A", deal("TX1", "LS1"), seat=B).propose("post C", deal("LS1", "FO1"), seat=A)
    assert deciders(t) == {A, B, C}
    assert t.may(B) == ["withdraw 1"]
    assert t.may(C) == ["refuse 1", "take up 1"]


@rules("GB-T23")
def test_a_round_has_at_most_twelve_trades() -> None:
    t = market("LS1", "TX1 TX2", "FO1", negotiators="AC")
    t.twin.trades[:3] = [3, 11, 0]
    t.twin.store(t.state)
    t.propose("post C", deal("TX2", "FO1"), seat=B).propose("post A", deal("TX1", "LS1"), seat=B)
    t.play("take up B", seat=A)
    assert t.trades[:3] == [4, 12, 0]
    assert t.stands(B, C) is None
    assert t.events_of(Event.LAPSED) == [(B, C)]
    assert t.refusal("post A", seat=B) == t.refusal("post B", seat=A) == "GB-T23"
    assert deciders(t) == {A, C}


@rules("GB-T23")
def test_limits_apply_per_round() -> None:
    t = market("2xLS1", "TX1", "FO1", customers=("A", "", ""))
    t.propose("post B", deal("LS1", "TX2"), seat=A).play("retire", seat=A)
    while t.nth == 1:
        t.play("finish")
    assert t.posts == t.trades == [0] * 6


@rules("GB-T22", "GB-T24")
def test_only_open_trading_has_a_clock() -> None:
    for trading in ("floor", "off"):
        assert clock.runs(begun(3, trading=trading).seen(-1)) is None


@rules("GB-T23", "GB-T20")
def test_a_post_is_accepted_only_as_a_whole() -> None:
    """No other seat waits for it, or sees that it is being composed."""
    match = market("LS1 LS2", "TX1", "FO1").match()
    shown = [match.view(viewer).tobytes() for viewer in (-1, B, C)]
    for half in (["post 2"], ["post 2", "give Horses"], ["post 2", "give Horses", "done"]):
        with pytest.raises(
            IllegalChoice, match=r"'post 2' is only the beginning.*'post 2: give cedar; want goats, 2 p"
        ):
            match.play_all(half, A)
        assert (match.ply, match.deciders) == (0, 0b111)
        assert [match.view(viewer).tobytes() for viewer in (-1, B, C)] == shown
    match.play("post 2: give horses; want rugs", A)
    match.play_all(["post 1", "want Camels", "done"], C)
    assert [match.state["posted"][0][seat] for seat in (A, B, C)] == [1 << B, 0, 1 << A]
    assert all(made.goes_on for made in match.log[:-1] if made.seat == match.log[-1].seat)
    assert match.deciders == 0b111


@rules("GB-T23", "GB-T03")
def test_the_last_seat_that_may_send_messages_posts_whole_too() -> None:
    t = market("LS1 LS2", "TX1")
    t.twin.posts[:2] = [0, 40]
    t.twin.store(t.state)
    match = t.match()
    match.play("post 2: give horses; want rugs", A)
    match.play("refuse 1", B)
    assert (match.deciders, match.racing) == (1 << A, True)
    assert match.begins("post 2", A)
    with pytest.raises(IllegalChoice, match="only the beginning"):
        match.play("post 2", A)
    assert not match.begins("retire", A)


@rules("GB-T23")
def test_bots_post_whole_messages() -> None:
    match = market("LS1 LS2 FO3 FO4", "TX1 TX2 RM3", "FO1 FO2 RM1", negotiators="AB").match()
    lengths = set()
    for nth in range(60):
        seat = nth % 3
        if match.deciders >> seat & 1 and match.racing:
            bot = (levels.get("random"), levels.get("greedy"))[nth % 2]
            legal = [int(choice) for choice in match.legal(seat)]
            said = act(bot, GAME, match.view(seat), seat, legal, nth, racing=match.racing)
            match.play_all(said, seat)
            lengths.add(len(said))
    assert max(lengths) > 2


@rules("GB-T23", "GB-T20")
def test_a_post_being_composed_is_private() -> None:
    t = market("LS1", "2xTX1", "FO1")
    before = t.seen(C).__dict__
    t.play("post A", "give TX1", seat=B)
    after = t.seen(C).__dict__
    assert {name for name in before if before[name] != after[name]} <= {"event", "n_events"}
