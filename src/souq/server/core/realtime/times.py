"""Clocks in the messages to clients: a table's time control, and each player's time left."""

from __future__ import annotations

from typing import Literal

from souq.server.core.clocks import hours, terms
from souq.server.core.clocks.reckoning import Bank, ClockOffsets
from souq.server.core.live.live import Live
from souq.server.core.live.player_clocks import clocks_of, is_out
from souq.server.core.messages import BaseModel, Field
from souq.server.core.store.rows import TableRow


class Timing(BaseModel):
    """How long players may take at a table."""

    kind: Literal["live", "days"]
    bank: float = Field(description="Seconds: live, each player’s time at the beginning; days, the time for a turn.")
    increment: float = Field(description="Seconds added after every turn.")
    level: str = Field(description="The bot that plays on for a player who runs out of time, until they’re back.")
    words: str


class SeatTime(BaseModel):
    """A player's time left, measured in server time."""

    left: float = Field(description="Seconds left.")
    runs: bool = Field(description="Whether it’s running: the table waits for them.")
    sleeps: bool = Field(description="Whether it’s paused all the same, because it’s night there or a holiday.")
    out: bool = Field(description="They ran out of time, and a bot finishes the turn.")


def timing(row: TableRow) -> Timing | None:
    """Return a table's time control; None if players may take as long as they like."""
    agreed = terms.from_json(row.timing)
    if agreed is None:
        return None
    kind, words = agreed.kind, terms.in_words(agreed)
    return Timing(kind=kind, bank=agreed.bank, increment=agreed.increment, level=agreed.level, words=words)


def times(live: Live) -> list[SeatTime | None]:
    """Return each seat's time left; None for bots without an owner, and if the table has no clocks."""
    now, offsets, known = live.now(), live.offsets(), clocks_of(live.row)
    return [
        _time(live.row, seat.seat, known[seat.seat], now, offsets)
        if known and (seat.kind == "person" or seat.reserved)
        else None
        for seat in live.row.seats
    ]


def _time(row: TableRow, seat: int, bank: Bank, now: float, offsets: ClockOffsets) -> SeatTime:
    runs = bank.since is not None
    world = now + offsets.at(now)
    sleeps = runs and bank.hours is not None and hours.awake(bank.hours, world, world + 1) == 0
    return SeatTime(left=round(bank.at(now, offsets), 3), runs=runs, sleeps=sleeps, out=is_out(row, seat))
