"""The bus: who is told what, in which order, and that nobody's mistake is another's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import pytest

from souq.server.core.events import Bus


@dataclass(frozen=True, slots=True)
class Rung:
    times: int


@dataclass(frozen=True, slots=True)
class Broken:
    pass


def test_subscribers_hear_their_own_events_in_the_order_in_which_they_came() -> None:
    bus, heard = Bus(), list[str]()
    bus.subscribe(Rung, lambda event: heard.append(f"first {event.times}"))
    bus.subscribe(Broken, lambda event: heard.append("broken"))
    bus.subscribe(Rung, lambda event: heard.append(f"second {event.times}"))
    bus.publish(Rung(3))
    assert heard == ["first 3", "second 3"]


def test_one_that_fails_is_logged_and_the_next_is_told_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    bus, heard = Bus(), list[int]()

    def fail(event: Rung) -> None:
        raise ValueError

    async def fail_later(event: Rung) -> None:
        raise ValueError

    async def hear_later(event: Rung) -> None:
        heard.append(-event.times)

    bus.subscribe(Rung, fail)
    bus.subscribe(Rung, fail_later)
    bus.subscribe(Rung, lambda event: heard.append(event.times))
    bus.subscribe(Rung, hear_later)
    with caplog.at_level(logging.ERROR):
        asyncio.run(bus.settle(Rung(1)))
    assert heard == [1, -1]
    assert len(caplog.records) == 2


def test_what_is_asynchronous_is_begun_and_not_waited_for() -> None:
    started = list[Coroutine[Any, Any, object]]()

    async def hear(event: Rung) -> None:
        pass

    bus = Bus(started.append)
    bus.subscribe(Rung, hear)
    bus.publish(Rung(1))
    (work,) = started
    work.close()
