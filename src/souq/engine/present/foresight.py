"""Foresight: predict the effect of choices by trying them with the game's own rules.

Rules are applied to a copy of what a seat knows, so that previews, warnings and hints don't implement any rule again.
Chance and hidden cards can't be predicted: choices are tried with several samples of them, and only effects that all
samples have in common are reported.

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

Try = tuple[tuple[int, int], tuple[int, int]]
"""Random keys of a trial: one from which hidden cards are sampled, and one that determines chance."""

TRIES: tuple[Try, ...] = tuple(((n, 0), (n, 1)) for n in range(4))
"""Default trials.

An effect that all trials have in common is assumed to depend on neither.
"""


@dataclass(frozen=True)
class Foreseen(Generic[S]):
    """The predicted effect of some choices; it ends where the effect depends on chance or on hidden cards."""

    rows: tuple[Row, ...]
    """Events that the viewer will see, in order; if the effect is uncertain, only the first, which all trials share."""
    points: tuple[int, ...]
    """Predicted change in each seat's points; 0 if the trials differ."""
    sure: bool
    """Whether the prediction is certain, because neither chance nor hidden cards affect the choices."""
    batch: Batch

    @cached_property
    def view(self) -> S:
        """Position after the choices, as the viewer may know it; if it is uncertain, the position of one trial."""
        return cast(S, Twin.of(self.batch))

    def of(self, *kinds: int) -> list[Row]:
        """Return the predicted events of the given kinds."""
        return [row for row in self.rows if row.kind in kinds]


@dataclass(frozen=True)
class _Reached:
    """The positions to which some choices lead, and the events on the way.

    There is a position for each trial, or a single one if nothing is hidden.
    """

    states: list[Batch]
    sure: bool = True
    rows: tuple[Row, ...] = ()


class Foresight(Generic[S]):
    """Predictor of the effects of choices for one viewer, which tries them in copies of the position.

    Results are cached by seat and choices.
    """

    def __init__(self, game: Game, view: S | Batch, viewer: int, tries: Sequence[Try] = TRIES) -> None:
        """Prepare predictions from a position as ``viewer`` may know it.

        Args:
            game: the game.
            view: the position, a record or its twin (the same fields as plain numbers and lists).
            viewer: seat of the viewer; -1 is a spectator.
            tries: random keys for each trial. With more trials, an effect that they have in common by chance is rarer.
        """
        self.game = game
        self.viewer = viewer
        self._tries = tries
        self._batch = cast(Batch, recorded(view, game.State) if isinstance(view, Twin) else view)
        self._ways: dict[tuple[int, tuple[int, ...]], _Reached] = {}
        self._known: dict[tuple[int, tuple[int, ...]], Foreseen[S]] = {}

    def __call__(self, *choices: int, seat: int) -> Foreseen[S]:
        """Predict the effect of choices that ``seat`` makes one after the other.

        Each choice must be legal after those before it. Choices that follow an uncertain one are ignored.
        """
        known = self._known.get((seat, choices))
        if known is None:
            known = self._known[seat, choices] = self._foreseen(self._reached(seat, choices))
        return known

    def ends(self, *choices: int, seat: int) -> list[Batch]:
        """Return the positions after some choices as the viewer would know them: one, or one for each trial.

        Like a prediction, they stop at the first choice whose effect depends on chance or on hidden cards, after it.
        """
        end, hidden = self._reached(seat, choices), self.game.bindings.hidden
        return [hidden(state, self.viewer) for state in (end.states[:1] if end.sure else end.states)]

    def certain(self, *choices: int, seat: int) -> bool:
        """Return whether the effect of choices depends neither on chance nor on hidden cards."""
        return self._reached(seat, choices).sure

    def _foreseen(self, end: _Reached) -> Foreseen[S]:
        gained = [self._gained(state) for state in end.states]
        points = tuple(each[0] if len(set(each)) == 1 else 0 for each in zip(*gained, strict=True))
        return Foreseen(end.rows, points, end.sure, self.game.bindings.hidden(end.states[0], self.viewer))

    def _reached(self, seat: int, choices: tuple[int, ...]) -> _Reached:
        """Return the positions to which a sequence of choices leads, from the cache if it has been tried before."""
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
        """Positions in which choices are tried: for each trial, one with hidden cards sampled at random.

        If nothing is hidden from the viewer, there is only one.
        """
        worlds = [self.game.bindings.determinized(self._batch, self.viewer, cards) for cards, _ in self._tries]
        for world in worlds:
            world["key"] = 0
        return worlds if len({world.tobytes() for world in worlds}) > 1 else worlds[:1]

    def _made(self, states: list[Batch], seat: int, choice: int) -> tuple[list[Batch], bool]:
        """Make a choice in every position; return the new positions, and whether its effect is certain.

        The effect is certain if it draws nothing from chance, and the viewer sees the same in all new positions.
        """
        bindings = self.game.bindings

        def applied(state: Batch, chance: tuple[int, int]) -> Batch:
            after = clone(state)
            bindings.apply(after, seat, choice, chance)
            return after

        made = [applied(state, chance) for state, (_, chance) in zip(states, self._tries, strict=False)]
        drawn = any(state["draws"][0] for state in made)
        if drawn and len(made) == 1:
            made = [applied(states[0], chance) for _, chance in self._tries]
        return made, not drawn and self._alike(made)

    def _alike(self, states: list[Batch]) -> bool:
        """Return whether the viewer can't tell these positions apart."""
        hidden = self.game.bindings.hidden
        views = (hidden(state, self.viewer).tobytes() for state in states)
        first = next(views)
        return all(view == first for view in views)

    @cached_property
    def _kinds(self) -> type[Kind]:
        return cast(type[Kind], self.game.state.Event)

    @cached_property
    def _points(self) -> list[int]:
        return self.game.bindings.points(self._batch)

    def _gained(self, after: Batch) -> list[int]:
        return [now - before for now, before in zip(self.game.bindings.points(after), self._points, strict=True)]


def _common(told: Sequence[list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """Return the events with which all of these lists begin."""
    first, *others = told
    n = next((n for n, row in enumerate(first) if any(each[n : n + 1] != [row] for each in others)), len(first))
    return first[:n]
