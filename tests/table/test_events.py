"""The event bus: subscribers, their order, and isolation of their errors."""

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


def test_subscribers_receive_their_events_in_order() -> None:
    bus, heard = Bus(), list[str]()
    bus.subscribe(Rung, lambda event: heard.append(f"first {event.times}"))
    bus.subscribe(Broken, lambda event: heard.append("broken"))
    bus.subscribe(Rung, lambda event: heard.append(f"second {event.times}"))
    bus.publish(Rung(3))
    assert heard == ["first 3", "second 3"]


def test_a_failing_subscriber_is_logged_and_the_next_is_called(caplog: pytest.LogCaptureFixture) -> None:
    bus, heard = Bus(), list[int]()

    def fail(event: Rung) -> None:
        raise ValueError

    async def fail_later(event: Rung) -> None:
        raise ValueError

    async def receive_later(event: Rung) -> None:
        heard.append(-event.times)

    bus.subscribe(Rung, fail)
    bus.subscribe(Rung, fail_later)
    bus.subscribe(Rung, lambda event: heard.append(event.times))
    bus.subscribe(Rung, receive_later)
    with caplog.at_level(logging.ERROR):
        asyncio.run(bus.settle(Rung(1)))
    assert heard == [1, -1]
    assert len(caplog.records) == 2


def test_asynchronous_subscribers_are_started_but_not_awaited() -> None:
    started = list[Coroutine[Any, Any, object]]()

    async def receive(event: Rung) -> None:
        pass

    bus = Bus(started.append)
    bus.subscribe(Rung, receive)
    bus.publish(Rung(1))
    (work,) = started
    work.close()
