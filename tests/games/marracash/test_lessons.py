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
def told() -> list[Row]:
    """Return all events of the first lesson."""
    match, _ = play(find(GAME, "first"), GAME)
    return [row for ply in range(1, match.ply + 1) for row in rows(Event, match.events(ply, YOU))]


def of(told: list[Row], kind: Event) -> list[Row]:
    return [row for row in told if row.kind == kind]


def test_auctions_are_won_lost_and_held(told: list[Row]) -> None:
    bought = of(told, Event.BOUGHT)
    assert any(sale.seat == YOU != sale.auctioneer for sale in bought)
    assert any(sale.seat == YOU == sale.auctioneer for sale in bought)
    assert any(sale.seat != YOU == sale.auctioneer for sale in bought)
    assert any(sale.seat != YOU != sale.auctioneer for sale in bought)
    assert [fee.money for fee in of(told, Event.FEE) if fee.seat == YOU] == [200]


def test_crowds_are_led_to_own_shops_and_past_others(told: list[Row]) -> None:
    assert sum(walk.seat == YOU for walk in of(told, Event.WALK)) == 3
    assert {income.seat for income in of(told, Event.INCOME)} == {0, 1, 2}


def test_cuts_are_taken_and_given(told: list[Row]) -> None:
    cuts = of(told, Event.CUT)
    assert [cut.money for cut in cuts if cut.guide == YOU] == [200]
    assert [cut.money for cut in cuts if cut.owner == YOU] == [300]


def test_visitors_are_brought_in_and_wait_at_a_door(told: list[Row]) -> None:
    assert any(group.seat == YOU for group in of(told, Event.BROUGHT))
    assert [pull.visitors for pull in of(told, Event.PULL)] == [4]
