"""Bots think in processes of their own; whatever happens to these, a table goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

import souq
from souq.bots import levels
from souq.engine import registry
from souq.engine.judgement import judge
from souq.table import worker, workers
from souq.table.workers import Question, Worker, WorkerDied, Workers, here
from tests.server.clients import BOT, RANDOM, Running, running

pytestmark = pytest.mark.server


@pytest.fixture
def question() -> Question:
    match = souq.new("desert_bazaar", players=3, seed=7)
    seat = match.deciders.bit_length() - 1
    legal = tuple(int(choice) for choice in match.legal(seat))
    return Question("desert_bazaar", "greedy", seat, match.view(seat).tobytes(), legal, 1)


def test_a_process_decides_as_the_same_bot_would_here(question: Question) -> None:
    async def ask() -> int:
        pool = Workers(1, 60.0)
        try:
            return await pool.choose(question)
        finally:
            await pool.close()

    assert asyncio.run(ask()) == here(question, "greedy")


def test_a_dead_process_is_replaced_and_asked_again(question: Question) -> None:
    async def ask() -> None:
        pool = Workers(1, 60.0)
        try:
            await pool.choose(question)
            (first,) = pool.pids
            os.kill(first, signal.SIGKILL)
            assert await pool.choose(question) in question.legal
            (second,) = pool.pids
            assert second != first
        finally:
            await pool.close()
        assert pool.pids == []

    asyncio.run(ask())


def test_a_process_that_thinks_too_long_is_replaced_and_the_house_decides(
    question: Question, monkeypatch: pytest.MonkeyPatch
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


def test_no_process_at_all_leaves_the_decision_to_the_house(
    question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dead(self: Worker, line: str, patience: float) -> dict[str, Any]:
        raise WorkerDied("no memory")

    monkeypatch.setattr(Worker, "ask", dead)

    async def ask() -> int:
        return await Workers(2, 1.0).choose(question)

    assert asyncio.run(ask()) == here(question, "greedy")


def test_a_bot_that_fails_or_cheats_is_overruled(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        name, title, line = "cheat", "Cheat", ""

        def choose(self, *_: object) -> int:
            return 10_000

    class Fool(Cheat):
        def choose(self, *_: object) -> int:
            raise ZeroDivisionError

    monkeypatch.setitem(levels.BESIDE, "cheat", Cheat())
    monkeypatch.setitem(levels.BESIDE, "fool", Fool())
    assert here(question, "cheat") == question.legal[0]
    assert here(question, "fool") == question.legal[0]


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("workers") / "souq.db", workers=2) as server:
        yield server


def test_a_whole_game_of_bots_survives_the_death_of_its_processes(thinking: Running) -> None:
    table = thinking.open(BOT, RANDOM, BOT, game="desert_bazaar")
    killed, until = 0, time.monotonic() + 240
    while table.info()["state"] != "finished":
        assert time.monotonic() < until, "the table hangs"
        pids = thinking.house.workers.pids
        if pids and killed < 5:
            os.kill(pids[killed % len(pids)], signal.SIGKILL)
            killed += 1
        time.sleep(0.3)
    assert killed == 5


def test_what_hints_need_is_loaded_beforehand() -> None:
    judge.cache_clear()
    worker.warm("desert_bazaar")
    assert judge(registry.find("desert_bazaar"))._expect.signatures
