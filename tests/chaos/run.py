"""Games are played, faults happen, and what must hold is looked at."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.chaos import judging
from tests.chaos.faults import KINDS
from tests.chaos.players import Crowd
from tests.chaos.town import Town

EVERY = 10
"""Faults between two looks at all that is stored."""
QUIET = 2.0
"""Seconds until everybody has heard the last answer."""
MOST = 7.0
"""Seconds of an outage that clocks may go on."""


@dataclass(slots=True)
class Report:
    """What happened, and what was wrong."""

    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    lacks: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


async def run(
    faults: int,
    seed: int,
    *,
    kinds: Sequence[str] = tuple(KINDS),
    tables: int = 10,
    games: Sequence[str] = (),
    seconds: float = 1e9,
    say: Callable[[str], None] = lambda _: None,
) -> Report:
    """Let so many faults happen, or as many as there is time for.

    Raises:
        LookupError: there is no PostgreSQL here.
    """
    rng, report, town = random.Random(seed), Report(seed), Town()
    say(f"seed {seed}")
    try:
        await town.open()
        report.lacks = town.lacks
        for what, why in town.lacks.items():
            say(f"without {what}: {why}")
        possible = [kind for kind in kinds if kind not in town.lacks]
        crowd = Crowd(town.doors, random.Random(seed + 1), tuple(games))
        playing = asyncio.create_task(crowd.play(tables))
        try:
            await _happen(town, crowd, rng, report, faults, possible, time.monotonic() + seconds, say)
        finally:
            await _judge_all(town, crowd, playing, report, say)
    finally:
        logs = {part.name: part.log.read_text() for part in town.parts if part.log.exists()}
        report.wrong += _said(logs)
        await town.close()
    return report


async def _happen(
    town: Town,
    crowd: Crowd,
    rng: random.Random,
    report: Report,
    faults: int,
    kinds: Sequence[str],
    until: float,
    say: Callable[[str], None],
) -> None:
    """One fault after another, now and then two at once."""
    await asyncio.sleep(2)
    while sum(report.faults.values()) < faults and time.monotonic() < until:
        some = rng.sample(kinds, 2 if len(kinds) > 1 and rng.random() < 0.15 else 1)
        if "disk" in some or "database" in some:
            some = some[:1]
        told = await asyncio.gather(*(KINDS[kind](town, rng) for kind in some))
        report.faults.update(some)
        n = sum(report.faults.values())
        say(f"{n:5} " + ", ".join(f"{kind} ({words})" for kind, words in zip(some, told, strict=True)))
        await asyncio.sleep(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0, 3)]))
        if n % EVERY < len(some):
            report.wrong += _new(report, await _look(town, crowd), say)


async def _look(town: Town, crowd: Crowd) -> list[str]:
    line = await town.connect()
    try:
        return await judging.stored(line, crowd.tables)
    finally:
        await line.close()


async def _judge_all(
    town: Town, crowd: Crowd, playing: asyncio.Task[None], report: Report, say: Callable[[str], None]
) -> None:
    """Let everybody come to rest, and look at everything."""
    for part in town.parts:
        if not part.runs:
            await part.start()
    crowd.stopped = True
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(playing, 60)
    line = await town.connect()
    try:
        wrong = await judging.stuck(line, crowd.tables)
        await asyncio.sleep(QUIET)
        wrong += await judging.stored(line, crowd.tables)
        wrong += await judging.unjust(line, crowd.tables, 0.0)
        wrong += await judging.replayed(town.url, crowd.tables)
        going = [table for table in crowd.tables if not table.over][-40:]
        doors = [part.address for part in town.servers]
        wrong += await judging.same_everywhere(crowd.http, doors, [*going, *crowd.tables[-5:]])
    finally:
        await line.close()
        await crowd.http.aclose()
    report.wrong += _new(report, [*wrong, *crowd.wrong], say)
    report.counts, report.tables = crowd.counts, Counter(table.game for table in crowd.tables)
    report.counts["clocked tables"] = sum(table.clock for table in crowd.tables)
    report.counts["games over"] = sum(table.over for table in crowd.tables)


def _new(report: Report, wrong: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """What was not known to be wrong yet."""
    new = [words for words in dict.fromkeys(wrong) if words not in report.wrong]
    for words in new:
        say(f"WRONG: {words}")
    return new


def _said(logs: dict[str, str]) -> list[str]:
    """What the house's processes said that they should not have."""
    wrong = []
    for name, text in logs.items():
        if "Traceback" in text:
            at = text.index("Traceback")
            wrong.append(f"{name} said ({text.count('Traceback')} times): {text[max(0, at - 300) : at + 3000]}")
    return wrong
