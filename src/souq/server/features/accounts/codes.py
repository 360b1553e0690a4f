"""Recovery codes: to be written down, each good for one time."""

from __future__ import annotations

import re
import secrets

from souq.server.core.live.people import hashed

HOW_MANY = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""What nobody takes for something else when it is written by hand."""
GROUPS, LONG = 4, 5

_BETWEEN = re.compile(r"[\s-]+")


def fresh_codes() -> list[str]:
    """A new set. A code has 99 random bits: a hash of it can be kept that is quick to make.

    >>> codes = fresh_codes()
    >>> len(set(codes)), [len(part) for part in codes[0].split("-")]
    (10, [5, 5, 5, 5])
    """
    return ["-".join(letters(LONG) for _ in range(GROUPS)) for _ in range(HOW_MANY)]


def letters(number: int) -> str:
    """So many random letters and digits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(number))


def read(text: str) -> str:
    """A code as it was meant, however it was typed.

    >>> read(" ABCDE fghjk-mnpqr  stuvw ")
    'abcdefghjkmnpqrstuvw'
    """
    return _BETWEEN.sub("", text[:200]).lower()


def code_hash(text: str) -> bytes:
    """All that the house keeps of a code."""
    return hashed(read(text))
