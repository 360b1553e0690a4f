"""Primers (the page *In two minutes*) and figures next to rules: a game explained in pictures.

Both are defined in a game's data. ``primer.toml`` holds ``[[sections]]``: ``title``, ``text``, and a ``picture``.
``figures.toml`` holds ``[[figures]]``: ``name``, the ``rule`` it belongs to, ``caption``, a ``picture``, and ``tries``
(whether players can play on from its moment; true by default). Pictures show moments that either file defines under
``[settings.NAME]`` (:mod:`souq.engine.teach.setting`, :mod:`souq.engine.teach.picture`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.rules import datafile
from souq.engine.rules.rulebook import ID
from souq.engine.teach import picture, setting
from souq.engine.teach.picture import BadPicture, Picture
from souq.engine.teach.setting import Setting
from souq.engine.teach.unknown import NotTaught

PRIMER = "primer.toml"
FIGURES = "figures.toml"

LONGEST = 300
"""Maximum length of a section's text, in characters; it is short so that the whole primer takes two minutes to read."""

SHORTEST, MOST = 4, 7
"""Minimum and maximum number of sections of a primer."""

_WORDS = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"[.!?]\s*$"}
_PICTURE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["setting", "alt"],
    "properties": picture.PROPERTIES,
}
_SETTINGS = {"type": "object", "additionalProperties": setting.SCHEMA}
_PRIMER_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["sections"],
    "properties": {
        "settings": _SETTINGS,
        "sections": {
            "type": "array",
            "minItems": SHORTEST,
            "maxItems": MOST,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["title", "text", "picture"],
                "properties": {
                    "title": {"type": "string", "minLength": 1, "maxLength": 32},
                    "text": _WORDS,
                    "picture": _PICTURE,
                },
            },
        },
    },
}
_FIGURES_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["figures"],
    "properties": {
        "settings": _SETTINGS,
        "figures": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "rule", "caption", "picture"],
                "properties": {
                    "name": {"type": "string", "pattern": "^[a-z][a-z0-9-]{1,31}$"},
                    "rule": {"type": "string", "pattern": f"^{ID.pattern}$"},
                    "caption": {**_WORDS, "maxLength": 240},
                    "picture": _PICTURE,
                    "tries": {"type": "boolean"},
                },
            },
        },
    },
}


class BadPrimer(SouqError, ValueError):
    """A file of sections or figures that can't be read or violates its schema; the message says where."""


class UnknownFigure(NotTaught):
    """The game has no playable figure with that name."""


@dataclass(frozen=True, eq=False)
class Section:
    """One section of a primer (the short introduction to a game): a heading, a text and a picture."""

    title: str
    text: str
    picture: Picture


@dataclass(frozen=True, eq=False)
class Figure:
    """A picture shown next to a numbered rule."""

    name: str
    rule: str
    caption: str
    picture: Picture
    tries: bool = True
    """Whether players can play on from the moment in the figure."""


@dataclass(frozen=True, eq=False)
class Primer:
    """The short introduction to a game in sections, and the figures next to its rules; either can be empty."""

    sections: tuple[Section, ...] = ()
    figures: tuple[Figure, ...] = ()

    def beside(self, rule: str) -> tuple[Figure, ...]:
        """Return the figures that illustrate a rule, given by the rule's ID."""
        return tuple(figure for figure in self.figures if figure.rule == rule)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Pictures of all sections and figures."""
        return (*(section.picture for section in self.sections), *(figure.picture for figure in self.figures))


@cache
def primer(game: Game) -> Primer:
    """Return the primer and the figures of a game; without a file, its sections or figures are empty.

    Raises:
        BadPrimer: a file can't be read or violates its schema.
    """
    sections, figures = game.folder / PRIMER, game.folder / FIGURES
    return read(sections if sections.is_file() else None, figures if figures.is_file() else None)


def figure(game: Game, name: str) -> Figure:
    """Return a figure by name, if players can play on from its moment.

    Raises:
        UnknownFigure: there is none; the message lists the names.
    """
    known = {figure.name: figure for figure in primer(game).figures if figure.tries}
    if name not in known:
        raise UnknownFigure(f"{game.title} has no figure {name[:40]!r} to try; it has: {', '.join(known) or 'none'}.")
    return known[name]


def read(sections: Path | None, figures: Path | None) -> Primer:
    """Read sections from one file and figures from another, each of which may be None.

    Raises:
        BadPrimer: a file can't be read or violates its schema.
    """
    shown = _data(sections, _PRIMER_SCHEMA) if sections else {}
    beside = _data(figures, _FIGURES_SCHEMA) if figures else {}
    given = {**beside.get("settings", {}), **shown.get("settings", {})}
    settings = {name: Setting.read(data) for name, data in given.items()}
    _once([each["name"] for each in beside.get("figures", ())], figures)
    return Primer(
        tuple(Section(**_of(each, settings, sections)) for each in shown.get("sections", ())),
        tuple(Figure(**_of(each, settings, figures)) for each in beside.get("figures", ())),
    )


def _of(data: Mapping[str, Any], settings: Mapping[str, Setting], path: Path | None) -> dict[str, Any]:
    """Return the arguments of :class:`Section` or :class:`Figure` for the data of one in a file."""
    known = {name: " ".join(data[name].split()) for name in ("text", "caption") if name in data}
    try:
        return {**data, **known, "picture": Picture.read(data["picture"], settings)}
    except BadPicture as error:
        raise BadPrimer(f"{path}: {data.get('name') or data['title']}: {error}") from error


def _once(names: list[str], path: Path | None) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadPrimer(f"{path}: The figure {twice!r} is given twice.")


def _data(path: Path, schema: Mapping[str, Any]) -> dict[str, Any]:
    return datafile.read(path, schema, BadPrimer)
