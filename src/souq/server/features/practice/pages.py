"""The pages of puzzles and the puzzle of the day: overviews, progress, and starting one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.present.wording import counted
from souq.games import card, cards
from souq.puzzles.daily import of_day
from souq.puzzles.lesson import moment
from souq.puzzles.puzzle import LEVELS, Puzzle, UnknownPuzzle, find, puzzles
from souq.server.core.db.storage import Storage
from souq.server.core.http.api import TableId
from souq.server.core.http.dependencies import CompilingDep, StorageDep, TablesDep, Who
from souq.server.core.http.opening import Form, Opener, Opens
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest
from souq.server.core.store.origins import DAILY, PUZZLE, kind_of
from souq.server.core.store.rows import TaughtRow
from souq.server.errors import Malformed
from souq.server.features.practice.daily import days, option_of, words
from souq.server.features.practice.dependencies import MistakesDep, ProgressDep
from souq.server.features.practice.progress import Progress, Standing, Streak, puzzle_of, solver_of
from souq.server.features.practice.storms import Storm
from souq.server.features.practice.today import todays

router = APIRouter(include_in_schema=False)

NEXT = "next"
"""Word that takes the place of a puzzle's name in a path and means the next unsolved puzzle."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A puzzle in a list, with the player's progress."""

    puzzle: Puzzle
    nth: int
    """The puzzle's number on the page, from 1."""
    solved: bool
    at_once: bool = False
    """Whether it was solved at the first try."""


@dataclass(frozen=True, slots=True)
class Known:
    """A player's progress in all games: their solved puzzles with the number of wrong tries, and their ratings."""

    solved: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Posed:
    """Links, streak and text to share that appear at a puzzle's table."""

    name: str
    onward: str
    """The path of the next puzzle."""
    share: str
    """First part of the text that shares a puzzle of the day: the game and the date; "" for other puzzles."""
    path: str
    """Path of the puzzle of the day, which ends the text to share; "" for other puzzles."""
    row: str
    """The streak in words, counting this puzzle as solved; "" unless it is today's puzzle of the day."""
    storm: Storm | None = None
    """The storm to which the puzzle belongs."""


def solved(rows: Sequence[TaughtRow], game: Game) -> frozenset[str]:
    """Return the names of the puzzles of a game that a player has solved; `rows` are the player's puzzle tables.

    A puzzle counts as solved once its table has a move, since wrong moves are never stored.
    """
    return frozenset(puzzle_of(row.origin) for row in rows if row.game == game.name and row.ply > 0)


def offers(game: Game, known: Collection[str], at_once: Collection[str] = ()) -> list[Offer]:
    """Return a game's puzzles for a player who has solved those in `known`, and some of them at the first try."""
    return [
        Offer(puzzle, nth, puzzle.name in known, puzzle.name in at_once)
        for nth, puzzle in enumerate(puzzles(game).values(), 1)
    ]


def upcoming(game: Game, known: Collection[str], after: str = "") -> Puzzle:
    """Return the first unsolved puzzle after the one named `after`, wrapping around; if all are solved, the next one.

    Raises:
        UnknownPuzzle: the game has no puzzles.
    """
    listed = list(puzzles(game).values())
    if not listed:
        raise UnknownPuzzle(f"{game.title} has no puzzles yet.")
    at = next((nth for nth, puzzle in enumerate(listed, 1) if puzzle.name == after), 0)
    order = [*listed[at:], *listed[:at]]
    return next((puzzle for puzzle in order if puzzle.name not in known), order[0])


def posed(game: Game, origin: str, rows: Sequence[TaughtRow], today: date) -> Posed | None:
    """Return the puzzle's links and streak for a table with this origin, or None if it has no puzzle."""
    kind, _, rest = origin.partition(":")
    day, _, name = rest.rpartition("/")
    if kind not in (PUZZLE, DAILY) or name not in puzzles(game):
        return None
    onward = f"/practice/{game.name}/{NEXT}?after={name}"
    if kind == PUZZLE:
        return Posed(name, onward, "", "", "")
    when = date.fromisoformat(day)
    row = words({*days(rows, game), day}, today) if when == today else ""
    share = f"souq · {game.title}, {when.day} {when:%B %Y}"
    return Posed(name, onward, share, f"/daily/{game.name}?day={day}", row)


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
    if tried is None or standing is None or not tried.solved_at:
        return {}
    streak, before = await progress.streak(guest.person_id, date.today()), tried.solved_at < row.created_at
    words = said(standing, streak, None if before else tried.gained)
    return {"tries": tried.missed + 1, "said": words, "before": before}


def said(standing: Standing, streak: Streak, gained: int | None) -> str:
    """Return a player's rating, with the points that they gained now, and their streak in words."""
    row = f" Solved something {counted(streak.now)} days in a row." if streak.now > 1 else ""
    sure = "" if not standing.provisional else f" ± {standing.margin}"
    change = "" if gained is None else f" ({gained:+d})"
    return f"Puzzle rating {standing.points}{sure}{change}.{row}".replace("-", "−")


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
    if own := next((preset for preset in found.presets if preset.today and preset.players == 1), None):
        asked = f"&{own.today}={_day(day).isoformat()}" if day else ""
        return RedirectResponse(f"/new/{found.name}?preset={own.name}{asked}", 303)
    when = _day(day) if day else date.today()
    if of_day(found, when) is None:
        raise UnknownPuzzle(f"{found.title} has no puzzle of the day.")
    title = f"Puzzle of {when.day} {when:%B %Y}" if day else "Puzzle of the day"
    return _begins(request, guest, found, title, "One choice is clearly best.", f"/daily/{game}", day or "today")


@router.post("/daily/{game}")
async def begin_daily(opener: Opens, storage: StorageDep, guest: Who, game: str, form: Form) -> Response:
    """Start or resume the puzzle of a day."""
    found, when = registry.find(game), _day(form.get("day", "today"))
    puzzle = of_day(found, when)
    if puzzle is None:
        raise UnknownPuzzle(f"{found.title} has no puzzle of the day.")
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
    """Redirect to the player's table with a puzzle, opening one if needed.

    An unfinished table is continued. The puzzle of the day, once solved, is shown again instead of starting over.
    """
    for row in await storage.practised(guest.person_id):
        waits = row.state == "playing" if row.ply == 0 else kind_of(origin) == DAILY
        if (row.game, row.origin) == (game.name, origin) and waits:
            return RedirectResponse(f"/t/{row.id}", 303)
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


def _day(text: str) -> date:
    """Parse an ISO date or "today". Because of time zones, tomorrow is allowed, too.

    Raises:
        Malformed: the text is no date, or the day is too far in the future.
    """
    if text == "today":
        return date.today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Malformed("Write a date like 2026-11-23.") from None
    if day > date.today() + timedelta(days=1):
        raise Malformed("That day’s puzzle isn’t out yet.")
    return day
