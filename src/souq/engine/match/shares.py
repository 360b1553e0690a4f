"""Shares: players' contributions to the chance of a match, so that nobody, not even the server, can choose it.

Before the game, the client of a seat creates 32 random bytes, its share, and commits to them with a seal, their
SHA-256. Once all seals and the commitment to the secret are known, clients reveal their shares. The match's master key
is derived from the secret and all shares, and determines all chance. Without shares, the secret is the master key.
``docs/explanation/fair-play.md`` describes the protocol.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from souq.engine.match.secret import SIZE

TAG = b"souq shares 1"
"""Text that starts the message from which the master key is derived, so that it differs from other messages."""

INSTEAD = b"souq share of seat "
"""Text that starts the message from which the replacement for a missing share is derived."""


@dataclass(frozen=True, slots=True)
class Share:
    """Random bytes that a player's client contributes to the chance of a match."""

    seat: int
    seal: bytes
    """SHA-256 of the share, to which the client committed before the game."""
    shown: bytes | None
    """The 32 bytes that the client revealed; None if it revealed none, or bytes that don't match the seal."""

    @property
    def replaced(self) -> bool:
        """Whether other bytes are used for the share, because the client didn't reveal it; the server derives them."""
        return self.shown is None

    def used(self, secret: bytes) -> bytes:
        """Return the 32 bytes that the match uses: the revealed share, or bytes derived from the secret."""
        return hmac.digest(secret, INSTEAD + bytes([self.seat]), "sha256") if self.shown is None else self.shown


def seal(share: bytes) -> bytes:
    """Return the SHA-256 of a share, called its seal.

    A client publishes the seal before the share, so it can't change the share later.
    """
    return hashlib.sha256(share).digest()


def master(secret: bytes, shares: Iterable[Share]) -> bytes:
    """Return the key that determines all chance of a match; without shares, the secret itself.

    Every share adds 34 bytes to the message from which the key is derived: its seat, whether it was replaced, and its
    32 bytes.
    """
    parts = [bytes((share.seat, share.replaced)) + share.used(secret) for share in shares]
    return hmac.digest(secret, TAG + b"".join(parts), "sha256") if parts else secret


def checked(shares: Iterable[Share], players: int) -> tuple[Share, ...]:
    """Validate the shares of a match and return them as a tuple.

    Raises:
        ValueError: they are invalid; the message says why.
    """
    made = tuple(shares)
    seats = [share.seat for share in made]
    if seats != sorted(set(seats)) or not all(0 <= seat < players for seat in seats):
        raise ValueError(f"Shares are in the order of their seats, one for each, from 0 to {players - 1}; not {seats}.")
    for share in made:
        if share.shown is not None and len(share.shown) != SIZE:
            raise ValueError(f"A share has {SIZE} bytes; that of seat {share.seat} has {len(share.shown)}.")
        if share.shown is not None and seal(share.shown) != share.seal:
            raise ValueError(f"The share of seat {share.seat} doesn't match its seal: one of the two was changed.")
    return made


def to_json(shares: Iterable[Share], secret: bytes) -> list[dict[str, Any]]:
    """Convert shares to JSON values, as stored in a saved match."""
    return [
        {
            "seat": share.seat,
            "seal": share.seal.hex(),
            "share": share.used(secret).hex(),
            "replaced": share.replaced,
        }
        for share in shares
    ]


def from_json(entries: Iterable[dict[str, Any]], secret: bytes, players: int) -> tuple[Share, ...]:
    """Parse and validate the shares of a saved match.

    Raises:
        ValueError: the shares contradict each other or the secret; the message says how.
    """
    made: list[Share] = []
    for entry in entries:
        stated, replaced = bytes.fromhex(entry["share"]), entry["replaced"]
        share = Share(entry["seat"], bytes.fromhex(entry["seal"]), None if replaced else stated)
        if share.used(secret) != stated:
            raise ValueError(
                f"The bytes in place of seat {share.seat}'s share don't follow from the secret, so somebody chose them."
            )
        made.append(share)
    return checked(made, players)
