"""The panel of the daily puzzle: streaks, and yesterday's puzzle."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from tests.server.clients import Running, running, today

pytestmark = pytest.mark.server


def play(http: httpx.Client, day: str) -> str:
    """Start the puzzle of a day and return its table."""
    sent = {"preset": "daily", "option-day": day}
    return http.post("/play/chatuchak", data=sent).headers["location"].removeprefix("/t/")


def daily_section(http: httpx.Client, table: str) -> str:
    """Return the panel of a puzzle's page."""
    page = http.get(f"/t/{table}").text
    found = re.search(r'<section class="daily">.*?</section>', page, re.S)
    assert found, "nothing stands there"
    return found[0]


def finish_puzzle(database: Path, table: str, solved: bool) -> None:
    """Store a table's result as if it had been played to its end."""
    won = '{"points": [9], "ranks": [1], "winners": [0]}' if solved else '{"points": [0], "ranks": [1], "winners": []}'
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET state = 'finished', result = ? WHERE id = ?", (won, table))


def test_streaks_are_counted_and_yesterdays_puzzle_is_linked(tmp_path: Path) -> None:
    database, now = tmp_path / "souq.db", today()
    yesterday = (now - timedelta(days=1)).isoformat()
    with running(database) as server, server.http() as http:
        http.get("/")
        new = play(http, now.isoformat())
        said = daily_section(http, new)
        assert "in a row" not in said
        assert f"preset=daily&amp;day={yesterday}" in said and "Play yesterday’s" in said
        before = play(http, yesterday)
        finish_puzzle(database, before, solved=False)
        assert "in a row" not in daily_section(http, new) and f'href="/t/{before}"' in daily_section(http, new)
        finish_puzzle(database, before, solved=True)
        assert "Solved yesterday. Today makes two." in daily_section(http, new)
        finish_puzzle(database, new, solved=True)
        assert "Solved two days in a row." in daily_section(http, new)
        http.cookies.clear()
        assert "in a row" not in daily_section(http, new), "whoever else looks has solved nothing"


def test_the_home_page_ticks_todays_solved_puzzles(tmp_path: Path) -> None:
    database, now = tmp_path / "souq.db", today()
    with running(database) as server, server.http() as http:
        http.get("/")
        finish_puzzle(database, play(http, now.isoformat()), solved=True)
        tick = r'href="/daily/(\w+)">[^<]*<span class="done" data-days="([^"]*)"( hidden)?>'
        ticks = re.findall(tick, http.get("/").text)
        assert {(game, days) for game, days, hidden in ticks if not hidden} == {("chatuchak", now.isoformat())}
        assert len(ticks) == 5


def test_other_games_show_no_puzzle_panel(server: Running) -> None:
    with server.http() as http:
        for preset in ({}, {"preset": "solo"}):
            path = http.post("/play/chatuchak", data=preset).headers["location"]
            assert 'class="daily"' not in http.get(path).text
