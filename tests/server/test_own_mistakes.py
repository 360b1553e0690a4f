"""Puzzles from a player's own reviewed games."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from souq.engine.match.match import Match
from souq.engine.match.position import position
from souq.engine.present.scene import Context, Pick
from souq.puzzles import mistake
from souq.puzzles.mistake import Mistake, differing
from souq.server.core.live.live import Live
from souq.server.core.store.rows import SeatRow, TableRow
from souq.server.features.practice.mistakes import GAMES
from tests.server.clients import running
from tests.server.test_practice import Solver
from tests.toy import GAME as TOY
from tests.toy import scene
from tests.toy.state import State

pytestmark = pytest.mark.server

DAY = 86_400


def play(solver: Solver) -> str:
    """Play a game in which keeping was wrong, and return its table."""
    table = solver.submit("/play/toy", level="apprentice", players="2")
    with solver.sit(table) as person:
        person.frames()
        assert person.command("choose", seq=person.seq, choice="keep", at_once=True)["type"] == "ack"
    return table


def review(database: Path, table: str, at: float, *found: object) -> None:
    """Store a review as if it had been made; without a mistake in ``found``, an analysis without one."""
    with sqlite3.connect(database) as db:
        values = table, json.dumps({"moments": []} | ({"review": [found]} if found else {})), at
        db.execute("INSERT INTO analyses (table_id, found, at) VALUES (?, ?, ?)", values)


def test_a_mistake_becomes_a_puzzle_on_the_next_day(tmp_path: Path) -> None:
    database, (swap, keep) = tmp_path / "souq.db", (int(TOY.choices.parse(each)) for each in ("swap", "keep"))
    with running(database) as server, (solver := Solver(server)).http:
        games = [play(solver) for _ in range(2)]
        review(database, games[0], time.time() - DAY, 0, 0.21, "It brings a better card.", swap)
        review(database, games[1], time.time(), 0, 0.12, "It brings a better card.", swap)
        page = solver.page("/practice/toy")
        assert "Your own mistakes" in page and "One more from your reviewed games comes tomorrow." in page
        (path,) = re.findall(r'href="(/mistakes/toy/\w+)"', page)
        assert "Your own mistake" in solver.page(path)
        table = solver.submit(path)
        assert solver.submit(path) == table
        with solver.sit(table) as person:
            person.frames()
            card = person.scene["lesson"]
            assert (card["title"], card["heading"]) == ("Your own mistake", "")
            said = [person.command("choose", seq=person.seq, choice=keep)["message"] for _ in range(2)]
            assert said[0].endswith("It cost about 21% of your chance of winning.")
            assert said[1] == "It brings a better card."
            person.play(swap)
            card = person.scene["lesson"]
            assert card["done"] and card["continuations"][0] == "Better: Swap"
            assert "What you did" in card["continuations"]
        for number in range(2):
            frames = solver.http.get(f"/api/tables/{table}/continuations/{number}").json()["frames"]
            assert len(frames) > 1
        assert "Your own mistake 1, solved" in solver.page("/practice/toy")
        assert f"/t/{table}" not in solver.page("/")
        assert len(solver.http.get("/you/data").json()["mistakes"]) == 2
        with (other := Solver(server)).http:
            other.http.get("/")
            assert "Your own mistakes" not in other.page("/practice/toy")
            assert other.http.get(path).status_code == 404


def test_unfinished_reviews_hold_up_no_others(tmp_path: Path) -> None:
    database, swap = tmp_path / "souq.db", int(TOY.choices.parse("swap"))
    with running(database) as server, (solver := Solver(server)).http:
        for _ in range(GAMES):
            review(database, play(solver), 1.0)
        review(database, play(solver), time.time(), 0, 0.21, "", swap)
        assert "One more from your reviewed games comes tomorrow." in solver.page("/practice/toy")


def test_a_reviewed_game_with_other_rules_is_passed_over(tmp_path: Path) -> None:
    database, swap = tmp_path / "souq.db", int(TOY.choices.parse("swap"))
    with running(database) as server, (solver := Solver(server)).http:
        review(database, played := play(solver), time.time(), 0, 0.21, "", swap)
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET rules_version = 'old', state = 'playing' WHERE id = ?", (played,))
    with running(database) as server, (again := Solver(server)).http:
        again.http.cookies = solver.http.cookies
        assert "Your own mistakes" not in again.page("/practice/toy")


def test_names_of_people_are_not_stored_in_a_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, swap = tmp_path / "souq.db", int(TOY.choices.parse("swap"))

    def picks(view: State, ctx: Context) -> tuple[Pick, ...]:
        return (Pick(swap, f"Swap with {ctx.names(1)}"),)

    monkeypatch.setattr(scene, "picks", picks)
    with running(database) as server, (solver := Solver(server)).http:
        review(database, play(solver), time.time() - DAY, 0, 0.21, "", swap)
        (path,) = re.findall(r'href="(/mistakes/toy/\w+)"', solver.page("/practice/toy"))
        with sqlite3.connect(database) as db:
            assert "Swap with ⟨1⟩" in json.loads(*db.execute("SELECT posed FROM mistakes").fetchone())["label"]
        table = solver.submit(path)
        other = solver.http.get(f"/api/tables/{table}").json()["seats"][1]["name"]
        with solver.sit(table) as person:
            person.frames()
            person.play(swap)
            assert person.scene["lesson"]["continuations"][0] == f"Better: Swap with {other}"


def test_a_table_decodes_its_puzzle_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match, find = Match(TOY, 2, seed=1), Mock(wraps=mistake.lesson_of)
    posed = Mistake(2, 0, {}, position(match.state), [int(TOY.choices.parse("swap"))], 0, 0.2, "", "Swap").to_json()
    seats = [SeatRow(0, "person"), SeatRow(1, "bot")]
    live = Live(TableRow("a", "toy", "1", 2, {}, b"", 0, 0, "playing", origin="own:1", posed=posed, seats=seats), match)
    monkeypatch.setattr(mistake, "lesson_of", find)
    assert live.teaching and live.teaching.asks and find.call_count == 1


def test_lines_differ_where_their_choices_do() -> None:
    assert differing((1, 2), (1, 3, 4)) == 1 and differing((1,), (1,)) is None
