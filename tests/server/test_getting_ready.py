"""Tables of a game that is not compiled yet."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from souq.engine import registry
from souq.server.core.live import tables
from souq.server.core.workers.compiling import Compiling, Progress
from tests.server.clients import BOT, ME, Running, running

pytestmark = pytest.mark.server

GAME = "desert_bazaar"


@pytest.fixture
def unready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server on a machine that has compiled nothing, and is in no hurry to."""
    monkeypatch.setattr(tables, "is_to_come", lambda game: game.name in registry.installed())
    monkeypatch.setattr(
        "souq.server.container.Compiling", lambda: Compiling((sys.executable, "-c", "import time; time.sleep(600)"))
    )
    with running(tmp_path / "souq.db") as server:
        yield server
    for game in registry.installed().values():
        game.bindings.through = game.bindings._compiled  # loaded by whoever needs it


def test_a_table_is_opened_and_played_meanwhile(unready: Running) -> None:
    opened = unready.open(ME, BOT, BOT, game=GAME)
    assert registry.find(GAME).bindings.interpreted
    with unready.http(opened.token) as http:
        while not (view := opened.view(opened.token))["legal"]:
            time.sleep(0.05)
        choice = {"choice": view["legal"][0]["choice"], "seq": view["seq"], "id": "first-choice"}
        answer = http.post(f"/api/tables/{opened.id}/choose", json=choice)
    assert answer.status_code == 200, answer.text
    assert registry.find(GAME).bindings.interpreted


def test_pages_and_programs_are_told(unready: Running) -> None:
    unready.open(ME, BOT, BOT, game=GAME)
    with unready.http() as http:
        for page in ("/", f"/new/{GAME}"):
            told, text = None, ""
            while told != (now := http.get("/health/games").json()):  # another game may be looked at meanwhile
                told, text = now, http.get(page).text
            assert told["games"][GAME] == 0.0
            assert "Desert Bazaar" in told["words"]
            assert told["words"] in text


def test_a_first_page_asks_again_before_the_games_have_been_looked_at(
    unready: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Compiling, "progress", Progress(5, {}, (), (), looked=False))
    with unready.http() as http:
        assert http.get("/health/games").json() == {"ready": 0, "of": 5, "games": {}, "words": ""}
        assert '<p class="getting note" role="status" hidden></p>' in http.get("/").text
        assert 'src="/static/js/getting.js' in http.get("/").text


def test_a_server_with_everything_says_nothing(unready: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compiling, "progress", Progress(5, {}, (), ()))
    with unready.http() as http:
        assert http.get("/health/games").json() == {"ready": 5, "of": 5, "games": {}, "words": ""}
        assert 'src="/static/js/getting.js' not in http.get("/").text
