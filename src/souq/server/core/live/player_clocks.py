"""Players' clocks at a table: which clocks run, and the time left on them after each command.

The clocks are stored in the same transaction as the command. A turn lasts from the moment the table asks a player to
decide until their decisions are settled. Drafts and undo don't change the clocks, so a clock reveals nothing about
another player's draft.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.server.core.clocks import reckoning
from souq.server.core.clocks import terms as agreed
from souq.server.core.clocks.hours import NONE, Hours
from souq.server.core.clocks.reckoning import NOTHING, Bank, ClockOffsets
from souq.server.core.clocks.terms import Terms
from souq.server.core.live.teaching import teaching
from souq.server.core.live.world_time import WorldTime
from souq.server.core.store.interface import ClockStore
from souq.server.core.store.rows import SeatRow, TableRow


@dataclass(frozen=True, slots=True)
class Moment:
    """The times when a command arrived and was stored, with what else is needed to update the clocks after it."""

    at: float
    """Server time at which the command arrived. The clock of the player who sent it runs until then."""
    now: float
    """Server time at which the command is stored. The clocks of the players who must decide next start then."""
    world: float = 0.0
    """Wall-clock time at which the command is stored."""
    offsets: ClockOffsets = field(default_factory=ClockOffsets)
    hours: Mapping[int, Hours] = field(default_factory=dict)
    """Nights and holidays of the players whose clocks may start now, by seat."""


def clocks_of(row: TableRow) -> tuple[Bank, ...]:
    """Return each seat's clock; empty if the table has no clocks or hasn't begun."""
    return tuple(reckoning.from_json(each) for each in (row.clocks or {}).get("banks", ()))


def asked_since(row: TableRow, seat: int) -> float:
    """Return since when, in wall-clock time, a table has been waiting for a seat.

    Return 0 if the table doesn't wait for the seat, or if the time wasn't stored.
    """
    asked = (row.clocks or {}).get("asked", ())
    return float(asked[seat]) if seat < len(asked) else 0.0


def runs(row: TableRow, match: Match | None) -> int:
    """Return the seats whose clocks should run if people play them, as a bit mask.

    No clock runs in a race, while the game has a clock of its own, or during a lesson.
    """
    if match is None or row.state != "playing" or match.racing or match.clock is not None or teaching(row, match):
        return 0
    return row.deciders


def is_out(row: TableRow, seat: int) -> bool:
    """Return whether a player has run out of time and no time has been added since."""
    known = clocks_of(row)
    return bool(known) and known[seat].since is None and known[seat].left <= NOTHING


def overdue(row: TableRow, now: float, offsets: ClockOffsets) -> list[int]:
    """Return the seats whose clocks have reached zero while running, but haven't been stopped yet."""
    if row.state != "playing":
        return []
    return [seat for seat, bank in enumerate(clocks_of(row)) if bank.out(now, offsets)]


def next_due(row: TableRow, now: float, offsets: ClockOffsets) -> float | None:
    """Return the server time at which the first clock of a table will run out; None if no clock runs."""
    if row.state != "playing":
        return None
    return min((due for bank in clocks_of(row) if (due := bank.due(now, offsets)) is not None), default=None)


def reckon(old: TableRow | None, row: TableRow, match: Match, moment: Moment) -> None:
    """Update the players' clocks in a table's row after a command.

    ``old`` is the table's row before the command; None if the command is the opening of the table.
    """
    before = old.deciders if old is not None and old.state == "playing" else 0
    waits = row.deciders if row.state == "playing" else 0
    asked = [asked_since(old, seat) if old is not None and before >> seat & 1 else 0.0 for seat in range(row.players)]
    now = [(asked[seat] or moment.world) if waits >> seat & 1 else 0.0 for seat in range(row.players)]
    row.clocks, terms = {"asked": now}, agreed.from_json(row.timing)
    if terms is None:
        return
    known = (clocks_of(old) if old is not None else ()) or (Bank(terms.bank),) * row.players
    running = runs(row, match)
    changed = [
        _next(_Turn(terms, old.seats[seat.seat] if old else seat, seat, before, waits, running), bank, row, moment)
        for seat, bank in zip(row.seats, known, strict=True)
    ]
    row.clocks["banks"] = [reckoning.to_json(bank) for bank in changed]
    row.reckoned = moment.now


@dataclass(frozen=True, slots=True)
class _Turn:
    """A seat before and after a command, from which to see whether the player's turn has begun or ended.

    ``before`` and ``waits`` are bit masks of the seats for which the table waited before the command and waits after
    it. ``running`` is the bit mask of the seats whose clocks should run.
    """

    terms: Terms
    old: SeatRow
    new: SeatRow
    before: int
    waits: int
    running: int

    @property
    def ended(self) -> bool:
        """Whether the player's turn is over, since the table no longer waits for the seat."""
        return bool((self.before & ~self.waits) >> self.new.seat & 1)

    @property
    def runs(self) -> bool:
        """Whether the seat's clock runs after the command."""
        return self.new.kind == "person" and bool(self.running >> self.new.seat & 1)

    @property
    def given(self) -> bool:
        """Whether time is added to the seat's clock if it is paused.

        It is if a bot has played the turn, if a new player replaces a bot, or if a turn of a game with clocks in days
        is over.
        """
        newcomer = self.old.kind == "bot" and self.new.kind == "person" and self.old.token_hash != self.new.token_hash
        return newcomer or (self.ended and (self.old.kind == "bot" or self.terms.kind == "days"))


def _next(turn: _Turn, bank: Bank, row: TableRow, moment: Moment) -> Bank:
    """Return a seat's clock as it is after a command: stopped, started, with time added, or unchanged."""
    # A clock stops when the command arrived (`at`), and the next ones start when it is stored (`now`): nobody pays for
    # the time in between. The increment is added to a paused clock, before it may start again in the same command.
    if row.state != "playing":
        return reckoning.paused(bank, moment.at, moment.offsets)
    if bank.since is not None and (turn.ended or not turn.runs):
        own, bank = turn.ended, reckoning.paused(bank, moment.at, moment.offsets)
        bank = reckoning.after_turn(bank, turn.terms, own=True) if own else bank
    elif bank.since is None and turn.given:
        bank = reckoning.after_turn(bank, turn.terms, own=False)
    if turn.runs and bank.since is None:
        bank = reckoning.started(bank, moment.now, moment.hours.get(turn.new.seat))
    return bank


class PlayerClocks:
    """Service that updates the players' clocks in a table's row before a command is stored.

    Args:
        storage: where nights and holidays are stored.
        now: returns the server time.
        world: the wall-clock time and its offset from server time.
    """

    def __init__(self, storage: ClockStore, now: Callable[[], float], world: WorldTime) -> None:
        self._storage, self.now, self.world = storage, now, world

    async def reckon(self, old: TableRow | None, row: TableRow, match: Match, at: float | None = None) -> None:
        """Update the clocks in a table's row after a command that arrived at the server time ``at`` (default: now).

        Raises:
            OutOfReach: the database, where players' nights and holidays are stored, doesn't answer.
        """
        now = self.now()
        hours = await self._hours(old, row)
        came = now if at is None else min(at, now)
        reckon(old, row, match, Moment(came, now, self.world.now(), self.world.offsets, hours))

    async def _hours(self, old: TableRow | None, row: TableRow) -> dict[int, Hours]:
        """Return the nights and holidays, by seat, of players whose clocks may start now.

        The result is empty unless clocks are in days, since only these take a player's nights into account.
        """
        if row.timing is None or row.timing["kind"] != "days" or row.state != "playing":
            return {}
        known = clocks_of(old) if old is not None else ()
        fresh = [seat for seat in seats(row.deciders) if not known or known[seat].since is None]
        people = {seat: row.seats[seat].person_id for seat in fresh}
        asked = [person for person in people.values() if person is not None]
        stored = await self._storage.hours(asked) if asked else {}
        return {seat: stored.get(person or "", NONE) for seat, person in people.items()}
