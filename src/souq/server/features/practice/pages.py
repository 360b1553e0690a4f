"""The pages of puzzles and the puzzle of the day: overviews, progress, and starting one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.engine import registry
from souq.engine.game import Game
from souq.games import card, cards
from souq.puzzles.lesson import moment
from souq.puzzles.puzzle import LEVELS, Puzzle, find
from souq.server.core.db.storage import Storage
from souq.server.core.http.api import TableId
from souq.server.core.http.dependencies import CompilingDep, StorageDep, TablesDep, Who
from souq.server.core.http.opening import Form, Opener, Opens
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest
from souq.server.core.store.origins import DAILY, PUZZLE
from souq.server.core.store.rows import TaughtRow
from souq.server.features.practice.daily import option_of, preset_of
from souq.server.features.practice.dependencies import MistakesDep, ProgressDep
from souq.server.features.practice.progress import Progress
from souq.server.features.practice.puzzle_offers import NEXT, day_of, offers, posed_on, solved, table_with, upcoming
from souq.server.features.practice.puzzle_ratings import Standing, Streak, puzzle_of, result_of, solver_of
from souq.server.features.practice.today import todays

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Known:
    """A player's progress in all games: their solved puzzles with the number of wrong tries, and their ratings."""

    solved: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)


@router.get("/practice")
async def practice(request: Request, storage: StorageDep, progress: ProgressDep, guest: Who) -> Response:
    """Show today's puzzles, and those of every game."""
    rows, today = await storage.practised(guest.person_id), date.today()
    known = await _known(progress, guest)
    shelf = [shelved(registry.find(each.game), rows, known) for each in cards() if each.playable]
    streak = await progress.streak(guest.person_id, today) if guest.person_id else Streak()
    daily = await todays(storage, guest.person_id, rows, today)
    shown: dict[str, Any] = {"shelf": [each for each in shelf if each["offers"]], "streak": streak, "daily": daily}
    return page(request, "practice.html", guest, **shown)


@router.get("/solved/{table}")
async def result(tables: TablesDep, progress: ProgressDep, guest: Who, table: TableId) -> dict[str, Any]:
    """Return a player's result at a solved puzzle: the number of tries, and their rating and streak in words.

    If they had solved the puzzle before this table was opened, the number is that of then, and ``before`` is true. The
    result is empty for everybody else.
    """
    async with tables.hold(table) as live:
        row = live.row
    name = puzzle_of(row.origin)
    if not name or guest.person_id is None or guest.person_id != solver_of(row):
        return {}
    await progress.committed(row)
    tried = await progress.attempt(guest.person_id, row.game, name)
    standing = (await progress.standings(guest.person_id)).get(row.game)
    return result_of(tried, standing, await progress.streak(guest.person_id, date.today()), row.created_at)


@router.get("/practice/{game}")
async def practice_game(
    request: Request,
    compiling: CompilingDep,
    storage: StorageDep,
    progress: ProgressDep,
    mistakes: MistakesDep,
    guest: Who,
    game: str,
) -> Response:
    """Show the puzzles of one game, by theme."""
    found = registry.find(game)
    compiling.want(found.name)
    about = listed(found, await storage.practised(guest.person_id), await _known(progress, guest))
    own = await mistakes.of(guest.person_id, found.name) if guest.person_id else []
    due = [each for each in own if each.due <= date.today().isoformat()]
    about |= {"own": due, "coming": len(own) - len(due)}
    return page(request, "puzzles.html", guest, **about)


@router.get("/practice/{game}/{name}")
async def practise(
    request: Request, compiling: CompilingDep, storage: StorageDep, guest: Who, game: str, name: str, after: str = ""
) -> Response:
    """Show a page that starts a puzzle, or the next unsolved one."""
    found = registry.find(game)
    compiling.want(found.name)
    if name == NEXT:
        name = upcoming(found, solved(await storage.practised(guest.person_id), found), after).name
    puzzle = find(found, name)
    about = f"{puzzle.theme}. {LEVELS[puzzle.level - 1]}."
    return _begins(request, guest, found, "Practice", about, f"/practice/{game}/{name}")


@router.post("/practice/{game}/{name}")
async def begin(opener: Opens, storage: StorageDep, guest: Who, game: str, name: str, form: Form) -> Response:
    """Start or resume a puzzle."""
    found = registry.find(game)
    return await _sit(opener, storage, guest, found, find(found, name), f"{PUZZLE}:{name}", form)


@router.get("/daily/{game}")
async def daily(request: Request, compiling: CompilingDep, guest: Who, game: str, day: str = "") -> Response:
    """Show a page that starts the puzzle of a day: the given one, or today in the browser's time zone."""
    found = registry.find(game)
    compiling.want(found.name)
    if own := preset_of(found):
        asked = f"&{own.today}={day_of(day).isoformat()}" if day else ""
        return RedirectResponse(f"/new/{found.name}?preset={own.name}{asked}", 303)
    when = day_of(day) if day else date.today()
    posed_on(found, when)
    title = f"Puzzle of {when.day} {when:%B %Y}" if day else "Puzzle of the day"
    return _begins(request, guest, found, title, "One choice is clearly best.", f"/daily/{game}", day or "today")


@router.post("/daily/{game}")
async def begin_daily(opener: Opens, storage: StorageDep, guest: Who, game: str, form: Form) -> Response:
    """Start or resume the puzzle of a day."""
    found, when = registry.find(game), day_of(form.get("day", "today"))
    puzzle = posed_on(found, when)
    origin = f"{DAILY}:{when.isoformat()}/{puzzle.name}"
    return await _sit(opener, storage, guest, found, puzzle, origin, form)


async def _sit(
    opener: Opener,
    storage: Storage,
    guest: Guest,
    game: Game,
    puzzle: Puzzle,
    origin: str,
    form: Mapping[str, str],
) -> Response:
    """Redirect to the player's table with a puzzle, opening one if needed."""
    if table := table_with(origin, game, await storage.practised(guest.person_id)):
        return RedirectResponse(f"/t/{table}", 303)
    return await opener.open_at(
        game, lambda: moment(game, puzzle.name).begin(game), puzzle.seat, origin, form, seeded=True
    )


def _begins(request: Request, guest: Guest, game: Game, title: str, about: str, action: str, day: str = "") -> Response:
    shown: dict[str, Any] = {"game": game, "card": card(game.name), "title": title, "about": about}
    return page(request, "puzzle.html", guest, **shown, action=action, day=day)


async def _known(progress: Progress, guest: Guest) -> Known:
    """Return what is stored of a player's tries at puzzles."""
    person = guest.person_id
    return Known(await progress.solved(person), await progress.standings(person)) if person else Known()


def shelved(game: Game, rows: Sequence[TaughtRow], known: Known) -> dict[str, Any]:
    """Return the values that the puzzles page shows for a game."""
    missed = known.solved.get(game.name, {})
    at_once = {name for name, wrong in missed.items() if not wrong}
    found = offers(game, {*solved(rows, game), *missed}, at_once)
    done = sum(each.solved for each in found)
    shown = {"game": game, "card": card(game.name), "offers": found, "done": done}
    return shown | {"daily": bool(found or option_of(game)), "standing": known.standings.get(game.name)}


def listed(game: Game, rows: Sequence[TaughtRow], known: Known) -> dict[str, Any]:
    """Return the values that the page of a game's puzzles shows, but for the player's own mistakes."""
    about = shelved(game, rows, known)
    themes = [(title, list(group)) for title, group in groupby(about["offers"], lambda each: each.puzzle.theme)]
    return {**about, "themes": themes, "levels": LEVELS}
