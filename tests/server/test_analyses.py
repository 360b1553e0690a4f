"""Analyses of finished games: computed once for all viewers, without delaying anybody."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from souq.bots.analysis import Course, Turn, turns
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.match import Match
from souq.review.turns import Better
from souq.server.core.http.rate_limits import FRAME
from souq.server.core.jobs import analysing, better_lines
from souq.server.core.jobs.analysing import Analysing, analysis_json
from souq.server.core.live.live import Live
from souq.server.core.realtime import advice
from souq.server.core.realtime.advice import alternative
from souq.server.core.realtime.chart import Person, chart
from souq.server.core.realtime.scenes import scene_of
from souq.server.core.realtime.shots import story_of
from souq.server.core.store.rows import TableRow
from souq.server.core.workers.requests import EvalRequest, LineRequest, TurnRequest
from souq.server.core.workers.thinking import Thinking, WorkerDied
from tests.server.clients import BOT, ME, Opened, Running, running

pytestmark = pytest.mark.server

TOLD = ("Swapped", "Card", "Shouted")


@pytest.fixture(scope="module")
def finished(server: Running) -> Opened:
    return played(server)


def played(server: Running) -> Opened:
    """Play a toy game with two bots to its end."""
    table = server.open(BOT, BOT)
    until = time.monotonic() + 20
    while table.info()["state"] != "finished":
        assert time.monotonic() < until
        time.sleep(0.02)
    return table


def request_analysis(table: Opened) -> tuple[int, dict[str, Any]]:
    with table.server.http() as http:
        answer = http.post(f"/api/tables/{table.id}/analysis")
    return answer.status_code, answer.json()


def await_analysis(table: Opened) -> dict[str, Any]:
    until = time.monotonic() + 20
    while True:
        status, told = request_analysis(table)
        assert status == 200
        if told["state"] == "done":
            return told
        assert told["done"] <= told["of"]
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_finished_game_has_a_picture_and_shows_it_in_previews(finished: Opened) -> None:
    with finished.server.http() as http:
        picture = http.get(f"/t/{finished.id}/result.png")
        assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")
        known = {"If-None-Match": picture.headers["etag"]}
        assert http.get(f"/t/{finished.id}/result.png", headers=known).status_code == 304
        assert f"/t/{finished.id}/result.png" in http.get(f"/t/{finished.id}").text
        waiting = finished.server.open(ME, BOT)
        assert http.get(f"/t/{waiting.id}/result.png").status_code == 404
        assert "result.png" not in http.get(f"/t/{waiting.id}").text


def test_no_better_line_is_shown_before_a_review_found_one(finished: Opened) -> None:
    with finished.server.http() as http:
        assert http.post(f"/api/tables/{finished.id}/better?ply=0").status_code == 404


def test_an_analysis_is_computed_and_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path / "souq.db") as server:
        table = played(server)
        with server.http() as http:
            assert http.get(f"/t/{table.id}/analysis").status_code == 404, "nobody has asked for it"
        told = await_analysis(table)
        plies = table.info()["plies"]
        assert [point["ply"] for point in told["points"]] == list(range(plies + 1))
        assert all(sum(point["chances"]) == pytest.approx(1, abs=0.01) for point in told["points"])
        ranks = table.info()["result"]["ranks"]
        assert [chance > 0 for chance in told["points"][-1]["chances"]] == [rank == 1 for rank in ranks]
        assert all(turn["text"] == "" or turn["text"].startswith(TOLD) for turn in told["turns"]), "marks are not told"
        with server.http() as http:
            page = http.get(f"/t/{table.id}/analysis", params={"layout": "tall"}).text
        assert page.count("weave-") >= 2
        assert all(f'href="#{turn["ply"]}"' in page for turn in told["turns"])

    async def forgotten(*_: object) -> tuple[float, ...]:
        raise AssertionError("it is known already")

    monkeypatch.setattr(Thinking, "evaluate", forgotten)
    with running(tmp_path / "souq.db") as server:
        table.server = server
        assert await_analysis(table) == told


def test_an_unfinished_game_is_not_analysed(server: Running) -> None:
    status, told = request_analysis(server.open(ME, BOT))
    assert (status, told["message"][:24]) == (409, "The game isn’t over yet.")


def test_an_analysis_without_viewers_is_paused_and_resumed(
    server: Running, finished: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate, looked = Thinking.evaluate, list[bytes]()

    async def counted(self: Thinking, request: EvalRequest) -> tuple[float, ...]:
        looked.append(request.state)
        return await evaluate(self, request)

    monkeypatch.setattr(Thinking, "evaluate", counted)
    monkeypatch.setattr(analysing, "PATIENCE", 0.0)
    assert request_analysis(finished)[1]["state"] == "looking"
    time.sleep(0.3)
    assert len(looked) <= 1, "who does not ask again waits no more"
    monkeypatch.setattr(analysing, "PATIENCE", 6.0)
    told = await_analysis(finished)
    assert len(looked) == len(told["points"]), "nothing is looked at twice"
    assert not server.house.pools.analyses.pids


def test_a_failed_analysis_is_reported_and_can_be_retried(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(server)

    async def dies(*_: object) -> tuple[float, ...]:
        raise WorkerDied("no memory")

    with monkeypatch.context() as patched:
        patched.setattr(Thinking, "evaluate", dies)
        assert request_analysis(table)[0] == 200
        time.sleep(0.2)
        status, told = request_analysis(table)
        assert (status, told["message"][:33]) == (503, "The analysis couldn’t be finished")
    assert await_analysis(table)["points"]


def test_games_are_analysed_one_at_a_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [played(server), played(server)]
    evaluate, seen = Thinking.evaluate, list[int]()

    async def seldom(self: Thinking, request: EvalRequest) -> tuple[float, ...]:
        seen.append(len(server.house.parts[Analysing]._courses))
        time.sleep(0.01)
        return await evaluate(self, request)

    monkeypatch.setattr(Thinking, "evaluate", seldom)
    assert [request_analysis(table)[0] for table in tables] == [200, 200]
    assert await_analysis(tables[0])["points"]
    assert await_analysis(tables[1])["points"]
    assert max(seen) == 1
    monkeypatch.setattr(analysing, "WAITING", 0)
    assert request_analysis(played(server))[0] == 503


def test_a_long_game_is_sampled_and_refined_around_turning_points() -> None:
    course = Course(range(1_001))
    while (ply := course.next) is not None:
        course.found[ply] = (0.2, 0.8) if ply < 500 else (0.5, 0.5)
    assert {499, 500, 501} <= set(course.found)
    assert len(course.found) == course.of < 250
    assert course.turns() == [Turn(500, 1, 0.8, 0.5)] or course.turns() == [Turn(500, 0, 0.2, 0.5)]
    assert turns([(0, (0.5, 0.5)), (9, (0.52, 0.48))]) == [], "a little is no turn"


def test_chart_bands_have_patterns_and_emblems() -> None:
    people = [Person("Rosa <3", 1, "star"), Person("Omar", 2, "camel"), Person("Leila", 3, "palm")]
    drawn = chart([(0, (0.3, 0.3, 0.4)), (5, (0.1, 0.2, 0.7)), (9, (0.0, 0.0, 1.0))], [5], people)
    assert "Rosa &lt;3 30%" in drawn
    for person in people[1:]:
        assert drawn.count(f"weave-{person.tone}") == 2
        assert f"#e-{person.emblem}" in drawn


@pytest.fixture
def mistakes(monkeypatch: pytest.MonkeyPatch) -> list[TurnRequest]:
    """Make the last choice of every turn a mistake, and collect the requests."""
    asked = list[TurnRequest]()

    async def glanced(_: Thinking, request: TurnRequest) -> float:
        asked.append(request)
        return 0.3

    async def weighed(_: Thinking, request: TurnRequest) -> Better | None:
        asked.append(request)
        return Better((request.legal[-1],), 0.1 + 0.1 * request.seat, "It swaps more.")

    monkeypatch.setattr(Thinking, "glance", glanced)
    monkeypatch.setattr(Thinking, "find_better", weighed)
    return asked


def test_mistakes_are_listed_per_player(server: Running, mistakes: list[TurnRequest]) -> None:
    table = played(server)
    told = await_analysis(table)
    assert told["review"]
    for line in told["review"]:
        assert line["grade"] == ("mistake", "costly mistake")[line["seat"]]
        assert line["why"] == "It swaps more."
        assert line["better"]
        assert 0 <= line["ply"] < table.info()["plies"]
    assert [line["ply"] for line in told["review"]] == sorted(line["ply"] for line in told["review"])
    for seat, counted in enumerate(told["counts"]):
        assert sum(counted.values()) == sum(line["seat"] == seat for line in told["review"])


def test_reviews_use_only_information_the_player_had(server: Running, mistakes: list[TurnRequest]) -> None:
    table = played(server)
    await_analysis(table)
    match = saved(table)
    views = {match.view(seat, ply).tobytes() for ply in range(match.ply) for seat in range(2)}
    assert mistakes
    assert all(request.view in views for request in mistakes)
    assert all(len(request.legal) > 1 or len(request.played) > 1 for request in mistakes), "forced ones are passed over"


def better(table: Opened, ply: int) -> dict[str, Any]:
    """Request the better line at a moment."""
    with table.server.http() as http:
        found = http.post(f"/api/tables/{table.id}/better", params={"ply": ply})
    assert found.status_code == 200, found.text
    return dict(found.json())


def test_a_better_line_is_found_once_for_all_who_request_it(
    server: Running, mistakes: list[TurnRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, searched = played(server), list[bytes]()
    ply = await_analysis(table)["review"][0]["ply"]
    monkeypatch.setattr(better_lines, "PATIENCE", 0.0)

    async def dies(_: Thinking, request: LineRequest) -> list[tuple[int, int]]:
        searched.append(request.state)
        await asyncio.sleep(0.3)
        raise WorkerDied("no memory")

    with monkeypatch.context() as patched:
        patched.setattr(Thinking, "expect", dies)
        shorter = better(table, ply)
        assert shorter["frames"] and len(searched) == 1

    async def expected(_: Thinking, request: LineRequest) -> list[tuple[int, int]]:
        searched.append(request.state)
        await asyncio.sleep(0.3)
        return []

    monkeypatch.setattr(Thinking, "expect", expected)
    with ThreadPoolExecutor() as pool:
        first, second = pool.map(lambda _: better(table, ply), range(2))
    server.house.tables.forget_all()
    owed = list[float]()
    with monkeypatch.context() as patched:
        patched.setattr(server.limits.requests, "owe", lambda _, cost: owed.append(cost))
        assert better(table, ply) == first == second
    assert owed == [FRAME * len(first["frames"])]
    assert len(searched) == 2, "what a search didn’t finish is tried again, and other lines are kept"
    monkeypatch.setattr(better_lines, "WAITING", 0)
    with server.http() as http:
        assert http.post(f"/api/tables/{table.id}/better", params={"ply": ply}).status_code == 200
        other = await_analysis(another := played(server))["review"][0]["ply"]
        assert http.post(f"/api/tables/{another.id}/better", params={"ply": other}).status_code == 503


def saved(table: Opened) -> Match:
    with table.server.http() as http:
        return Match.from_json(http.get(f"/api/tables/{table.id}/match").json())


def test_an_analysis_stored_before_reviews_existed_is_completed(
    tmp_path: Path, mistakes: list[TurnRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "souq.db") as server:
        table = played(server)
        known = await_analysis(table)
    with closing(sqlite3.connect(tmp_path / "souq.db")) as db, db:
        older = json.dumps({"moments": [[point["ply"], *point["chances"]] for point in known["points"]]})
        assert db.execute("UPDATE analyses SET found = ?", (older,)).rowcount == 1

    async def never(*_: object) -> tuple[float, ...]:
        raise AssertionError("the chances are known already")

    monkeypatch.setattr(Thinking, "evaluate", never)
    with running(tmp_path / "souq.db") as server:
        table.server = server
        with server.http() as http:
            assert http.get(f"/t/{table.id}/analysis").status_code == 200, "the chart is there at once"
        first = request_analysis(table)[1]
        assert (first["state"], first["points"], first["review"]) == ("reviewing", known["points"], [])
        assert await_analysis(table) == known


def test_an_interrupted_review_is_resumed(
    server: Running, mistakes: list[TurnRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, weigh = played(server), Thinking.find_better

    async def slowly(self: Thinking, request: TurnRequest) -> Better | None:
        await asyncio.sleep(0.05)
        return await weigh(self, request)

    monkeypatch.setattr(Thinking, "find_better", slowly)
    until = time.monotonic() + 20
    while (told := request_analysis(table)[1])["state"] != "reviewing" or told["done"] < 3:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert told["done"] < told["of"]
    monkeypatch.setattr(analysing, "PATIENCE", 0.0)
    time.sleep(0.3)
    seen = len(mistakes)
    time.sleep(0.3)
    assert len(mistakes) == seen, "nobody asks any more"
    monkeypatch.setattr(analysing, "PATIENCE", 6.0)
    await_analysis(table)
    kinds = [(request.view, request.played, request.closer) for request in mistakes]
    assert len(kinds) == len(set(kinds)), "nothing is looked at twice"


def test_a_worker_process_reviews_a_turn(server: Running) -> None:
    table = played(server)
    assert await_analysis(table)["state"] == "done", "with what really thinks"


def test_the_scene_that_names_a_moment_is_drawn_once_for_all_readers(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = saved(played(server))
    row = TableRow("", match.game.name, "", match.players, dict(match.options), match.secret, 0, 0, state="finished")
    live, drawn = Live(row, match), Mock(wraps=scene_of)
    monkeypatch.setattr(advice, "scene_of", drawn)
    for _ in range(2):
        asyncio.run(analysis_json(live, {"review": [[0, 0.2, "", 0], [1, 0.2, "", 0]]}))
    assert drawn.call_count == 2


def test_an_alternative_is_described_like_the_story_of_the_game(server: Running) -> None:
    match = saved(played(server))
    row = TableRow("", match.game.name, "", match.players, dict(match.options), match.secret, 0, 0, state="finished")
    live, ends = Live(row, match), match.entries
    lines = 0
    for at in range(len(ends)):
        choices = [int(decision.choice) for decision in match.log[ends.end(at) : ends.end(at + 1)]]
        way = alternative(live, ends.end(at), choices, SPECTATOR)
        told = [line.text for line in story_of(live, SPECTATOR, ends.end(at), ends.end(at + 1))]
        assert set(way.lines) <= set(told), "and of what luck brought, nothing"
        assert way.labels
        lines += len(way.lines)
    assert lines
