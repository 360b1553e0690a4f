"""A moment of a game that data name: in lessons, figures and puzzles.

It is a table's beginning (players, options, a position if not the game's own setup) and what was decided since. The
seed is the chance of both. A match that begins there has no past: what happened before is told by nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from souq.engine.errors import SouqError
from souq.engine.game import Game

if TYPE_CHECKING:
    from souq.engine.match.match import Match

Said = tuple[int, int | str]
"""A decision as data write it: the seat, and the choice by number, name or phrase."""

DECISION = {"type": "string", "pattern": r"^(-1|\d+) \S"}
"""How a decision stands in a file, as JSON schema: ``"1 site E4"``; -1 is time."""

NUMBERS = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
"""The same as a program writes it: seat and number."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["players"],
    "properties": {
        "players": {"type": "integer", "minimum": 1},
        "seed": {"type": "integer", "minimum": 0},
        "options": {"type": "object"},
        "names": {"type": "array", "items": {"type": "string", "minLength": 1}},
        "start": {"type": "object"},
        "log": {"type": "array", "items": {"anyOf": [DECISION, NUMBERS]}},
    },
}
"""What a file may say of a setting, as JSON schema."""


@dataclass(frozen=True, eq=False)
class Setting:
    """Where a match begins that is not a game's first moment."""

    players: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    start: Mapping[str, Any] | None = None
    """Fields of a position, by name; None: the game's own setup."""
    log: tuple[Said, ...] = ()
    """What is decided before the moment meant."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Setting:
        """The setting of a table in a file that holds to :data:`SCHEMA`."""
        known = {**data, "names": tuple(data.get("names", ())), "log": tuple(map(decision, data.get("log", ())))}
        return cls(**known)

    def begin(self, game: Game) -> Match:
        """A match that begins at that moment, without a past. The same setting always makes the same one.

        Raises:
            BadPlayers, BadOption, BadPosition, IllegalChoice, NotYourTurn: what cannot be, and what would be right.
        """
        match = self._opened(game, self.start)
        if not self.log:
            return match
        for number, (seat, choice) in enumerate(self.log, 1):
            try:
                match.play(choice, seat, goes_on=True)
            except SouqError as error:
                raise type(error)(f"Decision {number} of the log: {error}") from error
        return self._opened(game, match.position())

    def _opened(self, game: Game, start: Mapping[str, Any] | None) -> Match:
        from souq.engine.match.match import Match  # pages name lessons long before anybody begins one

        given = dict(start) if start is not None else None
        names = list(self.names)
        return Match(game, self.players, seed=self.seed, options=dict(self.options), names=names, start=given)


def decision(said: str | Sequence[int]) -> Said:
    """A decision of a file.

    >>> decision("1 site E4"), decision([0, 17])
    ((1, 'site E4'), (0, 17))
    """
    if not isinstance(said, str):
        seat, number = said
        return seat, number
    who, _, choice = said.partition(" ")
    return int(who), choice.strip()
