"""What happens to a house: kinds of faults, each of which is over when it returns."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable

from tests.chaos.town import Part, Town

Fault = Callable[[Town, random.Random], Awaitable[str]]


async def _server(town: Town, rng: random.Random) -> str:
    """A server is killed, and started again."""
    return await _killed(rng.choice(town.servers), rng)


async def _worker(town: Town, rng: random.Random) -> str:
    """A worker is killed, and started again."""
    return await _killed(rng.choice([part for part in town.parts if part.kind == "worker"]), rng)


async def _killed(part: Part, rng: random.Random) -> str:
    await part.kill()
    await asyncio.sleep(rng.uniform(0, 2))
    await part.start()
    return part.name


async def _nginx(town: Town, rng: random.Random) -> str:
    """nginx is killed, and started again."""
    assert town.nginx is not None
    town.nginx.kill()
    await asyncio.sleep(rng.uniform(0, 1))
    town.nginx.start()
    return "nginx"


async def _database(town: Town, rng: random.Random) -> str:
    """The database crashes, and is started again."""
    kill = rng.random() < 0.5
    await town.stop_database(kill=kill)
    away = rng.choice([0.0, 1.0, rng.uniform(2, 8)])
    await asyncio.sleep(away)
    await town.start_database()
    return f"{'killed' if kill else 'stopped'}, away for {away:.1f} s"


async def _pause(town: Town, rng: random.Random) -> str:
    """A server or worker stops for seconds, and goes on as if nothing had happened."""
    part, seconds = rng.choice(town.parts), rng.choice([1.0, 4.0, 6.0, 9.0])
    part.send(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    part.send(signal.SIGCONT)
    return f"{part.name} for {seconds} s"


async def _news(town: Town, rng: random.Random) -> str:
    """Servers hear nothing of each other any more."""
    times = rng.choice([1, 1, 4])
    for _ in range(times):
        await town.hang_up()
        await asyncio.sleep(rng.uniform(0.1, 0.6))
    return f"{times} times"


async def _partition(town: Town, rng: random.Random) -> str:
    """A server or worker does not reach the database."""
    part, seconds = rng.choice(town.parts), rng.choice([2.0, 6.0, 12.0])
    await part.wire.cut()
    await asyncio.sleep(seconds)
    await part.wire.mend()
    return f"{part.name} for {seconds} s"


async def _disk(town: Town, rng: random.Random) -> str:
    """The database's disk is full."""
    seconds = rng.uniform(1, 6)
    try:
        await asyncio.to_thread(town.fill_disk)
        await asyncio.sleep(seconds)
    finally:
        town.free_disk()
    await town.start_database()
    return f"for {seconds:.1f} s"


async def _clock(town: Town, rng: random.Random) -> str:
    """The clock of a server or worker jumps, and later back."""
    part, seconds = rng.choice(town.parts), rng.choice([-3600.0, -5.0, 5.0, 3600.0, 86_400.0])
    part.jump(seconds)
    await asyncio.sleep(rng.uniform(1, 5))
    part.jump(0)
    return f"{part.name} by {seconds:.0f} s"


KINDS: dict[str, Fault] = {
    "server": _server,
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
