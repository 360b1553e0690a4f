"""Storms: puzzles against the clock, of which every first choice counts."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

from souq.puzzles.puzzle import puzzles
from tests.server.clients import Running, running
from tests.server.test_practice import Solver
from tests.toy import GAME as TOY

pytestmark = pytest.mark.server


def proceed(solver: Solver, table: str) -> str:
    """Go on to the next puzzle, and return the path to which that leads."""
    said = solver.http.post("/storm/toy/next", data={"table": table}, headers={"accept": "application/json"}).json()
    return str(said["to"])


def left(solver: Solver, table: str) -> float:
    """Return the seconds left, as the page says them."""
    return float(solver.daily_section(table, "storm"))


def test_right_choices_count_and_wrong_ones_cost_time(server: Running) -> None:
    with (solver := Solver(server)).http:
        assert "three minutes" in solver.page("/storm/toy")
        first = solver.submit("/storm/toy")
        assert 170 < left(solver, first) <= 180 and solver.daily_section(first, "solved") == "0"
        solver.solve(first)
        assert "0 of 3 solved" in solver.page("/practice/toy"), "a storm is no practice"
        second = proceed(solver, first).removeprefix("/t/")
        assert solver.daily_section(second, "solved") == "1"
        with solver.sit(second) as person:
            person.frames()
            assert person.scene["lesson"]["title"] == "Storm"
            person.command("choose", seq=person.seq, choice="peek")
            person.play(puzzles(TOY)[solver.name(second)].best)
            assert person.scene["prompt"]["detail"] == "On to the next puzzle."
        third = proceed(solver, second).removeprefix("/t/")
        assert solver.daily_section(third, "solved") == "1", "the first choice counts"
        assert left(solver, third) < 170
        assert len({solver.name(each) for each in (first, second, third)}) == 3
        solver.solve(third)
        over = proceed(solver, third)
        assert over.startswith("/storm/toy?done="), "there are no more puzzles"
        page = solver.page(over)
        assert "Two solved" in page and "One missed" in page and "your best so far" in page
        assert "Your best: 2" in solver.page("/storm/toy")
        with (other := Solver(server)).http:
            other.http.get("/")
            assert "Two solved" not in other.page(over)
            assert proceed(other, third) == "/storm/toy"


def test_a_puzzle_counts_once_in_a_storm_of_its_game(server: Running) -> None:
    with (solver := Solver(server)).http:
        first = solver.submit("/storm/toy")
        with solver.sit(first) as person:
            person.frames()
            person.command("choose", seq=person.seq, choice="peek")
            second, twin = (proceed(solver, first).removeprefix("/t/") for _ in range(2))
            assert solver.name(second) == solver.name(twin) != solver.name(first)
            solver.solve(second)
            third = proceed(solver, second).removeprefix("/t/")
            person.play(puzzles(TOY)[solver.name(first)].best)
        solver.solve(twin)
        for table in (first, twin):
            assert proceed(solver, table) != f"/t/{table}"
        assert (solver.daily_section(third, "solved"), left(solver, third) > 160) == ("1", True)
        assert proceed(solver, third) != "/storm/toy"
        other = solver.http.post("/storm/desert_bazaar/next", data={"table": third}).headers["location"]
        assert other == "/storm/desert_bazaar"


def test_a_refused_storm_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server, (solver := Solver(server)).http, sqlite3.connect(database) as db:
        monkeypatch.setattr(server.limits.openings, "take", lambda _: False)
        assert solver.http.post("/storm/toy").status_code == 429
        assert db.execute("SELECT (SELECT count(*) FROM storms), (SELECT count(*) FROM people)").fetchone() == (0, 0)


def test_a_storm_ends_with_its_time(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server, (solver := Solver(server)).http:
        table = solver.submit("/storm/toy")
        with sqlite3.connect(database) as db:
            db.execute("UPDATE storms SET ends_at = ?", (time.time() - 60,))
        solver.solve(table)
        assert "None solved this time" in solver.page(proceed(solver, table))
        assert f"/t/{table}" not in solver.page("/")
        assert [each["game"] for each in json.loads(solver.http.get("/you/data").text)["storms"]] == ["toy"]
