"""Leaving a game that goes on, coming back to it, and ending it for good: what becomes of a seat.

A seat that was handed over keeps its name and whose it is: a bot plays it until they take it back. What happened is a
note of the table's, told with the story; the game's log knows nothing of it, and is verified as ever.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from souq.server.core.db.models import NoteRow, SeatRow, TableRow
from souq.server.core.live.live import Live
from souq.server.core.live.people import fresh_token
from souq.server.errors import Refused

HANDED, BACK, LEFT, ENDED = "hand", "back", "stand", "end"
OUT, COVERED, RESIGNED, JOINED = "out", "cover", "resign", "join"
"""Kinds of notes."""

_TOLD = {
    HANDED: "**{}** hands over to a bot.",
    BACK: "**{}** is back.",
    LEFT: "**{}** leaves, and a bot plays on.",
    ENDED: "**{}** ends the game.",
    OUT: "**{}** runs out of time. A bot plays on until they’re back.",
    COVERED: "**{}** has been away for a long time. A bot plays on until they’re back.",
    RESIGNED: "**{}** resigns.",
}
AGREED = "Everybody agrees to end the game."
TAKES_OVER = "**{}** takes over from **{}**."


def handed(seat: SeatRow, level: str) -> SeatRow:
    """The seat with a bot that plays for whose it is.

    Raises:
        UnknownLevel: no bot has that level.
    """
    from souq.bots import levels  # loads the compiler

    return replace(seat, kind="bot", level=levels.get(level).name, invitation=None, ends=False)


def forgotten(seat: SeatRow) -> SeatRow:
    """The seat, nobody's any more."""
    return replace(seat, person_id=None, token_hash=None, salt=None)


def opened(seat: SeatRow) -> SeatRow:
    """The seat as it was before somebody took it."""
    return SeatRow(seat.seat, "open", invitation=fresh_token())


def taken_back(seat: SeatRow) -> SeatRow:
    """The seat with its person again.

    Raises:
        Refused: nobody plays it for them.
    """
    if not seat.kept:
        raise Refused("You play yourself: no bot sits there.")
    return replace(seat, kind="person", level="", invitation=None)


def agreeing(row: TableRow, seat: int, agree: bool) -> list[SeatRow]:
    """The seats that change when somebody would like the game to end, or plays on: then nobody is asked any more."""
    if agree:
        return [replace(row.seats[seat], ends=True)]
    return [replace(each, ends=False) for each in row.seats if each.ends]


def agreed(row: TableRow, changed: list[SeatRow], away: Collection[int] = ()) -> bool:
    """Whether every person wants the game to end, once these seats have changed.

    Bots agree to everything, for whomever they play, and who is away is not asked.
    """
    now = {seat.seat: seat for seat in (*row.seats, *changed)}
    return all(seat.ends for seat in now.values() if seat.kind == "person" and seat.seat not in away)


def begins(live: Live) -> bool:
    """Whether not much has happened yet: somebody has still to make a first decision."""
    match = live.playing
    decided = {made.seat for made in match.log[: match.mark]}
    return any(seat.seat not in decided for seat in live.row.seats if seat.kind == "person")


def check_plays(live: Live, seat: int) -> None:
    """Whether somebody plays their seat themselves.

    Raises:
        Refused: a bot does.
    """
    if live.seat(seat).kind == "bot":
        raise Refused("A bot plays for you. Take your seat back first.")


def notes_json(live: Live) -> list[dict[str, Any]]:
    """What happened to the seats, in sentences, each after which moment of the game."""
    return [{"ply": note.moment, "seat": note.seat, "text": _said(live.row, note)} for note in live.notes]


def _said(row: TableRow, note: NoteRow) -> str:
    people = sum(seat.kind == "person" for seat in row.seats)
    if note.kind == ENDED and people > 1:
        return AGREED
    now = row.seats[note.seat].name
    return TAKES_OVER.format(now, note.name) if note.kind == JOINED else _TOLD[note.kind].format(note.name or now)
