"""Chance at a real table: nothing seen so far predicts the next die, and everybody can check it afterwards.

Every decision gets a fresh key, HMAC-SHA256 of its ply under the match's secret, or under the master key that the
secret and the players' shares make together (:mod:`souq.engine.match.shares`). The SHA-256 of the secret is shown when
the game begins, the secret when it ends.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from souq.engine.rules import seeds

SIZE = 32
"""Bytes of a secret."""


def fresh() -> bytes:
    """A secret from the operating system."""
    return secrets.token_bytes(SIZE)


def seeded(seed: int) -> bytes:
    """The secret that belongs to a seed: for tests, examples and experiments.

    Raises:
        BadSeed: it is no whole number of 64 bits.
    """
    return hashlib.sha256(b"souq seed %d" % seeds.checked(seed)).digest()


def chosen(secret: bytes | None, seed: int | None) -> bytes:
    """The secret that was given, else that of the seed, else a fresh one.

    Raises:
        BadSeed: the seed is no whole number of 64 bits.
        ValueError: the secret has another length.
    """
    if secret is None:
        return fresh() if seed is None else seeded(seed)
    if len(secret) != SIZE:
        raise ValueError(f"A secret has {SIZE} bytes, not {len(secret)}.")
    return secret


def commitment(secret: bytes) -> str:
    """What is shown before the game: the secret's SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def guess(master: bytes, ply: int, nth: int) -> tuple[int, int]:
    """A key that has nothing to do with the true one: for looking at what a decision may lead to."""
    digest = hmac.digest(master, b"guess %d %d" % (ply, nth), "sha256")
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")


def key(master: bytes, ply: int) -> tuple[int, int]:
    """The chance key of a decision, as two 32-bit words; ply 0 is the setup, ply 1 the first decision."""
    digest = hmac.digest(master, ply.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")
