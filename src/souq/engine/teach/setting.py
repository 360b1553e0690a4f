"""Settings: moments of a game from which lessons, figures and puzzles start, defined in data files.

A setting consists of how the game starts (players, options, optionally a position) and of the decisions made since. The
seed determines the chance of both. A match that begins from a setting has no history: its story starts at that moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from souq.engine.errors import BadRule, SouqError
from souq.engine.game import Game

if TYPE_CHECKING:
    from souq.engine.match.match import Match

Said = tuple[int, int | str]
"""A decision as written in a data file: the seat, and its choice as a number, name or phrase."""

DECISION = {"type": "string", "pattern": r"^(-1|\d+) \S"}
"""JSON schema of a decision written as text, such as ``"1 site E4"``; seat -1 means that a clock ran out."""

NUMBERS = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
"""JSON schema of a decision written as two numbers: seat and choice."""

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
"""JSON schema of a setting."""


@dataclass(frozen=True, eq=False)
class Setting:
    """A moment of a game from which a match can begin."""

    players: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    start: Mapping[str, Any] | None = None
    """Fields of the starting position by name; None for the game's setup."""
    log: tuple[Said, ...] = ()
    """Decisions made from the start up to the moment, in order."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Setting:
        """Create a setting from data that conforms to :data:`SCHEMA`."""
        known = {**data, "names": tuple(data.get("names", ())), "log": tuple(map(decision, data.get("log", ())))}
        return cls(**known)

    def begin(self, game: Game) -> Match:
        """Return a new match that starts at this moment, without the decisions that led to it.

        Equal settings give equal matches.

        Raises:
            BadPlayers, BadOption, BadPosition, IllegalChoice, NotYourTurn: the setting is invalid; the message says
                what would be valid.
        """
        match = self._opened(game, self.start)
        if not self.log:
            return match
        for number, (seat, choice) in enumerate(self.log, 1):
            try:
                match.play(choice, seat, goes_on=True)
            except BadRule:
                raise  # a mistake in the rules, not in the log
            except SouqError as error:
                raise type(error)(f"Decision {number} of the log: {error}") from error
        return self._opened(game, match.position())

    def _opened(self, game: Game, start: Mapping[str, Any] | None) -> Match:
        from souq.engine.match.match import Match  # pages name lessons long before anybody begins one

        given = dict(start) if start is not None else None
        names = list(self.names)
        return Match(game, self.players, seed=self.seed, options=dict(self.options), names=names, start=given)


def decision(said: str | Sequence[int]) -> Said:
    """Parse a decision from a data file.

    >>> decision("1 site E4"), decision([0, 17])
    ((1, 'site E4'), (0, 17))
    """
    if not isinstance(said, str):
        seat, number = said
        return seat, number
    who, _, choice = said.partition(" ")
    return int(who), choice.strip()
