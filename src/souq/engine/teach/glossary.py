"""The words of a game that a beginner does not know yet, each in a sentence or two: ``glossary.toml``.

It holds ``[[terms]]``: ``term``, its other ``forms`` (plurals, verbs), ``text``, and the ``rule`` that says more.
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
"""Characters that may be said of a term: it stands in a small box beside it."""

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
    """A glossary that cannot be read, breaks its schema, or says a word twice; the message names the place."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word, and what it means in this game."""

    term: str
    text: str
    rule: str
    """The rule that says more."""
    forms: tuple[str, ...] = ()
    """How else it is written."""

    @property
    def words(self) -> tuple[str, ...]:
        """All its forms."""
        return (self.term, *self.forms)


@cache
def glossary(game: Game) -> tuple[Term, ...]:
    """The terms of a game, in alphabetical order; none of one without the file.

    Raises:
        BadGlossary: the file cannot be read or breaks its schema.
    """
    path = game.folder / FILE
    return read(path) if path.is_file() else ()


def read(path: Path) -> tuple[Term, ...]:
    """The terms in a file, in alphabetical order.

    Raises:
        BadGlossary: it cannot be read, breaks its schema, or gives a word to two terms.
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
