"""Whole bids as one amount, and standing orders: chapter 5 of the specification, MA-A14."""

from __future__ import annotations

import pytest

from souq.engine.errors import IllegalChoice
from souq.engine.match.match import Match
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME
from souq.games.marracash.bidding import choices_for, fee_of, least
from souq.games.marracash.orders import answer, offer
from souq.games.marracash.state import BID, CHOICES, PASS, Event, Phase
from tests.games.marracash.play import happened
from tests.games.marracash.positions import ALI, ANFA, GUESTS, OMAR, Table, table
from tests.games.marracash.reference import amounts, fee, parts
from tests.support import rules

BIDS = [(0, 125), (0, 350), (0, 1200), (500, 525), (500, 550), (500, 650), (500, 1200), (475, 800), (6800, 9000)]
"""Standing bids (0: none yet), and the cash of who is asked."""


def asked(standing: int, cash: int) -> Table:
    """Return a position in which Anfa is asked for a bid."""
    if standing == 0:
        return table(GUESTS, player=ANFA, cash={ANFA: cash}).play("auction B1")
    return table(GUESTS, player=ALI, cash={ALI: 9000, ANFA: cash}).auction("B1", standing)


def forbids(standing: int, cash: int, amount: int) -> str | None:
    """Return the first rule that a bid breaks (MA-A14)."""
    if amount < (standing + 25 if standing else 100):
        return "MA-A06" if standing else "MA-A02"
    if amount % 25:
        return "MA-A04"
    return "MA-A05" if amount > cash else "MA-A12" if amount > 7000 else None


def refused(match: Match, text: str) -> str | None:
    """Return the rule by which a text is refused."""
    try:
        match.check([text])
    except IllegalChoice as error:
        assert error.rule is not None
        return error.rule.id
    return None


@rules("MA-A14", "MA-A02", "MA-A04", "MA-A05", "MA-A06", "MA-A12")
@pytest.mark.parametrize("standing, cash", BIDS)
def test_a_whole_bid_is_accepted_or_refused_as_a_whole(standing, cash):
    match = asked(standing, cash).match()
    near = range(max(0, standing - 75), standing + 300, 5)
    high = [end + by for end in (cash, 7000) for by in (-30, -25, -5, 0, 5, 25, 50, 100)]
    for amount in sorted({*near, *high}):
        assert refused(match, f"bid {amount}") == forbids(standing, cash, amount), amount
    assert match.ply == 0


@rules("MA-A14")
def test_13_in_words():
    match = asked(500, 525).match()
    found = [refused(match, f"bid {amount}") for amount in (500, 510, 540, 550, 525)]
    assert found == ["MA-A06", "MA-A06", "MA-A04", "MA-A05", None]


@rules("MA-A04", "MA-A14")
@pytest.mark.parametrize("standing, cash", BIDS)
def test_every_legal_amount_can_be_typed_and_undone(standing, cash):
    start = asked(standing, cash)
    smallest = standing + 25 if standing else 100
    assert least(start.twin) == smallest
    match = start.match()
    before = match.state.tobytes()
    for amount in amounts(smallest, cash):
        made = [CHOICES.name(choice) for choice in choices_for(start.twin, amount)]
        assert made == parts(smallest, amount)[: len(made)]
        match.play_all([f"bid {amount}"])
        assert match.ply == len(made)
        assert amount in [row.money for row in happened(match.state, Event.BIDS)]
        match.undo()
        assert (match.state.tobytes(), match.ply) == (before, 0)


@rules("MA-A09")
def test_the_cut_at_stake():
    assert [fee_of(price) for price in range(100, 7001, 25)] == [fee(price) for price in range(100, 7001, 25)]


@rules("MA-A06")
def test_other_words_are_refused_as_bids():
    match = asked(500, 1200).match()
    for text in ("bid -5", "bid 1.5", "bid many", "bids 600", "600"):
        with pytest.raises(IllegalChoice):
            match.check([text])
    with pytest.raises(IllegalChoice):
        table(GUESTS, player=ALI).match().check(["bid 500"])


# ---- standing orders


@rules("MA-A06", "MA-A07")
def test_an_order_raises_by_the_least_up_to_its_limit():
    """Ali bids freely; Anfa has ordered up to 700, and passes above it."""
    t = table(GUESTS, players=2, player=ALI).auction("B1", 100)
    for expected in (125, 600, 700):
        if expected > 125:
            t.play(*parts(t.least, expected - 25))
        assert t.asks == (Phase.BID, ANFA)
        assert answer(t.twin, ANFA, 700) == (BID,)
        t.play("bid")
        assert t.standing == expected
    t.play("bid")
    assert answer(t.twin, ANFA, 700) == (PASS,)
    assert answer(t.twin, ANFA, 750) == (BID,)


@rules("MA-A05", "MA-A06")
def test_seats_that_may_leave_an_order():
    t = table(GUESTS, player=ALI, cash={ANFA: 500}).auction("B1", 300)

    def orders(seat):
        found = offer(t.twin, seat, lambda s: str(s))
        return found and (found.amount.low, found.amount.high, found.amount.step)

    assert orders(ANFA) == (325, 500, 25)
    assert orders(OMAR) == (325, 1200, 25)
    t.play("pass")
    assert orders(ANFA) is None  # he is out
    assert table(GUESTS).twin.lot == -1
    assert offer(table(GUESTS).twin, ALI, str) is None


@rules("MA-A06")
def test_orders_are_not_part_of_the_position():
    state = asked(500, 1200).state
    seen = [GAME.bindings.hidden(state, seat).tobytes() for seat in range(-1, 4)]
    assert len(set(seen)) == 1
    assert Twin.of(state).player == ANFA
