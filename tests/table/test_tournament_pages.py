"""Tournament pages for hosts, entrants and visitors."""

from __future__ import annotations

import doctest

import pytest

from souq.server.core.http.rendering import templates
from souq.server.features.tournaments import page_parts
from souq.server.features.tournaments.models import PairingRow
from tests.table.test_pages_templates import render
from tests.table.tournament_pages import live, tournament


def test_only_non_entrants_can_enter_and_only_the_host_can_begin() -> None:
    stranger, host = render("tournament, to enter"), render("tournament, entered")
    assert "Enter as Nadia" in stranger and "/begin" not in stranger and "/off" not in stranger
    assert "Begin with 4 people" in host and "/off" in host and "Enter as" not in host
    assert "souq.example/tournaments/code-of-it" in stranger, "the link to share"
    assert "0f0f0f" in stranger, "the seed of the draw is published before it begins"
    assert "Nobody yet." in render("tournament, nobody yet")


def test_the_players_own_table_is_highlighted() -> None:
    mine, waits = render("tournament, my turn"), render("tournament, waiting")
    assert "Your table is waiting" in mine and 'class="calls now" href="/t/table3"' in mine
    assert "Your table is waiting" not in waits
    assert "Bots for absent players" in mine, "that table has waited for long, and the host may help"
    assert "Bots for absent players" not in waits
    assert "Come back" in render("tournament, left")


def test_the_champion_and_the_standings() -> None:
    over = render("tournament, over")
    assert "</b> wins the tournament." in over and "Standings" in over
    assert "<i>left</i>" in over and "Trader" in over
    assert 'href="/t/table1"' in over, "games can be looked at"
    assert "In a knock-out, the round you reached counts first." in render("tournament, knock-out")


@pytest.mark.parametrize("page", ["tournament, new", "tournament, refused"])
def test_a_new_tournament_needs_a_clock(page: str) -> None:
    html = render(page)
    assert 'name="clock" value="none"' not in html
    assert 'name="clock" value="live"' in html and 'name="clock" value="days"' in html
    for system in ("Swiss", "Round robin", "Knock-out"):
        assert system in html


def test_examples() -> None:
    assert doctest.testmod(page_parts).failed == 0


def test_a_waiting_player_sees_what_is_awaited() -> None:
    """A table that is not created yet is not a finished game; a player without a table in a knockout is told so."""
    first = (PairingRow(1, 1, (1, 2), (1, 2), "table1"), PairingRow(1, 2, (3, 4), None, None))
    row = tournament("playing", round=1, pairings=first)
    told = {me: templates().get_template("tournament_live.html").render(**live(row, me)) for me in (1, 3)}
    assert "Your game is over" in told[1] and "Your table is being set up" in told[3]
    second = tournament(
        "playing", system="knockout", round=2, pairings=(*first, PairingRow(2, 1, (1, 3), None, "table3"))
    )
    assert "You’re not playing this round" in templates().get_template("tournament_live.html").render(**live(second, 2))
