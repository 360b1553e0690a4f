"""The CPU cost of requests on the server's event loop, at the end of a long game.

    python -m bench.requests [--game NAME] [--json]

It plays each game at random to its end, and runs every request that anybody may make, without a network. It prints
milliseconds of CPU of the main thread: the whole request and, after the slash, the longest stretch that blocks the
event loop. Each is the best of a few tries, without any cached results.
"""

import argparse
import asyncio
import gc
import hashlib
import json
import random
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from souq.engine import registry
from souq.engine.match.decision import seats as seats_of
from souq.engine.match.match import Match
from souq.server.container import House
from souq.server.core.http import api, models
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.core.live.replaying import begin
from souq.server.core.live.tables import load
from souq.server.core.realtime import frames as messages
from souq.server.core.realtime import log as told_so_far
from souq.server.core.realtime import viewers
from souq.server.core.realtime.hub import Watcher
from souq.server.core.realtime.updates import Updates
from souq.server.core.store.rows import Commit, Decided
from souq.server.ops.config.settings import Settings

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kairo", {}),
    ("desert_bazaar", {}),
    ("marracash", {}),
    ("grand_bazaar", {}),
    ("grand_bazaar", {"trading": "open"}),
    ("chatuchak", {}),
)
PLAYERS, TRIES, LONGEST = 4, 3, 2160
Asked = Callable[[], Coroutine[Any, Any, None]]


async def of(asked: Asked) -> tuple[float, float]:
    """Measure work on the event loop: its CPU time and its longest stretch without a pause, in milliseconds."""
    task = asyncio.ensure_future(asked())
    begun = last = time.thread_time()
    longest = 0.0
    while not task.done():
        await asyncio.sleep(0)  # other tasks would run here
        now = time.thread_time()
        longest, last = max(longest, now - last), now
    task.result()
    return 1000 * (time.thread_time() - begun), 1000 * longest


def played(match: Match, chance: random.Random) -> None:
    """Play at random until the game is over or has :data:`LONGEST` decisions."""
    while not match.over and match.ply < LONGEST:
        seat = chance.choice(list(seats_of(match.deciders)))
        match.replay(int(chance.choice(match.legal(seat))), seat)
    match.confirm()


async def stored(house: House, name: str, options: dict[str, Any]) -> tuple[str, int]:
    """Store a table with a long game in the database; return its ID and the number of decisions."""
    wishes = [seats.Wish("me"), *[seats.Wish("open")] * (PLAYERS - 1)]
    row = seats.new_table(name, wishes, options, None, "Amina", "none").table
    row.secret = hashlib.sha256(f"{name} {options}".encode()).digest()
    await house.tables.ready(name)
    match = begin(row)
    played(match, random.Random(1))
    log = [Decided(decision.seat, decision.choice, decision.goes_on) for decision in match.log]
    await house.storage.create(row)
    for seat in row.seats:
        seat.kind, seat.name = "person", seat.name or f"Guest {seat.seat}"
    for after, end in pairwise((0, *match.entries)):
        row = replace(row, state="playing", revision=row.revision + 1, ply=end, mark=end, deciders=match.deciders)
        row.public = row.revision
        await house.storage.commit(Commit(row, "choose", 0, f"{end}", {}, after, added=log[after:end], seats=row.seats))
    return row.id, match.ply


async def frames(live: Live, house: House, since: viewers.Since) -> None:
    """Run what a socket triggers after its hello: messages, packed as they are sent."""
    watcher = Watcher(live.row.id)
    watcher.viewer, watcher.since, watcher.revision = viewers.Viewer(0), since, live.row.revision
    watcher.notify(about=True)
    for text in await house.parts[Updates].messages(watcher):
        await asyncio.sleep(0)
        zlib.compress(text.encode(), wbits=-12)


async def respond(asked: Callable[[], dict[str, Any] | BaseModel]) -> None:
    """Run an HTTP API request up to the JSON response."""
    made = asked()
    json.dumps(made) if isinstance(made, dict) else made.model_dump_json()


def kinds(house: House, live: Live) -> dict[str, Asked]:
    """Return all kinds of requests by name."""
    ply, last = live.playing.ply, viewers.moments(live, 0)

    def log(start: int) -> models.Log:
        entries = [models.Entry(**entry) for entry in told_so_far.log(live, 0, start)]
        return models.Log(seq=1, plies=last, decisions=entries)

    async def reading() -> None:
        house.tables.forget(live)
        async with house.tables.hold(live.row.id):
            pass

    return {
        "read again": reading,
        "first hello": lambda: frames(live, house, viewers.Since()),
        "hello seen=1": lambda: frames(live, house, viewers.Since(1, True)),
        "retell": lambda: frames(live, house, viewers.Since(1, True, True)),
        "missed 30": lambda: frames(live, house, viewers.Since(max(1, ply - 30), True)),
        "story": lambda: respond(lambda: messages.story(live, 0, last)),
        "view": lambda: respond(lambda: api._view(live, 0)),
        "log": lambda: respond(lambda: log(1)),
        "log, end": lambda: respond(lambda: log(max(1, last - told_so_far.PAGE + 1))),
        "moment": lambda: respond(lambda: messages.moment(live, viewers.Viewer(0), last // 2)),
        "match": lambda: respond(lambda: live.playing.to_json()),
    }


async def measured(house: House, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the milliseconds for each kind of request."""
    table, plies = await stored(house, name, options)
    made: dict[str, Any] = {"plies": plies}
    async with house.tables.hold(table) as live:
        known = list(kinds(house, live))
    for kind in known:
        tries = []
        for _ in range(TRIES):
            async with house.tables.hold(table) as live:
                live.rest()
            tries.append(await of(kinds(house, live)[kind]))
        made[kind] = tuple(round(min(part), 1) for part in zip(*tries, strict=True))
    return made


async def everything(wanted: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the milliseconds by game and kind of request."""
    house = House(Settings(database=str(folder / "souq.db"), workers=0, limited=False))
    await house.storage.open()
    gc.freeze()
    made = {}
    for name, options in GAMES:
        if wanted in ("", name):
            load(registry.find(name))
            made[" ".join([name, *map(str, options.values())])] = await measured(house, name, options)
    await house.storage.close()
    return made


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.requests", description="What a request costs the thread.")
    parser.add_argument("--game", default="", help="this game only")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(everything(options.game, Path(folder)))
    if options.json:
        sys.stdout.write(json.dumps(made, indent=2) + "\n")
        return
    for game, kinds_of in made.items():
        sys.stdout.write(f"{game}, {kinds_of.pop('plies')} decisions\n")
        for kind, (total, longest) in kinds_of.items():
            sys.stdout.write(f"  {kind:14}{total:8.1f} / {longest:.1f}\n")


if __name__ == "__main__":
    main()
