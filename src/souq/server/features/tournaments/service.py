"""Service for tournaments: open, enter, leave, begin and call off."""

from __future__ import annotations

import contextlib
import secrets
import time
from dataclasses import dataclass

from souq.engine.errors import SouqError
from souq.server.core.commands import protocol
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.outcome import Caller
from souq.server.core.jobs.chores import Chores
from souq.server.core.live import seats
from souq.server.core.live.people import hashed, named
from souq.server.errors import NotAllowed, Refused, Stale
from souq.server.features.tournaments.adapters import gone, hosts, of_round, who_is
from souq.server.features.tournaments.models import EntrantRow, PairingRow, TournamentRow
from souq.server.features.tournaments.opening import Wanted, Who, opened
from souq.server.features.tournaments.pairing import MOST
from souq.server.features.tournaments.runner import Runner
from souq.server.features.tournaments.standing_in import StandIns
from souq.server.features.tournaments.storage import Tournaments as Kept

EACH = 4
"""Maximum number of unfinished tournaments per host."""
TRIES = 12
"""Number of attempts when others change the same tournament at the same time."""


class NoTournament(Refused):
    """Error: no tournament has this code."""

    status = 404

    def __init__(self) -> None:
        super().__init__("There’s no tournament here. The link may be incomplete, or the tournament was called off.")


@dataclass(frozen=True, slots=True)
class Entered:
    """Result of entering: the entrant's number and, for a new program, its token, which is sent only once."""

    number: int
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """An entrant's table and seat in the current round, with a new token for the seat."""

    table: str
    seat: int
    token: str


class TournamentService:
    """Service that opens, changes and ends tournaments.

    Args:
        kept: the tournaments' storage.
        runner: runs the tournaments in play.
        commands: executes table commands: leaving a seat, returning, new seat tokens.
        stand_ins: lets bots play for absent players.
        chores: finishes background work even if the request is cancelled.
        limited: whether the number of tournaments per host is limited.
    """

    def __init__(
        self, kept: Kept, runner: Runner, commands: Commands, stand_ins: StandIns, chores: Chores, limited: bool
    ) -> None:
        self.kept, self.runner = kept, runner
        self._commands, self._stand_ins, self._chores, self._limited = commands, stand_ins, chores, limited

    async def get(self, code: str) -> TournamentRow:
        """Return the tournament with a code.

        Raises:
            NoTournament: no tournament has this code.
        """
        row = await self.kept.get(code) if 4 <= len(code) <= 24 and code.isascii() else None
        if row is None:
            raise NoTournament
        return row

    async def create(self, wanted: Wanted, host: Who) -> TournamentRow:
        """Open a tournament.

        Raises:
            Refused: the settings are impossible, or the host has too many tournaments.
        """
        row = opened(wanted, host)
        if self._limited and host.person_id and await self.kept.hosted(host.person_id) >= EACH:
            raise Refused(f"You have {EACH} tournaments that aren’t over. End one of them first.")
        await self.kept.create(row)
        return row

    async def enter(self, code: str, who: Who, name: str, key: str | None = None) -> Entered:
        """Enter a tournament, or return to it after leaving; entering twice changes nothing.

        Args:
            code: the tournament's code.
            who: the caller; a program without a token gets one.
            name: the entrant's name.
            key: a program's idempotency key for retries.

        Raises:
            Refused: it has begun, or is full.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Stale):
                async with self.runner.lock(code):
                    return await self._enter(await self.get(code), who, name, key)
        raise Stale

    async def _enter(self, row: TournamentRow, who: Who, name: str, key: str | None) -> Entered:
        again = _told_again(row, key)
        if again is not None:
            return again
        mine = who_is(row, who) if who else None
        if mine is not None:
            if mine.gone:
                await self._come_back(row, mine)
            return Entered(mine.number)
        if row.state != "waiting":
            raise Refused("This tournament has begun, so nobody else can enter. You can still watch its tables.")
        if len(row.entrants) >= MOST:
            raise Refused(f"This tournament is full: {MOST} have entered.")
        number = max((entrant.number for entrant in row.entrants), default=0) + 1
        called, salt, token = _called(row, named(name)), None, None
        if not who:
            salt = secrets.token_bytes(32)
            token = seats.token_of(salt, key or secrets.token_urlsafe(24))
        digest = hashed(token) if token else who.token_hash
        await self.kept.enter(row, EntrantRow(number, called, who.person_id, digest, salt, False, time.time()))
        return Entered(number, token)

    async def _come_back(self, row: TournamentRow, mine: EntrantRow) -> None:
        if row.state != "playing" or row.system == "knockout":
            raise Refused("You’ve left this tournament and can’t come back.")
        await self.kept.change_entrant(row, mine.number, gone=False)

    async def leave(self, code: str, who: Who) -> None:
        """Leave a tournament. Before it begins the entry is deleted; later a bot takes over.

        Raises:
            NotAllowed: the caller has not entered.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Stale):
                async with self.runner.lock(code):
                    row = await self.get(code)
                    mine = self._mine(row, who)
                    if row.state == "waiting":
                        await self.kept.take_out(row, mine.number)
                    elif row.state == "playing" and not mine.gone:
                        await self.kept.change_entrant(row, mine.number, gone=True)
                pairing = place_of(row, mine.number)
                if pairing is not None and pairing.table_id is not None:
                    seat = pairing.seats.index(mine.number)
                    with contextlib.suppress(SouqError):  # a bot plays there already, or the game has just ended
                        if not await self.runner.has_left(pairing.table_id, seat):
                            await self._commands.carry_out(pairing.table_id, Caller(seat), protocol.LeaveSeat())
                return
        raise Stale

    async def begin(self, code: str, who: Who, seq: int | None = None) -> None:
        """Pair the first round and open its tables; do nothing if the tournament has begun.

        Raises:
            NotAllowed: the caller is not the host.
            Stale: an entrant has entered or left since ``seq``.
            Refused: there are fewer than two entrants.
        """
        async with self.runner.lock(code):
            row = await self._hosted(code, who)
            if row.state == "waiting":
                if seq not in (None, row.revision):
                    raise Stale
                if len(row.entrants) - len(gone(row)) < 2:
                    raise Refused("A tournament needs at least two people. Send its link to your friends.")
                try:
                    await self.runner.next_round(row)
                except Stale:
                    if (await self.get(code)).state == "waiting":  # else it was begun at another server
                        raise
        await self._chores.to_its_end(self.runner.go_on(code))

    async def call_off(self, code: str, who: Who) -> None:
        """Cancel a tournament: delete one that has not begun, and end one in play with its current standings.

        Raises:
            NotAllowed: the caller is not the host.
            Stale: the tournament was changed at the same moment.
        """
        async with self.runner.lock(code):
            row = await self._hosted(code, who)
            if row.state == "waiting":
                await self.kept.delete(code)
            elif row.state == "playing":
                await self.kept.finish(row, "ended")

    async def stand_in(self, code: str, who: Who, number: int) -> int:
        """Let bots play for absent players of a table in this round; return the number of seats taken over.

        Raises:
            NotAllowed: the caller is not the host.
            Refused: no such table is in play, or nobody has been away for long.
        """
        row = await self._hosted(code, who)
        found = [each for each in of_round(row, row.round) if each.number == number and each.ranks is None]
        if row.state != "playing" or not found or found[0].table_id is None:
            raise Refused("That table isn’t in play.")
        return await self._stand_ins.take_over(found[0].table_id, row.level)

    async def seat(self, code: str, who: Who) -> Place:
        """Return the caller's seat in the current round with a new token; earlier tokens become invalid.

        Raises:
            NotAllowed: the caller has not entered.
            Refused: the caller has no seat now.
        """
        row = await self.get(code)
        mine = self._mine(row, who)
        pairing = place_of(row, mine.number)
        if pairing is None or pairing.table_id is None or mine.gone:
            raise Refused("No table of this tournament is waiting for you.")
        seat = pairing.seats.index(mine.number)
        if await self.runner.has_left(pairing.table_id, seat):
            raise Refused("You’ve left that table for good. The next round has a seat for you.")
        caller = Caller(seat)
        with contextlib.suppress(Refused):  # no bot plays for them
            await self._commands.carry_out(pairing.table_id, caller, protocol.ComeBack(type="back"))
        try:
            answer = await self._commands.carry_out(pairing.table_id, caller, protocol.Relink(type="link", seat=seat))
        except NotAllowed:  # a bot finishes this turn, or the game is over
            raise Refused("A bot finishes this turn, or the game is over. Ask again in a moment.") from None
        return Place(pairing.table_id, seat, str(answer["token"]))

    async def _hosted(self, code: str, who: Who) -> TournamentRow:
        row = await self.get(code)
        if not hosts(row, who):
            raise NotAllowed("Only the host of this tournament can do that.")
        return row

    def _mine(self, row: TournamentRow, who: Who) -> EntrantRow:
        mine = who_is(row, who)
        if mine is None:
            raise NotAllowed("You haven’t entered this tournament.")
        return mine


def place_of(row: TournamentRow, number: int) -> PairingRow | None:
    """Return the table of the current round at which an entrant still plays, or None."""
    if row.state != "playing":
        return None
    tables = (each for each in of_round(row, row.round) if number in each.seats and each.ranks is None)
    return next(tables, None)


def _called(row: TournamentRow, name: str) -> str:
    """Return the name for a new entrant, with a number appended if another entrant has the same name."""
    others = {entrant.name for entrant in row.entrants}
    if name not in others:
        return name
    return next(called for n in range(2, MOST + 2) if (called := f"{name[:20]} {n}") not in others)


def _told_again(row: TournamentRow, key: str | None) -> Entered | None:
    """Return the result of an earlier request to enter with the same key, or None if there was none."""
    for entrant in row.entrants:
        if key and entrant.salt and entrant.token_hash:
            token = seats.token_of(entrant.salt, key)
            if secrets.compare_digest(hashed(token), entrant.token_hash):
                return Entered(entrant.number, token)
    return None
