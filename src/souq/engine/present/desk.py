"""Base class of desks: a desk computes the facts that a game's scenes (drawings of the table) need from a position.

It covers what any game needs: turns, choices and names. A game's ``scene/desk.py`` adds what its own scenes need. One
desk is created per scene; derived values are computed on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from souq.engine.game import Game
from souq.engine.present.foresight import Foreseen, Foresight
from souq.engine.present.scene import Context, Panel, Stat
from souq.engine.present.voice import Person, addressed, person
from souq.engine.rules.kinds import Row, rows
from souq.engine.rules.twin import interpreted


class Position(Protocol):
    """Fields that a game's record must have for :class:`Desk`."""

    players: int
    over: int
    player: int


S = TypeVar("S", bound=Position)
T = TypeVar("T")


class Desk(Generic[S]):
    """The facts that the scenes of a game need from one position, as seen by one viewer.

    Attributes:
        view: the position as the viewer may know it.
        ctx: context of the scene: viewer and layout.
        seat: seat of the viewer; -1 is a spectator.
        own: the seat from whose perspective the scene is drawn: the viewer's, or seat 0 for spectators.
        phase: the current phase; 0 in games without phases.
        player: the seat that decides, or whose turn it is.
        over: whether the game has ended.
        seats: all seats in the game.
        rivals: all seats but ``own``.
        legal: the viewer's legal choices.
    """

    game: ClassVar[Game]

    def __init__(self, view: S, ctx: Context) -> None:
        self.view = view
        self.ctx = ctx
        self.seat = ctx.seat
        self.own = max(0, ctx.seat)
        self.phase: int = getattr(view, "phase", 0)
        self.player = view.player
        self.over = bool(view.over)
        self.seats = range(view.players)
        self.rivals = tuple(seat for seat in self.seats if seat != self.own)
        self.legal = frozenset(ctx.legal)
        self._once: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result of ``make()``, computed only the first time for each ``key`` and then cached.

        For values that several parts of a scene use.
        """
        if key not in self._once:
            self._once[key] = make()
        return cast(T, self._once[key])

    # ---- whose turn

    @property
    def mine(self) -> bool:
        """Whether the viewer may choose now."""
        return bool(self.legal)

    @property
    def waits(self) -> bool:
        """Whether the viewer is a player who is waiting for another seat."""
        return self.seat >= 0 and self.seat != self.player and not self.over

    def acting(self, seat: int) -> bool:
        """Return whether a seat may choose now."""
        return bool(self.once("deciders", lambda: interpreted(self.game.rules.deciders)(self.view)) >> seat & 1)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """Current rank of every seat; tied seats share a rank."""
        places = [0] * len(self.seats)
        interpreted(self.game.rules.ranks)(self.view, places)
        return tuple(places)

    def panel(
        self, seat: int, score: str, note: str, emblems: Sequence[str], stats: Sequence[Stat] = (), **more: Any
    ) -> Panel:
        """Return the panel of a seat, with its rank once the game is over.

        Args:
            seat: the seat.
            score: its points.
            note: text about what the seat is doing, did last, or has.
            emblems: emblems of all seats, in order.
            stats: small facts about the seat.
            more: other fields of the panel, which override the defaults.
        """
        usual = {"acting": self.acting(seat), "rank": self.ranks[seat] if self.over else None}
        return Panel(seat, score, note, emblems[seat], seat + 1, tuple(stats), **(usual | more))

    def asks(self, *phases: int) -> bool:
        """Return whether the viewer has to choose now, and the game is in one of these phases."""
        return self.mine and self.phase in phases

    def options(self, first: int, count: int) -> list[int]:
        """Return which of ``count`` consecutively numbered choices are legal, as offsets from the ``first`` of them."""
        return [choice - first for choice in self.ctx.legal if first <= choice < first + count]

    # ---- words

    @property
    def terse(self) -> bool:
        """Whether texts must be short, because there are only two lines for them on a phone."""
        return self.ctx.layout == "tall"

    def called(self, seat: int) -> Person:
        """Return a seat's name as used in texts: ``you`` for the viewer."""
        return person(addressed(self.ctx.names, self.seat), seat)

    def whose(self, seat: int) -> str:
        """Return the possessive of a seat: ``your`` for the viewer, otherwise such as ``Omar’s``."""
        return self.called(seat).whose

    # ---- what was, and what would be

    @cached_property
    def recent(self) -> tuple[Row, ...]:
        """Events since the viewer last acted."""
        return tuple(rows(self.game.state.Event, self.ctx.recent))

    @cached_property
    def foresight(self) -> Foresight[Any]:
        """Predictor that can try choices in the viewer's position and report their effects."""
        return Foresight(self.game, self.view, self.seat)

    def foresee(self, *choices: int, seat: int | None = None) -> Foreseen[Any]:
        """Predict the effect of choices made by ``seat``, by default the player (see :class:`Foresight`)."""
        return self.foresight(*choices, seat=self.player if seat is None else seat)
