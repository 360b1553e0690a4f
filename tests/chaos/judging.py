"""Invariants of the database at any moment, and of a cluster without faults."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import asyncpg
import httpx

from souq.server.core.db.storage import Storage
from souq.server.core.live.replaying import rebuild
from souq.server.ops.config.settings import Settings
from tests.chaos.players import BANK, JournalEntry, Table, outage_seconds
from tests.chaos.processes import context

LOGGED = ("choose", "amount", "confirm", "undo", "reset")
NEAR = 15.0
"""Seconds by which clocks may be off, as on a server that was paused or cut off."""
GOES_ON = 10.0
"""Seconds in which bots must move and all servers must agree."""


async def stored(line: asyncpg.Connection[Any], tables: Sequence[Table]) -> list[str]:
    """Return violations in what is stored, from one snapshot."""
    journal = [(table, list(table.said)) for table in tables]
    wrong: list[str] = []
    async with line.transaction(isolation="repeatable_read", readonly=True):
        for table, said in journal:
            wrong += [f"{table.game} {table.id}: {words}" for words in await _stored(line, table, said)]
    return wrong


async def _stored(line: asyncpg.Connection[Any], table: Table, said: list[JournalEntry]) -> list[str]:
    row = await line.fetchrow("SELECT ply, mark, revision, writes FROM tables WHERE id = $1", table.id)
    if row is None:
        return ["it is gone"]
    commands = await line.fetch("SELECT * FROM commands WHERE table_id = $1 ORDER BY revision", table.id)
    decided = await line.fetch("SELECT * FROM decisions WHERE table_id = $1 ORDER BY ply", table.id)
    wrong = []
    if [each["ply"] for each in decided] != list(range(1, row["ply"] + 1)):
        wrong.append(f"its {row['ply']} plies have gaps: {[each['ply'] for each in decided]}")
    if row["mark"] > row["ply"]:
        wrong.append("more is shown than there is")
    if [each["revision"] for each in commands] != list(range(1, row["revision"] + 1)):
        wrong.append(f"its revisions have gaps, up to {row['revision']}: {[each['revision'] for each in commands]}")
    if commands and commands[-1]["ply"] != row["ply"]:
        wrong.append("its last command leads elsewhere")
    return [*wrong, *_against_journal(commands, decided, said)]


def _against_journal(commands: list[Any], decided: list[Any], said: list[JournalEntry]) -> list[str]:
    """Check that acknowledged commands are stored once and in order, and that refused ones are not."""
    wrong, by_key = [], {(each["seat"], each["key"]): each for each in commands}
    last: dict[int, int] = {}
    owners = _owners(commands)
    for given in said:
        if given.kind not in LOGGED:
            continue
        found = by_key.get((given.seat, given.body["id"]))
        what = f"{given.kind} {given.body}, {given.outcome} {given.answer}"
        if given.outcome == "refused" and found is not None:
            wrong.append(f"refused, and stored at {found['revision']}: {what}")
        if given.outcome != "acked":
            continue
        if found is None:
            wrong.append(f"acknowledged, and not stored: {what}")
            continue
        if found["kind"] != given.kind or json.loads(found["answer"])["seq"] != given.answer["seq"]:
            wrong.append(f"stored otherwise, as {dict(found)}: {what}")
        if found["revision"] <= last.get(given.seat, 0):
            wrong.append(f"stored too early, at {found['revision']}: {what}")
        last[given.seat] = found["revision"]
        mine = [ply for ply, owner in owners.items() if owner == found["revision"]]
        if given.kind == "choose" and len(mine) == 1 and mine[0] <= len(decided):
            made = decided[mine[0] - 1]
            if (made["seat"], made["choice"]) != (given.seat, given.body["choice"]):
                wrong.append(f"the log has {dict(made)} for it: {what}")
    return wrong


def _owners(commands: list[Any]) -> dict[int, int]:
    """Return the revision that made each remaining decision of the log."""
    owners: dict[int, int] = {}
    ply = 0
    for each in commands:
        owners = {at: owner for at, owner in owners.items() if at <= each["ply"]}
        owners |= dict.fromkeys(range(ply + 1, each["ply"] + 1), each["revision"])
        ply = each["ply"]
    return owners


async def replayed(url: str, tables: Sequence[Table]) -> list[str]:
    """Return violations found by replaying the logs in another process."""
    games = [(table.id, table.game) for table in tables]
    with ProcessPoolExecutor(1, mp_context=context()) as elsewhere:
        return await asyncio.get_running_loop().run_in_executor(elsewhere, _replay, url, games)


def _replay(url: str, tables: Sequence[tuple[str, str]]) -> list[str]:
    from tests.chaos.loaded import know_games

    know_games()
    return asyncio.run(_replayed(url, tables))


async def _replayed(url: str, tables: Sequence[tuple[str, str]]) -> list[str]:
    storage, wrong = Storage(Settings(database=url)), list[str]()
    try:
        for table_id, game in tables:
            row = await storage.table(table_id)
            if row is None or row.state == "waiting":
                continue
            log, marks = await storage.decisions(row.id), await storage.marks(row.id)
            try:
                match = rebuild(row, log, marks)
            except Exception as error:
                wrong.append(f"{game} {table_id}: its log does not replay: {error!r}")
                continue
            deciders = match.deciders if match.drafter is None else 1 << match.drafter
            over = match.over and match.drafter is None
            found = match.ply, match.mark, deciders, over
            if row.state == "finished":
                deciders = row.deciders
                found = match.ply, match.mark, deciders, over
            if found != (row.ply, row.mark, row.deciders, row.state == "finished"):
                wrong.append(f"{game} {table_id}: its log leads to {found}, and {row} is stored")
    finally:
        await storage.close()
    return wrong


async def _waiting(line: asyncpg.Connection[Any]) -> dict[str, int]:
    """Return the tables with people that wait for a bot, and their log lengths."""
    sits = "SELECT 1 FROM seats s WHERE s.table_id = t.id AND s.kind ="
    rows = await line.fetch(
        "SELECT t.id, t.revision FROM tables t WHERE t.state = 'playing' AND t.held IS NULL AND t.clock = ''"
        f" AND EXISTS ({sits} 'bot' AND (t.deciders >> s.seat) & 1 = 1) AND EXISTS ({sits} 'person')"
    )
    return {row["id"]: row["revision"] for row in rows}


async def stuck(line: asyncpg.Connection[Any], tables: Sequence[Table], patience: float) -> list[str]:
    """Return tables that wait for a bot without progress. Bots that pause in a race are excluded."""
    games = {table.id: table.game for table in tables}
    before, until = await _waiting(line), time.monotonic() + patience
    while before and time.monotonic() < until:
        await asyncio.sleep(0.5)
        now = await _waiting(line)
        before = {table: at for table, at in before.items() if now.get(table) == at}
    return [f"{games.get(table)} {table}: it waits for a bot, at {at}" for table, at in before.items()]


async def same_everywhere(
    http: httpx.AsyncClient, doors: Sequence[str], tables: Sequence[Table], patience: float
) -> list[str]:
    """Return differences between what two servers show."""
    wrong = []
    for table in tables:
        for token in (*table.tokens.values(), None):
            until = time.monotonic() + patience
            while True:
                seen = await asyncio.gather(*(_seen(http, door, table.id, token) for door in doors))
                if all(each == seen[0] for each in seen) and "error" not in seen[0]:
                    break
                if time.monotonic() > until:
                    differing = [key for key in seen[0] if any(each.get(key) != seen[0][key] for each in seen)]
                    shown = {key: [each.get(key) for each in seen] for key in differing}
                    wrong.append(f"{table.game} {table.id}: seen otherwise elsewhere: {str(shown or seen)[:1500]}")
                    break
                await asyncio.sleep(0.3)
    return wrong


async def _seen(http: httpx.AsyncClient, door: str, table: str, token: str | None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"{door}/api/tables/{table}"
    try:
        view, info, log = [(await http.get(f"{path}{what}", headers=headers)).json() for what in ("/view", "", "/log")]
    except (httpx.HTTPError, ValueError) as error:
        return {"error": repr(error)}
    for name in ("times", "clock", "begins_in"):
        view.pop(name, None)
    return {**view, "log": log, "names": [seat["name"] for seat in info["seats"]], "state of it": info["state"]}


async def clock_faults(
    line: asyncpg.Connection[Any], tables: Sequence[Table], outages: Sequence[tuple[float, float]]
) -> tuple[list[str], list[str]]:
    """Return clocks that ran faster than playable time, and remarks about those that ran out.

    Args:
        line: a connection to the database.
        tables: all of them.
        outages: periods in which nobody could play, in monotonic time.
    """
    wrong, told = [], []
    shift = time.monotonic() - await line.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
    for table in tables:
        if not table.clock:
            continue
        name, now = f"{table.game} {table.id}", time.monotonic()
        clocks = await line.fetchval("SELECT clocks FROM tables WHERE id = $1", table.id)
        for left, *_ in json.loads(clocks or "{}").get("banks", ()):
            most = now - table.opened - outage_seconds(outages, table.opened, now) + NEAR
            if BANK - left > most:
                wrong.append(f"{name}: {BANK - left:.0f} s are gone of {most:.0f} s at most")
        for seat, watch in table.watches.items():
            if watch.worst > NEAR:
                wrong.append(f"{name}: seat {seat}’s clock ran {watch.worst:.1f} s ahead of time")
        outs = "SELECT seat, at FROM commands WHERE table_id = $1 AND kind = 'out' ORDER BY revision"
        for out in await line.fetch(outs, table.id):
            seat, at = out["seat"], out["at"] + shift
            told.append(f"{name}: {_describe_timeout(table, seat, at)}")
            early = _time_left(table, seat, at, outages)
            if early > NEAR:
                wrong.append(f"{name}: seat {seat}’s clock ran out {early:.1f} s too early")
    return wrong, told


def _time_left(table: Table, seat: int, at: float, outages: Sequence[tuple[float, float]]) -> float:
    """Return the seconds a player still had when their clock ran out, as far as observable."""
    readings = table.watches[seat].readings if seat in table.watches else []
    asked, left = max((each for each in readings if each[0] < at), default=(table.opened, BANK))
    return left - (at - asked - outage_seconds(outages, asked, at))


def _describe_timeout(table: Table, seat: int, at: float) -> str:
    """Describe a player's commands in the time before a timeout."""
    said = Counter(given.outcome for given in table.said if given.seat == seat and at - BANK < given.at < at)
    asked = (
        "was played by nobody" if seat not in table.tokens else f"was answered {dict(said)} in its last {BANK:.0f} s"
    )
    return f"seat {seat} ran out of time {at - table.opened:.0f} s after it was opened, and {asked}"
