"""What the puzzles of a game are about: ``themes.toml`` in its folder says which choices make one, and its name.

Each ``[[themes]]`` has a ``title``, ``groups`` of choices and, if not any will do, ``terms`` of the game's judgement:
those of which the reason tells first. The first theme that fits is a puzzle's. What fits none makes no puzzle, and a
game without the file has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
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
    """Themes that cannot be read, or break their schema."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What some puzzles are about."""

    title: str
    groups: tuple[str, ...]
    terms: tuple[str, ...] = ()

    def fits(self, group: str, term: str) -> bool:
        """Whether a choice of a group belongs to it whose reason tells of a term first."""
        return group in self.groups and (not self.terms or term in self.terms)


@dataclass(frozen=True)
class Themes:
    """The themes of a game, and the tables from which its puzzles are taken."""

    themes: tuple[Theme, ...]
    options: dict[str, Any]
    players: tuple[int, ...]

    def of(self, group: str, term: str) -> str:
        """The title of what a choice is about; "" if that is none."""
        return next((theme.title for theme in self.themes if theme.fits(group, term)), "")

    @property
    def groups(self) -> frozenset[str]:
        """The groups of choices that puzzles are made of."""
        return frozenset(group for theme in self.themes for group in theme.groups)

    @property
    def titles(self) -> Sequence[str]:
        """Their titles, in order."""
        return tuple(theme.title for theme in self.themes)


@cache
def themes(game: Game) -> Themes | None:
    """The themes of a game; None where it has none.

    Raises:
        BadThemes: they cannot be read, break their schema, or name what the game does not have.
    """
    path = game.folder / FILE
    if not path.is_file():
        return None
    data = datafile.read(path, _SCHEMA, BadThemes)
    made = tuple(Theme(each["title"], tuple(each["groups"]), tuple(each.get("terms", ()))) for each in data["themes"])
    known = {game.choices.group_of(choice)[0] for choice in range(game.n_choices)}
    strange = next((group for theme in made for group in theme.groups if group not in known), None)
    terms = {term.name for term in getattr(game.evaluator, "TERMS", ())}
    strange = strange or next((term for theme in made for term in theme.terms if term not in terms), None)
    if strange:
        raise BadThemes(f"{path}: {game.title} has no group of choices or term {strange!r}.")
    players = tuple(data.get("players", range(max(2, game.fewest), game.max_players + 1)))
    return Themes(made, dict(data.get("options", {})), players)
