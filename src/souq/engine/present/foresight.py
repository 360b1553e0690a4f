"""Foresight: predict the effect of choices by trying them with the game's own rules.

Rules are applied to a copy of what a seat knows, so that previews, warnings and hints don't implement any rule a second
time. Chance and hidden cards can't be predicted: choices are tried with several samples, and only what is the same in
all of them is reported.

>>> import souq
>>> from souq.engine.present.foresight import Foresight
>>> match = souq.new("desert_bazaar", players=3, seed=7)
>>> seat = match.observe().seat
>>> foresee = Foresight(match.game, match.view(seat), seat)
>>> seen = foresee(int(match.legal()[0]), seat=seat)
>>> seen.sure, len(seen.points)
(True, 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar, cast

from souq.engine.game import Game
from souq.engine.rules.kinds import Kind, Row, rows, visible_events
from souq.engine.rules.record import Batch, GameRecord, clone
from souq.engine.rules.twin import Twin, recorded

S = TypeVar("S", bound=GameRecord)

TRIES = tuple(((n, 0), (n, 1)) for n in range(4))
"""Keys of hidden cards and of chance for each trial; what all trials share depends on neither."""


@dataclass(frozen=True)
class Foreseen(Generic[S]):
    """The effect of some choices, up to the point where chance or hidden cards matter."""

    rows: tuple[Row, ...]
    """Events that the viewer will see, in order; after an uncertain choice, those common to all trials."""
    points: tuple[int, ...]
    """Change in each seat's points; 0 where it is uncertain."""
    sure: bool
    """Whether neither chance nor hidden cards matter, so that :attr:`view` is certain."""
    batch: Batch

    @cached_property
    def view(self) -> S:
        """Position afterwards, as the viewer may know it; if it isn't sure, one possibility of many."""
        return cast(S, Twin.of(self.batch))

    def of(self, *kinds: int) -> list[Row]:
        """Return the events of some kinds."""
        return [row for row in self.rows if row.kind in kinds]


@dataclass(frozen=True)
class _Reached:
    """Result of some choices: a state for each trial, or one for all, and the events on the way."""

    states: list[Batch]
    sure: bool = True
    rows: tuple[Row, ...] = ()


class Foresight(Generic[S]):
    """The rules of a game, applied to copies of a viewer's position. Results are cached, also for partial sequences."""

    def __init__(self, game: Game, view: S | Batch, viewer: int) -> None:
        """Take a hidden position (a record, or a twin of it) and the seat of its viewer; -1 is a spectator."""
        self.game = game
        self.viewer = viewer
        self._batch = cast(Batch, recorded(view, game.State) if isinstance(view, Twin) else view)
        self._ways: dict[tuple[int, tuple[int, ...]], _Reached] = {}
        self._known: dict[tuple[int, tuple[int, ...]], Foreseen[S]] = {}

    def __call__(self, *choices: int, seat: int) -> Foreseen[S]:
        """Predict ``choices`` of ``seat``, each legal after the one before; after an uncertain one, none."""
        known = self._known.get((seat, choices))
        if known is None:
            known = self._known[seat, choices] = self._foreseen(self._reached(seat, choices))
        return known

    def _foreseen(self, end: _Reached) -> Foreseen[S]:
        gained = [self._gained(state) for state in end.states]
        points = tuple(each[0] if len(set(each)) == 1 else 0 for each in zip(*gained, strict=True))
        return Foreseen(end.rows, points, end.sure, self.game.bindings.hidden(end.states[0], self.viewer))

    def _reached(self, seat: int, choices: tuple[int, ...]) -> _Reached:
        """Return the cached result of a sequence of choices, extending that of all but the last."""
        if not choices:
            return _Reached(self._worlds)
        if (seat, choices) not in self._ways:
            before = self._reached(seat, choices[:-1])
            self._ways[seat, choices] = self._further(before, seat, choices[-1]) if before.sure else before
        return self._ways[seat, choices]

    def _further(self, before: _Reached, seat: int, choice: int) -> _Reached:
        states, sure = self._made(before.states, seat, choice)
        told = _common([visible_events(state[0], self.viewer) for state in (states[:1] if sure else states)])
        return _Reached(states, sure, (*before.rows, *rows(self._kinds, told)))

    @cached_property
    def _worlds(self) -> list[Batch]:
        """Positions sampled from the viewer's information set; only one if there is no hidden information."""
        worlds = [self.game.bindings.determinized(self._batch, self.viewer, cards) for cards, _ in TRIES]
        for world in worlds:
            world["key"] = 0
        return worlds if len({world.tobytes() for world in worlds}) > 1 else worlds[:1]

    def _made(self, states: list[Batch], seat: int, choice: int) -> tuple[list[Batch], bool]:
        """Apply a choice to every state; return the results, and whether it draws nothing and looks the same in all."""
        made = [self._applied(state, seat, choice, chance) for state, (_, chance) in zip(states, TRIES, strict=False)]
        drawn = any(int(state["draws"][0]) for state in made)
        if drawn and len(made) == 1:
            made = [self._applied(states[0], seat, choice, chance) for _, chance in TRIES]
        return made, not drawn and self._alike(made)

    def _alike(self, states: list[Batch]) -> bool:
        """Return whether the viewer sees the same in all states."""
        return len(states) == 1 or len({self.game.bindings.hidden(s, self.viewer).tobytes() for s in states}) == 1

    def _applied(self, state: Batch, seat: int, choice: int, chance: tuple[int, int]) -> Batch:
        after = clone(state)
        self.game.bindings.apply(after, seat, choice, chance)
        return after

    @cached_property
    def _kinds(self) -> type[Kind]:
        return cast(type[Kind], self.game.state.Event)

    @cached_property
    def _points(self) -> list[int]:
        return self.game.bindings.points(self._batch)

    def _gained(self, after: Batch) -> list[int]:
        return [now - before for now, before in zip(self.game.bindings.points(after), self._points, strict=True)]


def _common(told: Sequence[list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """Return the longest common prefix of several lists of events."""
    first, *others = told
    n = next((n for n, row in enumerate(first) if any(each[n : n + 1] != [row] for each in others)), len(first))
    return first[:n]
