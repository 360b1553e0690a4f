"""Events move and sound: what happens between two scenes is a table by kinds of events, as a story is of tellers.

A game's ``scene/effects.py`` says what each kind does; where nothing special happens, by its numbers' names::

    MOVES = {
        Event.CARD: Sound("card"),
        Event.BARKER: Home("barker-top"),               # flies to the panel of ``seat``
        Event.TOOK: Home("display-{slot}"),
        Event.SCORED: Fly("+{points}"),                 # flies from where the last thing happened to ``seat``
        Event.NEW: Put("site", "wood"),                 # happens at ``site``: what follows flies from there
        Event.LURED: _lured,                            # anything else is written out
    }
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from souq.engine.present.desk import Desk
from souq.engine.present.scene import Effect
from souq.engine.rules.kinds import Row, rows

Point = tuple[float, float]
D = TypeVar("D", bound=Desk[Any])


@dataclass(frozen=True, slots=True)
class Sound:
    """Only a sound."""

    sound: str


@dataclass(frozen=True, slots=True)
class Put:
    """Something comes to lie on the place that the number ``where`` names: one of the stage's ``places``."""

    where: str
    sound: str = "wood"


@dataclass(frozen=True, slots=True)
class Home:
    """A sprite flies to the panel of the row's seat; its key is a template of the row's numbers."""

    key: str
    sound: str = "card"
    to: str = "seat"


@dataclass(frozen=True, slots=True)
class Fly:
    """Words fly from where the last thing happened to the panel of the row's seat: a template of the row's numbers."""

    text: str
    sound: str = "coin"
    to: str = "seat"


class Stage(Generic[D]):
    """What has moved so far in one decision, and where the last thing happened.

    Attributes:
        places: by the name of a number that is a place: where it lies, in the units of the board.
        desk: the position before, with its meaning.
        after: the position after.
        rest: the rows that follow the one that is played.
        at: where the last thing happened, in the units of the board.
        made: the effects so far.
    """

    def __init__(
        self, desk: D, after: Any, at: Point, places: Mapping[str, Callable[[int], Point]] | None = None
    ) -> None:
        self.desk, self.after, self.at = desk, after, at
        self.places = places or {}
        self.rest: Sequence[Row] = ()
        self.made: list[Effect] = []

    def words(self, row: Row) -> dict[str, object]:
        """The numbers of a row as templates say them; a game may give some of them their words."""
        return dict(zip(row.kind.names, row.numbers, strict=False))

    def following(self, *kinds: int) -> list[Row]:
        """The rows right after this one, as long as they are of these kinds."""
        end = next((n for n, row in enumerate(self.rest) if row.kind not in kinds), len(self.rest))
        return list(self.rest[:end])


Move = Sound | Put | Home | Fly
T = TypeVar("T", bound=Stage[Any])
Moves = Mapping[Any, Move | Callable[[T, Row], Iterable[Effect]]]
"""By kind of event: what it does, on a game's kind of stage."""


def play(stage: T, moves: Moves[T], events: Iterable[Sequence[int]]) -> list[Effect]:
    """What one decision's events look and sound like, in their order."""
    told = rows(stage.desk.game.state.Event, events)
    for n, row in enumerate(told):
        move = moves.get(row.kind)
        stage.rest = told[n + 1 :]
        if isinstance(move, Sound | Put | Home | Fly):
            stage.made.append(_moved(stage, row, move))
        elif move is not None:
            stage.made += move(stage, row)
    return stage.made


def _moved(stage: Stage[Any], row: Row, move: Move) -> Effect:
    if isinstance(move, Put):
        stage.at = stage.places[move.where](getattr(row, move.where))
    if isinstance(move, Sound | Put):
        return Effect("say", sound=move.sound)
    words = stage.words(row)
    if isinstance(move, Home):
        return Effect("home", seat=getattr(row, move.to), keys=(move.key.format_map(words),), sound=move.sound)
    return Effect("fly", move.text.format_map(words), stage.at, getattr(row, move.to), sound=move.sound)


def bell(before: Any, after: Any, seat: int, *fields: str) -> list[Effect]:
    """A bell when it becomes a seat's turn: ``player``, or one of the fields given, has changed."""
    rings = not after.over and after.player == seat
    changed = any(getattr(before, field) != getattr(after, field) for field in ("player", *fields))
    return [Effect("say", sound="bell")] * (rings and changed)
