"""What players add to chance, so that nobody can choose it: not the one who draws the secret either.

The client of a seat draws 32 bytes, its share, and commits to them with their SHA-256, the seal, before the game. Once
all seals and the commitment to the secret are known, clients show their shares. All chance follows from the secret and
all shares together: from the match's master key. Where nobody adds anything, the secret is the master key. The page
``docs/fair-play.md`` has the whole of it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from souq.engine.match.secret import SIZE

TAG = b"souq shares 1"
"""Begins what the master key is made of: nothing else that a secret signs begins so."""

INSTEAD = b"souq share of seat "
"""Begins what the bytes in place of a missing share are made of."""


@dataclass(frozen=True, slots=True)
class Share:
    """What the client of one seat adds to a match's chance."""

    seat: int
    seal: bytes
    """SHA-256 of the share: the client committed to it before the game."""
    shown: bytes | None
    """The share; None: it did not come, or was not the one that was committed to."""

    @property
    def replaced(self) -> bool:
        """Whether the server's bytes stand in its place."""
        return self.shown is None

    def used(self, secret: bytes) -> bytes:
        """The bytes that go into the master key. Those in place of a missing share follow from the secret alone."""
        return hmac.digest(secret, INSTEAD + bytes([self.seat]), "sha256") if self.shown is None else self.shown


def seal(share: bytes) -> bytes:
    """What commits to a share."""
    return hashlib.sha256(share).digest()


def master(secret: bytes, shares: Iterable[Share]) -> bytes:
    """The key that all chance of a match follows from: the secret itself where nobody adds anything.

    Every share takes 34 bytes: its seat, whether it was replaced, and the 32 that are used.
    """
    parts = [bytes((share.seat, share.replaced)) + share.used(secret) for share in shares]
    return hmac.digest(secret, TAG + b"".join(parts), "sha256") if parts else secret


def checked(shares: Iterable[Share], players: int) -> tuple[Share, ...]:
    """The shares, if they can be those of a match.

    Raises:
        ValueError: they cannot; the message says why.
    """
    made = tuple(shares)
    seats = [share.seat for share in made]
    if seats != sorted(set(seats)) or not all(0 <= seat < players for seat in seats):
        raise ValueError(f"Shares stand in the order of their seats, one a seat, from 0 to {players - 1}; not {seats}.")
    for share in made:
        if share.shown is not None and len(share.shown) != SIZE:
            raise ValueError(f"A share has {SIZE} bytes; that of seat {share.seat} has {len(share.shown)}.")
        if share.shown is not None and seal(share.shown) != share.seal:
            raise ValueError(f"The share of seat {share.seat} doesn't match its seal: one of the two was changed.")
    return made


def to_json(shares: Iterable[Share], secret: bytes) -> list[dict[str, Any]]:
    """The shares as a saved match has them."""
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
    """The shares of a saved match, checked.

    Raises:
        ValueError: they contradict themselves or the secret; the message says how.
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
