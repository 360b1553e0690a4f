"""Finished games are recorded once each in the order in which they ended, despite restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select

from souq.server.core.db.models import NOTES
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.rating_scale import MU, SIGMA
from souq.server.core.store.rows import PersonRow, SeatRow, TableRow
from souq.server.errors import OutOfReach
from souq.server.features.ratings import recording
from souq.server.features.ratings.models import ENDINGS, RATINGS, RESULTS
from souq.server.features.ratings.recording import Recording, beside
from souq.server.ops.config.settings import Settings

PEOPLE = "amina", "omar", "leila", "mei"


class RecordBook:
    """The records of a server, and its tables with finished games."""

    def __init__(self, storage: Storage) -> None:
        self.storage, self.recording = storage, Recording(storage.database)

    async def add_finished_game(
        self, name: str, who: list[str], ranks: list[int], rated: bool = True, **result: Any
    ) -> None:
        """Store a finished table; players are people, or bots by level."""
        seats = [
            SeatRow(at, "person", person_id=each) if each in PEOPLE else SeatRow(at, "bot", level=each)
            for at, each in enumerate(who)
        ]
        told = {"points": [10 * (9 - rank) for rank in ranks], "ranks": ranks, "winners": [], **result}
        row = TableRow(name, "kairo", "1", len(who), {}, b"", 1.0, 1.0, "finished", result=told, rated=rated)
        row.seats = seats
        await self.storage.create(row, beside(None, row))

    async def rows(self, table: Any) -> list[dict[str, Any]]:
        """Return all rows of a database table."""
        async with self.storage.database.read() as db:
            return [dict(row._mapping) for row in await db.execute(select(table))]

    async def ratings(self) -> dict[str, tuple[float, float, int]]:
        """Return each player's rating and number of games."""
        return {row["person_id"]: (row["mu"], row["sigma"], row["games"]) for row in await self.rows(RATINGS)}


def with_book(work: Callable[[RecordBook], Awaitable[Any]]) -> Any:
    """Run work on the records of a new server."""

    async def go(path: Path) -> Any:
        storage = Storage(Settings(database=str(path)))
        await storage.open()
        try:
            for name in PEOPLE:
                await Sessions(storage.database).remember(PersonRow(name, name, "star"), name.encode(), name)
            return await work(RecordBook(storage))
        finally:
            await storage.close()

    with TemporaryDirectory() as folder:
        return asyncio.run(go(Path(folder) / "souq.db"))


SEATED = st.lists(st.sampled_from([*PEOPLE, "trader", "vizier", "random"]), min_size=2, max_size=4)
GAMES = st.lists(
    st.builds(lambda who, luck: (who, [luck.randint(1, len(who)) for _ in who]), SEATED, st.randoms()), max_size=6
)


@settings(max_examples=25, deadline=None)
@given(GAMES, st.sets(st.integers(0, 40)), st.data())
def test_interruptions_do_not_change_the_ratings(
    games: list[tuple[list[str], list[int]]], cuts: set[int], data: st.DataObject
) -> None:
    async def straight(book: RecordBook) -> Any:
        for at, (who, ranks) in enumerate(games):
            await book.add_finished_game(f"t{at}", who, ranks)
            await book.recording.catch_up()
        return await book.ratings(), await book.rows(RESULTS)

    async def cut_off(book: RecordBook) -> Any:
        written, steps = recording._write, iter(range(10_000))

        async def breaks(*given: Any) -> None:
            if next(steps) in cuts:
                raise ConnectionError
            await written(*given)
            if next(steps) in cuts:
                raise ConnectionError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(recording, "_write", breaks)
            for at, (who, ranks) in enumerate(games):
                await book.add_finished_game(f"t{at}", who, ranks)
                while data.draw(st.booleans()):
                    try:
                        await book.recording.catch_up()
                    except OutOfReach:
                        continue
        while await book.recording.catch_up():
            pass
        async with book.storage.database.write() as db:  # as if somebody told of every game once more
            for at in range(len(games)):
                await db.execute(insert(ENDINGS).values(table_id=f"t{at}", at=2.0))
        await book.recording.catch_up()
        assert await book.rows(ENDINGS) == []
        return await book.ratings(), await book.rows(RESULTS)

    ratings, results = with_book(straight)
    assert with_book(cut_off) == (ratings, results)
    for name, (_, _, number) in ratings.items():
        assert number == sum(row["person_id"] == name and row["mu"] is not None for row in results)
    for at, (who, ranks) in enumerate(games):
        here = [row for row in results if row["table_id"] == f"t{at}"]
        assert len(here) == (len(who) if set(who) & set(PEOPLE) else 0)
        assert sum(row["place"] for row in here) == (sum(ranks) if here else 0)
        people = [name for name in who if name in PEOPLE]
        counts = len(people) > 1 and len(set(people)) == len(people)
        assert [row["seat"] for row in here if row["mu"] is not None] == [
            seat for seat, name in enumerate(who) if counts and name in PEOPLE
        ]


def test_winners_gain_and_ratings_carry_over_between_games() -> None:
    async def work(book: RecordBook) -> None:
        await book.add_finished_game("t1", ["amina", "omar"], [1, 2])
        await book.add_finished_game("t2", ["omar", "leila", "trader"], [1, 2, 2])
        assert await book.recording.catch_up() == 2
        ratings = await book.ratings()
        assert ratings["amina"][0] > MU > ratings["leila"][0]
        rows = {(row["table_id"], row["person_id"]): row for row in await book.rows(RESULTS)}
        first, then = rows["t1", "omar"], rows["t2", "omar"]
        assert (first["mu_before"], first["sigma_before"]) == (MU, SIGMA)
        assert (then["mu_before"], then["sigma_before"]) == (first["mu"], first["sigma"])
        assert (then["mu"], then["sigma"], 2) == ratings["omar"]
        assert rows["t2", None]["level"] == "trader" and rows["t2", None]["mu"] is None

    with_book(work)


@pytest.mark.parametrize(
    "change",
    [
        {"rated": False},
        {"ranks": [0, 0], "agreed": True},
        {"who": ["amina", "trader"]},
        {"who": ["amina", "amina"]},
    ],
)
def test_unrated_games_are_recorded_without_changing_ratings(change: dict[str, Any]) -> None:
    async def work(book: RecordBook) -> None:
        await book.add_finished_game(**{"name": "t1", "who": ["amina", "omar"], "ranks": [1, 2]} | change)
        await book.recording.catch_up()
        rows = await book.rows(RESULTS)
        assert len(rows) == 2 and all(row["mu"] is None for row in rows)
        assert await book.ratings() == {}

    with_book(work)


def test_a_cancelled_game_leaves_no_trace() -> None:
    async def work(book: RecordBook) -> None:
        await book.add_finished_game("t1", ["amina", "omar"], [0, 0], agreed=True, cancelled=True)
        assert await book.recording.catch_up() == 1
        assert await book.rows(RESULTS) == [] and await book.rows(ENDINGS) == []

    with_book(work)


def test_a_player_who_left_is_rated_by_their_seats_place_but_gains_nothing() -> None:
    async def work(book: RecordBook) -> None:
        await book.add_finished_game("t1", ["amina", "omar", "leila"], [1, 2, 3])
        async with book.storage.database.write() as db:
            gone = [{"table_id": "t1", "revision": 2 + n, "moment": 1, "seat": n, "kind": "stand"} for n in (0, 2)]
            await db.execute(insert(NOTES), gone)
        await book.recording.catch_up()
        ratings = await book.ratings()
        assert ratings["amina"][0] == MU, "the bot won, and not she"
        assert ratings["leila"][0] < MU
        assert ratings["amina"][1] < SIGMA

    with_book(work)


def test_an_invalid_result_does_not_block_others(caplog: pytest.LogCaptureFixture) -> None:
    async def work(book: RecordBook) -> None:
        await book.add_finished_game("t1", ["amina", "omar"], [1, 2], points=[3])
        await book.add_finished_game("t2", ["amina", "omar"], [2, 1])
        assert await book.recording.catch_up() == 2
        assert {row["table_id"] for row in await book.rows(RESULTS)} == {"t2"}
        assert await book.rows(ENDINGS) == [] and (await book.ratings())["omar"][2] == 1

    with_book(work)
    assert "The result of table t1 is invalid" in caplog.text
