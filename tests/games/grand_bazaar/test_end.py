"""The end (GB-E01 to E04)."""

from __future__ import annotations

import pytest

from souq.games.grand_bazaar.state import Event
from tests.games.grand_bazaar.positions import table
from tests.support import rules


def ended(talents, hands):
    """Return a game after its last round."""
    everybody = "ABCDEF"[: len(hands)]
    t = table(
        *hands, at="selling", nth={2: 4}.get(len(hands), len(hands)), talents=talents, customers=(everybody, "", "")
    )
    return t.play(*["finish"] * len(hands))


@rules("GB-E01")
def test_most_talents_win() -> None:
    t = ended((10, 30, 20), ("3xFG1", "", "LS5"))
    assert t.over
    assert (t.points, t.ranks) == ([10, 30, 20], [3, 1, 2])


@rules("GB-E02")
def test_among_equals_the_cheaper_hand_wins() -> None:
    """By value, not by number of cards."""
    t = ended((20, 20), ("LS1", "2xLS5"))
    assert t.ranks == [2, 1]
    assert ended((20, 21), ("", "3xFG1 3xLS1 3xFO1")).ranks == [2, 1]


@rules("GB-E03", "GB-E04")
@pytest.mark.parametrize(
    "talents, hands, places",
    [
        ((5, 5, 3), ("LS1", "LS4 LS5 TX5", ""), [1, 1, 3]),
        ((5, 5, 5), ("", "", ""), [1, 1, 1]),
        ((7, 5, 5, 5), ("LS1", "TX5", "TX1", "TX5"), [1, 2, 4, 2]),
        ((0, 0), ("LS2", "TX3"), [1, 1]),
    ],
)
def test_equals_share_a_place(talents, hands, places) -> None:
    t = ended(talents, hands)
    assert t.ranks == places
    assert [(row.seat, row.rank) for row in t.events_of(Event.RANK)] == list(enumerate(places))


@rules("GB-E02", "GB-E04")
def test_before_the_end_hands_break_no_ties() -> None:
    """They would reveal what is in them."""
    t = table("LS1", "2xLS5", "3xFG1", at="selling", nth=3, talents=(5, 5, 5), customers=("ABC", "", ""))
    assert t.ranks == [1, 1, 1]
    assert t.play("finish", "finish").ranks == [1, 1, 1]
    assert t.play("finish").ranks == [2, 1, 3]


@rules("GB-E02", "GB-L09")
def test_the_limit_holds_in_the_last_round() -> None:
    t = table("7xLS5 5xTX5", "", at="selling", nth=4, customers=("AB", "", "")).play("finish", "card LS5", "card LS5")
    assert sum(t.hand(0).values()) == 10
    assert t.play("finish").over
