"""Leaving a game in progress, coming back to it, and ending it early, as changes of the seats.

A seat that was handed to a bot keeps its name and its owner: the bot plays until the owner takes the seat back. Each
such event is stored as a note of the table and appears in the story (the game's history in sentences). The game's log
doesn't contain it and is verified as usual.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from souq.server.core.live.live import Live
from souq.server.core.live.people import fresh_token
from souq.server.core.store.rows import NoteRow, SeatRow, TableRow
from souq.server.errors import Refused

HANDED, BACK, LEFT, ENDED = "hand", "back", "stand", "end"
"""Kinds of notes: handed to a bot, taken back by its player, left for good, game ended by agreement."""
OUT, COVERED, RESIGNED, JOINED = "out", "cover", "resign", "join"
"""Kinds of notes: ran out of time, covered by a bot while away, resigned, joined in place of another player."""

_SENTENCES = {
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
    """Return a copy of a seat that a bot plays from now on. It still belongs to its player, who can take it back.

    Raises:
        UnknownLevel: no bot has that level.
    """
    from souq.bots import levels  # loads the compiler

    return replace(seat, kind="bot", level=levels.get(level).name, invitation=None, ends=False)


def forgotten(seat: SeatRow) -> SeatRow:
    """Return a copy of a seat that no longer belongs to anybody: without its owner's person ID and token."""
    return replace(seat, person_id=None, token_hash=None, salt=None)


def opened(seat: SeatRow) -> SeatRow:
    """Return an open seat to replace this one: it has a new invitation, and its player is removed."""
    return SeatRow(seat.seat, "open", invitation=fresh_token())


def taken_back(seat: SeatRow) -> SeatRow:
    """Return a copy of a seat that its owner plays again, in place of the bot.

    Raises:
        Refused: the owner is playing the seat already.
    """
    if not seat.reserved:
        raise Refused("You’re playing this seat yourself.")
    return replace(seat, kind="person", level="", invitation=None)


def agreeing(row: TableRow, seat: int, agree: bool) -> list[SeatRow]:
    """Return the seats that change when a player agrees to end the game early, or disagrees.

    If the player disagrees, everybody's agreement is withdrawn.
    """
    if agree:
        return [replace(row.seats[seat], ends=True)]
    return [replace(each, ends=False) for each in row.seats if each.ends]


def agreed(row: TableRow, changed: list[SeatRow], away: Collection[int] = ()) -> bool:
    """Return whether, after these changes of seats, everybody agrees to end the game early.

    Players who are ``away`` aren't asked. Bots always agree, even one that plays for a person.
    """
    now = {seat.seat: seat for seat in (*row.seats, *changed)}
    return all(seat.ends for seat in now.values() if seat.kind == "person" and seat.seat not in away)


def begins(live: Live) -> bool:
    """Return whether the game is only beginning: at least one person hasn't made a decision yet."""
    match = live.playing
    decided = {made.seat for made in match.log[: match.mark]}
    return any(seat.seat not in decided for seat in live.row.seats if seat.kind == "person")


def check_plays(live: Live, seat: int) -> None:
    """Refuse a command for a seat that a bot plays.

    Raises:
        Refused: a bot plays the seat.
    """
    if live.seat(seat).kind == "bot":
        raise Refused("A bot plays for you. Take your seat back first.")


def notes_json(live: Live) -> list[dict[str, Any]]:
    """Return what players did about their seats, such as leaving, as sentences for the game's story.

    Each has the number of the log entry after which it happened (``ply``).
    """
    return [{"ply": note.moment, "seat": note.seat, "text": _said(live.row, note)} for note in live.notes]


def _said(row: TableRow, note: NoteRow) -> str:
    people = sum(seat.kind == "person" for seat in row.seats)
    if note.kind == ENDED and people > 1:
        return AGREED
    now = row.seats[note.seat].name
    return TAKES_OVER.format(now, note.name) if note.kind == JOINED else _SENTENCES[note.kind].format(note.name or now)
