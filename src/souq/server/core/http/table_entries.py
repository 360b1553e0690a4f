"""The list of a player's tables on the home page, with opponents and whose turn it is, or a lesson's progress."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from souq.engine import registry
from souq.engine.errors import BadOption, UnknownGame
from souq.engine.present.wording import counted, listed
from souq.server.core.commands.trying import came_from
from souq.server.core.http.ago import ago
from souq.server.core.http.previews import ended
from souq.server.core.live.teaching import is_learned, lesson_of
from souq.server.core.store.rows import TableRow

STATES = ("playing", "waiting", "finished")
"""States of tables in the order in which the home page lists them.

Among running games, those where it is the player's turn come first.
"""


def listed_for(person_id: str | None, tables: Sequence[TableRow]) -> list[dict[str, Any]]:
    """Return a player's tables in the order in which home lists them, without lessons whose tasks are all done."""
    entries = [entry(table, person_id) for table in tables if not is_parting(table)]
    return sorted(entries, key=lambda entry: STATES.index(entry["state"]) - entry["yours"])


def is_parting(table: TableRow) -> bool:
    """Return whether a table has a lesson that only has to be read to its end."""
    lesson = lesson_of(table)
    return bool(lesson and table.step < len(lesson.steps) and is_learned(lesson, table.step))


def entry(table: TableRow, person_id: str | None) -> dict[str, Any]:
    """Return what a list says about one of a player's tables."""
    mine = frozenset(seat.seat for seat in table.seats if seat.person_id == person_id)
    return {
        "id": table.id,
        "game": table.game,
        **_about(table, mine),
        "when": ago(time.time() - table.updated_at),
        "yours": table.state == "playing" and any(table.deciders >> seat & 1 for seat in mine),
        "state": table.state,
    }


def _about(table: TableRow, mine: frozenset[int]) -> dict[str, str]:
    """Return a table's title, the other players' names, and its status in words.

    For a lesson or puzzle that isn't done, the lesson's title and step take their place.
    """
    try:
        game = registry.find(table.game)
        title, terms = game.title, game.terms(table.players, table.options)
    except (UnknownGame, BadOption):
        title, terms = table.game, []
    lesson = lesson_of(table)
    if lesson and table.step < len(lesson.steps):
        many = len(lesson.steps) > 1
        stands = f"Step {table.step + 1} of {len(lesson.steps)}" if many else "Not solved yet"
        return {"title": title, "with_whom": lesson.title, "stands": stands}
    others, began = _other_players(table, mine), came_from(table.origin)
    with_whom = f"with {listed(others)}" if others else ", ".join(terms) or "alone"
    since = f"from move {began.number}, " if began else ""
    return {"title": title, "with_whom": since + with_whom, "stands": _stands(table, mine)}


def _other_players(table: TableRow, mine: frozenset[int]) -> list[str]:
    """Return the names of the other players and, if seats are open, words that say how many."""
    others = [seat.name for seat in table.seats if seat.seat not in mine and seat.kind != "open"]
    still = sum(seat.kind == "open" for seat in table.seats)
    return others + ([f"{counted(still)} open seats" if still > 1 else "an open seat"] if still else [])


def _stands(table: TableRow, mine: frozenset[int]) -> str:
    """Return a table's status in words: the result, whose turn it is, or that it waits for players."""
    if table.state == "finished":
        return ended(table, mine) or ("Cancelled" if (table.result or {}).get("cancelled") else "Finished")
    if table.state == "waiting":
        return "Waiting for players"
    asked = [seat for seat in table.seats if table.deciders >> seat.seat & 1]
    if any(seat.seat in mine for seat in asked):
        return "Your turn"
    return f"Waiting for {listed([seat.name for seat in asked]) or 'the others'}"
