"""Unpredictable and verifiable chance for real matches.

Every decision gets its own key: the HMAC-SHA256 of its number (ply) with the match's secret as key or, if players
contribute shares, with a master key derived from the secret and the shares (:mod:`souq.engine.match.shares`). The
SHA-256 of the secret is published when the game begins, the secret itself when it ends.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from souq.engine.rules import seeds

SIZE = 32
"""Length of a secret in bytes."""


def fresh() -> bytes:
    """Return a random secret from the operating system."""
    return secrets.token_bytes(SIZE)


def seeded(seed: int) -> bytes:
    """Return the secret derived from a seed, for tests, examples and experiments.

    Raises:
        BadSeed: ``seed`` is not a 64-bit unsigned integer.
    """
    return hashlib.sha256(b"souq seed %d" % seeds.checked(seed)).digest()


def chosen(secret: bytes | None, seed: int | None) -> bytes:
    """Return the secret of a new match: the given one, or one derived from ``seed``, or else a random one.

    Raises:
        BadSeed: the seed is not a 64-bit unsigned integer.
        ValueError: the secret doesn't have :data:`SIZE` bytes.
    """
    if secret is None:
        return fresh() if seed is None else seeded(seed)
    if len(secret) != SIZE:
        raise ValueError(f"A secret has {SIZE} bytes, not {len(secret)}.")
    return secret


def commitment(secret: bytes) -> str:
    """Return the commitment published before the game: the secret's SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def guess(master: bytes, ply: int, nth: int) -> tuple[int, int]:
    """Return a chance key for trying a decision; it reveals nothing about the key that the real decision will use."""
    digest = hmac.digest(master, b"guess %d %d" % (ply, nth), "sha256")
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")


def key(master: bytes, ply: int) -> tuple[int, int]:
    """Return the two 32-bit words that determine chance in decision number ``ply``; ply 0 is the setup."""
    digest = hmac.digest(master, ply.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")
