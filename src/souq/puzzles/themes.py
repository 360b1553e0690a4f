"""Themes of puzzles: ``themes.toml`` in a game's folder names them and says which choices belong to each.

Each of ``[[themes]]`` has a ``title``, ``groups`` of choices and, optionally, ``terms``: gauges or kinds of facts of
the game's module ``reasons``, one of which the explanation must mention first. A puzzle belongs to the first theme that
fits; a moment that fits none makes no puzzle, and a game without the file has no puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.present.reasons import kinds
from souq.engine.rules import datafile

FILE = "themes.toml"

_WORDS = {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["themes"],
    "properties": {
        "options": {"type": "object"},
        "players": {"type": "array", "items": {"type": "integer", "minimum": 2}, "minItems": 1},
        "themes": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["title", "groups"],
                "properties": {
                    "title": {"type": "string", "minLength": 1, "maxLength": 30},
                    "groups": _WORDS,
                    "terms": _WORDS,
                },
            },
        },
    },
}


class BadThemes(SouqError, ValueError):
    """A themes file cannot be read, or breaks its schema."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The subject of a puzzle, defined by the kind of its best choice and the reason for it."""

    title: str
    groups: tuple[str, ...]
    terms: tuple[str, ...] = ()

    def fits(self, group: str, term: str = "") -> bool:
        """Return whether a puzzle has this theme, given its best choice's group and what the reason mentions first."""
        return group in self.groups and (not self.terms or term in self.terms)


@dataclass(frozen=True)
class Themes:
    """All themes of a game's puzzles, and the options and numbers of players of the games they are taken from."""

    themes: tuple[Theme, ...]
    options: dict[str, Any]
    players: tuple[int, ...]

    def of(self, group: str, term: str = "") -> str:
        """Return the title of the first theme that fits a puzzle; "" if none does."""
        return next((theme.title for theme in self.themes if theme.fits(group, term)), "")

    @property
    def groups(self) -> frozenset[str]:
        """All groups of choices that puzzles may be about."""
        return frozenset(group for theme in self.themes for group in theme.groups)

    @property
    def titles(self) -> Sequence[str]:
        """The titles of the themes, in order."""
        return tuple(theme.title for theme in self.themes)


@cache
def themes(game: Game) -> Themes | None:
    """Return the themes of a game; None if it has no themes file.

    Raises:
        BadThemes: they cannot be read, break their schema, or name groups or terms that the game lacks.
    """
    path = game.folder / FILE
    if not path.is_file():
        return None
    data = datafile.read(path, _SCHEMA, BadThemes)
    made = tuple(Theme(each["title"], tuple(each["groups"]), tuple(each.get("terms", ()))) for each in data["themes"])
    known = {game.choices.group_of(choice)[0] for choice in range(game.n_choices)}
    strange = next((group for theme in made for group in theme.groups if group not in known), None)
    terms = kinds(game)
    strange = strange or next((term for theme in made for term in theme.terms if term not in terms), None)
    if strange:
        raise BadThemes(f"{path}: {game.title} has no group of choices or term {strange!r}.")
    players = tuple(data.get("players", range(max(2, game.fewest), game.max_players + 1)))
    return Themes(made, dict(data.get("options", {})), players)
