"""Recovery codes, which a player writes down; each is valid once."""

from __future__ import annotations

import re
import secrets

from souq.server.core.live.people import hashed

HOW_MANY = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits without those that look alike in handwriting."""
GROUPS, LONG = 4, 5

_BETWEEN = re.compile(r"[\s-]+")


def fresh_codes() -> list[str]:
    """Return a new set of codes. A code has 99 random bits, so a fast hash of it is safe to store.

    >>> codes = fresh_codes()
    >>> len(set(codes)), [len(part) for part in codes[0].split("-")]
    (10, [5, 5, 5, 5])
    """
    return ["-".join(letters(LONG) for _ in range(GROUPS)) for _ in range(HOW_MANY)]


def letters(number: int) -> str:
    """Return `number` random letters and digits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(number))


def read(text: str) -> str:
    """Normalize a typed code: drop spaces and hyphens, use lower case.

    >>> read(" ABCDE fghjk-mnpqr  stuvw ")
    'abcdefghjkmnpqrstuvw'
    """
    return _BETWEEN.sub("", text[:200]).lower()


def code_hash(text: str) -> bytes:
    """Return the hash under which a code is stored."""
    return hashed(read(text))
