"""Requests to worker processes, and the hints that they return. Each request is sent as one line of JSON."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any


def _line(view: bytes, **fields: Any) -> str:
    """Encode a request as one line of JSON. The view (what a seat knows of the position) is encoded in Base64."""
    return json.dumps(fields | {"view": base64.b64encode(view).decode()}) + "\n"


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request for a bot's decision: the view of its seat as a record, the legal choices, and whether it is a race."""

    game: str
    level: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int
    racing: bool = False

    def to_json(self) -> str:
        """Encode the request as one line of JSON."""
        asked = {"seat": self.seat, "legal": self.legal, "seed": self.seed, "racing": self.racing}
        return _line(self.view, game=self.game, level=self.level, **asked)

    @property
    def cost(self) -> int:
        """Number of search iterations of the bot; 0 if it doesn't search. Used to serve cheap requests first."""
        from souq.bots import levels  # imports Numba, which takes seconds

        return int(getattr(levels.LEVELS.get(self.level), "iterations", 0))


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A request to solve a position: the view of a seat as a record, and a time limit in seconds."""

    game: str
    seat: int
    view: bytes
    seconds: float

    def to_json(self) -> str:
        """Encode the request as one line of JSON."""
        return _line(self.view, solve=self.game, seat=self.seat, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A request for a hint: the view of the player's seat as a record, and the legal choices."""

    game: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int

    def to_json(self) -> str:
        """Encode the request as one line of JSON."""
        return _line(self.view, hint=self.game, seat=self.seat, legal=self.legal, seed=self.seed)


@dataclass(frozen=True, slots=True)
class EvalRequest:
    """A request for the win probabilities in a position of a finished game, with nobody's cards hidden."""

    game: str
    seat: int
    state: bytes

    def to_json(self) -> str:
        """Encode the request as one line of JSON."""
        return _line(self.state, evaluate=self.game, seat=self.seat)


@dataclass(frozen=True, slots=True)
class LineRequest:
    """A request for the line of play that is expected from a position of a finished game."""

    game: str
    state: bytes

    def to_json(self) -> str:
        """Encode the request as one line of JSON."""
        return _line(self.state, expect=self.game)


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A request to review a turn of a finished game: its seat's view, the legal choices, and the choices made.

    ``closer`` requests a full search instead of a quick estimate.
    """

    game: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    played: tuple[int, ...]
    racing: bool
    closer: bool

    def to_json(self) -> str:
        """Encode the request as one line of JSON."""
        turn = {"seat": self.seat, "legal": self.legal, "played": self.played, "racing": self.racing}
        return _line(self.view, review=self.game, closer=self.closer, **turn)


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the choice advised, the choices that should follow it, and the reason."""

    choice: int
    pv: tuple[int, ...]
    why: str
