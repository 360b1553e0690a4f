"""The contents of MarraCash's lessons."""

from __future__ import annotations

import pytest

from souq.engine.rules.events import rows
from souq.engine.rules.kinds import Row
from souq.engine.teach.lesson import find, play
from souq.games.marracash import GAME
from souq.games.marracash.state import Event

YOU = 0


@pytest.fixture(scope="module")
def events() -> list[Row]:
    """Return all events of the first lesson."""
    match, _ = play(find(GAME, "first"), GAME)
    return [row for ply in range(1, match.ply + 1) for row in rows(Event, match.events(ply, YOU))]


def of(events: list[Row], kind: Event) -> list[Row]:
    return [row for row in events if row.kind == kind]


def test_auctions_are_won_lost_and_held(events: list[Row]) -> None:
    bought = of(events, Event.BOUGHT)
    assert any(sale.seat == YOU != sale.auctioneer for sale in bought)
    assert any(sale.seat == YOU == sale.auctioneer for sale in bought)
    assert any(sale.seat != YOU == sale.auctioneer for sale in bought)
    assert any(sale.seat != YOU != sale.auctioneer for sale in bought)
    assert [fee.money for fee in of(events, Event.FEE) if fee.seat == YOU] == [200]


def test_crowds_are_led_to_own_shops_and_past_others(events: list[Row]) -> None:
    assert sum(walk.seat == YOU for walk in of(events, Event.WALK)) == 3
    assert {income.seat for income in of(events, Event.INCOME)} == {0, 1, 2}


def test_cuts_are_taken_and_given(events: list[Row]) -> None:
    cuts = of(events, Event.CUT)
    assert [cut.money for cut in cuts if cut.guide == YOU] == [200]
    assert [cut.money for cut in cuts if cut.owner == YOU] == [300]


def test_visitors_are_brought_in_and_wait_at_a_door(events: list[Row]) -> None:
    assert any(group.seat == YOU for group in of(events, Event.BROUGHT))
    assert [pull.visitors for pull in of(events, Event.PULL)] == [4]
