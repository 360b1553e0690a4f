"""Bot levels: the Sultan is available only where a network for the player count exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.bots import characters, learned
from tests.server.clients import ME, OPEN, Running, eventually
from tests.server.test_clocks import LIVE, log_notes, opened, pass_time

pytestmark = pytest.mark.server

SULTAN = {"kind": "bot", "level": "sultan"}
REFUSED = "The Sultan hasn’t learned Chatuchak for a table of 3. The strongest bot at such a table is the Grand Vizier."


def test_the_api_lists_the_tables_a_bot_level_supports(server: Running) -> None:
    with server.http() as http:
        games = {game["name"]: game for game in http.get("/api/games").json()}
    at = {level["name"]: level["players"] for level in games["chatuchak"]["levels"]}
    assert at["vizier"] == [1, 2, 3, 4, 5] and at["sultan"] == [2]
    assert "sultan" not in {level["name"] for level in games["toy"]["levels"]}


def test_the_sultan_takes_a_seat_and_plays(server: Running) -> None:
    table = server.open(ME, SULTAN, game="chatuchak", start_player="seat 2")
    seat = table.info(table.token)["seats"][1]
    assert (seat["level"], seat["level_title"]) == ("sultan", "Sultan")
    eventually(lambda: table.view(table.token)["your_turn"])
    assert table.view(table.token)["seq"] > 0


def test_an_unsupported_table_is_refused_and_supported_levels_are_listed(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        seats = {"seat-0": "me", "seat-1": "bot:sultan", "seat-2": "bot:trader"}
        answer = http.post("/new/chatuchak", data={"players": "3", **seats})
        assert answer.status_code == 422 and REFUSED in answer.text
        asked = {"game": "chatuchak", "seats": [ME, SULTAN, SULTAN]}
        answer = http.post("/api/tables", json=asked)
        assert answer.status_code == 422 and answer.json()["message"] == REFUSED
        timed = asked | {"seats": [ME, {"kind": "open"}, {"kind": "open"}]}
        clock = {"kind": "live", "bank": 300, "increment": 10, "level": "sultan"}
        assert http.post("/api/tables", json=timed | {"clock": clock}).json()["message"] == REFUSED
    table = server.open(ME, {"kind": "bot"}, {"kind": "bot"}, game="chatuchak")
    with server.http(table.token) as http:
        answer = http.post(f"/api/tables/{table.id}/hand", json={"level": "sultan"})
        assert answer.json()["message"] == REFUSED


def test_pages_offer_a_level_where_it_is_supported(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        assert 'value="bot:sultan" data-sizes="2"' in http.get("/new/chatuchak").text
        assert "Plays at tables of two." in http.get("/new/chatuchak").text
        assert "sultan" not in http.get("/new/heaps").text
        assert 'value="sultan"' not in http.get("/").text
        for players, there in ((2, True), (3, False)):
            table = http.post("/play/chatuchak", data={"players": str(players)}).headers["location"]
            assert ('value="sultan"' in http.get(table).text) == there
        assert "Sultan (bot, tables of two)" in http.get("/tournaments/new?game=chatuchak").text


def test_a_bot_plays_after_a_timeout_without_the_sultans_network(
    server: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = opened(server, ME, OPEN, clock=LIVE | {"level": "sultan"}, game="chatuchak")
    table.take(1, "Omar")
    for module in (characters, learned):
        monkeypatch.setattr(module, "learned_file", lambda game, players: tmp_path / "nowhere")
    learned.of.cache_clear()
    pass_time(server, 120)
    eventually(lambda: [seat["kind"] for seat in table.info()["seats"]].count("bot"))
    assert any("runs out of time" in note for note in log_notes(table))
