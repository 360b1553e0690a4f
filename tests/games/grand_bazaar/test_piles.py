"""Draw pile and discard pile (GB-D01 to D06)."""

from __future__ import annotations

from collections import Counter

import pytest

from souq.engine.rules.twin import Twin, interpreted
from souq.games.grand_bazaar.rules.cards import available, draw, draw_for
from souq.games.grand_bazaar.state import CODES, Event
from tests.games.grand_bazaar.positions import A, B, Table, cards, everything_but, position, row, table
from tests.support import rules

PLAIN = ["RM5 TX5"] * 6


def nearly_out(top: str, below: str, discard: str) -> Table:
    """Return a position with A alone in line, in which B holds nearly everything."""
    named = " ".join((top, below, discard))
    return table(
        "", everything_but(named, PLAIN), at="caravans", caravans={1: "B1"}, squares="A", market=PLAIN, top=top,
        below=below, discard=discard, customers=("B", "", ""),
    ).play("claim Rome")  # fmt: skip


def piles(top: str, below: str, discard: str) -> Twin:
    """Return unusual piles that no game leads to."""
    s = position("", "", at="selling", customers=("AB", "", ""))
    s.top = CODES.index(top) if top else -1
    s.pile, s.discard = row(cards(below)), row(cards(discard))
    s.below = sum(s.pile)
    return s


@rules("GB-D01")
def test_the_discard_pile_is_shuffled_as_soon_as_the_pile_is_empty() -> None:
    t = nearly_out("LS1", "LS2", "FO1 FO2 FO3").play("send")
    assert t.hand(A) == cards("LS1 LS2")
    assert t.events_of(Event.SHUFFLED) == [(3,)]
    assert sum(t.bazaar.pile.values()) == 3
    assert not t.bazaar.discard
    t = nearly_out("LS1", "LS2 LS3", "FO1 FO2 FO3").play("send")
    assert t.events_of(Event.SHUFFLED) == []
    assert t.bazaar.discard == cards("FO1 FO2 FO3")


@rules("GB-D01")
def test_the_discard_pile_is_shuffled_in_the_middle_of_a_draw() -> None:
    t = nearly_out("LS1", "", "FO1 FO2 FO3").play("send")
    assert t.hand(A)["LS1"] == 1
    assert sum(t.hand(A).values()) == 2
    assert sum(t.bazaar.pile.values()) == 2


@rules("GB-D02")
def test_an_empty_pile_is_filled_before_a_draw() -> None:
    s = piles("", "", "FO1")
    assert interpreted(available)(s)
    assert interpreted(draw)(s) == CODES.index("FO1")
    assert (sum(s.discard), s.below, s.top) == (0, 0, -1)


@rules("GB-D03")
def test_without_any_card_nothing_is_drawn() -> None:
    s = piles("", "", "")
    assert not interpreted(available)(s)
    assert interpreted(draw)(s) == -1
    interpreted(draw_for)(s, A, 2, 0)
    assert sum(s.hand[A]) == 0


@rules("GB-D04")
def test_cards_are_drawn_from_the_top() -> None:
    t = nearly_out("LS1", "7xLS5", "").play("send")
    assert t.hand(A) == cards("LS1 LS5")
    assert t.top == CODES.index("LS5")


@rules("GB-D01", "GB-D04")
def test_every_order_is_equally_likely() -> None:
    """The next top card is drawn evenly from those below."""
    drawn: Counter[str] = Counter()
    for key in range(900):
        s = piles("LS1", "LS2 LS2 FO1", "")
        s.key, s.draws = [key, 5], 0
        interpreted(draw)(s)
        drawn[CODES[s.top]] += 1
    assert drawn["LS2"] / 900 == pytest.approx(2 / 3, abs=0.06)
    assert set(drawn) == {"LS2", "FO1"}


@rules("GB-D05")
def test_the_discard_pile_is_public_and_the_draw_pile_shows_a_back() -> None:
    t = table("LS1", "", at="selling", discard="FO1 2xFO2", top="RM2", customers=("AB", "", ""))
    for viewer in (A, B, -1):
        seen = t.seen(viewer)
        assert seen.discard == row(cards("FO1 2xFO2"))
        assert seen.top == 25 + 3
        assert set(seen.pile) == {0}
        assert seen.below == t.below


@rules("GB-D06", "GB-L08")
def test_the_bank_never_runs_out() -> None:
    t = table("2xLS5", "", at="selling", talents=(1184, 500), customers=("AB", "", "")).play("haggle LS5")
    assert t.points == [1188, 500]
