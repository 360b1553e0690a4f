"""Solutions and hints: computed in the background, sent only to players who may see them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from souq.engine.match.solving import Solution
from souq.server.core.jobs.solving import unsolved
from souq.server.core.live.live import Live
from souq.server.core.store.rows import LineRow
from souq.server.core.workers import workers
from souq.server.core.workers.requests import Advice, HintRequest, SolveRequest
from souq.server.core.workers.thinking import Thinking, WorkerDied
from souq.server.core.workers.workers import Workers
from souq.server.errors import NotSaved
from tests.dash import GAME as DASH
from tests.dash import solve
from tests.dash.state import STEP, STOP
from tests.server.clients import BOT, ME, OPEN, RANDOM, Opened, Person, Running, eventually, running

pytestmark = pytest.mark.server

ONE, THREE = STEP, STEP + 2


@pytest.fixture
def solo_player(server: Running) -> Iterator[tuple[Opened, Person]]:
    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        yield table, amina


def await_solution(person: Person) -> None:
    """Wait until the solution from the start has been found."""
    person.frames()
    while "4 steps are the best" not in person.scene["prompt"].get("detail", ""):
        person.frames()


def ask_for_hint(person: Person) -> dict[str, object]:
    person.send({"type": "hint", "id": f"{time.monotonic()}"})
    return person.next("hint", "refused")


def test_the_best_solution_is_computed_shown_and_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server:
        table = server.open(ME, game="dash")
        with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
            await_solution(amina)
            await_solution(watcher)
            assert amina.scene["hints"] is True

    def forgotten(*_: object) -> None:
        raise AssertionError("it is known already")

    monkeypatch.setattr(solve, "solution", forgotten)
    with running(database) as server, server.sit(table.id, table.token) as amina:
        amina.frames()
        assert "4 steps are the best" in amina.scene["prompt"]["detail"]


def test_a_hint_is_the_next_step_and_is_counted(solo_player: tuple[Opened, Person]) -> None:
    _, amina = solo_player
    answer = ask_for_hint(amina)
    assert (answer["type"], answer["choice"], answer["text"], answer["left"]) == ("hint", THREE, "Run to 3", 4)
    before = amina.seq
    amina.play(ONE)
    assert ask_for_hint(amina)["left"] == 3
    assert amina.seq == before + 1, "asking is no command of the game"
    for choice in (THREE, THREE, THREE):
        answer = amina.command("choose", seq=amina.seq, choice=choice)
        amina.frames(answer["seq"])
    assert "2 hints" in amina.scene["share"]
    assert ask_for_hint(amina)["message"] == "The game is over."


def test_a_hint_can_be_requested_over_http(server: Running) -> None:
    table = server.open(ME, game="dash")
    with server.http(table.token) as http:
        assert table.view(table.token)["hints"] is True
        answer = http.post(f"/api/tables/{table.id}/hint")
        assert (answer.status_code, answer.json()["choice"]) == (200, THREE)
    with server.http() as nobody:
        assert nobody.post(f"/api/tables/{table.id}/hint").status_code == 401


def test_hints_are_refused_where_there_are_none(server: Running) -> None:
    race = server.open(ME, OPEN, game="dash")
    token = race.take(1, "Omar")
    with server.sit(race.id, token) as omar:
        omar.frames()
        assert "when people play against each other" in str(ask_for_hint(omar)["message"])
        assert "hints" not in omar.scene
    for game, why in (("toy", "There are no hints in this game."), ("dash", "There are no hints in a race.")):
        table = server.open(ME, BOT, game=game)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            assert "hints" not in amina.scene
            assert ask_for_hint(amina)["message"] in {why, "The game is over."}, "a bot runs"


def test_a_race_is_solved_when_it_is_over(server: Running) -> None:
    race = server.open(ME, OPEN, game="dash")
    token = race.take(1, "Omar")
    with server.sit(race.id, race.token) as amina, server.sit(race.id, token) as omar:
        amina.frames()
        omar.frames()
        amina.play(THREE)
        live = server.house.tables._live[race.id]
        assert live.lines == {}
        amina.play(STOP)
        omar.command("choose", seq=omar.seq, choice=STOP)
        eventually(lambda: len(live.lines) == 2)
        assert all(line.choices is not None and line.bound == 4 for line in live.lines.values())
        while "4 steps are the best" not in omar.scene["prompt"].get("detail", ""):
            omar.frames()


def test_a_failing_solver_is_reported_and_harms_nothing(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(solve, "solution", fails)
    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        answer = ask_for_hint(amina)
        assert (answer["type"], str(answer["message"])[:26]) == ("refused", "No hint turned up in time.")
        amina.play(ONE)
    monkeypatch.setattr(solve, "solution", lambda *_: None)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        assert "No way to the end is known" in str(ask_for_hint(amina)["message"])
    monkeypatch.setattr(solve, "solution", lambda *_: Solution((STOP + 1,), 1))
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        assert ask_for_hint(amina)["type"] == "refused", "what cannot be chosen is no hint"
        amina.play(THREE)


@pytest.fixture
def slow(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Opened, threading.Event]]:
    """A table where Amina asked for a hint and disconnected; an event lets the hint finish."""
    asked, go_on = threading.Event(), threading.Event()

    def solution(*_: object) -> Solution | None:
        asked.set()
        go_on.wait(20)
        return Solution((THREE, THREE, ONE), 3)

    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina:
        await_solution(amina)
        amina.play(ONE)
        monkeypatch.setattr(solve, "solution", solution)
        amina.send({"type": "hint", "id": "h"})
        assert asked.wait(20)
    yield table, go_on
    go_on.set()


def test_an_outdated_hint_is_not_sent(slow: tuple[Opened, threading.Event]) -> None:
    table, go_on = slow
    with table.server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send({"type": "hint", "id": "h"})
        assert amina.command("choose", seq=amina.seq, choice=ONE)["type"] == "ack", "other commands go on"
        go_on.set()
        assert "moved on since you asked" in amina.next("refused", "hint")["message"]


def test_a_hint_requested_again_after_a_disconnect_is_the_same(slow: tuple[Opened, threading.Event]) -> None:
    table, go_on = slow
    with table.server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send({"type": "hint", "id": "other"})
        assert amina.next("refused", "hint")["message"] == "A hint is already on its way."
        amina.send({"type": "hint", "id": "h"})
        amina.command("choose", seq=amina.seq - 1, choice=THREE)  # whose answer shows that the other is waited for
        go_on.set()
        answer = amina.next("hint", "refused")
        assert (answer["type"], answer.get("id"), answer.get("choice")) == ("hint", "h", THREE)
    with table.server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send({"type": "hint", "id": "h"})
        assert amina.next("hint", "refused") == answer, "afterwards, too"
    live = table.server.house.tables._live[table.id]
    eventually(lambda: live.lines[0].hints == 1)


def test_in_simultaneous_games_other_moves_keep_a_hint_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Live, "race", False)  # as where a clock gives everybody time
    with running(tmp_path / "souq.db", race_pause=1.0) as server:
        table = server.open(ME, BOT, game="chatuchak", play="speed")

        async def slow(self: Thinking, request: HintRequest, *_: object) -> Advice:
            live, until = server.house.tables._live[table.id], time.monotonic() + 20
            made = len(live.playing.log)
            while len(live.playing.log) == made and time.monotonic() < until:
                await asyncio.sleep(0.01)
            assert len(live.playing.log) > made
            return Advice(request.legal[0], request.legal[:1], "")

        monkeypatch.setattr(Thinking, "advise", slow)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            answer = ask_for_hint(amina)
            assert answer["type"] == "hint", str(answer)


def test_hints_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table = server.open(ME, game="dash")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            told = [ask_for_hint(amina) for _ in range(8)]
            assert [each["type"] for each in told[:4]] == ["hint"] * 4
            assert (told[-1]["message"], told[-1]["wait"]) in (
                ("One hint at a time. Ask again in 2 seconds.", 2),
                ("One hint at a time. Ask again in 1 second.", 1),
            )


def test_a_worker_process_solves_and_is_replaced_when_it_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    match = DASH.bindings.setup(1, [], (1, 2))
    request = SolveRequest("desert_bazaar", 0, match.tobytes(), 0.1)

    async def ask_it() -> None:
        pool = Workers(1, 60.0)
        monkeypatch.setattr(workers, "LOADING", 0.0)
        try:
            with pytest.raises(WorkerDied):
                await pool.solve(request)  # a record of another game
            await pool._all[0].stop()
            pool._patience = -0.1
            with pytest.raises(WorkerDied):
                await pool.solve(request)
            assert pool.pids == [], "it took too long, and was ended"
        finally:
            await pool.close()

    asyncio.run(ask_it())


def test_only_one_hint_is_computed_at_a_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(*_: object) -> Solution | None:
        asked.set()
        go_on.wait(20)
        return Solution((THREE,), 1)

    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina:
        await_solution(amina)
        amina.play(ONE)
        monkeypatch.setattr(solve, "solution", slow)
        amina.send({"type": "hint", "id": "first"})
        assert asked.wait(20)
        amina.send({"type": "hint", "id": "second"})
        assert "already" in amina.next("refused", "hint")["message"]
        go_on.set()
        assert amina.next("refused", "hint")["id"] == "first"


def test_no_solution_is_computed_during_a_multiplayer_game(server: Running) -> None:
    table = server.open(ME, OPEN, game="chatuchak", play="turns")
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        live = server.house.tables._live[table.id]
        assert not live.racing
        assert unsolved(live) == []


def test_a_solution_that_could_not_be_stored_is_computed_again(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    storage = server.house.storage
    keep, tried = storage.line, list[int]()

    async def full(table_id: str, line: LineRow) -> None:
        tried.append(line.seat)
        if len(tried) == 1:
            raise NotSaved("the disk is full.")
        await keep(table_id, line)

    monkeypatch.setattr(storage, "line", full)
    table = server.open(ME, game="dash")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        eventually(lambda: tried)
        amina.play(ONE)
        eventually(lambda: len(tried) == 2)
        eventually(lambda: server.house.tables._live[table.id].lines)
    said = [record for record in caplog.records if "the disk is full" in record.getMessage()]
    assert said and not any(record.exc_info for record in caplog.records), "it is said, in plain words"


def test_against_bots_a_hint_has_a_reason(server: Running) -> None:
    table = server.open(ME, RANDOM, game="marracash", start_player="seat 1")
    with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
        amina.frames()
        watcher.frames()
        assert amina.scene["hints"] is True
        assert "hints" not in watcher.scene
        answer = ask_for_hint(amina)
        assert answer["type"] == "hint"
        assert (answer["choice"] in amina.picks, answer["seq"]) == (True, amina.seq)
        assert str(answer["why"]).endswith((".", "%."))
        assert server.house.tables._live[table.id].lines[0].hints == 1
    with server.sit(table.id, table.token) as again:
        again.frames()
        assert again.scene["hints"] is True, "there are more"


def test_an_amount_is_advised_as_a_number(server: Running) -> None:
    table = server.open(ME, RANDOM, RANDOM, game="marracash", start_player="seat 1")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        for _ in range(60):
            answer = ask_for_hint(amina)
            if answer["type"] != "hint" or answer["amount"] is not None:
                break
            then = answer["then"]
            told = amina.command("choose", seq=amina.seq, choice=answer["choice"], then=then, at_once=True)
            assert told["type"] == "ack", "what is advised can be chosen"
            amina.frames(told["seq"])
            while not amina.picks and "amount" not in amina.scene and "tally" not in amina.scene:
                amina.frames()
        assert answer["amount"] is not None
        assert str(answer["amount"]) in str(answer["text"]).replace(",", "")
        command = amina.command("amount", seq=amina.seq, amount=answer["amount"], at_once=True)
        assert command["type"] == "ack"
