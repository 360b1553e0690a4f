"""A tournament as a visitor sees it: standings, and every round with its tables.

It contains only what anybody who knows the address may see: names, places, and links to tables.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from souq.server.core.store.rows import TableRow
from souq.server.features.tournaments.adapters import of_round, standings_of
from souq.server.features.tournaments.models import EntrantRow, PairingRow, TournamentRow
from souq.server.features.tournaments.rounds import Sitting
from souq.server.features.tournaments.standing_in import waits_for_long
from souq.server.features.tournaments.standings import Standing


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player at a table of a round: the name, and the result when the game is over."""

    number: int | None
    """The entrant's number; None for a bot."""
    name: str
    rank: int
    """Final rank; 0 while the game is in play, or if it ended early."""
    points: float


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round with its players: not opened yet, in play, or finished."""

    number: int
    players: tuple[PlayerView, ...]
    state: Literal["coming", "playing", "finished"]
    table: str | None
    """ID of the table; None before it is opened and after it is deleted."""
    mine: bool = False
    waits: bool = False
    """Whether it is the viewer's turn at this table."""
    held_up: bool = False
    """Whether the table has been waiting for an absent player for long."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as one viewer sees it."""

    row: TournamentRow
    standings: tuple[tuple[Standing, EntrantRow], ...]
    rounds: tuple[tuple[TableView, ...], ...]
    me: EntrantRow | None
    host: bool

    @property
    def champion(self) -> EntrantRow | None:
        """The entrant who has won, or None while the tournament is in play or after it was called off."""
        return self.standings[0][1] if self.row.state == "finished" and self.standings else None

    @property
    def mine(self) -> TableView | None:
        """The viewer's table in the current round while its game is in play; otherwise None."""
        here = self.place
        return here if here is not None and here.state != "finished" else None

    @property
    def place(self) -> TableView | None:
        """The viewer's table in the current round, whether its game is in play or over; otherwise None."""
        now = self.rounds[-1] if self.rounds and self.row.state == "playing" else ()
        return next((each for each in now if each.mine), None)


def view_of(
    row: TournamentRow, tables: dict[str, TableRow], me: EntrantRow | None, host: bool, fills: str = "Bot"
) -> TournamentView:
    """Build a viewer's view of a tournament.

    Args:
        row: the stored tournament.
        tables: the current round's tables, by id.
        me: the viewer's entrant, if they have entered.
        host: whether the viewer is the host.
        fills: the bots' name.
    """
    rounds = tuple(
        tuple(_table(row, pairing, tables, me, fills) for pairing in of_round(row, nth))
        for nth in range(1, row.round + 1)
    )
    stand = tuple((standing, row.entrant(standing.entrant)) for standing in standings_of(row))
    return TournamentView(row, stand, rounds, me, host)


def _table(
    row: TournamentRow, pairing: PairingRow, tables: dict[str, TableRow], me: EntrantRow | None, fills: str
) -> TableView:
    sitting, live = Sitting(pairing.seats, pairing.ranks), tables.get(pairing.table_id or "")
    mine = me is not None and me.number in pairing.seats
    seat = pairing.seats.index(me.number) if me and mine else -1
    over = pairing.ranks is not None or (live is not None and live.state == "finished")
    return TableView(
        pairing.number,
        tuple(_player(row, sitting, at, fills) for at in range(len(pairing.seats))),
        "finished" if over else "coming" if pairing.table_id is None else "playing",
        pairing.table_id,
        mine,
        mine and live is not None and not over and bool(live.deciders >> seat & 1),
        live is not None and not over and bool(waits_for_long(live, time.time())),
    )


def _player(row: TournamentRow, sitting: Sitting, seat: int, fills: str) -> PlayerView:
    number = sitting.seats[seat]
    rank = sitting.ranks[seat] if sitting.ranks else 0
    if number is None:
        return PlayerView(None, fills, rank, 0.0)
    return PlayerView(number, row.entrant(number).name, rank, sitting.halves(number) / 2)
