"""Lessons at a table: they play, explain, accept only the expected choices, and can be resumed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.teach.lesson import find
from tests.server.clients import Person, Running, running

pytestmark = pytest.mark.server


class Learner:
    """A user with a browser in a lesson of the toy game."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.http = server.http(follow_redirects=False)

    def begin(self, lesson: str = "first", **form: str) -> str:
        """Start a lesson and return its table."""
        answer = self.http.post(f"/learn/toy/{lesson}", data={"name": "Rosa", **form})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/t/")

    def sit(self, table: str) -> Person:
        """Open the table's page."""
        return self.server.sit(table, headers={"Cookie": f"souq_guest={self.http.cookies['souq_guest']}"})


@pytest.fixture
def learner(server: Running) -> Iterator[Learner]:
    """A new learner."""
    learner = Learner(server)
    with learner.http:
        yield learner


def lesson(person: Person, nth: int, *, read: bool | None = None) -> dict[str, Any]:
    """Wait for the card of a step and return it."""

    def shows(card: dict[str, Any]) -> bool:
        return card.get("nth") == nth and "say" in card and read in (None, card["read"])

    told = [message for message in person.received if message["type"] == "frames"]
    if told and shows(card := told[-1]["frames"][-1]["scene"].get("lesson", {})):
        return card
    message = person.next("frames", where=lambda each: shows(each["frames"][-1]["scene"].get("lesson", {})))
    return dict(message["frames"][-1]["scene"]["lesson"])


def read_on(person: Person) -> None:
    """Confirm that the lesson's text has been read."""
    answer = person.command("read", seq=person.seq)
    assert answer["type"] == "ack", answer
    person.frames(answer["seq"])


def play_to_last_choice(person: Person) -> None:
    """Play the lesson up to its last choice."""
    lesson(person, 1)
    read_on(person)
    person.play("swap")
    read_on(person)
    person.play("mark on")
    person.play("keep")
    for nth in (4, 5, 6):
        lesson(person, nth)
        read_on(person)


def test_a_lesson_is_played_to_its_end(learner: Learner) -> None:
    with learner.sit(learner.begin()) as person:
        card = lesson(person, 1, read=True)
        assert (card["title"], card["heading"], card["of"]) == ("A first card", "Your card", 8)
        assert card["point"] == ["own", "seat 0"] and card["rules"] == ["TO-T01"]
        assert person.picks == [], "nothing is asked while it is read"
        read_on(person)
        assert lesson(person, 2, read=False)["say"] == "A low card wins nothing. Swap it."
        assert person.picks
        person.play("swap")
        assert lesson(person, 2, read=True) | {"done": True, "say": "You draw a new card.", "point": []} == lesson(
            person, 2
        )
        read_on(person)
        person.play("mark on")
        assert lesson(person, 3, read=False)["say"] == "Mark it, then keep it."
        person.play("keep")
        assert lesson(person, 4)["say"].startswith("Idris swaps twice")
        for nth in (4, 5, 6):
            lesson(person, nth)
            read_on(person)
        person.play("shout")
        assert lesson(person, 7)["say"] == "All cards are up."
        read_on(person)
        assert lesson(person, 8)["last"]
        assert "✓ Learned" in learner.http.get("/learn/toy").text, "the parting words are no step to go on with"
        read_on(person)
        assert "lesson" not in person.scene and person.scene["prompt"]["title"] == "The game is over."
    page = learner.http.get("/learn/toy").text
    assert "Once more" in page and "✓ Learned" in page


def test_an_unexpected_choice_is_explained_and_changes_nothing(learner: Learner) -> None:
    with learner.sit(learner.begin()) as person:
        lesson(person, 1)
        early = person.command("choose", seq=person.seq, choice="swap")
        assert early["message"].startswith("Read what the lesson says")
        read_on(person)
        wrong = person.command("choose", seq=person.seq, choice="mark on")
        assert wrong["type"] == "refused" and wrong["lesson"]
        assert wrong["message"] == "A mark does nothing for a card you are about to swap."
        assert person.command("choose", seq=person.seq, choice="keep")["message"].startswith("That can wait")
        forbidden = person.command("choose", seq=person.seq, choice="shout")
        assert forbidden["rule"]["id"] == "TO-T03", "what a rule forbids is explained by the rule"
        assert "First make the move" in person.command("read", seq=person.seq)["message"]
        assert lesson(person, 2)["say"] == "A low card wins nothing. Swap it."
        more = person.command("choose", seq=person.seq, choice="swap", then=["mark on"])
        assert more["type"] == "refused"


def test_a_compound_choice_can_be_undone_until_the_step_is_over(learner: Learner) -> None:
    with learner.sit(learner.begin()) as person:
        lesson(person, 1)
        read_on(person)
        person.play("swap")
        read_on(person)
        person.play("mark on")
        answer = person.command("undo", seq=person.seq)
        assert answer["type"] == "ack"
        person.frames(answer["seq"])
        assert lesson(person, 3, read=False)
        person.play("mark on")
        person.play("keep")
        lesson(person, 4)
        assert person.command("undo", seq=person.seq)["type"] == "refused"


def test_a_lesson_resumes_where_it_was_left(learner: Learner) -> None:
    table = learner.begin()
    with learner.sit(table) as person:
        lesson(person, 1)
        read_on(person)
        person.play("swap")
    learner.server.house.tables.forget(learner.server.house.tables._live[table])
    assert re.search(r"Continue: step 2\s+of 8", learner.http.get("/learn/toy").text)
    assert learner.begin() == table
    with learner.sit(table) as person:
        assert lesson(person, 2)["done"]
        read_on(person)
        assert lesson(person, 3)
    assert learner.begin(anew="1") != table


def test_bots_do_not_move_until_the_lesson_is_over(learner: Learner) -> None:
    with learner.sit(learner.begin()) as person:
        play_to_last_choice(person)
        assert lesson(person, 7)
        assert person.receives_nothing(0.6), "nobody else shouts"


def test_a_lesson_is_private(learner: Learner) -> None:
    table = learner.begin()
    with learner.server.sit(table) as stranger:
        stranger.frames()
        assert "lesson" not in stranger.scene
        assert stranger.command("read", seq=stranger.seq)["type"] == "refused"


def test_an_unknown_lesson_is_refused(learner: Learner) -> None:
    for game, name in (("toy", "second"), ("nothing", "first"), ("lot", "first")):
        answer = learner.http.post(f"/learn/{game}/{name}")
        assert answer.status_code == 404, answer.text
    assert "has no lesson" in learner.http.post("/learn/toy/second").text


def test_the_home_page_shows_finished_lessons(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server, server.http(follow_redirects=False) as http:

        def said(game: str) -> str:
            home = http.get("/").text
            form = rf'<button [^>]*formaction="/learn/{game}/first"[^>]*>(Learn|Continue)[^<]*<'
            found = re.search(rf'<a href="/learn/{game}">([^<]*)</a>', home) or re.search(form, home)
            return found[1] if found else ""

        assert said("kairo") == said("chatuchak") == "Learn"
        for game in ("kairo", "chatuchak"):
            assert http.post(f"/learn/{game}/first", data={"name": "Rosa"}).status_code == 303
        assert said("kairo") == "Continue", "begun is not done"
        assert "Step 1 of" in http.get("/").text
        last = len(find(registry.find("kairo"), "first").steps) - 1
        with sqlite3.connect(database) as db:
            db.execute(f"UPDATE tables SET step = {last} WHERE origin = 'lesson:first' AND game = 'kairo'")
        assert said("kairo") == "Learned ✓", "only the parting words are left"
        assert f"Step {last + 1} of" not in http.get("/").text
        with sqlite3.connect(database) as db:
            db.execute("UPDATE tables SET step = 99 WHERE origin = 'lesson:first'")
        assert (said("kairo"), said("chatuchak")) == ("Learned ✓", "Continue learning")
