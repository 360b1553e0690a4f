"""What somebody at a table reports: of whom, why, and what was said around it.

The report keeps what the reporter could read when they sent it: talk goes to everybody at a table, so that is what was
said there last. Whoever is reported is told nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.present.names import clean_speech
from souq.engine.present.wording import several
from souq.server.core.db.models import Said, SeatRow, TableRow
from souq.server.core.live.people import fresh_id
from souq.server.core.token_bucket import Buckets
from souq.server.errors import Malformed, TooFast
from souq.server.features.moderation.models import Report
from souq.server.features.moderation.storage import Records

KINDS = {
    "rude": "Insults or threats",
    "name": "A name that offends",
    "spam": "Spam or advertising",
    "cheating": "Cheating",
    "stalling": "Holding the game up",
    "other": "Something else",
}
AROUND = 15
"""Lines of talk before a line, and after it, that are kept with a report; of no line, twice as many, the last."""


class TooMany(TooFast):
    """More reports than anybody sends who means them."""

    def __init__(self, seconds: float) -> None:
        wait = several(max(1, round(seconds / 60)), "minute")
        super().__init__(f"That’s a lot of reports. Wait {wait}, then send another.")


@dataclass(frozen=True, slots=True)
class Reporter:
    """Who reports: from which address, as which person and in which seat, if any."""

    where: str
    person_id: str | None
    name: str
    seat: int


class Reports:
    """Takes reports, so many from each."""

    def __init__(self, records: Records, limited: bool) -> None:
        fast = 1.0 if limited else 1e6
        self._records = records
        self._each = Buckets(fast / 300, 4 * fast)
        """By address, and by person."""
        self._all = Buckets(fast / 10, 100 * fast)

    async def take(
        self, table: TableRow, talk: Sequence[Said], by: Reporter, seat: int, kind: str, words: str, line: int
    ) -> Report:
        """Keep a report. What was said under another name was said by somebody else, who had the seat before.

        Raises:
            Malformed: there is nobody in that seat whom one could report, no such line, or no reason.
            TooMany: too many came from here.
        """
        accused = next((each for each in reported(table, by.seat) if each.seat == seat), None)
        if accused is None:
            raise Malformed("Say whom you’re reporting.")
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
    """The seats that may be reported: of people, also where a bot plays for them by now, but not one's own."""
    return [
        seat
        for seat in table.seats
        if seat.seat != own and seat.name and (seat.kind == "person" or (seat.kind == "bot" and seat.kept))
    ]


def evidence(talk: Sequence[Said], line: int, own: int) -> list[dict[str, Any]]:
    """What was said around a line, or last; ``own``: the seat of who reports."""
    at = next((index for index, each in enumerate(talk) if each.n == line), None)
    kept = talk[-2 * AROUND :] if at is None else talk[max(0, at - AROUND) : at + AROUND + 1]
    return [
        {"n": said.n, "seat": said.seat, "name": said.name, "text": said.text, "at": said.at, "own": said.seat == own}
        for said in kept
    ]
