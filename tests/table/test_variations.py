"""Variations: what choices look like that nobody made, in all games."""

from __future__ import annotations

import random

import pytest

import souq
from souq.engine import registry
from souq.engine.present.scene import LogLine, Pick
from souq.games import card
from souq.server.core.live.live import Live
from souq.server.core.realtime import variations
from souq.server.core.realtime.variations import KEYS, Click, action, clicks, drawn, imperative, pick_for, pressed
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.rows import SeatRow, TableRow
from tests.toy import GAME as TOY


def click(*lines: str, label: str = "", ends: bool = False, asked: str = "Choose") -> Click:
    return Click((1,), None, label, (), lines, lines, asked, ends)


def test_an_action_is_named_by_the_story_or_by_its_buttons():
    assert imperative([click("You move a chair.", label="Move the chair from row 2")]) == "Move the chair from row 2"
    assert imperative([click("You play North.", label="Expand onto D4")]) == "Expand onto D4"
    assert imperative([click("You sell 3 Salt: [[+18]].", label="3 for 18")]) == "Sell 3 Salt"
    assert (
        imperative([click(label="Lure"), click("You lure **white** to F8: [[+2]].", label="F8")]) == "Lure white to F8"
    )
    assert imperative([click(label="Roll"), click(label="take Spice")]) == "Roll, then take Spice"
    assert imperative([click("You and Omar hold back.", label="Hold back")]) == "Hold back"
    assert imperative([click("You let Omar go ahead, and Omar draws.", label="Give way")]) == "Let Omar go ahead"
    assert imperative([click(label="Expand"), click(label="Expand red onto D4")]) == "Expand red onto D4"
    assert imperative([click(label="Offer…"), click("Omar gets a card.", label="Offer salt")]) == "Offer salt"


def test_an_action_ends_with_a_story_line_or_chance():
    assert len(action([click(), click("You pay."), click("You build.")])) == 2
    assert len(action([click(), click(ends=True), click("You build.")])) == 2


def test_a_line_that_ends_within_a_pick_is_made_by_it_if_there_is_no_other():
    here, there, roll = Pick(1, "Here", then=(2, 3)), Pick(1, "There", then=(4,)), Pick(5, "Roll")
    assert pick_for([here, roll], [1]) == pick_for([here, roll], [1, 2]) == here
    assert pick_for([here, there, roll], [1]) is None
    assert pick_for([here, roll], [1, 4]) is None
    assert pick_for([here, roll], [5, 1]) == roll


def test_a_result_does_not_name_the_action_that_leads_to_it(monkeypatch):
    match = souq.new(TOY.name, players=2, seed=5)
    seats = tuple(SeatRow(seat, "person", name) for seat, name in enumerate(match.names))
    live = Live(TableRow("", TOY.name, "", 2, {}, match.secret, 0, 0, state="playing", seats=seats), match)
    monkeypatch.setattr(variations, "narrate", lambda *_: [LogLine(0, "You come second with 4 points.", "end")])
    seat = match.deciders.bit_length() - 1
    states = [match.game.bindings.determinized(match.observe(seat).view, seat, key) for key in KEYS]
    made = action(clicks(live, Viewer(seat), states, list(match.observe(seat).legal[:1]), seat))
    assert imperative(made) == made[0].label


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_what_a_seat_would_do_is_described_and_drawn(game):
    match, dice = souq.new(game, players=3, seed=5), random.Random(1)
    seats = tuple(SeatRow(seat, "person", name) for seat, name in enumerate(match.names))
    row = TableRow("", game, "", 3, dict(match.options), match.secret, 0, 0, state="playing", seats=seats)
    live, found = Live(row, match), 0
    for _ in range(60):
        if match.over:
            break
        seat = match.deciders.bit_length() - 1
        seen = match.observe(seat)
        choice = dice.choice(seen.legal)
        states = [match.game.bindings.determinized(seen.view, seat, key) for key in KEYS]
        for layout in ("wide", "tall"):
            made = action(clicks(live, Viewer(seat, layout), states, [choice], seat))
            assert made
            text = imperative(made)
            assert "You " not in text, text
            assert "[[" not in text, text
            areas = {each["area"] for each in drawn(made)}
            assert areas <= {"board", "hand", "tray"}, areas
            found += bool(areas or pressed(made))
        match.replay(choice, seat)
    assert found > 10 or not card(game), "most choices of a real game are on the table"
