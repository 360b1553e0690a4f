"""Practice puzzles at a table: only the best choice is accepted, others are explained, and solved ones are marked."""

from __future__ import annotations

import html
import re
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from souq.puzzles.daily import of_day
from souq.puzzles.puzzle import puzzles
from tests.server.clients import Person, Running, running, today
from tests.support import ours
from tests.toy import GAME as TOY

pytestmark = pytest.mark.server

FIRST, SECOND, THIRD = puzzles(TOY)


class Solver:
    """A user with a browser who solves puzzles of the toy game."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.http = server.http(follow_redirects=False)

    def submit(self, path: str, **form: str) -> str:
        """Submit a form and return the table it leads to."""
        answer = self.http.post(path, data={"name": "Rosa", **form})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/t/")

    def sit(self, table: str) -> Person:
        """Open the table's page."""
        return self.server.sit(table, headers={"Cookie": f"souq_guest={self.http.cookies['souq_guest']}"})

    def solve(self, table: str) -> None:
        """Make the best choice."""
        with self.sit(table) as person:
            person.frames()
            person.play(puzzles(TOY)[self.name(table)].best)

    def name(self, table: str) -> str:
        """Return the puzzle at a table."""
        return self.daily_section(table, "puzzle").removeprefix("toy/")

    def daily_section(self, table: str, what: str) -> str:
        """Return the puzzle section of a table's page."""
        found = re.search(rf' data-{what}="([^"]*)"', self.http.get(f"/t/{table}").text)
        assert found, what
        return html.unescape(found[1])

    def page(self, path: str) -> str:
        """Return a page."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture
def solver(server: Running) -> Iterator[Solver]:
    """A new solver."""
    solver = Solver(server)
    with solver.http:
        yield solver


def test_a_wrong_try_is_answered_with_its_loss_then_with_a_reason_then_with_the_answer(solver: Solver) -> None:
    with solver.sit(solver.submit(f"/practice/toy/{FIRST}")) as person:
        person.frames()
        card = person.scene["lesson"]
        assert (card["title"], card["heading"], card["of"], card["read"]) == ("Practice", "Swapping", 1, False)
        assert card["say"].startswith("One choice here is clearly best.") and "continuations" not in card

        def tried(choice: str) -> str:
            wrong = person.command("choose", seq=person.seq, choice=choice)
            assert wrong["type"] == "refused" and wrong["lesson"]
            return str(wrong["message"])

        first = tried("keep")
        assert first == "Your chance of winning would drop from 60% to 20%. Look for something else to do."
        assert person.command("choose", seq=person.seq, choice="shout")["rule"]["id"] == "TO-T03"
        assert tried("keep") == puzzles(TOY)[FIRST].why_not, "a rule’s refusal is no try"
        assert tried("show") == tried("peek") == "It’s “Swap”. Choose it to see why."
        person.play("swap")
        card = person.scene["lesson"]
        assert card["done"] and card["last"]
        assert card["say"] == "That’s it. It brings a better card. Your chance of winning is about 60%."


def test_other_wrong_choices_have_their_own_loss_and_the_reason_for_the_best_one(solver: Solver) -> None:
    with solver.sit(solver.submit(f"/practice/toy/{FIRST}")) as person:
        person.frames()
        said = [person.command("choose", seq=person.seq, choice=each)["message"] for each in ("show", "peek")]
    assert said[0] == "Your chance of winning would drop from 60% to 40%. Look for something else to do."
    assert said[1] == "Here’s what the best choice does. It brings a better card."


def test_reasons_name_the_players_at_the_table(solver: Solver) -> None:
    table = solver.submit(f"/practice/toy/{SECOND}")
    with solver.sit(table) as person, solver.server.http() as http:
        (bot,) = [seat["name"] for seat in http.get(f"/api/tables/{table}").json()["seats"] if seat["kind"] == "bot"]
        person.frames()
        said = [person.command("choose", seq=person.seq, choice="keep")["message"] for _ in range(2)]
        assert said[1].startswith(f"It keeps a 2, less than {bot} has: ")


def test_after_a_puzzle_both_choices_can_be_played_on(solver: Solver) -> None:
    table = solver.submit(f"/practice/toy/{FIRST}")
    path = f"/api/tables/{table}/continuations"
    with solver.sit(table) as person:
        person.frames()
        assert solver.http.get(f"{path}/0").status_code == 409, "that would be the answer"
        person.play("swap")
        assert person.scene["lesson"]["continuations"] == ["Best: Swap", "Instead: Keep"]
        shown = []
        for number in range(2):
            found = solver.http.get(f"{path}/{number}").json()
            begins, *moments = found["frames"]
            assert (found["last"], len(moments), begins["lines"]) == (2, 2, [])
            assert any(frame["lines"] for frame in moments) == (number == 0), "nobody sees what is kept"
            assert all(frame["scene"]["areas"] for frame in moments)
            assert not any(frame["scene"].get("picks") for frame in found["frames"])
            shown.append(moments[0]["lines"])
        assert shown[0] != shown[1]
        assert solver.http.get(f"{path}/2").status_code == 409
        with solver.server.http() as other:
            assert other.get(f"{path}/0").status_code == 409, "it may show what only one seat knows"
        person.frames(person.command("read", seq=person.seq)["seq"])
        assert solver.http.get(f"{path}/0").status_code == 409, "the game goes on"


@pytest.mark.parametrize("path", [f"/practice/toy/{FIRST}", "/daily/toy"])
def test_an_abandoned_puzzle_starts_from_the_beginning(tmp_path: Path, path: str) -> None:
    """No other player solves it either."""
    with running(tmp_path / "souq.db") as server, (solver := Solver(server)).http:
        table = solver.submit(path)
        with solver.sit(table) as person:
            person.frames()
            handed = person.command("hand", level="apprentice")
            assert handed["type"] == "refused" and "Play it yourself" in handed["message"]
            assert person.command("end")["type"] == "ack"
        again = solver.submit(path)
        assert again != table
        solver.solve(again)
        assert (solver.submit(path) == again) == path.startswith("/daily")


def test_after_a_puzzle_the_game_continues_against_apprentices(solver: Solver) -> None:
    table = solver.submit(f"/practice/toy/{SECOND}")
    solver.solve(table)
    with solver.sit(table) as person:
        person.frames()
        answer = person.command("read", seq=person.seq)
        person.frames(answer["seq"])
        assert "lesson" not in person.scene
    with solver.server.http() as http:
        seats = http.get(f"/api/tables/{table}").json()["seats"]
    assert [seat["level"] for seat in seats if seat["kind"] == "bot"] == ["apprentice"]


def test_solved_puzzles_are_marked_and_the_next_one_is_different(solver: Solver) -> None:
    assert "0 of 3 solved" in solver.page("/practice/toy")
    assert f'action="/practice/toy/{FIRST}"' in solver.page("/practice/toy/next")
    table = solver.submit(f"/practice/toy/{FIRST}")
    assert solver.submit(f"/practice/toy/{FIRST}") == table, "it was left, and is gone on with"
    assert solver.daily_section(table, "onward") == f"/practice/toy/next?after={FIRST}"
    assert solver.daily_section(table, "share") == ""
    solver.solve(table)
    page = solver.page("/practice/toy")
    assert "1 of 3 solved" in page
    assert re.findall(r'class="btn( solved)?(?: starred)?" href="/practice/toy/(\w+)"', page) == [
        (" solved", FIRST),
        ("", SECOND),
        ("", THIRD),
    ]
    assert f'action="/practice/toy/{SECOND}"' in solver.page("/practice/toy/next")
    assert f'action="/practice/toy/{THIRD}"' in solver.page(f"/practice/toy/next?after={SECOND}")
    assert f'action="/practice/toy/{SECOND}"' in solver.page(f"/practice/toy/next?after={THIRD}")
    assert solver.submit(f"/practice/toy/{FIRST}") != table, "solved, it can be had once more"


def test_puzzles_are_not_listed_on_the_home_page(solver: Solver) -> None:
    table = solver.submit(f"/practice/toy/{SECOND}")
    assert f"/t/{table}" not in solver.page("/")
    solver.solve(table)
    assert f"/t/{table}" not in solver.page("/")
    with solver.sit(table) as person:
        person.frames()
        person.frames(person.command("read", seq=person.seq)["seq"])
        person.play("keep")
    assert f"/t/{table}" in solver.page("/"), "but a game that was played on is one's own"


def test_the_daily_puzzle_is_the_same_for_everybody_and_streaks_are_counted(tmp_path: Path) -> None:
    database, now = tmp_path / "souq.db", today()
    with running(database) as server:
        solver = Solver(server)
        with solver.http:
            solver.http.get("/")
            assert '<input type="hidden" name="day" value="today">' in solver.page("/daily/toy")
            table = solver.submit("/daily/toy", day=now.isoformat())
            shown = of_day(TOY, now)
            assert shown and solver.name(table) == shown.name
            assert solver.daily_section(table, "share") == f"souq · Toy, {now.day} {now:%B %Y}"
            assert solver.daily_section(table, "path") == f"/daily/toy?day={now.isoformat()}"
            assert solver.daily_section(table, "row") == "Solved today. Come back tomorrow."
            yesterday = solver.submit("/daily/toy", day=(now - timedelta(days=1)).isoformat())
            assert yesterday != table and solver.daily_section(yesterday, "row") == ""
            solver.solve(yesterday)
            assert solver.daily_section(table, "row") == "Solved two days in a row."
            solver.solve(table)
            assert solver.submit("/daily/toy", day=now.isoformat()) == table, "a day's puzzle is posed once"
            with sqlite3.connect(database) as db:
                origins = {origin for (origin,) in db.execute("SELECT origin FROM tables")}
            assert f"daily:{now.isoformat()}/{shown.name}" in origins
        other = Solver(server)
        with other.http:
            other.http.get("/")
            table = other.submit("/daily/toy", day=now.isoformat())
            assert other.name(table) == shown.name
            assert other.daily_section(table, "row") == "Solved today. Come back tomorrow."


def test_unknown_puzzles_are_reported(solver: Solver) -> None:
    for path, status in (
        ("/practice/toy/nothing", 404),
        ("/practice/barter/next", 404),
        ("/daily/barter", 404),
        ("/daily/toy?day=tomorrow", 422),
        (f"/daily/toy?day={today() + timedelta(days=9)}", 422),
    ):
        assert solver.http.get(path).status_code == status, path
    assert "no puzzles for this game yet" in solver.page("/practice/barter")


def test_every_game_has_its_puzzle_of_the_day(solver: Solver) -> None:
    home = solver.page("/")
    for name in (game.name for game in ours()):
        assert f'href="/daily/{name}"' in home, name
    answer = solver.http.get("/daily/chatuchak", follow_redirects=False)
    assert answer.headers["location"] == "/new/chatuchak?preset=daily", "where a game has its own, it stays"
