"""Kinds of faults: each is over when its function returns, and lasts at most the given time."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable

from tests.chaos.town import Part, Town

LONG = 30.0
"""Seconds after which a clock that did not stand still would be seen."""

Fault = Callable[[Town, random.Random, float], Awaitable[str]]


async def _server(town: Town, rng: random.Random, most: float) -> str:
    """Kill and restart a server."""
    return await _killed(rng.choice(town.servers), rng.uniform(0, min(most, 2)))


async def _servers(town: Town, rng: random.Random, most: float) -> str:
    """Kill and restart all servers, so that only workers run meanwhile."""
    away = min(most, rng.choice([0.0, rng.uniform(0, 8), LONG]))
    await asyncio.gather(*(part.kill() for part in town.servers))
    async with town.outage():
        await asyncio.sleep(away)
    await asyncio.gather(*(part.start() for part in town.servers))
    return f"away for {away:.1f} s"


async def _worker(town: Town, rng: random.Random, most: float) -> str:
    """Kill and restart a worker."""
    workers = [part for part in town.parts if part.kind == "worker"]
    return await _killed(rng.choice(workers), rng.uniform(0, min(most, 2)))


async def _killed(part: Part, away: float) -> str:
    await part.kill()
    await asyncio.sleep(away)
    await part.start()
    return part.name


async def _nginx(town: Town, rng: random.Random, most: float) -> str:
    """Kill and restart nginx."""
    assert town.nginx is not None
    town.nginx.kill()
    await asyncio.sleep(rng.uniform(0, 1))
    town.nginx.start()
    return "nginx"


async def _database(town: Town, rng: random.Random, most: float) -> str:
    """Crash and restart the database."""
    kill = rng.random() < 0.5
    away = min(most, rng.choice([0.0, 1.0, rng.uniform(2, 8), LONG]))
    await town.stop_database(kill=kill)
    async with town.outage():
        await asyncio.sleep(away)
    await town.start_database()
    return f"{'killed' if kill else 'stopped'}, away for {away:.1f} s"


async def _pause(town: Town, rng: random.Random, most: float) -> str:
    """Pause a server or worker for seconds (SIGSTOP)."""
    part, seconds = rng.choice(town.parts), min(most, rng.choice([1.0, 4.0, 6.0, 9.0]))
    part.send(signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        part.send(signal.SIGCONT)
    return f"{part.name} for {seconds} s"


async def _news(town: Town, rng: random.Random, most: float) -> str:
    """Break the notifications between servers."""
    times = rng.choice([1, 1, 4])
    for _ in range(times):
        await town.hang_up()
        await asyncio.sleep(rng.uniform(0.1, 0.6))
    return f"{times} times"


async def _partition(town: Town, rng: random.Random, most: float) -> str:
    """Cut a server or worker off from the database."""
    part, seconds = rng.choice(town.parts), min(most, rng.choice([2.0, 6.0, 12.0]))
    await part.wire.cut()
    try:
        await asyncio.sleep(seconds)
    finally:
        await part.wire.mend()
    return f"{part.name} for {seconds} s"


async def _disk(town: Town, rng: random.Random, most: float) -> str:
    """Fill the database's disk."""
    seconds = rng.uniform(1, min(most, 6))
    try:
        await asyncio.to_thread(town.fill_disk)
        await asyncio.sleep(seconds)
    finally:
        town.free_disk()
    await town.start_database()
    return f"for {seconds:.1f} s"


async def _clock(town: Town, rng: random.Random, most: float) -> str:
    """Set the clock of a server or worker wrong, and later right again."""
    part, seconds = rng.choice(town.parts), rng.choice([-3600.0, -5.0, 5.0, 3600.0, 86_400.0])
    part.jump(seconds)
    try:
        await asyncio.sleep(rng.uniform(1, min(most, 5)))
    finally:
        part.jump(0)
    return f"{part.name} by {seconds:.0f} s"


KINDS: dict[str, Fault] = {
    "server": _server,
    "servers": _servers,
    "worker": _worker,
    "nginx": _nginx,
    "database": _database,
    "pause": _pause,
    "news": _news,
    "partition": _partition,
    "disk": _disk,
    "clock": _clock,
}
"""By name."""
