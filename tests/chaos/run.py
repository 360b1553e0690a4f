"""A chaos run: games are played, faults are injected, and invariants are checked."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.chaos import judging
from tests.chaos.faults import KINDS
from tests.chaos.players import Crowd
from tests.chaos.town import Town

EVERY = 10
"""Faults between two checks of everything stored."""
QUIET = 2.0
"""Seconds until all players have the last answer."""
REST = 60.0
"""Seconds in which all players stop."""


@dataclass(frozen=True, slots=True)
class ChaosOptions:
    """The options of a run.

    Args:
        faults: their number; one of each kind, then random ones.
        seed: the seed of the random faults.
        kinds: the kinds of faults.
        tables: the number of concurrent games.
        games: names; empty means all five and the tests' games.
        longest: the longest fault in seconds.
        goes_on: seconds in which bots must move and all servers must agree.
    """

    faults: int
    seed: int
    kinds: Sequence[str] = tuple(KINDS)
    tables: int = 10
    games: Sequence[str] = ()
    longest: float = 60.0
    goes_on: float = judging.GOES_ON


@dataclass(slots=True)
class Report:
    """What happened, and the violations found."""

    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    lacks: dict[str, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    """Remarks that are no violations."""
    wrong: list[str] = field(default_factory=list)


async def run(
    choice: ChaosOptions, say: Callable[[str], None] = lambda _: None, enough: Callable[[], bool] = lambda: False
) -> Report:
    """Inject faults until ``enough``, and check all invariants.

    Raises:
        LookupError: there is no PostgreSQL here.
    """
    rng, report, town = random.Random(choice.seed), Report(), Town()
    try:
        await town.open()
        report.lacks = town.lacks
        for what, why in town.lacks.items():
            say(f"without {what}: {why}")
        crowd = Crowd(town.doors, random.Random(choice.seed + 1), tuple(choice.games), town.outages)
        playing = asyncio.create_task(crowd.play(choice.tables))
        try:
            await _run_faults(town, crowd, playing, rng, report, choice, say, enough)
        finally:
            await _judge_all(town, crowd, playing, report, choice, say)
    finally:
        logs = {part.name: part.log.read_text() for part in town.parts if part.log.exists()}
        report.wrong += _unexpected_log_lines(logs)
        await town.close()
    return report


def _draw_faults(rng: random.Random, kinds: Sequence[str], faults: int) -> Iterator[list[str]]:
    """Yield each kind once, then random ones, sometimes two at once."""
    yield from ([kind] for kind in rng.sample(kinds, len(kinds))[:faults])
    left = faults - len(kinds)
    while left > 0:
        some = rng.sample(kinds, 2 if left > 1 and len(kinds) > 1 and rng.random() < 0.15 else 1)
        some = some[:1] if {"disk", "database", "servers"} & set(some) else some
        left -= len(some)
        yield some


async def _run_faults(
    town: Town,
    crowd: Crowd,
    playing: asyncio.Task[None],
    rng: random.Random,
    report: Report,
    choice: ChaosOptions,
    say: Callable[[str], None],
    enough: Callable[[], bool],
) -> None:
    """Inject one fault after another."""
    await asyncio.sleep(2)
    kinds, n = [kind for kind in choice.kinds if kind not in town.lacks], 0
    for some in _draw_faults(rng, kinds, choice.faults):
        if enough() or playing.done():
            return
        told = await asyncio.gather(*(KINDS[kind](town, rng, choice.longest) for kind in some))
        report.faults.update(some)
        before, n = n, n + len(some)
        say(f"{n:5} " + ", ".join(f"{kind} ({words})" for kind, words in zip(some, told, strict=True)))
        await asyncio.sleep(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0, 3)]))
        if before // EVERY < n // EVERY:
            report.wrong += _new_findings(report, await _check(town, crowd), say)


async def _check(town: Town, crowd: Crowd) -> list[str]:
    line = await town.connect()
    try:
        return await judging.stored(line, crowd.tables)
    finally:
        await line.close()


async def _judge_all(
    town: Town,
    crowd: Crowd,
    playing: asyncio.Task[None],
    report: Report,
    choice: ChaosOptions,
    say: Callable[[str], None],
) -> None:
    """Let all players stop, and check all invariants."""
    say("everybody comes to rest")
    for part in town.parts:
        if not part.runs:
            await part.start()
    crowd.stopped = True
    await asyncio.wait([playing], timeout=REST)
    if not playing.done():
        playing.cancel()
    elif error := playing.exception():
        crowd.wrong.append(f"those who played stopped: {error!r}")
    line = await town.connect()
    try:
        wrong = await judging.stuck(line, crowd.tables, choice.goes_on)
        await asyncio.sleep(QUIET)
        wrong += await judging.stored(line, crowd.tables)
        clock_faults, report.told = await judging.clock_faults(line, crowd.tables, town.outages)
        wrong += clock_faults
        say(f"{len(crowd.tables)} games are played again")
        wrong += await judging.replayed(town.url, crowd.tables)
        say("all servers are asked for the same")
        going = [table for table in crowd.tables if not table.over][-40:]
        doors = [part.address for part in town.servers]
        wrong += await judging.same_everywhere(crowd.http, doors, [*going, *crowd.tables[-5:]], choice.goes_on)
    finally:
        await line.close()
        await crowd.http.aclose()
    report.wrong += _new_findings(report, [*wrong, *crowd.wrong], say)
    report.counts, report.tables = crowd.counts, Counter(table.game for table in crowd.tables)
    report.counts["clocked tables"] = sum(table.clock for table in crowd.tables)
    report.counts["games over"] = sum(table.over for table in crowd.tables)


def _new_findings(report: Report, wrong: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """Return the findings that are not known yet."""
    new = [words for words in dict.fromkeys(wrong) if words not in report.wrong]
    for words in new:
        say(f"WRONG: {words}")
    return new


def _unexpected_log_lines(logs: dict[str, str]) -> list[str]:
    """Return unexpected log lines of the processes; of tracebacks, the last lines in souq."""
    wrong = []
    for name, text in logs.items():
        first, *traces = text.split("Traceback (most recent call last):")
        for before, trace in zip([first, *traces], traces, strict=False):
            lines = [line for line in trace.splitlines() if line.startswith("  ") or line.strip()]
            ours = [line.strip() for line in lines if "/souq/" in line and "site-packages" not in line]
            ends = [line for line in lines if line and not line.startswith((" ", "The above", "During"))]
            said = before.rstrip().rpartition("\n")[2]
            wrong.append(f"{name} said: {said} {' <- '.join(ours[-4:][::-1])} {ends[0] if ends else ''}")
    return wrong
