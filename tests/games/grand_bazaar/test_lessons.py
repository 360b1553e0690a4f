"""What the lessons of Hafid's Grand Bazaar let a learner meet."""

from __future__ import annotations

import pytest

from souq.engine.match.match import Match
from souq.engine.rules.events import rows
from souq.engine.rules.kinds import Row
from souq.engine.teach.lesson import find, play
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import GUILD, HAGGLER, Event

YOU, FREE_TRADER = 0, 2


@pytest.fixture(scope="module")
def match() -> Match:
    """Return the first lesson, played by its own answers."""
    return play(find(GAME, "first"), GAME)[0]


@pytest.fixture(scope="module")
def events(match: Match) -> list[Row]:
    """Return all its events."""
    return [row for ply in range(1, match.ply + 1) for row in rows(Event, match.events(ply, YOU))]


def of(events: list[Row], kind: Event) -> list[Row]:
    return [row for row in events if row.kind == kind]


def test_a_bid_beats_another(events: list[Row]) -> None:
    assert [(lost.seat, lost.other) for lost in of(events, Event.OUTBID)] == [(1, YOU)]
    assert [bid.cubes for bid in of(events, Event.BID) if bid.seat == YOU] == [2]


def test_a_caravan_is_claimed_and_a_free_trader_sent(events: list[Row]) -> None:
    assert [claim.caravan for claim in of(events, Event.CLAIMS) if claim.seat == YOU] == [0]
    assert [drawn.count for drawn in of(events, Event.DRAWS) if (drawn.seat, drawn.why) == (YOU, FREE_TRADER)] == [2]
    assert [answer.denies for answer in of(events, Event.ANSWERS) if answer.other == YOU] == [0]


def test_a_trade_is_made_and_another_refused(events: list[Row]) -> None:
    assert {offer.seat for offer in of(events, Event.PROPOSES) if offer.other == YOU} == {1, 2}
    assert [(trade.seat, trade.giver) for trade in of(events, Event.ACCEPTS)] == [(YOU, 2)]


def test_goods_are_sold_to_two_customers(events: list[Row], match: Match) -> None:
    sold = [(sale.customer, sale.talents) for sale in of(events, Event.SELLS) if sale.seat == YOU]
    assert sold == [(GUILD, 30), (HAGGLER, 12)]
    assert match.points() == [42, 19, 24]
