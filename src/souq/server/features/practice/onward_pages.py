"""The end of a game against bots: what to try next, and how far the player has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from souq.bots.characters import seated
from souq.engine import registry
from souq.engine.game import Game
from souq.server.core.http.api import TableId
from souq.server.core.http.dependencies import StorageDep, Who
from souq.server.core.http.levels import climbing
from souq.server.core.http.rendering import NOT_KEPT, Missing, templates
from souq.server.core.live.ladder import Ladder, ladders, strongest
from souq.server.core.store.origins import LESSON, kind_of
from souq.server.core.store.rows import AgainstBots, TableRow
from souq.server.features.practice.lesson_offers import first_lesson, learned

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Onward:
    """A suggestion, and the form whose button follows it."""

    said: str
    label: str = ""
    """Label of the button; "" for no button."""
    action: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@router.get("/t/{table}/onward")
async def show(storage: StorageDep, guest: Who, table: TableId) -> Response:
    """Return what a player may try after this table's game, as a fragment of its page; empty if there is nothing."""
    row = await storage.table(table)
    if row is None:
        raise Missing
    sits = guest.person_id is not None and any(seat.person_id == guest.person_id for seat in row.seats)
    if row.state != "finished" or row.tournament or not sits:
        return HTMLResponse("", headers=NOT_KEPT)
    game = registry.find(row.game)
    games, taught = await storage.played_against_bots(guest.person_id), await storage.taught(guest.person_id)
    lesson = first_lesson(game, taught) if learned(game, taught) == "new" else None
    found = suggest(game, row, games, lesson)
    if found is None:
        return HTMLResponse("", headers=NOT_KEPT)
    levels = climbing(game, row.players, ladders(games).get(game.name, Ladder()))["levels"]
    html = templates().get_template("onward.html").render(onward=found, levels=levels)
    return HTMLResponse(html, headers=NOT_KEPT)


def suggest(game: Game, row: TableRow, games: Sequence[AgainstBots], lesson: Mapping[str, Any] | None) -> Onward | None:
    """Return what to try after the game at a table; None after a puzzle, or if no bots played.

    Args:
        game: the game.
        row: the table, whose game is over.
        games: the person's games against bots, the latest first.
        lesson: the game's first lesson, if the person hasn't done it (see :func:`first_lesson`).
    """
    there = seated(game, row.players)
    if kind_of(row.origin) == LESSON:
        known = ladders(games).get(game.name, Ladder())
        level = known.next(there)
        return Onward(
            "You know how it’s played. Now for a whole game.", f"Play the {level.title}", f"/play/{game.name}"
        )
    this = next((each for each in games if each.table == row.id), None)
    played = strongest(this.levels) if this else -1
    if this is None or not 0 <= played < len(there):
        return None
    before = ladders([each for each in games if each is not this]).get(game.name, Ladder())
    beaten = max(before.beaten, played + 1 if this.won else 0)
    if not this.won:
        if lesson is not None and beaten == 0:
            begin = f"/learn/{game.name}/{lesson['name']}"
            return Onward(f"The lesson shows how it’s done, in {lesson['minutes']} minutes.", "Do the lesson", begin)
        if beaten < played:
            return _against(game, row, f"The {there[beaten].title} is gentler.", beaten)
        return Onward(f"Beat the {there[played].title} to move up." if beaten == played else "")
    first = f"Your first win against the {there[played].title}. " if before.beaten <= played else ""
    if beaten >= len(there):
        return Onward(f"{first}You’ve beaten every level.")
    return _against(game, row, f"{first}Next: {there[beaten].title}. {there[beaten].tagline}", beaten)


def _against(game: Game, row: TableRow, said: str, level: int) -> Onward:
    """Return the suggestion to play again with the same settings against bots of a level."""
    options = {each.name: row.options.get(each.name, each.default) for each in game.options}
    fields = {
        f"option-{name}": "on" if on is True else "off" if on is False else str(on) for name, on in options.items()
    }
    who = seated(game, row.players)[level]
    fields |= {"players": str(row.players), "level": who.name, "pace": row.pace}
    return Onward(said, f"Play the {who.title}", f"/play/{game.name}", fields)
