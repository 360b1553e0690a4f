"""Tournaments as people have to do with them: opened, entered, left, begun and called off."""

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
from souq.server.features.tournaments.models import EntrantRow, PairingRow, TournamentRow
from souq.server.features.tournaments.opening import Wanted, Who, opened
from souq.server.features.tournaments.pairing import MOST
from souq.server.features.tournaments.reading import gone, hosts, of_round, who_is
from souq.server.features.tournaments.running import Running
from souq.server.features.tournaments.standing_in import StandIns
from souq.server.features.tournaments.storage import Tournaments as Kept

EACH = 4
"""Tournaments of one person that are not over."""
TRIES = 12
"""How often something is tried while others change the same tournament."""


class NoTournament(Refused):
    """There is no such tournament."""

    status = 404

    def __init__(self) -> None:
        super().__init__("There’s no tournament here. Perhaps the link is cut short, or the tournament was called off.")


@dataclass(frozen=True, slots=True)
class Entered:
    """Under which number somebody has entered; ``token`` is a program's, to be told once."""

    number: int
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits in the round that is played, and what proves it."""

    table: str
    seat: int
    token: str


class Touring:
    """Tournaments of the house.

    Args:
        kept: where they are kept.
        running: what lets them go on.
        commands: by which people leave their tables, and programs get their seats.
        stand_ins: who lets bots play for those who are away.
        chores: what goes on though whoever asked for it has gone.
        limited: whether one person may have only some.
    """

    def __init__(
        self, kept: Kept, running: Running, commands: Commands, stand_ins: StandIns, chores: Chores, limited: bool
    ) -> None:
        self.kept, self.running = kept, running
        self._commands, self._stand_ins, self._chores, self._limited = commands, stand_ins, chores, limited

    async def get(self, code: str) -> TournamentRow:
        """A tournament.

        Raises:
            NoTournament: there is none.
        """
        row = await self.kept.get(code) if 4 <= len(code) <= 24 and code.isascii() else None
        if row is None:
            raise NoTournament
        return row

    async def create(self, wanted: Wanted, host: Who) -> TournamentRow:
        """Open a tournament.

        Raises:
            Refused: it makes no sense, or they have too many already.
        """
        row = opened(wanted, host)
        if self._limited and host.person_id and await self.kept.hosted(host.person_id) >= EACH:
            raise Refused(f"You have {EACH} tournaments that aren’t over. End one of them first.")
        await self.kept.create(row)
        return row

    async def enter(self, code: str, who: Who, name: str, key: str | None = None) -> Entered:
        """Enter a tournament, or come back to it; who has entered already is told so.

        Args:
            code: which.
            who: who asks; a program that has no token yet gets one.
            name: what they are called there.
            key: by which a program says the same again.

        Raises:
            Refused: it has begun, or is full.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Stale):
                async with self.running.lock(code):
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
            raise Refused("You’ve left this tournament, and can’t come back to it.")
        await self.kept.change_entrant(row, mine.number, gone=False)

    async def leave(self, code: str, who: Who) -> None:
        """Leave a tournament: before it begins nobody knows of it; later a bot takes over.

        Raises:
            NotAllowed: they have not entered.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Stale):
                async with self.running.lock(code):
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
                        if not await self.running.has_left(pairing.table_id, seat):
                            await self._commands.carry_out(pairing.table_id, Caller(seat), protocol.Stand(type="stand"))
                return
        raise Stale

    async def begin(self, code: str, who: Who, seq: int | None = None) -> None:
        """Pair the first round, and open its tables; one that has begun is left alone.

        Raises:
            NotAllowed: only who opened it may.
            Stale: somebody has entered or left since ``seq``.
            Refused: there are too few.
        """
        async with self.running.lock(code):
            row = await self._hosted(code, who)
            if row.state == "waiting":
                if seq not in (None, row.revision):
                    raise Stale
                if len(row.entrants) - len(gone(row)) < 2:
                    raise Refused("A tournament needs at least two people. Send its link to your friends.")
                try:
                    await self.running.next_round(row)
                except Stale:
                    if (await self.get(code)).state == "waiting":  # else it was begun at another server
                        raise
        await self._chores.to_its_end(self.running.go_on(code))

    async def call_off(self, code: str, who: Who) -> None:
        """Forget a tournament that has not begun; end one that has, as it stands.

        Raises:
            NotAllowed: only who opened it may.
            Stale: it has changed in this moment.
        """
        async with self.running.lock(code):
            row = await self._hosted(code, who)
            if row.state == "waiting":
                await self.kept.delete(code)
            elif row.state == "playing":
                await self.kept.finish(row, "ended")

    async def stand_in(self, code: str, who: Who, number: int) -> int:
        """Let bots play for those for whom a table of this round waits, and who are not there; for how many.

        Raises:
            NotAllowed: only who opened the tournament may.
            Refused: there is no such table in play.
        """
        row = await self._hosted(code, who)
        found = [each for each in of_round(row, row.round) if each.number == number and each.ranks is None]
        if row.state != "playing" or not found or found[0].table_id is None:
            raise Refused("No such table is in play now.")
        return await self._stand_ins.take_over(found[0].table_id, row.level)

    async def seat(self, code: str, who: Who) -> Place:
        """A fresh proof of somebody's seat in the round that is played; one from before is worth nothing any more.

        Raises:
            NotAllowed: they have not entered.
            Refused: they sit nowhere now.
        """
        row = await self.get(code)
        mine = self._mine(row, who)
        pairing = place_of(row, mine.number)
        if pairing is None or pairing.table_id is None or mine.gone:
            raise Refused("No table of this tournament waits for you now.")
        seat = pairing.seats.index(mine.number)
        if await self.running.has_left(pairing.table_id, seat):
            raise Refused("You’ve left that table for good. The next round has a seat for you.")
        caller = Caller(seat)
        with contextlib.suppress(Refused):  # they play themselves
            await self._commands.carry_out(pairing.table_id, caller, protocol.ComeBack(type="back"))
        try:
            answer = await self._commands.carry_out(pairing.table_id, caller, protocol.Relink(type="link", seat=seat))
        except NotAllowed:  # a bot plays it to its end: it is over, or they ran out of time in this very turn
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
    """The table of the round that is played at which somebody sits, while it is not over."""
    if row.state != "playing":
        return None
    tables = (each for each in of_round(row, row.round) if number in each.seats and each.ranks is None)
    return next(tables, None)


def _called(row: TournamentRow, name: str) -> str:
    """What somebody is called beside the others."""
    others = {entrant.name for entrant in row.entrants}
    if name not in others:
        return name
    return next(called for n in range(2, MOST + 2) if (called := f"{name[:20]} {n}") not in others)


def _told_again(row: TournamentRow, key: str | None) -> Entered | None:
    """Who came with this key before."""
    for entrant in row.entrants:
        if key and entrant.salt and entrant.token_hash:
            token = seats.token_of(entrant.salt, key)
            if secrets.compare_digest(hashed(token), entrant.token_hash):
                return Entered(entrant.number, token)
    return None
