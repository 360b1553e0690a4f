"""The rules of a game for players: ``rulebook.toml``, validated and looked up by ID.

The file holds ``[about]`` (``text``, ``aim``) and ``[[chapters]]`` (``title``, and ``[[chapters.rules]]`` with ``id``,
``title``, ``text``) in the order of the printed rulebook. A rule's text is also shown to explain why a choice is
refused, so each must make sense on its own.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.rules import datafile
from souq.engine.ruletext import RuleText

ID = re.compile(r"[A-Z]{2}-[A-Z][0-9]{2}")
"""Pattern of a rule's ID: two letters for the game, one for the chapter, two digits."""

LONGEST = 240
"""Maximum length of a rule's text in characters: the message that explains an illegal choice contains the text."""

_SENTENCE = {"type": "string", "minLength": 1, "pattern": r"[.!?]\s*$"}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["about", "chapters"],
    "additionalProperties": False,
    "properties": {
        "about": {
            "type": "object",
            "required": ["text", "aim"],
            "additionalProperties": False,
            "properties": {"text": _SENTENCE, "aim": _SENTENCE},
        },
        "chapters": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/chapter"}},
    },
    "$defs": {
        "chapter": {
            "type": "object",
            "required": ["title", "rules"],
            "additionalProperties": False,
            "properties": {
                "title": {"type": "string", "minLength": 1},
                "rules": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}},
            },
        },
        "rule": {
            "type": "object",
            "required": ["id", "title", "text"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string", "pattern": f"^{ID.pattern}$"},
                "title": {"type": "string", "minLength": 1, "maxLength": 40},
                "text": {**_SENTENCE, "maxLength": LONGEST},
            },
        },
    },
}


class BadRulebook(SouqError, ValueError):
    """A rulebook file that cannot be read or violates its schema."""


class UnknownRule(SouqError, LookupError):
    """The game has no rule with that ID."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook, with its rules in reading order."""

    title: str
    rules: tuple[RuleText, ...]


class Rulebook:
    """A game's rulebook: a collection of :class:`RuleText`, in chapters.

    >>> chapter = Chapter("Setup", (RuleText("XY-S01", "Seats", "Sit down."),))
    >>> book = Rulebook("What it is like.", "What to do.", (chapter,))
    >>> book.rule("xy-s01")
    RuleText(id='XY-S01', title='Seats', text='Sit down.')
    >>> len(book), "XY-S02" in book
    (1, False)
    """

    def __init__(self, text: str, aim: str, chapters: tuple[Chapter, ...]) -> None:
        self.text = text
        self.aim = aim
        self.chapters = chapters
        self._by_id: dict[str, RuleText] = {}
        for rule in (rule for chapter in chapters for rule in chapter.rules):
            if rule.id in self._by_id:
                raise BadRulebook(f"The rule {rule.id} is given twice.")
            self._by_id[rule.id] = rule

    @classmethod
    def read(cls, path: Path) -> Rulebook:
        """Read a rulebook from a file.

        Raises:
            BadRulebook: the file cannot be read or violates its schema; the message says where.
        """
        data = datafile.read(path, _SCHEMA, BadRulebook)
        chapters = tuple(Chapter(c["title"], tuple(RuleText(**rule) for rule in c["rules"])) for c in data["chapters"])
        return cls(_plain(data["about"]["text"]), _plain(data["about"]["aim"]), chapters)

    def rule(self, rule: str | IntEnum) -> RuleText:
        """Look up a rule by its ID (case doesn't matter) or by its member of the game's ``Rule`` enum.

        Raises:
            UnknownRule: there is no such rule; the message suggests the nearest.
        """
        name = rule.name.replace("_", "-") if isinstance(rule, IntEnum) else rule.strip().upper().replace("_", "-")
        if name in self._by_id:
            return self._by_id[name]
        near = difflib.get_close_matches(name, self._by_id, n=1, cutoff=0.5)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise UnknownRule(f"No rule is called {name[:20]!r}.{hint}")

    @property
    def ids(self) -> tuple[str, ...]:
        """IDs of all rules, in reading order."""
        return tuple(self._by_id)

    def __iter__(self) -> Iterator[RuleText]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, rule: object) -> bool:
        return rule in self._by_id


def _plain(text: str) -> str:
    return " ".join(text.split())
