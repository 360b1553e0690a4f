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
        second = proceed(solver, first).removeprefix("/t/")
        assert solver.daily_section(second, "solved") == "1"
        with solver.sit(second) as person:
            person.frames()
            assert person.scene["lesson"]["title"] == "Storm"
            person.command("choose", seq=person.seq, choice="peek")
            person.play(puzzles(TOY)[solver.name(second)].best)
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
