"""Ratings of people and puzzles, days in a row, and what a player sees of them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from souq.engine import registry
from souq.puzzles.daily import of_day
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.rating_scale import points
from souq.server.core.store.rows import PersonRow, SeatRow, TableRow
from souq.server.features.practice.models import ATTEMPTS, PUZZLE_DIFFICULTIES, PUZZLE_RATINGS
from souq.server.features.practice.personal_data import PracticeData
from souq.server.features.practice.progress import Progress
from souq.server.features.practice.puzzle_ratings import starting, streak
from souq.server.ops.config.settings import Settings
from tests.server.clients import Running, running, today
from tests.server.test_daily_puzzles import finish_puzzle, play
from tests.server.test_practice import FIRST, SECOND, THIRD, Solver
from tests.toy import GAME as TOY

pytestmark = pytest.mark.server

BAZAAR = registry.find("desert_bazaar")


def result(solver: Solver, table: str) -> dict[str, object]:
    """Return what the page of a solved puzzle says about its player."""
    found: dict[str, object] = solver.http.get(f"/solved/{table}").json()
    return found


def test_the_rating_rises_with_a_puzzle_solved_at_once_and_falls_with_a_wrong_first_try(server: Running) -> None:
    with (solver := Solver(server)).http:
        first = solver.submit(f"/practice/toy/{FIRST}")
        assert result(solver, first) == {}, "it isn’t solved yet"
        solver.solve(first)
        said = result(solver, first)
        assert said["tries"] == 1 and "(+" in str(said["said"]) and "±" in str(said["said"])
        assert result(solver, first) == said, "asking again changes nothing"
        second = solver.submit(f"/practice/toy/{SECOND}")
        with solver.sit(second) as person:
            person.frames()
            person.command("choose", seq=person.seq, choice="peek")
            person.command("choose", seq=person.seq, choice="peek")
            person.play("swap")
        said = result(solver, second)
        assert said["tries"] == 3 and "(−" in str(said["said"])
        page = solver.page("/practice/toy")
        assert "2 of 3 solved" in page and "Your puzzle rating: " in page and "It settles" in page
        assert page.count(" solved starred") == 1 and "solved, on the first try" in page
        with (other := Solver(server)).http:
            other.http.get("/")
            assert other.http.get(f"/solved/{first}").json() == {}
            assert "puzzle rating" not in other.page("/practice/toy")


def test_a_puzzle_counts_once(server: Running) -> None:
    with (solver := Solver(server)).http:
        table = solver.submit(f"/practice/toy/{FIRST}")
        with solver.sit(table) as person:
            person.frames()
            person.command("choose", seq=person.seq, choice="peek")
            person.play("swap")
        said = result(solver, table)
        solver.solve(again := solver.submit(f"/practice/toy/{FIRST}"))
        assert again != table and result(solver, table) == said
        later = result(solver, again)
        assert (said["tries"], said["before"], later["tries"], later["before"]) == (2, False, 2, True)
        assert later["said"] == re.sub(r" \(.+?\)", "", str(said["said"])), "the rating is the same"


def test_todays_puzzles_are_ticked_and_days_in_a_row_counted(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server, (solver := Solver(server)).http:
        assert 'aria-label="Desert Bazaar"' in solver.page("/practice") and "in a row" not in solver.page("/practice")
        daily = of_day(BAZAAR, today())
        assert daily
        with solver.sit(solver.submit("/daily/desert_bazaar")) as person:
            person.frames()
            person.play(daily.best)
        assert 'solved" href="/daily/desert_bazaar" aria-label="Desert Bazaar, solved"' in solver.page("/practice")
        solver.solve(solver.submit(f"/practice/toy/{THIRD}"))
        solver.solve(solver.submit(f"/practice/toy/{SECOND}"))
        assert "You’ve solved a puzzle today." in solver.page("/practice")
        with sqlite3.connect(database) as db:
            db.execute("UPDATE attempts SET solved_at = ? WHERE puzzle = ?", (time.time() - 86_400, SECOND))
        assert "You’ve solved a puzzle two days in a row." in solver.page("/practice")
        export = solver.http.get("/you/data").json()
        assert {each["puzzle"] for each in export["attempts"]} >= {SECOND, THIRD}
        assert {each["game"] for each in export["puzzle_ratings"]} == {"desert_bazaar", "toy"}


def table(person: str, puzzle: str) -> TableRow:
    """Return a table at which a person tries a puzzle."""
    seats = [SeatRow(0, "person", person_id=person)]
    return TableRow(person, "toy", "1", 2, {}, b"", 0, 0, origin=f"puzzle:{puzzle}", seats=seats)


async def opened(database: Path | str, *people: str) -> Storage:
    """Return the storage of a new database that knows people."""
    storage = Storage(Settings(database=str(database)))
    await storage.open()
    for each in people:
        await Sessions(storage.database).remember(PersonRow(each, each, "star"), each.encode(), each)
    return storage


def test_tries_on_several_servers_all_count(either: Path | str) -> None:
    async def work() -> None:
        people = [f"person{n}" for n in range(6)]
        storage = await opened(either, *people)
        tables = [table(each, FIRST) for each in people] + [table(people[0], each) for each in (SECOND, THIRD)]
        await asyncio.gather(*(Progress(storage.database).missed(row) for row in tables))
        async with storage.database.read() as db:
            tried = (await db.execute(select(func.count()).select_from(ATTEMPTS))).scalar()
            theirs = select(PUZZLE_RATINGS.c.games).where(PUZZLE_RATINGS.c.person_id == people[0])
            its = select(PUZZLE_DIFFICULTIES.c.games).where(PUZZLE_DIFFICULTIES.c.puzzle == FIRST)
            assert (tried, (await db.execute(theirs)).scalar(), (await db.execute(its)).scalar()) == (8, 3, 6)
        await storage.close()

    asyncio.run(work())


def test_an_account_takes_over_a_guests_tries_at_other_puzzles(either: Path | str) -> None:
    async def work() -> None:
        storage = await opened(either, "guest", "amina", "omar")
        progress = Progress(storage.database)
        for person, puzzle in (
            ("guest", FIRST),
            ("guest", SECOND),
            ("amina", FIRST),
            ("amina", FIRST),
            ("omar", FIRST),
        ):
            await progress.missed(table(person, puzzle))
        async with storage.database.write() as db:
            await PracticeData().merge(db, "guest", "amina")
        found = {
            (who, which): await progress.attempt(who, "toy", which)
            for who in ("guest", "amina", "omar")
            for which in (FIRST, SECOND)
        }
        assert {of: row.missed for of, row in found.items() if row} == {
            ("amina", FIRST): 2,
            ("amina", SECOND): 1,
            ("omar", FIRST): 1,
        }
        await storage.close()

    asyncio.run(work())


def test_every_kind_of_solved_puzzle_goes_on_with_a_row_of_days(tmp_path: Path) -> None:
    database, now, daily = tmp_path / "souq.db", time.time(), of_day(TOY, today())
    assert daily
    with running(database) as server, (solver := Solver(server)).http:
        solver.solve(solver.submit(f"/practice/toy/{daily.name}"))
        won = play(solver.http, "2026-11-23")
        finish_puzzle(database, won, solved=True)
        with sqlite3.connect(database) as db:
            db.execute("UPDATE attempts SET solved_at = ?", (now - 86_400,))
            db.execute("UPDATE tables SET updated_at = ? WHERE id = ?", (now - 2 * 86_400, won))
            own = "SELECT id, 'own', ?, 'toy', '2026-11-23', '{}', ? FROM people"
            db.execute(f"INSERT INTO mistakes {own}", (won, now - 3 * 86_400))
        assert "You’ve solved a puzzle three days in a row. Solve one today to keep your streak." in solver.page(
            "/practice"
        )
        solver.solve(solver.submit("/daily/toy"))
        assert "You’ve solved a puzzle four days in a row." in solver.page("/practice")


def test_a_new_puzzle_is_rated_by_how_often_bots_miss_it() -> None:
    def rating(puzzle: Puzzle) -> int:
        return points(starting(puzzle).mu, "")

    known = puzzles(TOY)
    assert (rating(known[FIRST]), rating(known[SECOND])) == (1250, 1450)


def test_yesterday_keeps_a_row_alive() -> None:
    now = date(2026, 11, 29)
    days = [now - timedelta(days=each) for each in (1, 2, 5, 6, 7)]
    assert (streak(days, now).now, streak(days, now).best) == (2, 3)
    assert streak(days, now + timedelta(days=1)).now == 0
