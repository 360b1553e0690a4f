"""Glossaries: the terms of a game, each explained in a sentence or two, in ``glossary.toml``.

The file holds ``[[terms]]`` with ``term``, its other ``forms`` (plurals, verbs), ``text``, and the ``rule`` that has
the details.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.rules import datafile
from souq.engine.rules.rulebook import ID

FILE = "glossary.toml"

LONGEST = 200
"""Maximum length of an explanation, in characters, so that it fits into a tooltip."""

_WORD = {"type": "string", "minLength": 2, "maxLength": 32}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["terms"],
    "properties": {
        "terms": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["term", "text", "rule"],
                "properties": {
                    "term": _WORD,
                    "forms": {"type": "array", "items": _WORD, "uniqueItems": True},
                    "text": {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"[.!?]\s*$"},
                    "rule": {"type": "string", "pattern": f"^{ID.pattern}$"},
                },
            },
        },
    },
}


class BadGlossary(SouqError, ValueError):
    """A glossary that can't be read, violates its schema, or contains a word twice; the message says where."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a game and its meaning."""

    term: str
    text: str
    rule: str
    """ID of the rule that explains the term in detail."""
    forms: tuple[str, ...] = ()
    """Other forms of the term, such as its plural."""

    @property
    def words(self) -> tuple[str, ...]:
        """The term and its other forms."""
        return (self.term, *self.forms)


@cache
def glossary(game: Game) -> tuple[Term, ...]:
    """Return the terms of a game in alphabetical order; empty if it has no glossary.

    Raises:
        BadGlossary: the file can't be read or violates its schema.
    """
    path = game.folder / FILE
    return read(path) if path.is_file() else ()


def read(path: Path) -> tuple[Term, ...]:
    """Read the terms from a file and return them in alphabetical order.

    Raises:
        BadGlossary: the file can't be read, violates its schema, or has a word in two terms.
    """
    data = datafile.read(path, _SCHEMA, BadGlossary)
    terms = [
        Term(each["term"], " ".join(each["text"].split()), each["rule"], tuple(each.get("forms", ())))
        for each in data["terms"]
    ]
    said: set[str] = set()
    for word in (word.lower() for term in terms for word in term.words):
        if word in said:
            raise BadGlossary(f"{path}: The word {word!r} is given twice.")
        said.add(word)
    return tuple(sorted(terms, key=lambda term: term.term.lower()))
