"""Effects: movement and sound between two scenes, declared in a table with an entry for each kind of event.

A game's ``scene/effects.py`` declares the effect of each kind, in simple cases by the names of its numbers::

    MOVES = {
        Event.CARD: Sound("card"),
        Event.BARKER: Home("barker-top"),               # flies to the panel of ``seat``
        Event.TOOK: Home("display-{slot}"),
        Event.SCORED: Fly("+{points}"),                 # flies from the previous event's place to ``seat``
        Event.NEW: Put("site", "wood"),                 # sets the place of the event to ``site``
        Event.LURED: _lured,                            # other effects are functions
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
    """Effect of an event that is only a sound."""

    sound: str


@dataclass(frozen=True, slots=True)
class Put:
    """Effect of an event that puts a piece on the board: a sound. Texts of later events fly from that place.

    ``where`` is the name of the event's number that identifies the place. :attr:`Stage.places` converts it to a point,
    which is stored in :attr:`Stage.at`.
    """

    where: str
    sound: str = "wood"


@dataclass(frozen=True, slots=True)
class Home:
    """Effect of an event in which a seat receives a piece or a card: its sprite flies to the panel of the seat.

    ``key`` is the sprite's key, in which ``{name}`` is replaced by the event's number of that name; ``to`` names the
    number that is the seat.
    """

    key: str
    sound: str = "card"
    to: str = "seat"


@dataclass(frozen=True, slots=True)
class Fly:
    """Effect of an event in which a seat gains something: a text such as "+3" flies from a point to the seat's panel.

    The point is :attr:`Stage.at`. In ``text``, ``{name}`` is replaced by the event's number of that name; ``to`` names
    the number that is the seat.
    """

    text: str
    sound: str = "coin"
    to: str = "seat"


class Stage(Generic[D]):
    """Everything that is needed while the events of one decision are converted to effects, one event after another.

    Attributes:
        places: functions that convert a number to a point on the board, keyed by the number's name in the event.
        desk: desk of the position before the decision.
        after: the position after the decision.
        rest: the events after the current one.
        at: point of the last event with a place on the board, in the board's units; texts fly from it.
        made: effects so far.
    """

    def __init__(
        self, desk: D, after: Any, at: Point, places: Mapping[str, Callable[[int], Point]] | None = None
    ) -> None:
        self.desk, self.after, self.at = desk, after, at
        self.places = places or {}
        self.rest: Sequence[Row] = ()
        self.made: list[Effect] = []

    def words(self, row: Row) -> dict[str, object]:
        """Return the numbers of an event by name, to be filled into texts; a game can replace some by words."""
        return dict(zip(row.kind.names, row.numbers, strict=False))

    def following(self, *kinds: int) -> list[Row]:
        """Return the events directly after the current one, as long as they are of these kinds."""
        end = next((n for n, row in enumerate(self.rest) if row.kind not in kinds), len(self.rest))
        return list(self.rest[:end])


Move = Sound | Put | Home | Fly
T = TypeVar("T", bound=Stage[Any])
Moves = Mapping[Any, Move | Callable[[T, Row], Iterable[Effect]]]
"""The effects of each kind of event: a declaration such as :class:`Put`, or a function.

The function takes the stage and the event, and returns any number of effects.
"""


def play(stage: T, moves: Moves[T], events: Iterable[Sequence[int]]) -> list[Effect]:
    """Convert the events of one decision to animations and sounds, in order."""
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
    """Return the sound of the bell if the seat's turn has just begun, otherwise no effect.

    The turn has begun if the seat is the player now, and ``player`` or one of the other ``fields`` has changed.
    """
    rings = not after.over and after.player == seat
    changed = any(getattr(before, field) != getattr(after, field) for field in ("player", *fields))
    return [Effect("say", sound="bell")] * (rings and changed)
