"""Sessions of browsers, and accounts: passkeys, recovery codes, e-mail addresses and settings."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0012"
branch_labels = None
depends_on = None

PEOPLE = sa.Table(
    "people",
    sa.MetaData(),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
    sa.Column("name", sa.String(400), nullable=False),
    sa.Column("emblem", sa.String(20), nullable=False),
    sa.Column("created_at", sa.Float(), nullable=False),
)
"""The table ``people`` before this migration, without its unnamed constraint on tokens."""


def upgrade() -> None:
    """Move every guest's token into the new table ``sessions``, and create the tables of accounts."""
    guests = op.get_bind().execute(sa.select(PEOPLE)).all()
    with op.batch_alter_table("people", copy_from=PEOPLE) as people:
        people.drop_column("token_hash")
    op.add_column("people", sa.Column("kept_at", sa.Float(), server_default=sa.text("0"), nullable=False))
    op.add_column("people", sa.Column("handle", sa.LargeBinary(32)))
    op.add_column("people", sa.Column("mail", sa.String(320)))
    op.add_column("people", sa.Column("settings", sa.JSON(), server_default=sa.text("'{}'"), nullable=False))
    op.create_index("people_handle", "people", ["handle"], unique=True)
    op.create_index("people_mail", "people", ["mail"], unique=True)
    _make_sessions(guests)  # after recreating the table of people: SQLite drops them with it
    _make_ways_in()


def downgrade() -> None:
    """Move each person's latest token back into ``people``, drop accounts, and delete people without a session."""
    op.drop_table("letters")
    op.drop_table("codes")
    op.drop_table("passkeys")
    op.drop_index("people_mail", "people")
    op.drop_index("people_handle", "people")
    known = op.get_bind().execute(sa.text("SELECT person_id, token_hash FROM sessions ORDER BY seen_at")).all()
    op.drop_table("sessions")
    with op.batch_alter_table("people") as people:
        for name in ("settings", "mail", "handle", "kept_at"):
            people.drop_column(name)
        people.add_column(sa.Column("token_hash", sa.LargeBinary(32)))
    for person, token in {row.person_id: row.token_hash for row in known}.items():
        op.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(token_hash=token))
    op.execute(sa.text("DELETE FROM people WHERE token_hash IS NULL"))
    with op.batch_alter_table("people") as people:
        people.alter_column("token_hash", nullable=False)
        people.create_unique_constraint("people_token_hash_key", ["token_hash"])


def _make_sessions(guests: Sequence[sa.Row[Any]]) -> None:
    sessions = op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        _of_a_person(),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
    )
    now = time.time()
    rows = [
        {
            "token_hash": guest.token_hash,
            "id": secrets.token_hex(8),
            "person_id": guest.id,
            "device": "",
            "created_at": guest.created_at,
            "seen_at": now,
        }
        for guest in guests
    ]
    _index("sessions")
    op.bulk_insert(sessions, rows)


def _make_ways_in() -> None:
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary(1023), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        _of_a_person(),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("party", sa.String(253), nullable=False),
        sa.Column("public_key", sa.LargeBinary(2000), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float(), nullable=False),
    )
    _index("passkeys")
    op.create_table(
        "codes",
        sa.Column("code_hash", sa.LargeBinary(32), primary_key=True),
        _of_a_person(),
        sa.Column("created_at", sa.Float(), nullable=False),
    )
    op.create_index("codes_person", "codes", ["person_id"])
    op.create_table(
        "letters",
        sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("browser_hash", sa.LargeBinary(32), nullable=False),
        _of_a_person(nullable=True),
        sa.Column("mail", sa.String(320), nullable=False),
        sa.Column("keeps", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("letters_browser", "letters", ["browser_hash"])
    op.create_index("letters_until", "letters", ["until"])


def _of_a_person(*, nullable: bool = False) -> sa.Column[str]:
    return sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=nullable)


def _index(table: str) -> None:
    op.create_index(f"{table}_id", table, ["id"], unique=True)
    op.create_index(f"{table}_person", table, ["person_id"])
