"""One game being played. A match is a log: everything else is derived from it.

>>> import souq
>>> match = souq.new("desert_bazaar", players=3, seed=7)
>>> match.play(match.legal()[0])                # doctest: +ELLIPSIS
Decision(seat=..., choice=...)
>>> match.mark <= match.ply == 1
True

Decisions above :attr:`Match.mark` are the draft of the seat that made them: it may take them back, and nobody else is
shown them. Drawing from chance, revealing something, another seat's decision and :meth:`Match.confirm` move the mark
up.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.engine import events as told_events
from souq.engine import secret as chance_secret
from souq.engine.choices import Choice
from souq.engine.errors import IllegalChoice, NothingToUndo, NotYourTurn
from souq.engine.game import Game, OptionValue
from souq.engine.position import BadPosition, from_position, position
from souq.engine.record import Batch
from souq.engine.rulebook import RuleText
from souq.engine.scene import Context, Layout, Line, Names, Scene
from souq.engine.twin import Twin

if TYPE_CHECKING:
    from souq.engine.saved import Verdict

SPECTATOR = -1
"""The seat of who only watches."""

_TRIES = 6
"""Positions and dice with which the outlook of a choice is tried."""

_OWN = ("key", "draws", "told", "event")
"""Fields that say nothing about a position."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who chose what."""

    seat: int
    choice: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a choice would do to the draft, as far as the seat can know.

    It is tried with other dice and other hidden cards: the true ones must not show through, or a player could learn
    them and take the choice back.
    """

    settles: bool
    """Chance may be drawn or something revealed: it could not be taken back."""
    ends_turn: bool
    """Whatever happens, the seat will not be deciding any more."""
    ends_game: bool
    """Whatever happens, the game ends."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision as it was carried out, with the true states before and after: hide them before showing."""

    ply: int
    decision: Decision
    before: Batch
    after: Batch


class Match:
    """A game, its options, its seats, its secret, and the decisions made so far.

    Attributes:
        game: what is played.
        players: how many seats.
        options: every option of the game and its value.
        names: what the seats are called.
        secret: 32 bytes from which all chance of the match follows.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        options: dict[str, Any] | None = None,
        names: list[str] | None = None,
        start: dict[str, Any] | None = None,
    ) -> None:
        """Begin a match.

        Args:
            game: what to play.
            players: how many; the game's smallest number when left out.
            seed: makes the match repeatable; without it, and without a secret, chance comes from the operating system.
            secret: 32 bytes, instead of a seed.
            options: values of the game's options; the others keep their defaults.
            names: what to call the seats.
            start: a position to begin from instead of the setup (see :mod:`souq.engine.position`); the options that
                change the rules are then those the position was played under.

        Raises:
            BadPlayers, BadOption, BadPosition: with what is wrong and what would be right.
        """
        self.game = game
        self.players = game.check_players(game.min_players if players is None else players)
        self.options: dict[str, OptionValue] = game.check_options(options)
        self.names = [*(names or [])[: self.players]]
        self.names += [f"Player {i + 1}" for i in range(len(self.names), self.players)]
        if secret is None:
            secret = chance_secret.fresh() if seed is None else chance_secret.seeded(seed)
        if len(secret) != chance_secret.SIZE:
            raise ValueError(f"A secret has {chance_secret.SIZE} bytes, not {len(secret)}.")
        self.secret = secret
        self._door = game.door
        if start is None:
            self._first = self._door.setup(
                self.players, game.option_numbers(self.options), chance_secret.key(self.secret, 0)
            )
        else:
            self._first = self._begun_from(start)
        self._from_position = start is not None
        self._log: list[Decision] = []
        self._state: Batch = self._first.copy()
        self._mark = 0
        self._settled: Batch = self._first.copy()
        self._scanned = 0

    # ---- reading

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self._log)

    @property
    def log(self) -> tuple[Decision, ...]:
        """All decisions, drafts included."""
        return tuple(self._log)

    @property
    def state(self) -> Batch:
        """The true position now, a batch of one; a copy is the caller's business."""
        return self._state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state["over"][0])

    @property
    def deciders(self) -> int:
        """Bit mask of the seats that may choose now."""
        return self._door.deciders(self._state)

    @property
    def mark(self) -> int:
        """How many decisions are settled; those above are a draft."""
        self._settle()
        return self._mark

    @property
    def drafter(self) -> int | None:
        """The seat whose draft stands above the mark, or None."""
        return self._log[self._mark].seat if self.mark < len(self._log) else None

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, which may be shown from the beginning."""
        return chance_secret.commitment(self.secret)

    def called(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat]

    def legal(self, seat: int | None = None) -> list[Choice]:
        """What a seat (the one to decide, when left out) may choose; empty when it is not deciding.

        Like ``points`` and ``ranks`` it reads the position as it is, drafts included: choosing settles another's draft.
        """
        seat = self._acting(seat)
        if seat is None or seat == SPECTATOR or not self.deciders >> seat & 1:
            return []
        return [self.game.choices.choice(int(c)) for c in self._door.legal(self._state, seat)]

    def refusal(self, choice: int | str, seat: int | None = None) -> RuleText | None:
        """The rule that forbids a choice now, or None when it is legal."""
        number = self._number(choice)
        seat = self._acting(seat)
        forbidding = self._door.refusal(self._state, max(0, seat or 0), number)
        return self.game.rulebook.rule(self.game.rule_id(forbidding)) if forbidding else None

    def at(self, ply: int) -> Batch:
        """The true position after ``ply`` decisions; 0 is the beginning.

        Raises:
            IndexError: the match has not got so far.
        """
        if not 0 <= ply <= len(self._log):
            raise IndexError(f"the match has {len(self._log)} decisions; there is no ply {ply}")
        if ply == len(self._log):
            return self._state.copy()
        state, at = (self._settled.copy(), self._mark) if ply >= self._mark else (self._first.copy(), 0)
        for number in range(at, ply):
            self._carry_out(state, number)
        return state

    def steps(self, start: int = 0, stop: int | None = None) -> Iterator[Step]:
        """The decisions from ``start`` up to ``stop``, each with the positions before and after."""
        state = self.at(start)
        for number in range(start, len(self._log) if stop is None else stop):
            before = state.copy()
            self._carry_out(state, number)
            yield Step(number + 1, self._log[number], before, state.copy())

    def view(self, seat: int = SPECTATOR, ply: int | None = None) -> Batch:
        """What a seat may know: of its own draft everything, of another's nothing."""
        return self._door.hidden(self.at(self.shown(seat) if ply is None else ply), self._seat(seat))

    def shown(self, seat: int) -> int:
        """The ply a seat is shown now."""
        return len(self._log) if self.drafter in (None, seat) else self._mark

    def events(self, ply: int, seat: int = SPECTATOR) -> list[tuple[int, ...]]:
        """What happened in decision ``ply`` (0: the setup), as far as a seat may see it once it is shown that ply."""
        return told_events.told(self.at(ply)[0], seat)

    def story(self, seat: int = SPECTATOR, ply: int | None = None) -> list[Line]:
        """The story so far in sentences, as a seat may read it."""
        state = self._first.copy()
        lines = self._tell(state, seat)
        for number in range(self.shown(seat) if ply is None else ply):
            self._carry_out(state, number)
            lines += self._tell(state, seat)
        return lines

    def points(self) -> list[int]:
        """Points of every seat, running or final."""
        return self._door.points(self._state)

    def ranks(self) -> list[int]:
        """Rank of every seat, 1 the best; equal rank is a shared place."""
        return self._door.ranks(self._state)

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        return [seat for seat, rank in enumerate(self.ranks()) if rank == 1] if self.over else []

    # ---- playing

    def play(self, choice: int | str, seat: int | None = None) -> Decision:
        """Make a decision.

        Args:
            choice: its number or its name (``"site E4"``).
            seat: who decides; may be left out where only one does.

        Raises:
            NotYourTurn: that seat is not deciding.
            IllegalChoice: a rule forbids it, or no choice has that name.
        """
        number = self._number(choice)
        acting = self._check(number, seat)
        self._log.append(Decision(acting, number))
        self._carry_out(self._state, len(self._log) - 1)
        return self._log[-1]

    def outlook(self, choice: int | str, seat: int | None = None) -> Outlook:
        """What a legal choice would settle and end.

        Raises:
            NotYourTurn, IllegalChoice: as :meth:`play`.
        """
        number = self._number(choice)
        acting = self._check(number, seat)
        tries = [self._tried(acting, number, nth) for nth in range(_TRIES)]
        return Outlook(any(t.settles for t in tries), all(t.ends_turn for t in tries), all(t.ends_game for t in tries))

    @property
    def can_undo(self) -> bool:
        """Whether the last decision may be taken back."""
        return self.mark < len(self._log)

    def undo(self) -> Decision:
        """Take back the last decision of the draft, and return it.

        Raises:
            NothingToUndo: it has been confirmed, answered, or has shown something.
        """
        if not self.can_undo:
            raise NothingToUndo("There is nothing to take back: what happened last has been seen or confirmed.")
        taken = self._log.pop()
        self._state = self.at_mark()
        for number in range(self._mark, len(self._log)):
            self._carry_out(self._state, number)
        self._scanned = len(self._log)
        return taken

    def at_mark(self) -> Batch:
        """The true position that everybody has been shown."""
        self._settle()
        return self._settled.copy()

    def confirm(self) -> None:
        """Settle the draft: it can no longer be taken back, and everybody is shown it."""
        self._mark = self._scanned = len(self._log)
        self._settled = self._state.copy()

    # ---- showing

    def context(self, seat: int = SPECTATOR, layout: Layout = "wide", recent: int = 1) -> Context:
        """For whom a scene of this moment is made: what the seat may choose, and what was done last."""
        ply = self.shown(seat)
        legal = tuple(int(c) for c in self.legal(seat)) if seat >= 0 and ply == len(self._log) else ()
        last = tuple(event for p in range(max(0, ply - recent + 1), ply + 1) for event in self.events(p, seat))
        return Context(seat, self.called, legal, layout, dict(self.options), last)

    def scene(self, seat: int = SPECTATOR, layout: Layout = "wide") -> Scene:
        """What the table looks like to a seat now."""
        return make_scene(self.game, self.view(seat), self.context(seat, layout))

    def _repr_svg_(self) -> str:
        from souq.engine.draw import svg

        return svg(self.scene(), self.game)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{', '.join(self.called(s) for s in seats(self.deciders))} to choose"
        return f"<Match of {self.game.title}, {self.players} players, ply {self.ply}, {state}>"

    # ---- keeping

    def position(self, ply: int | None = None) -> dict[str, Any]:
        """Every field of the true position by name."""
        return position(self.at(self.ply if ply is None else ply))

    def to_json(self) -> dict[str, Any]:
        """The match as one JSON document (see :mod:`souq.engine.saved`)."""
        from souq.engine.saved import to_json

        return to_json(self)

    @staticmethod
    def from_json(document: Any) -> Match:
        """The match of a document.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: it cannot be replayed; the message says why, and at which ply.
        """
        from souq.engine.saved import from_json

        return from_json(document)

    def save(self, path: str | Path) -> None:
        """Write the match to a file, whole or not at all."""
        from souq.engine.saved import write

        write(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Match:
        """Read a match from a file.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: as :meth:`from_json`; also when the file is not JSON.
        """
        from souq.engine.saved import read

        return read(Path(path))

    def verify(self) -> Verdict:
        """Check the log against the commitment by playing it again."""
        from souq.engine.saved import verify

        return verify(self.to_json())

    # ---- inside

    def _begun_from(self, fields: dict[str, Any]) -> Batch:
        """The state of a position, if this match can go on from it."""
        state = from_position(self.game, fields)
        if int(state["players"][0]) != self.players:
            raise BadPosition(f"The position is of {int(state['players'][0])} players, the match of {self.players}.")
        mask = self._door.deciders(state)
        if not state["over"][0] and not 0 < mask < 1 << self.players:
            raise BadPosition("Nobody at the table could choose in this position, and it is not over.")
        return state

    def _seat(self, seat: int) -> int:
        """``seat``, if there is one of that number, or it is a spectator's."""
        if not SPECTATOR <= seat < self.players:
            raise NotYourTurn(f"There is no seat {seat}: they go from 0 to {self.players - 1}.")
        return seat

    def _number(self, choice: int | str) -> int:
        if isinstance(choice, str):
            return int(self.game.choices.parse(choice))
        self.game.choices.name(operator.index(choice))
        return operator.index(choice)

    def _acting(self, seat: int | None) -> int | None:
        """The seat meant; the first decider when none is named."""
        return next(seats(self.deciders), None) if seat is None else self._seat(seat)

    def _check(self, number: int, seat: int | None) -> int:
        """The seat that makes a decision, once it is known to be legal."""
        mask = self.deciders
        if seat is None and mask & (mask - 1):
            raise NotYourTurn(f"Say who chooses: {', '.join(self.called(s) for s in seats(mask))} may all choose now.")
        acting = next(seats(mask), 0) if seat is None else self._seat(seat)
        if acting == SPECTATOR:
            raise NotYourTurn("A spectator does not choose.")
        forbidding = self._door.refusal(self._state, acting, number)
        words = self.game.choices.name(number)
        rule = self.game.rulebook.rule(self.game.rule_id(forbidding)) if forbidding else None
        if not mask >> acting & 1:
            who = ", ".join(self.called(s) for s in seats(mask))
            now = f"It is {who}'s turn." if who else "The game is over."
            raise NotYourTurn(f"{words!r} cannot be chosen by {self.called(acting)} now. {now}", rule)
        if forbidding:
            raise IllegalChoice(f"{words!r} cannot be chosen now.", rule)
        return acting

    def _tried(self, seat: int, number: int, nth: int) -> Outlook:
        """What a choice does in a position that the seat cannot tell from the true one."""
        ply = len(self._log) + 1
        before = self._door.redealt(self._state, seat, chance_secret.guess(self.secret, ply, 2 * nth))
        after = before.copy()
        self._door.apply(after, seat, number, chance_secret.guess(self.secret, ply, 2 * nth + 1))
        left = self._door.deciders(after)
        return Outlook(self._reveals(before, after), not left >> seat & 1, bool(after["over"][0]))

    def _carry_out(self, state: Batch, number: int) -> None:
        decision = self._log[number]
        self._door.apply(state, decision.seat, decision.choice, chance_secret.key(self.secret, number + 1))

    def _settle(self) -> None:
        """Move the mark over decisions that cannot be taken back."""
        if self._scanned == len(self._log):
            return
        state = self._settled.copy()
        for number in range(self._mark, len(self._log)):
            before = state.copy()
            if self._log[number].seat != self._log[self._mark].seat:
                self._mark, self._settled = number, before
            self._carry_out(state, number)
            if self._reveals(before, state):
                self._mark, self._settled = number + 1, state.copy()
        self._scanned = len(self._log)

    def _reveals(self, before: Batch, after: Batch) -> bool:
        """Whether a decision drew from chance, raced others, or showed somebody what was hidden from them."""
        mask = self._door.deciders(before)
        if int(after["draws"][0]) or mask & (mask - 1):
            return True
        return any(
            (self._concealed(before, seat) & ~self._concealed(after, seat)).any() for seat in range(-1, self.players)
        )

    def _concealed(self, state: Batch, seat: int) -> Any:
        """Which bytes of a position are hidden from a seat."""
        hidden = self._door.hidden(state, seat)
        for field in _OWN:
            hidden[field] = state[field]
        return hidden.view(np.uint8) != state.view(np.uint8)

    def _tell(self, state: Batch, seat: int) -> list[Line]:
        return tell(self.game, told_events.told(state[0], seat), self.called)


def seats(mask: int) -> Iterator[int]:
    """The seats of a bit mask, lowest first."""
    return (seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def tell(game: Game, events: list[tuple[int, ...]], names: Names) -> list[Line]:
    """Events in sentences, by the game's story or in plain words."""
    if game.story is None:
        from souq.engine import plain

        return plain.tell(game, events, names)
    lines: list[Line] = game.story.tell(events, names)
    return lines


def make_scene(game: Game, view: Batch, context: Context) -> Scene:
    """What a hidden record looks like, by the game's scene or a plain one."""
    if game.scene is None:
        from souq.engine import plain

        return plain.scene(game, view, context)
    made: Scene = game.scene.scene(Twin.of(view), context)
    return made
