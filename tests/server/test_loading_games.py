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
def loading_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that has compiled nothing and does not start compiling."""
    monkeypatch.setattr(tables, "is_to_come", lambda game: game.name in registry.installed())
    monkeypatch.setattr(
        "souq.server.container.Compiling", lambda: Compiling((sys.executable, "-c", "import time; time.sleep(600)"))
    )
    with running(tmp_path / "souq.db") as server:
        yield server
    for game in registry.installed().values():
        game.bindings.through = game.bindings._compiled  # loaded on demand


def test_a_table_can_be_played_while_games_are_compiling(loading_server: Running) -> None:
    opened = loading_server.open(ME, BOT, BOT, game=GAME)
    assert registry.find(GAME).bindings.interpreted
    with loading_server.http(opened.token) as http:
        while not (view := opened.view(opened.token))["legal"]:
            time.sleep(0.05)
        choice = {"choice": view["legal"][0]["choice"], "seq": view["seq"], "id": "first-choice"}
        answer = http.post(f"/api/tables/{opened.id}/choose", json=choice)
    assert answer.status_code == 200, answer.text
    assert registry.find(GAME).bindings.interpreted


def test_pages_and_the_api_report_that_a_game_is_loading(loading_server: Running) -> None:
    loading_server.open(ME, BOT, BOT, game=GAME)
    with loading_server.http() as http:
        for page in ("/", f"/new/{GAME}"):
            told, text = None, ""
            while told != (now := http.get("/health/games").json()):  # another game may be looked at meanwhile
                told, text = now, http.get(page).text
            assert told["games"][GAME] == 0.0
            assert "Desert Bazaar" in told["words"]
            assert told["words"] in text


def test_the_first_page_polls_until_the_games_have_been_checked(
    loading_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Compiling, "progress", Progress(5, {}, (), (), looked=False))
    with loading_server.http() as http:
        assert http.get("/health/games").json() == {"ready": 0, "of": 5, "games": {}, "words": ""}
        assert '<p class="getting note" role="status" hidden></p>' in http.get("/").text
        assert 'src="/static/js/getting.js' in http.get("/").text


def test_a_ready_server_shows_no_loading_message(loading_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compiling, "progress", Progress(5, {}, (), ()))
    with loading_server.http() as http:
        assert http.get("/health/games").json() == {"ready": 5, "of": 5, "games": {}, "words": ""}
        assert 'src="/static/js/getting.js' not in http.get("/").text
