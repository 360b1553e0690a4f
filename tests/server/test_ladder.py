"""The ladder: a first game is against Apprentices, and finished games decide what is offered next."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from tests.server.clients import running

pytestmark = pytest.mark.server


def finish(database: Path, table: str, winner: int, **more: str) -> None:
    """Store a table's result as if it had been played to its end."""
    ranks = [1 if seat == winner else 2 for seat in range(2)]
    result = f'{{"points": [0, 0], "ranks": {ranks}, "winners": [{winner}]}}'
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET state = 'finished', result = ? WHERE id = ?", (result, table))


def test_finished_games_decide_the_next_level(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server, server.http() as http:
        http.get("/")

        def play(**form: str) -> tuple[str, str]:
            """Press *Play*, and return the table and the level of its bot."""
            table = http.post("/play/toy", data=form).headers["location"].removeprefix("/t/")
            seats = http.get(f"/api/tables/{table}").json()["seats"]
            return table, next(seat["level"] for seat in seats if seat["kind"] == "bot")

        table, level = play()
        assert level == "apprentice"
        assert http.get(f"/t/{table}/onward").text == "", "the game isn’t over"
        assert http.get("/t/NONE/onward").status_code == 422
        finish(database, table, winner=1)
        assert "Do the lesson" in http.get(f"/t/{table}/onward").text
        table, level = play()
        assert level == "apprentice", "until it is beaten"
        finish(database, table, winner=0)
        said = http.get(f"/t/{table}/onward").text
        assert "Your first win against the Apprentice." in said and "1 of 5 levels beaten" in said
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', said))
        table, level = play(**fields)
        assert level == "trader"
        assert play()[1] == "trader", "the usual choice now, on every page"
        assert 'data-usual="bot:trader"' in http.get("/new/toy").text
        assert play(level="vizier")[1] == "vizier"
        http.cookies.clear()
        assert http.get(f"/t/{table}/onward").text == "", "whoever else looks"
