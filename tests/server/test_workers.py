"""Bots compute in processes of their own; a table continues whatever happens to these."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest

import souq
from souq.bots import levels
from souq.engine import registry
from souq.engine.learn.evaluation import judge
from souq.server.core.workers import worker, workers
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.requests import MoveRequest
from souq.server.core.workers.thinking import WorkerDied
from souq.server.core.workers.workers import Worker, Workers, here
from tests.server.clients import BOT, RANDOM, Running, running

pytestmark = pytest.mark.server


@pytest.fixture
def question() -> MoveRequest:
    match = souq.new("desert_bazaar", players=3, seed=7)
    seat = match.deciders.bit_length() - 1
    legal = tuple(int(choice) for choice in match.legal(seat))
    return MoveRequest("desert_bazaar", "greedy", seat, match.view(seat).tobytes(), legal, 1)


def test_a_worker_process_decides_like_a_local_bot(question: MoveRequest) -> None:
    async def ask() -> int:
        pool = Workers(1, 60.0)
        try:
            return await pool.choose(question)
        finally:
            await pool.close()

    assert asyncio.run(ask()) == here(question, "greedy")


def test_a_turn_continues_in_the_process_that_has_searched_it(
    question: MoveRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Worker]()

    async def answered(self: Worker, line: str, patience: float, game: str = "") -> dict[str, Any]:
        asked.append(self)
        self.knows.add(question.game)
        await asyncio.sleep(0)
        return {"choices": [question.legal[0]]}

    monkeypatch.setattr(Worker, "ask", answered)

    async def ask() -> None:
        pool = Workers(2, 60.0)
        await asyncio.gather(pool.choose(question), pool.choose(question))
        both, last = set(asked), asked[-1]
        asked.clear()
        for _ in range(4):
            await pool.choose(question)
        assert len(both) == 2 and len(set(asked)) == 1 and last in both

    asyncio.run(ask())


def test_a_dead_process_is_replaced_and_the_request_retried(question: MoveRequest) -> None:
    async def ask() -> None:
        pool = Workers(1, 60.0)
        try:
            await pool.choose(question)
            (first,) = pool.pids
            os.kill(first, signal.SIGKILL)
            assert (await pool.choose(question))[0] in question.legal
            (second,) = pool.pids
            assert second != first
        finally:
            await pool.close()
        assert pool.pids == []

    asyncio.run(ask())


def test_a_process_that_times_out_is_replaced_and_the_server_decides(
    question: MoveRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        pool = Workers(1, 60.0)
        try:
            await pool.choose(question)
            os.kill(pool.pids[0], signal.SIGSTOP)
            pool._patience = 0.2
            monkeypatch.setattr(workers, "TRIES", 1)
            assert await pool.choose(question) == here(question, "greedy")
            assert pool.pids == [], "it was ended"
        finally:
            await pool.close()

    asyncio.run(ask())


def test_without_processes_the_server_decides(question: MoveRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dead(self: Worker, line: str, patience: float, game: str = "") -> dict[str, Any]:
        raise WorkerDied("no memory")

    monkeypatch.setattr(Worker, "ask", dead)

    async def ask() -> int:
        return await Workers(2, 1.0).choose(question)

    assert asyncio.run(ask()) == here(question, "greedy")


def test_a_failing_or_cheating_bot_is_overruled(question: MoveRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        name, title, tagline = "cheat", "Cheat", ""

        def choose(self, *_: object) -> int:
            return 10_000

    class Fool(Cheat):
        def choose(self, *_: object) -> int:
            raise ZeroDivisionError

    monkeypatch.setitem(levels.EXTRA, "cheat", Cheat())
    monkeypatch.setitem(levels.EXTRA, "fool", Fool())
    assert here(question, "cheat") == question.legal[:1]
    assert here(question, "fool") == question.legal[:1]


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("workers") / "souq.db", workers=2) as server:
        yield server


def test_a_whole_game_of_bots_survives_the_death_of_its_processes(thinking: Running) -> None:
    table = thinking.open(BOT, RANDOM, BOT, game="desert_bazaar")
    killed, until = 0, time.monotonic() + 240
    while table.info()["state"] != "finished":
        assert time.monotonic() < until, "the table hangs"
        pids = thinking.house.pools.bots.pids
        if pids and killed < 5:
            os.kill(pids[killed % len(pids)], signal.SIGKILL)
            killed += 1
        time.sleep(0.3)
    assert killed == 5


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="needs POSIX process sessions")
def test_processes_share_the_servers_session_but_not_its_process_group() -> None:
    async def look() -> None:
        pool = Workers(1, 60.0, workers.LAST)
        pool.warm(["desert_bazaar"])
        try:
            assert pool._warming is not None
            await pool._warming
            (pid,) = pool.pids
            assert os.getsid(pid) == os.getsid(0)
            assert os.getpgid(pid) != os.getpgid(0), "Ctrl-C at the terminal is for the server alone"
            assert os.getpriority(os.PRIO_PROCESS, pid) >= workers.LAST
            os.kill(pid, signal.SIGKILL)
            while pool.pids:
                await asyncio.sleep(0.02)
            pool.revive()
            assert pool._warming is not None
            await pool._warming
            assert pool.pids not in ([], [pid]), "one that ended is started anew"
        finally:
            await pool.close()

    asyncio.run(look())


class Slow(Worker):
    """A worker that answers when released and never starts a process."""

    asked: ClassVar[list[tuple[str, asyncio.Future[dict[str, Any]]]]] = []

    async def ask(self, line: str, patience: float, game: str = "") -> dict[str, Any]:
        self.knows.add(game)
        answer = asyncio.get_running_loop().create_future()
        self.asked.append((line, answer))
        return await answer


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, asyncio.Future[dict[str, Any]]]]:
    monkeypatch.setattr(workers, "Worker", Slow)
    monkeypatch.setattr(Slow, "asked", [])
    return Slow.asked


async def run_pending_tasks() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_processes_start_in_parallel_and_load_waiting_games_first(slow: Any) -> None:
    async def start() -> None:
        pool = Workers(3, 1.0)
        pool.warm(["kairo"])
        await run_pending_tasks()
        assert len(slow) == 3
        for line, answer in slow:
            first, *others = json.loads(line)["warm"]
            assert first == "kairo"
            assert sorted([first, *others]) == sorted(registry.games())
            answer.set_result({})
        await run_pending_tasks()
        assert len(pool._free) == 3

    asyncio.run(start())


def request_move(
    pool: Workers, question: MoveRequest, seat: int, asker: Asker, level: str = "greedy"
) -> asyncio.Task[int]:
    return asyncio.ensure_future(pool.choose(replace(question, seat=seat, level=level), asker))


def test_requests_are_scheduled_by_past_usage_and_unwatched_ones_come_last(slow: Any, question: MoveRequest) -> None:
    async def serve() -> list[int]:
        pool = Workers(1, 1.0)
        pool._shares.give(Asker(("greedy one",)), 100.0)
        unseen, much, little = Asker(("table",), looking=False), Asker(("greedy one",)), Asker(("modest one",))
        tasks = [request_move(pool, question, seat, asker) for seat, asker in enumerate([much, unseen, much, little])]
        tasks.append(request_move(pool, question, 4, little, "vizier"))
        order = []
        for _ in tasks:
            await run_pending_tasks()
            line, answer = slow.pop()
            order.append(json.loads(line)["seat"])
            answer.set_result({"choice": question.legal[0]})
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(serve()) == [0, 3, 4, 2, 1]


def test_one_client_cannot_occupy_all_processes(slow: Any, question: MoveRequest) -> None:
    async def serve() -> None:
        pool = Workers(2, 1.0)
        one, other = Asker(("one",)), Asker(("other", "one"))
        tasks = [request_move(pool, question, seat, one, "vizier") for seat in range(3)]
        await run_pending_tasks()
        assert len(slow) == 1
        tasks += [request_move(pool, question, 7, other, "vizier")]
        await run_pending_tasks()
        assert [json.loads(line)["seat"] for line, _ in slow] == [0, 7]
        tasks[1].cancel()
        done = 0
        while done < len(slow):
            slow[done][1].set_result({"choice": question.legal[0]})
            done += 1
            await run_pending_tasks()
        assert [json.loads(line)["seat"] for line, _ in slow] == [0, 7, 2]
        assert len(pool._free) == 2
        assert pool._shares.in_use(one) == 0

    asyncio.run(serve())


def test_a_process_answers_for_one_game_while_loading_another(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, loaded, asked = threading.Event(), [], []

    def warm(name: str) -> None:
        go_on.wait(20)
        if name == "broken":
            raise ImportError("a game of somebody else's")
        loaded.append(name)

    monkeypatch.setattr(worker, "warm", warm)
    monkeypatch.setattr(worker, "decide", lambda request: asked.append((request["game"], list(loaded))) or 3)
    assert worker.answered({"warm": ["broken", "slow"]}) == {"warming": 2}
    assert worker.answered({"game": "quick"}) == {"choices": 3}
    waits = threading.Thread(target=worker.answered, args=({"game": "slow"},))
    go_on.set()
    while "slow" not in loaded:
        time.sleep(0.01)
    waits.start()
    waits.join(20)
    assert asked == [("quick", []), ("slow", ["slow"])]


def test_solvers_are_loaded_in_advance() -> None:
    judge.cache_clear()
    worker.warm("desert_bazaar")
    assert judge(registry.find("desert_bazaar"))._expect.signatures
