"""A position that tests read and play on from, for any game.

Every choice is carried out twice, compiled and interpreted, and both must agree on the whole record. A game's
``positions.py`` adds how its positions are put together, and what is read of them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar, Self

from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.engine.match.position import position as fields
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin, interpreted

TRIES = 20_000
"""Keys tried for a draw or a throw that brings what a test needs."""

EventNumbers = tuple[Any, tuple[int, ...]]
"""An event: its kind, and its numbers."""


class Table:
    """A position that can be played on; missing attributes are read from the interpreted record."""

    GAME: ClassVar[Game]

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.state = self.GAME.State.new()
        self.keys = count(1)
        twin.store(self.state)

    # ---- reading

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["twin"], name)

    @property
    def legal(self) -> list[str]:
        """Return the names of all legal choices."""
        return self.may(self.twin.player)

    def may(self, seat: int) -> list[str]:
        """Return the names of all choices of a seat."""
        return [self.GAME.choices.name(int(c)) for c in self.GAME.bindings.legal(self.state, seat)]

    def of(self, group: str) -> set[str]:
        """Return the legal choices of a group: ``table.of("site")`` gives labels."""
        return set(self.listed(group))

    def listed(self, group: str) -> list[str]:
        """Return the same in the order of the choices."""
        return [name.removeprefix(group).strip() for name in self.legal if name.split()[0] == group]

    def refusal(self, choice: str, seat: int | None = None) -> str | None:
        """Return the ID of the rule that forbids a choice."""
        number = self.GAME.bindings.refusal(self.state, self.twin.player if seat is None else seat, self.number(choice))
        return self.GAME.rule_id(number) if number else None

    def number(self, choice: str) -> int:
        """Return the number of a choice."""
        return int(self.GAME.choices.parse(choice))

    @property
    def events(self) -> list[EventNumbers]:
        """Return the public events of the last choice."""
        return [(self.GAME.state.Event(row[0]), row[2:]) for row in visible_events(self.state[0], -1)]

    def events_of(self, kind: int, viewer: int = -1) -> list[tuple[int, ...]]:
        """Return the numbers of all events of a kind that a viewer sees."""
        return [row[2:] for row in visible_events(self.state[0], viewer) if row[0] == kind]

    @property
    def points(self) -> list[int]:
        """Return the points of every seat."""
        return self.GAME.bindings.points(self.state)

    @property
    def ranks(self) -> list[int]:
        """Return the places of every seat."""
        return self.GAME.bindings.ranks(self.state)

    # ---- playing

    def copy(self) -> Self:
        """Return a copy of the position."""
        return type(self)(Twin.of(self.state))

    def match(self) -> Match:
        """Return a match that begins with this position."""
        return Match(self.GAME, self.twin.players, seed=3, start=fields(self.state))

    def make(self, seat: int, choice: int, key: tuple[int, int] | None = None) -> None:
        """Make a choice; with a given key if the result of chance matters."""
        assert choice in self.GAME.bindings.legal(self.state, seat), (
            f"{self._name(choice)} is not legal: {self.may(seat)}"
        )
        self.twin.key, self.twin.draws, self.twin.n_events = list(key or 2 * (next(self.keys),)), 0, 0
        self.GAME.bindings.apply(self.state, seat, choice, tuple(self.twin.key))
        interpreted(self.GAME.rules.apply)(self.twin, seat, choice)
        check_same(self.twin, self.state)

    def key_for(self, seat: int, choice: int, fits: Callable[[Any], bool]) -> tuple[int, int]:
        """Return a key with which a choice leads to a record that ``fits``."""
        for n in self.keys:
            after = self.state.copy()
            self.GAME.bindings.apply(after, seat, choice, (n, n))
            if fits(after):
                return n, n
            assert n < TRIES, f"no key brings that after {self._name(choice)}"
        raise AssertionError

    def _name(self, choice: int) -> str:
        return self.GAME.choices.name(choice)


def play(match: Match, *choices: str) -> Match:
    """Make choices one after the other, each by the seat that may choose."""
    for choice in choices:
        match.play(choice)
    return match


def check_undone(match: Match, *choices: str) -> None:
    """Make choices and undo them one by one, comparing every byte, until nothing can be undone."""
    trail = [match.state.tobytes()]
    for choice in choices:
        match.play(choice)
        trail.append(match.state.tobytes())
    for before in reversed(trail[:-1]):
        match.undo()
        assert match.state.tobytes() == before
    assert not match.can_undo


def check_same(twin: Twin, state: Any) -> None:
    """Check that twin and record agree in every field, except unused event rows."""
    for name in state.dtype.names:
        one, two = getattr(twin, name), state[name][0].tolist()
        if name == "event":
            one, two = one[: twin.n_events], two[: twin.n_events]
        assert one == two, name
