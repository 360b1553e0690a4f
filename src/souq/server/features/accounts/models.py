"""Database tables of passkeys and challenges. Recovery codes and e-mails are in core, since sessions depend on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, String

from souq.server.core.db.declaring import KEY, declare


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of an account."""

    credential: Annotated[bytes, LargeBinary(1023), KEY]  # what the authenticator calls it
    id: Annotated[str, String(16)]  # by which its person names it
    person_id: Annotated[str, String(32), ForeignKey("people.id", ondelete="CASCADE")]
    name: Annotated[str, String(400)]
    party: Annotated[str, String(253)]  # the name of the host that it is for
    public_key: Annotated[bytes, LargeBinary(2000)]
    uses: Annotated[int, BigInteger()]  # as the authenticator counts them; 0: it does not
    transports: list[str]
    created_at: float
    used_at: float


PASSKEYS = declare("passkeys", Passkey, Index("passkeys_id", "id", unique=True), Index("passkeys_person", "person_id"))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A WebAuthn challenge that a browser has not answered yet."""

    browser_hash: Annotated[bytes, LargeBinary(32)]  # of its token
    purpose: Annotated[str, String(10)]  # "keep" or "sign in"
    party: Annotated[str, String(300)]  # the host that the passkey is for
    handle: Annotated[bytes, LargeBinary(64)]  # what a new passkey is to call its person
    until: float


CHALLENGES = declare(
    "challenges",
    Challenge,
    Column("challenge_hash", LargeBinary(32), primary_key=True),
    Index("challenges_until", "until"),
)
