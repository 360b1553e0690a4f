"""A game's puzzles as they are offered to a player: which are solved, which is next, and links at a puzzle's table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from souq.engine.game import Game
from souq.puzzles.daily import of_day
from souq.puzzles.puzzle import Puzzle, UnknownPuzzle, puzzles
from souq.server.core.store.origins import DAILY, PUZZLE, kind_of
from souq.server.core.store.rows import TaughtRow
from souq.server.errors import Malformed
from souq.server.features.practice.daily import days, words
from souq.server.features.practice.puzzle_ratings import puzzle_of
from souq.server.features.practice.storm import Storm

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


def day_of(text: str) -> date:
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


def posed_on(game: Game, day: date) -> Puzzle:
    """Return the puzzle of a day.

    Raises:
        UnknownPuzzle: the game has no puzzles.
    """
    puzzle = of_day(game, day)
    if puzzle is None:
        raise UnknownPuzzle(f"{game.title} has no puzzle of the day.")
    return puzzle


def table_with(origin: str, game: Game, rows: Sequence[TaughtRow]) -> str:
    """Return the table at which a player finds a puzzle again, or "" if one has to be opened.

    An unfinished table is continued. The puzzle of the day, once solved, is shown again instead of starting over.

    Args:
        origin: the origin of a table with the puzzle.
        game: the puzzle's game.
        rows: the player's puzzle tables.
    """
    for row in rows:
        waits = row.state == "playing" if row.ply == 0 else kind_of(origin) == DAILY
        if (row.game, row.origin) == (game.name, origin) and waits:
            return row.id
    return ""
