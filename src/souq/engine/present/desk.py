"""What the scenes of every game begin with: whose turn it is, what may be chosen, and how seats are called.

A game's ``scene/desk.py`` adds what a position means to the eye. A desk is made once for a scene; whatever it works out
is worked out when first asked for.
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
    """What the record of a game with turns has: seats in play, whether it is over, and who is asked."""

    players: int
    over: int
    player: int


S = TypeVar("S", bound=Position)
T = TypeVar("T")


class Desk(Generic[S]):
    """A view with its meaning, for one viewer.

    Attributes:
        view: what the viewer may know of a position.
        ctx: for whom, and on what, it is drawn.
        seat: the viewer's; -1 is a spectator.
        own: the seat from which the table is looked at: the viewer's, or the first one.
        phase: what is asked, for games that have phases; else 0.
        player: who is asked, or whose turn it is.
        over: whether the game has ended.
        seats: all seats in play.
        rivals: those that are not ``own``.
        legal: what the viewer may choose now.
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
        """Something that several parts of a scene show, made once."""
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
        """Whether the viewer waits for another seat."""
        return self.seat >= 0 and self.seat != self.player and not self.over

    def acting(self, seat: int) -> bool:
        """Return whether a seat may choose now."""
        return bool(self.once("deciders", lambda: interpreted(self.game.rules.deciders)(self.view)) >> seat & 1)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """Every seat's place as things are; equals share one."""
        places = [0] * len(self.seats)
        interpreted(self.game.rules.ranks)(self.view, places)
        return tuple(places)

    def panel(
        self, seat: int, score: str, note: str, emblems: Sequence[str], stats: Sequence[Stat] = (), **more: Any
    ) -> Panel:
        """Return what is said of a seat: ``emblems`` are those of all seats; its place is told once the game is over.

        Args:
            seat: whose panel it is.
            score: its points.
            note: what it does, did last, or has.
            emblems: the sign of each seat.
            stats: small facts.
            more: other fields of the panel, instead of what they usually are.
        """
        usual = {"acting": self.acting(seat), "rank": self.ranks[seat] if self.over else None}
        return Panel(seat, score, note, emblems[seat], seat + 1, tuple(stats), **(usual | more))

    def asks(self, *phases: int) -> bool:
        """Whether the viewer is asked one of these."""
        return self.mine and self.phase in phases

    def options(self, first: int, count: int) -> list[int]:
        """What can be chosen of a group of ``count`` choices that begins with ``first``, counted from the first."""
        return [choice - first for choice in self.ctx.legal if first <= choice < first + count]

    # ---- words

    @property
    def terse(self) -> bool:
        """Whether words must be few: it is a phone's scene, and they take two lines."""
        return self.ctx.layout == "tall"

    def called(self, seat: int) -> Person:
        """A seat: ``you``, or a name."""
        return person(addressed(self.ctx.names, self.seat), seat)

    def whose(self, seat: int) -> str:
        """Of a seat's thing: ``your``, or ``Omar’s``."""
        return self.called(seat).whose

    # ---- what was, and what would be

    @cached_property
    def recent(self) -> tuple[Row, ...]:
        """What has been told since the viewer acted last."""
        return tuple(rows(self.game.state.Event, self.ctx.recent))

    @cached_property
    def foresight(self) -> Foresight[Any]:
        """The rules, on copies of the view."""
        return Foresight(self.game, self.view, self.seat)

    def foresee(self, *choices: int, seat: int | None = None) -> Foreseen[Any]:
        """What choices of ``seat`` (the one that is asked, when left out) do: see ``souq.engine.present.foresight``."""
        return self.foresight(*choices, seat=self.player if seat is None else seat)
