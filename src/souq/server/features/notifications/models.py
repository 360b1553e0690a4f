"""Database tables of notifications: channels, the outbox, and the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, false, text

from souq.server.core.db.declaring import KEY, METADATA, declare, of_table

Kind = Literal["push", "mail", "hook"]


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to notify a person that it is their turn: pushes to one browser, e-mail, or one webhook."""

    id: Annotated[str, String(16), KEY]
    person_id: Annotated[str, String(32), ForeignKey("people.id", ondelete="CASCADE")]
    kind: Annotated[Kind, String(10)]
    address: Annotated[str, String(2000)] = ""  # endpoint or URL; "": the person's e-mail address
    session: Annotated[str | None, String(16), ForeignKey("sessions.id", ondelete="CASCADE")] = None
    """The browser session that receives pushes."""
    keys: dict[str, str] | None = None  # of the push subscription
    everybody: Annotated[bool, false()] = False  # whether for all turns at tables that its person hosts
    origin: Annotated[str, String(300), text("''")] = ""  # the origin of its links
    created_at: float = 0.0


CHANNELS = declare(
    "channels",
    Channel,
    Column("digest", LargeBinary(32)),  # SHA-256 of a push endpoint, which belongs to one person only
    Index("channels_person", "person_id"),
    Index("channels_session", "session"),
    Index("channels_digest", "digest", unique=True),
)

OUTBOX = Table(  # notifications to send, or sent and not seen yet
    "outbox",
    METADATA,
    Column("channel_id", String(16), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    of_table(),
    Column("seat", Integer, primary_key=True),  # the seat whose turn it is
    Column("mark", Integer, nullable=False),  # the table's mark at that turn
    Column("since", Float, nullable=False),
    Column("due", Float, nullable=False),  # when to send it, or to retry
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("sent_at", Float),  # null: not sent yet
    Index("outbox_due", "due"),
    Index("outbox_table", "table_id"),
)

KEYS = Table(  # the keys that the server signs with, created when first needed
    "keys",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary(64), nullable=False),
)
