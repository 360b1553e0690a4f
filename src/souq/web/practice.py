"""Lessons, puzzles, the puzzle of the day, storms and figures of the rules, at a page's worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.engine.teach import lesson as lessons
from souq.engine.teach import primer
from souq.puzzles.lesson import moment
from souq.puzzles.puzzle import Puzzle, UnknownPuzzle, find, puzzles
from souq.server.core.http import table_forms
from souq.server.core.live.seats import Wish
from souq.server.core.store.origins import DAILY, FIGURE, LESSON, PUZZLE, STORM, kind_of
from souq.server.core.store.rows import TableRow
from souq.server.features.practice import lesson_offers, puzzle_offers
from souq.server.features.practice.daily import DAY, daily, option_of, played, preset_of
from souq.server.features.practice.puzzle_offers import NEXT, Posed, day_of
from souq.server.features.practice.storm import Storm, storm_of, upcoming
from souq.web.requests import describe, open_table
from souq.web.routes import Fields, route
from souq.web.tables import Site

To = dict[str, str]
"""The path of the page where it goes on, by the name ``to``."""


@route("POST", "/learn/{}/{}")
async def learn(site: Site, fields: Fields, game: str, name: str) -> To:
    """Resume a lesson, or start it from the beginning."""
    found = registry.find(game)
    wanted = lessons.find(found, name)
    left = lesson_offers.table_with(wanted, found, await site.shelf.taught()) if "anew" not in fields else ""
    if left:
        return {"to": f"/t/{left}"}
    setting = wanted.setting
    return await _open(site, fields, setting.begin(found), wanted.seat, f"{LESSON}:{wanted.name}", setting.names)


@route("POST", "/practice/{}/{}")
async def practise(site: Site, fields: Fields, game: str, name: str) -> To:
    """Start or resume a puzzle, or the next unsolved one."""
    found = registry.find(game)
    if name == NEXT:
        known = {*await site.progress.solved(game), *puzzle_offers.solved(await site.shelf.practised(), found)}
        name = puzzle_offers.upcoming(found, known, fields.get("after", "")).name
    return await _sit(site, fields, found, find(found, name), f"{PUZZLE}:{name}")


@route("POST", "/daily/{}")
async def begin_daily(site: Site, fields: Fields, game: str) -> To:
    """Start or resume the puzzle of a day, or show it again once it is solved."""
    found, when = registry.find(game), day_of(fields.get("day") or "today")
    preset, day = preset_of(found), when.isoformat()
    if preset is None:
        puzzle = puzzle_offers.posed_on(found, when)
        return await _sit(site, fields, found, puzzle, f"{DAILY}:{day}/{puzzle.name}")
    for each in await site.shelf.entries():
        same = (each["game"], each["players"], each["options"].get(preset.today)) == (game, 1, day)
        if same and (each["state"] == "playing" or each["solved_day"]):
            return {"to": f"/t/{each['id']}"}
    wanted = {"preset": preset.name, f"option-{preset.today}": day}
    _, options = table_forms.against_bots(found, wanted, known=False)
    return await open_table(site, fields, game, [Wish("me")], options)


@route("POST", "/try/{}/{}")
async def try_figure(site: Site, fields: Fields, game: str, name: str) -> To:
    """Open a table that starts in the position of a figure."""
    found = registry.find(game)
    picture = primer.figure(found, name).picture
    names = picture.setting.names
    return await _open(
        site, fields, picture.setting.begin(found), picture.seat, f"{FIGURE}:{name}", names, seeded=False
    )


@route("GET", "/solved/{}")
async def solved(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return the number of tries at a solved puzzle, and the person's rating and streak in words."""
    async with site.tables.hold(table) as live:
        row = live.row
    return await site.progress.result(row)


# storms


@route("POST", "/storm/{}")
async def begin_storm(site: Site, fields: Fields, game: str) -> To:
    """Begin a storm with its first puzzle."""
    found = registry.find(game)
    if not puzzles(found):
        raise UnknownPuzzle(f"{found.title} has no puzzles yet.")
    begun = await site.progress.begin_storm(site.guest.person_id or "", game)
    return await _next(site, fields, found, begun)


@route("POST", "/storm/{}/next")
async def proceed(site: Site, fields: Fields, game: str) -> To:
    """Open the next puzzle of a storm, or lead to the result if time is up."""
    async with site.tables.hold(fields.get("table", "")) as live:
        row, count = live.row, site.progress.missed if live.missed else site.progress.committed
    await count(row)
    running = await site.progress.storm(storm_of(row.origin))
    if running is None or running.game != game:
        return {"to": f"/practice/{game}"}
    return await _next(site, fields, registry.find(game), running)


async def _next(site: Site, fields: Fields, game: Game, storm: Storm) -> To:
    puzzle = upcoming(game, storm) if storm.left else None
    if puzzle is None:
        return {"to": f"/practice/{game.name}?storm={storm.n}"}
    await site.progress.stop_storm(storm.n)
    return await _open_puzzle(site, fields, game, puzzle, f"{STORM}:{storm.n}/{puzzle.name}")


# opening tables


async def _sit(site: Site, fields: Fields, game: Game, puzzle: Puzzle, origin: str) -> To:
    """Lead to the person's table with a puzzle, opening one if needed."""
    if table := puzzle_offers.table_with(origin, game, await site.shelf.practised()):
        return {"to": f"/t/{table}"}
    return await _open_puzzle(site, fields, game, puzzle, origin)


async def _open_puzzle(site: Site, fields: Fields, game: Game, puzzle: Puzzle, origin: str) -> To:
    return await _open(site, fields, moment(game, puzzle.name).begin(game), puzzle.seat, origin)


async def _open(
    site: Site,
    fields: Fields,
    match: Match,
    seat: int,
    origin: str,
    names: Sequence[str] = (),
    seeded: bool = True,
) -> To:
    wishes, begins = table_forms.alone(match, seat, origin, fields, names=names, seeded=seeded)
    return await open_table(site, fields, match.game.name, wishes, match.options, begins)


# what a puzzle's table shows besides the game


@describe
async def about(site: Site, row: TableRow) -> dict[str, Any]:
    """Return the links, the streak and the storm of a puzzle's table, and those of a puzzle of the day."""
    game = registry.find(row.game)
    posed = await _posed(site, game, row.origin)
    shown = asdict(posed) | {"storm": _clock(posed.storm)} if posed else None
    return {"posed": shown, "daily": await _daily(site, game, row)}


async def _posed(site: Site, game: Game, origin: str) -> Posed | None:
    if (number := storm_of(origin)) is not None:
        storm = await site.progress.go_on(number)
        return Posed(origin.rpartition("/")[2], "", "", "", "", storm) if storm else None
    if kind_of(origin) in (PUZZLE, DAILY):
        return puzzle_offers.posed(game, origin, await site.shelf.practised(), date.today())
    return None


def _clock(storm: Storm | None) -> dict[str, float] | None:
    """Return the seconds left in a storm, and how many puzzles are solved."""
    return {"left": round(storm.left, 1), "solved": storm.solved} if storm else None


async def _daily(site: Site, game: Game, row: TableRow) -> dict[str, Any] | None:
    """Return the streak and the link to yesterday's puzzle at a table whose options say which day's puzzle it is."""
    day = row.options.get(option_of(game))
    if row.players > 1 or not day:
        return None
    done = await played(site.shelf, row.seats[0].person_id, game)
    found = daily(game, row.options, done, date.today())
    before = (date.today() - DAY).isoformat()
    yesterday = found.yesterday if found.played else f"/daily/{game.name}?day={before}"
    return {"said": found.said, "yesterday": yesterday, "played": found.played}
