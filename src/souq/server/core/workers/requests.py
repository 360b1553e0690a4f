"""What is asked of a process that thinks, and what it answers, a line of JSON each."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any


def _line(view: bytes, **fields: Any) -> str:
    """One line for a worker."""
    return json.dumps(fields | {"view": base64.b64encode(view).decode()}) + "\n"


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A decision to be made by a bot: the hidden record of its seat, what it may choose, and whether others do too."""

    game: str
    level: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int
    racing: bool = False

    def to_json(self) -> str:
        """One line for a worker."""
        asked = {"seat": self.seat, "legal": self.legal, "seed": self.seed, "racing": self.racing}
        return _line(self.view, game=self.game, level=self.level, **asked)

    @property
    def cost(self) -> int:
        """How long its bot thinks, more or less: among requests that wait, the cheapest is answered first."""
        from souq.bots import levels  # loads the compiler

        return int(getattr(levels.LEVELS.get(self.level), "iterations", 0))


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A position whose best way on is looked for: the hidden record of a seat, and for how long."""

    game: str
    seat: int
    view: bytes
    seconds: float

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.view, solve=self.game, seat=self.seat, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A person's decision for which a hint is asked: the hidden record of the seat, and what it may choose."""

    game: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.view, hint=self.game, seat=self.seat, legal=self.legal, seed=self.seed)


@dataclass(frozen=True, slots=True)
class EvalRequest:
    """A position of a finished game, as it was: who decides in it, and the whole record."""

    game: str
    seat: int
    state: bytes

    def to_json(self) -> str:
        """One line for a worker."""
        return _line(self.state, evaluate=self.game, seat=self.seat)


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A turn of a finished game to be glanced at, or weighed: what its seat knew, could choose, and chose."""

    game: str
    seat: int
    view: bytes
    legal: tuple[int, ...]
    played: tuple[int, ...]
    racing: bool
    closer: bool

    def to_json(self) -> str:
        """One line for a worker."""
        turn = {"seat": self.seat, "legal": self.legal, "played": self.played, "racing": self.racing}
        return _line(self.view, review=self.game, closer=self.closer, **turn)


@dataclass(frozen=True, slots=True)
class Advice:
    """What somebody is advised to choose, the choices of his that follow from it, and why."""

    choice: int
    pv: tuple[int, ...]
    why: str
