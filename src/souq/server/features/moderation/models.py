"""Database tables of moderation: administrators, reports, suspensions, announcements and the audit log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sqlalchemy import Column, Float, ForeignKey, Index, LargeBinary, String, Table, text

from souq.server.core.db.declaring import DERIVED, KEY, METADATA, declare, of_person

ADMINS = Table(  # administrators, besides anyone with access to the machine
    "admins",
    METADATA,
    of_person(),
    Column("since", Float, nullable=False),
)

OFFERS = Table(  # invitations, with which an account becomes an administrator, once
    "offers",
    METADATA,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("until", Float, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Report:
    """A report by a person at a table; the table may have been deleted since."""

    id: Annotated[str, String(16), KEY]
    table_id: Annotated[str, String(16)]
    game: Annotated[str, String(40)]
    reporter_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL")]
    reporter: Annotated[str, String(400)]
    accused_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL")]
    accused: Annotated[str, String(400)]
    seat: int  # of the accused
    kind: Annotated[str, String(20)]
    words: Annotated[str, String(8000)]
    line: int  # number of the reported message; 0: none
    evidence: list[dict[str, Any]]  # the messages around it, as the reporter could read them
    at: float
    closed_at: Annotated[float, text("0")] = 0.0  # 0: it is open
    outcome: Annotated[str, String(2000), text("''")] = ""


REPORTS = declare(
    "reports",
    Report,
    Index("reports_closed", "closed_at", "at"),
    Index("reports_reporter", "reporter_id"),
    Index("reports_accused", "accused_id"),
)


@dataclass(frozen=True, slots=True)
class Suspension:
    """A ban of a person or a network from taking seats and chatting, with its start, end and reason."""

    id: Annotated[str, String(16), KEY]
    person_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="CASCADE")]
    network: Annotated[str | None, String(50)]
    reason: Annotated[str, String(2000)]
    since: float
    until: float | None  # None: permanently
    name: Annotated[str, DERIVED] = ""

    @property
    def whom(self) -> str:
        """The suspended person's name, or the suspended network."""
        return self.name or self.network or "Somebody"


SUSPENSIONS = declare("suspensions", Suspension, Index("suspensions_person", "person_id"))


@dataclass(frozen=True, slots=True)
class Announcement:
    """A notice from the administrators that appears on every page."""

    id: Annotated[str, String(16), KEY]
    text: Annotated[str, String(2000)]
    since: float
    until: float


ANNOUNCEMENTS = declare("announcements", Announcement)


@dataclass(frozen=True, slots=True)
class Done:
    """An entry of the audit log: who did what, to which person, and why."""

    n: Annotated[int, KEY]
    at: float
    by_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL")]
    """ID of the administrator; None for the command line, the server itself or a deleted person."""
    by: Annotated[str, String(400)]
    did: Annotated[str, String(20)]
    person_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL")]  # affected
    whom: Annotated[str, String(400)]
    why: Annotated[str, String(2000)]


AUDIT = declare("audit", Done, Index("audit_by", "by_id"), Index("audit_person", "person_id"))
