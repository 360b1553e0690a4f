"""Timers of the leader and of followers."""

from __future__ import annotations

import asyncio
from typing import Any

from souq.server.core.jobs import timers
from souq.server.core.jobs.timers import Timers


class World:
    async def start(self) -> None:
        pass


class Clocks:
    async def timed(self, table_ids: object = None) -> list[Any]:
        return []


def test_a_follower_does_not_settle_timeouts(monkeypatch: Any) -> None:
    """The leader settles it, and this server may never be notified."""
    unused: Any = None
    world: Any = World()
    one = Timers(unused, Clocks(), unused, unused, lambda: 100.0, world, unused, leads=lambda: False)  # type: ignore[arg-type]
    one._due["bazaar"] = 50.0
    looks = []
    monkeypatch.setattr(one, "_check_due", lambda: looks.append(1))
    monkeypatch.setattr(timers, "GLANCE", 0.05)

    async def a_while() -> None:
        running = asyncio.create_task(one.run(lambda: None))
        await asyncio.sleep(0.3)
        running.cancel()

    asyncio.run(a_while())
    assert 2 <= len(looks) <= 8
