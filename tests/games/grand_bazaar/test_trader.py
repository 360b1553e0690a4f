"""The Free Trader (GB-F01 to F12)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from souq.games.grand_bazaar.state import CHOICES, CODES, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, D, Table, cards, everything_but, table
from tests.support import rules

PLAIN = ["RM5 TX5"] * 6


def window(squares: str, players: int = 4, **what) -> Table:
    """Return an open window after the last seat has claimed a caravan."""
    last = "ABCDEF"[players - 1]
    t = table(players=players, **({"at": "caravans", "caravans": {1: f"{last}1"}, "squares": squares,
                                   "customers": ("ABCDEF"[:players], "", "")} | what))  # fmt: skip
    return t.play("claim Rome")


@rules("GB-F01")
def test_the_line_goes_by_lowest_squares_and_the_lowest_cube_is_lost() -> None:
    t = window("BACB")
    assert t.bazaar.line() == [B, A, C]
    assert t.play("send").line[:4] == [-1, A, C, B]
    assert t.bazaar.line() == [A, C, B]
    assert t.player == A


@rules("GB-F02")
def test_everybody_in_line_has_a_window_including_the_claimer() -> None:
    t = window("D", players=4)
    assert t.asked == (Phase.POLL, D)
    assert t.play("send").drawn == [D, D]


@rules("GB-F02")
def test_without_a_line_or_cards_there_is_no_window() -> None:
    assert window("").phase == Phase.SELL
    t = table(
        "", "", everything_but("LS5", PLAIN), at="caravans", caravans={1: "B2 C1"}, squares="A", market=PLAIN,
        top="LS5", below="", customers=("C", "", ""),
    ).play("claim Rome")  # fmt: skip
    assert t.drawn == [C]  # the last card
    assert t.phase == Phase.SELL


@rules("GB-F03")
def test_the_line_is_polled_from_the_front_until_all_hold() -> None:
    t = window("ABC")
    order, told = [], []
    while t.phase == Phase.POLL:
        order.append(t.player)
        told += t.play("hold").events_of(Event.POLLED)
    assert order == [A, B, C]
    assert told == [(A, 0, 0), (B, 0, 0), (C, 0, 1 << A | 1 << B | 1 << C)]
    assert t.events_of(Event.DRAWS) == []
    assert t.line[:3] == [A, B, C]


@rules("GB-F03")
def test_the_window_closes_when_nobody_is_left() -> None:
    t = window("A").play("send")
    assert t.phase == Phase.SELL


@rules("GB-F04")
def test_the_front_sends_without_permission() -> None:
    t = window("ABC", top="FO1", below="7xLS5").play("send")
    assert t.drawn == [A, A]
    assert t.hand(A) == cards("FO1 LS5")
    assert t.line[:3] == [-1, B, C]
    assert t.events_of(Event.POLLED) == [(A, 1, 0)]


@rules("GB-F05")
def test_seats_ahead_are_asked_nearest_first() -> None:
    t = window("ABCA", players=5).play("hold", "hold", "send")
    assert t.events_of(Event.POLLED) == [(C, 1, 0b11)]
    assert t.asked == (Phase.RIGHT, B)
    assert t.ahead == 1 << A
    t = window("BACABD", players=5)
    t.play("hold", "hold", "hold", "send")
    asked = []
    while t.phase == Phase.RIGHT:
        asked.append(t.player)
        t.play("allow")
    assert asked == [C, A, B]  # each once, though A and B own two squares


@rules("GB-F05", "GB-F07")
def test_a_seat_that_denied_is_not_asked_again() -> None:
    """Even if its other square is still ahead."""
    t = window("ABAC").play("hold", "hold", "send", "deny")  # B denies
    assert t.line[:4] == [A, -1, A, C]
    t.play("go on")
    assert t.asked == (Phase.RIGHT, A)
    t.play("deny")
    assert t.asked == (Phase.DENIED, C)
    assert t.line[:4] == [-1, -1, A, C]
    t.play("go on")
    assert t.drawn == [C, C]
    assert t.asked == (Phase.POLL, A)


@rules("GB-F06")
def test_giving_way_costs_nothing() -> None:
    t = window("AB").play("hold", "send").play("allow")
    assert (t.drawn, t.line[:2], t.hand(A)) == ([B, B], [A, -1], cards(""))


@rules("GB-F07")
def test_denying_means_drawing_at_once() -> None:
    t = window("AB", top="FO1", below="7xLS5").play("hold", "send", "deny")
    assert (t.hand(A), t.hand(B), t.line[:2]) == (cards("FO1 LS5"), cards(""), [-1, B])
    assert t.events_of(Event.ANSWERS) == [(A, B, 1)]


@rules("GB-F08")
def test_after_a_denial_a_sender_may_stop() -> None:
    t = window("AB").play("hold", "send", "deny")
    assert t.asked == (Phase.DENIED, B)
    assert t.legal == ["go on", "stop"]
    assert t.refusal("hold") == "GB-F08"
    stopped = t.copy().play("stop")
    assert stopped.events_of(Event.STOPS) == [(B, 0)]
    assert (stopped.line[:2], stopped.asked) == ([-1, B], (Phase.POLL, B))
    assert t.play("go on").drawn == [B, B]
    assert t.events_of(Event.STOPS) == [(B, 1)]


@rules("GB-F09")
def test_without_a_denial_a_send_is_binding() -> None:
    t = window("ABC").play("hold", "hold", "send", "allow")
    assert t.asked == (Phase.RIGHT, A)
    t.play("allow")
    assert t.drawn == [C, C]


@rules("GB-F09")
def test_a_permission_after_a_denial_continues_automatically() -> None:
    t = window("ABC").play("hold", "hold", "send", "deny", "go on", "allow")
    assert t.drawn == [C, C]
    assert t.line[:3] == [A, -1, -1]


@rules("GB-F10")
def test_a_cube_removed_cancels_all_holds() -> None:
    t = window("AAB").play("hold", "send", "allow")
    assert t.asked == (Phase.POLL, A)  # B's cube has gone, and A is polled once more
    t.play("send")
    assert t.asked == (Phase.POLL, A)
    t.play("send")
    assert t.phase == Phase.SELL


@rules("GB-F10")
def test_a_seat_that_stopped_is_polled_again() -> None:
    t = window("ABCC").play("hold", "hold", "send", "deny", "stop")
    polled = []
    while t.phase == Phase.POLL:
        polled.append(t.player)
        t.play("hold")
    assert polled == [A, C]


@rules("GB-F11", "GB-D03", "GB-F02")
def test_with_one_card_left_one_is_drawn() -> None:
    t = table(
        "", everything_but("LS5", PLAIN), "", at="caravans", caravans={1: "C1"}, squares="AAB", market=PLAIN, top="LS5",
        below="", customers=("AC", "", ""),
    ).play("claim Rome", "send")  # fmt: skip
    assert t.hand(A) == cards("LS5")
    assert t.events_of(Event.DREW, A) == [(A, CODES.index("LS5"))]
    assert t.line[:3] == [-1, A, B]  # the cube is gone all the same
    assert t.phase == Phase.SELL  # and there is nothing to poll for


@rules("GB-F12")
def test_promises_are_not_choices() -> None:
    t = window("AB").play("hold", "send")
    assert t.legal == ["allow", "deny"]
    assert not any("promise" in CHOICES.name(choice) for choice in range(CHOICES.size))


@rules("GB-F03", "GB-F05", "GB-F07", "GB-F08", "GB-F10")
@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None, database=None)
def test_windows_agree_with_the_reference(seed: int) -> None:
    """Random lines and answers, compared with a plain implementation of the window."""
    pick = random.Random(seed)
    players = pick.randint(2, 6)
    t = window("".join(pick.choices("ABCDEF"[:players], k=pick.randint(1, 5))), players)
    holding: set[int] = set()
    n = 0
    while t.phase == Phase.POLL:
        waiting = [seat for seat in t.bazaar.line() if seat not in holding]
        assert t.player == waiting[0]
        if pick.random() < 0.5:
            holding.add(t.player)
            t.play("hold")
            continue
        sender, ahead, sent = t.player, t.bazaar.ahead(t.player), True
        t.play("send")
        for other in ahead:
            assert t.asked == (Phase.RIGHT, other)
            if pick.random() < 0.5:
                t.play("allow")
                continue
            before = list(t.line)
            t.play("deny")
            before[before.index(other)] = -1
            assert (t.line, t.drawn, t.asked) == (before, [other] * 2, (Phase.DENIED, sender))
            holding.clear()
            sent = pick.random() < 0.6
            t.play("go on" if sent else "stop")
            if not sent:
                break
        if sent:
            assert t.drawn == [sender] * 2
            holding.clear()
        n += 1
        assert n <= 20
    assert t.phase == Phase.SELL
    assert set(t.bazaar.line()) <= holding
