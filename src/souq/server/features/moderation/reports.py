"""Reports about players at a table: who, why, and the chat messages around the reported one.

The report stores what the reporter could read when they sent it. The accused player is not notified.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.present.names import clean_speech
from souq.engine.present.wording import several
from souq.server.core.live.people import fresh_id
from souq.server.core.store.rows import Said, SeatRow, TableRow
from souq.server.core.token_bucket import Buckets
from souq.server.errors import Malformed, TooFast
from souq.server.features.moderation.models import Report
from souq.server.features.moderation.storage import Records

KINDS = {
    "rude": "Insults or threats",
    "name": "Offensive name",
    "spam": "Spam or advertising",
    "cheating": "Cheating",
    "stalling": "Stalling",
    "other": "Something else",
}
AROUND = 15
"""Number of chat messages stored before and after the reported one; if none is reported, the last `2 * AROUND` are."""


class TooMany(TooFast):
    """Error: too many reports from one address or person, or from all users together."""

    def __init__(self, seconds: float) -> None:
        wait = several(max(1, round(seconds / 60)), "minute")
        super().__init__(f"Wait {wait}, then send another. That’s a lot of reports.")


@dataclass(frozen=True, slots=True)
class Reporter:
    """The person who sends a report: IP address, person ID, name, and seat at the table."""

    where: str
    person_id: str | None
    name: str
    seat: int


class Reports:
    """Accepts reports, with rate limits."""

    def __init__(self, records: Records, limited: bool) -> None:
        fast = 1.0 if limited else 1e6
        self._records = records
        self._each = Buckets(fast / 300, 4 * fast)
        """Limit on reports, per IP address and per person."""
        self._all = Buckets(fast / 10, 100 * fast)

    async def take(
        self, table: TableRow, talk: Sequence[Said], by: Reporter, seat: int, kind: str, words: str, line: int
    ) -> Report:
        """Store a report.

        If the author's name on the reported message differs from the seat's current name, an earlier player of the seat
        wrote it; the report then stores that name, but no person's ID.

        Raises:
            Malformed: the seat can't be reported, the message is not by that seat, or the kind is unknown.
            TooMany: too many reports came from this address, this person, or all users together.
        """
        accused = next((each for each in reported(table, by.seat) if each.seat == seat), None)
        if accused is None:
            raise Malformed("Choose who you’re reporting.")
        if kind not in KINDS:
            raise Malformed("Say what it’s about.")
        about = next((each for each in talk if each.n == line and each.seat == seat), None)
        if line and about is None:
            raise Malformed("The person you report didn’t say that. Choose another, or none.")
        self._spend(by)
        made = Report(
            id=fresh_id(),
            table_id=table.id,
            game=table.game,
            reporter_id=by.person_id,
            reporter=by.name,
            accused_id=accused.person_id if about is None or about.name == accused.name else None,
            accused=about.name if about else accused.name,
            seat=seat,
            kind=kind,
            words=clean_speech(words)[:1000],
            line=line,
            evidence=evidence(talk, line, by.seat),
            at=time.time(),
        )
        await self._records.report(made)
        return made

    def _spend(self, by: Reporter) -> None:
        for who in filter(None, (by.where, by.person_id)):
            if not self._each.take(who):
                raise TooMany(self._each.wait(who))
        if not self._all.take(""):
            raise TooMany(self._all.wait(""))


def reported(table: TableRow, own: int) -> list[SeatRow]:
    """Return the seats that a player may report: other people's seats, even if a bot plays there now."""
    return [
        seat
        for seat in table.seats
        if seat.seat != own and seat.name and (seat.kind == "person" or (seat.kind == "bot" and seat.reserved))
    ]


def evidence(talk: Sequence[Said], line: int, own: int) -> list[dict[str, Any]]:
    """Return the chat messages to store with a report: those around the reported message, or else the last ones.

    Messages from the reporter's seat `own` are marked.
    """
    at = next((index for index, each in enumerate(talk) if each.n == line), None)
    around = talk[-2 * AROUND :] if at is None else talk[max(0, at - AROUND) : at + AROUND + 1]
    return [
        {"n": said.n, "seat": said.seat, "name": said.name, "text": said.text, "at": said.at, "own": said.seat == own}
        for said in around
    ]
