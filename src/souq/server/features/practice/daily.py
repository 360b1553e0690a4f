"""The puzzle of the day: a player's streak, and the link to yesterday's puzzle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol

from souq.engine.game import Game, Preset
from souq.engine.present.wording import counted
from souq.server.core.http.table_forms import again
from souq.server.core.store.origins import DAILY, kind_of
from souq.server.core.store.rows import SoloRow, TaughtRow

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Solved:
    """A past puzzle of the day that a player has played to the end, and whether they solved it."""

    table: str
    day: str
    solved: bool


@dataclass(frozen=True, slots=True)
class Daily:
    """Links and streak that appear at the table of a puzzle of the day."""

    said: str
    """The player's streak in words, or ""."""
    yesterday: str
    """Path of yesterday's puzzle: the player's finished table, or a page that starts the puzzle."""
    played: bool
    """Whether the player has finished yesterday's puzzle, so that the link opens their table."""


class Tables(Protocol):
    """Lists a person's tables."""

    async def played_alone(self, person_id: str, game: str) -> list[SoloRow]:
        """Return the finished tables at which a person was the only player, the latest first."""


def preset_of(game: Game) -> Preset | None:
    """Return the preset that is a game's puzzle of the day; None if it has none."""
    return next((preset for preset in game.presets if preset.today and preset.players == 1), None)


def option_of(game: Game) -> str:
    """Return the name of the game option that holds the date of its puzzle of the day, or "" if it has none."""
    preset = preset_of(game)
    return preset.today if preset else ""


def days(rows: Sequence[TaughtRow], game: Game) -> frozenset[str]:
    """Return the dates whose puzzle of the day a player has solved in a game; `rows` are the player's puzzle tables."""
    mine = (row.origin for row in rows if row.game == game.name and row.ply > 0 and kind_of(row.origin) == DAILY)
    return frozenset(origin.removeprefix(f"{DAILY}:").partition("/")[0] for origin in mine)


async def played(storage: Tables, person_id: str | None, game: Game) -> list[Solved]:
    """Return the puzzles of the day that a player has played to the end, in a game that has them as an option."""
    name = option_of(game)
    rows = await storage.played_alone(person_id, game.name) if person_id and name else []
    return [Solved(row.id, row.options.get(name, ""), bool((row.result or {}).get("winners"))) for row in rows]


async def solved_days(storage: Tables, person_id: str | None, game: Game, rows: Sequence[TaughtRow]) -> frozenset[str]:
    """Return the dates whose puzzle of the day a player has solved, whether it is an option of the game or not."""
    alone = await played(storage, person_id, game)
    return days(rows, game) | {each.day for each in alone if each.solved and each.day}


def daily(game: Game, options: Mapping[str, Any], played: Collection[Solved], today: date) -> Daily:
    """Return the streak and the link to yesterday's puzzle; `played` are the puzzles that the player has finished."""
    before = (today - DAY).isoformat()
    there = next((each.table for each in played if each.day == before), "")
    link = f"/t/{there}" if there else again(game, 1, {**options, option_of(game): before})
    return Daily(words({each.day for each in played if each.solved}, today), link, bool(there))


def words(solved: Collection[str], today: date) -> str:
    """Describe in words on how many days in a row a player has solved the puzzle of the day, or return "".

    >>> words({"2026-11-21", "2026-11-22"}, date(2026, 11, 23))
    'Solved two days in a row. Today makes three.'
    >>> words({"2026-11-23"}, date(2026, 11, 23)), words({"2026-11-20"}, date(2026, 11, 23))
    ('Solved today. Come back tomorrow.', '')
    """
    row, now = 0, today.isoformat() in solved
    while (today - (row + 1) * DAY).isoformat() in solved:
        row += 1
    if now:
        return f"Solved {counted(row + 1)} days in a row." if row else "Solved today. Come back tomorrow."
    if not row:
        return ""
    return f"Solved {f'{counted(row)} days in a row' if row > 1 else 'yesterday'}. Today makes {counted(row + 1)}."
