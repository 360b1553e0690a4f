"""A match of a game, stored as a log of decisions; everything else is derived from it.

>>> import souq
>>> match = souq.new("desert_bazaar", players=3, seed=7)
>>> match.play(match.legal()[0])  # doctest: +ELLIPSIS
Decision(seat=..., choice=...)
>>> match.mark <= match.ply == 1
True

The decisions after the first :attr:`Match.mark` are a draft of the seat that made them: it can take them back, and
nobody else sees them. The mark moves up when a decision draws from chance or reveals something to that seat, when
another seat decides, and with :meth:`Match.confirm`. In a race every decision is settled immediately. In a solo match
everybody sees the draft.

To the other players a settled draft is one entry of :attr:`Match.entries`, however many decisions it took.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from souq.engine.errors import IllegalChoice, NotYourTurn
from souq.engine.game import Game, OptionValue
from souq.engine.match import checking, hooks, saved, validation
from souq.engine.match import secret as chance_secret
from souq.engine.match.decision import (
    NOBODY,
    SPECTATOR,
    Clock,
    Decision,
    Observation,
    Step,
    check_turn,
    only_decider,
    seats,
)
from souq.engine.match.dry_run import DryRun, begins, dry_run, shows
from souq.engine.match.entries import Entries
from souq.engine.match.ledger import Ledger, summed
from souq.engine.match.position import in_words, position
from souq.engine.match.shares import Share, checked, master
from souq.engine.match.timeline import Timeline
from souq.engine.present.names import named
from souq.engine.present.scene import Context, Layout, LogLine, Scene
from souq.engine.rules.choices import Choice
from souq.engine.rules.kinds import visible_events
from souq.engine.rules.record import Batch, clone
from souq.engine.ruletext import RuleText


class Match:
    """A match: a game, its options, its seats, its secret, and the decisions so far.

    Attributes:
        game: the game.
        players: number of seats.
        options: every option of the game and its value.
        names: names of the seats.
        secret: 32 bytes that, together with the shares, determine all chance of the match.
        shares: players' contributions to chance (see :mod:`souq.engine.match.shares`); most matches have none.
        dealt: whether the match began with the game's setup instead of a given position.
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
        shares: Iterable[Share] = (),
    ) -> None:
        """Start a match.

        Args:
            game: the game.
            players: number of players; by default the smallest number with opponents.
            seed: makes the match repeatable; without a seed or secret, the operating system provides randomness.
            secret: 32 bytes that determine all chance, instead of a seed.
            options: values of the game's options; the others keep their defaults.
            names: names of the seats.
            start: a starting position instead of the setup (see :func:`souq.position`), which is validated first;
                options that change the rules must be those of the position.
            shares: players' contributions to chance, in order of seats.

        Raises:
            BadPlayers, BadOption, BadPosition, BadSeed: an argument is invalid; the message says what would be valid.
            ValueError: the secret or a share is invalid.
        """
        self.game = game
        self.players = game.check_players(game.company if players is None else players)
        self.options: dict[str, OptionValue] = game.check_options(options, self.players)
        self.names = named(names or [], self.players)
        self.secret = chance_secret.chosen(secret, seed)
        self.shares = checked(shares, self.players)
        self._master = master(self.secret, self.shares)
        self._bindings = game.bindings
        self.dealt = start is None
        if start is None:
            numbers = game.option_numbers(self.options)
            first = self._bindings.setup(self.players, numbers, chance_secret.key(self._master, 0))
        else:
            first = validation.begun(game, self.players, self.options, start)
        self._timeline = Timeline(game, self.players, self._master, first)

    # ---- reading

    @property
    def ply(self) -> int:
        """Number of decisions made."""
        return len(self._timeline.log)

    @property
    def log(self) -> tuple[Decision, ...]:
        """All decisions so far, including the draft."""
        return tuple(self._timeline.log)

    @property
    def state(self) -> Batch:
        """Current position with all hidden information, as an array of one record; copy it before changing it."""
        return self._timeline.now

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["over"][0])

    @property
    def deciders(self) -> int:
        """Bit mask of the seats that may choose now."""
        return self._timeline.deciders

    @property
    def clock(self) -> Clock | None:
        """Countdown that is running now, or None. While it runs, ``play(clock.choice, NOBODY)`` is legal."""
        return self._timeline.clock

    @property
    def racing(self) -> bool:
        """Whether the next decision is made in a race: several seats may choose in any order; or one is left."""
        return self._timeline.racing

    @property
    def mark(self) -> int:
        """Number of decisions that can no longer be taken back; those after them are the draft."""
        return self._timeline.mark

    @property
    def drafter(self) -> int | None:
        """Seat that can still take back its latest decisions (its draft); None if there is no draft."""
        return self._timeline.drafter

    @property
    def entries(self) -> Entries:
        """Decisions so far, grouped as the other players see them (see :mod:`souq.engine.match.entries`); read-only."""
        return self._timeline.entries

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, which can be published at the beginning of the match."""
        return chance_secret.commitment(self.secret)

    def called(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat]

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Return the legal choices of a seat, by default the first decider; empty if the seat may not choose.

        For :data:`~souq.engine.match.decision.NOBODY` these are the choices that a running clock may make. Like
        ``points`` and ``ranks``, the method includes another seat's draft in the position, because making a choice
        settles that draft.
        """
        seat = self._acting(seat)
        if seat is None or not checking.decides(self.game, self.state, seat):
            return []
        return [self.game.choices.choice(int(c)) for c in self._bindings.legal(self.state, seat)]

    def observe(self, seat: int | None = None) -> Observation:
        """Return what a seat, by default the only decider, knows and may choose now.

        Another seat's draft is settled first, so that the seat sees the position in which it decides.

        Raises:
            NotYourTurn: several seats may choose, and ``seat`` is missing.
        """
        acting = self._who(self.state, seat)
        if acting >= 0 and self.deciders >> acting & 1 and self.drafter not in (None, acting):
            self.confirm()
        return Observation(acting, self.view(acting), tuple(int(choice) for choice in self.legal(acting)))

    def refusal(self, choice: int | str, seat: int | None = None, after: Sequence[int | str] = ()) -> RuleText | None:
        """Return the rule that forbids a choice now, or None if it is legal.

        Args:
            choice: its number or its name.
            seat: the seat that would choose; by default the first decider.
            after: choices that the seat is assumed to make before it.

        Raises:
            NotYourTurn, IllegalChoice: the choices in ``after`` can't be made.
        """
        state, acting = self._thought(seat, after)
        return checking.refusal(self.game, state, acting, self._number(choice))

    def why(self, choice: int | str, seat: int | None = None, after: Sequence[int | str] = ()) -> str:
        """Explain why a choice is forbidden now, in the game's words and from what the seat knows.

        Return "" for spectators, if the choice is legal, or if the game gives no reason.

        Args, Raises: as :meth:`refusal`.
        """
        (state, acting), number = self._thought(seat, after), self._number(choice)
        rule = checking.refusal(self.game, state, acting, number)
        return checking.reason(self.game, state, acting, number, rule, self.called) if rule else ""

    def at(self, ply: int) -> Batch:
        """Return the position after ``ply`` decisions, with all hidden information; 0 is the starting position.

        Raises:
            IndexError: fewer decisions have been made.
        """
        return self._timeline.at(ply)

    def steps(self, start: int = 0, stop: int | None = None) -> Iterator[Step]:
        """Yield decisions from index ``start`` to just before ``stop``, with the positions before and after each.

        The positions contain all hidden information.
        """
        return self._timeline.steps(start, stop)

    def view(self, seat: int = SPECTATOR, ply: int | None = None) -> Batch:
        """Return the position as a seat may know it, now or after ``ply`` decisions.

        The current position includes the seat's own draft, but not another seat's.
        """
        return self._bindings.hidden(self.at(self.visible_ply(seat) if ply is None else ply), self._seat(seat))

    def visible_ply(self, seat: int) -> int:
        """Return how many decisions a seat can see now: all but another seat's draft, which can be taken back."""
        return self._timeline.visible_ply(seat)

    def moments(self, seat: int = SPECTATOR) -> int:
        """Return the number of the latest moment that a seat can look back to.

        Each entry is a moment, and for the seat that has a draft, so is each decision of the draft.
        """
        shown, entries = self.visible_ply(seat), self.entries
        return len(entries) + (shown - entries.end(len(entries)) if shown > self.mark else 0)

    def at_moment(self, moment: int) -> int:
        """Return how many decisions had been made at a moment to which players can look back; moment 0 is the setup."""
        entries = self.entries
        return entries.end(min(moment, len(entries))) + max(0, moment - len(entries))

    def events(self, ply: int, seat: int = SPECTATOR) -> list[tuple[int, ...]]:
        """Return the events of decision ``ply`` (0: the setup) that a seat may see."""
        return visible_events(self.at(ply)[0], seat)

    def story(self, seat: int = SPECTATOR, ply: int | None = None) -> list[LogLine]:
        """Return the log lines that a seat may read, up to now or up to decision ``ply``."""
        told = self._timeline.positions(self.visible_ply(seat) if ply is None else ply)
        return [line for state in told for line in self._narrate(state, seat)]

    def points(self) -> list[int]:
        """Return the current points of every seat; once the game is over, the final ones."""
        return self._bindings.points(self.state)

    def ranks(self) -> list[int]:
        """Return the rank of every seat, 1 being the best; tied seats share a rank."""
        return self._bindings.ranks(self.state)

    def winners(self) -> list[int]:
        """Return the seats that have won; empty while the game is running, or if it ended without a winner."""
        return self._bindings.winners(self.state)

    def ledger(self) -> Ledger:
        """Return how much each seat got from which source; empty while the game runs, or if the game doesn't say."""
        earned = getattr(self.game.scene, "earned", None)
        if earned is None or not self.over:
            return {}
        return summed(earned, self.players, (visible_events(step.after[0], SPECTATOR) for step in self.steps()))

    # ---- playing

    def play(self, choice: int | str, seat: int | None = None, *, goes_on: bool = False) -> Decision:
        """Make a decision.

        Args:
            choice: its number, its name (``"site E4"``), or a phrase for several choices (``"bid 700"``). A phrase is
                played as by :meth:`play_all`, and the last decision is returned.
            seat: the seat that decides; optional if only one may.
            goes_on: whether the next decision is part of the same action, so that :meth:`undo` takes back both.

        Raises:
            NotYourTurn: that seat may not choose now.
            IllegalChoice: a rule forbids it, the name is unknown, or in a race it is incomplete (see :meth:`begins`).
        """
        number, *more = self.read((choice,), seat)
        if more:
            return self.play_all((number, *more), seat)[-1]
        if self.racing and not goes_on:
            self.check((number,), seat)
        return self.replay(number, seat, goes_on=goes_on)

    def replay(self, number: int, seat: int | None = None, *, goes_on: bool = False) -> Decision:
        """Make a decision that was recorded in a saved match.

        Unlike :meth:`play`, this accepts a choice in a race that needs further choices, because those follow in the
        record.
        """
        decision = Decision(self._check(self.state, number, seat), number, goes_on)
        self._timeline.add(decision)
        return decision

    def play_all(self, choices: Sequence[int | str], seat: int | None = None) -> list[Decision]:
        """Make several decisions of a seat, either all or none; one :meth:`undo` takes all of them back.

        Raises:
            NotYourTurn, IllegalChoice: as :meth:`check`; no decision has been made.
        """
        numbers = self.read(choices, seat)
        acting = self.check(numbers, seat)
        return [self.replay(each, acting, goes_on=nth < len(numbers)) for nth, each in enumerate(numbers, 1)]

    def read(self, choices: Sequence[int | str], seat: int | None = None) -> list[int]:
        """Convert numbers, names and phrases to the choices that a seat would make one after another.

        Legality is checked only for choices that come before a phrase.

        Raises:
            NotYourTurn: there is a phrase, and the seat is not deciding.
            IllegalChoice: a name is unknown, or a rule forbids what a phrase says.
        """
        numbers, thought = list[int](), (self.state, 0)
        for each in choices:
            said, thought = self._said(each, seat, numbers, thought)
            numbers += said
        return numbers

    def check(self, choices: Sequence[int | str], seat: int | None = None) -> int:
        """Check that a seat can make these choices one after another, and return the seat.

        Only the last choice may draw from chance or reveal something to the seat, because later choices could depend on
        it. In a race the choices must be complete, so that nobody has to wait for the rest.

        Raises:
            NotYourTurn: the seat may not choose now, or no longer after some of the choices.
            IllegalChoice: a rule forbids a choice, one before the last reveals something, or the choices are
                incomplete.
        """
        numbers, acting = self.read(choices, seat), self._who(self.state, seat)
        if not numbers:
            raise IllegalChoice("Name at least one choice.")
        state = self._after(numbers[:-1], acting)
        self._check(state, numbers[-1], acting)
        if self.racing:
            checking.check_whole(self.game, state, acting, numbers)
        return acting

    def begins(self, choice: int | str, seat: int) -> bool:
        """Return whether a legal choice must be made together with further choices, because of a race."""
        return self.racing and seat != NOBODY and begins(self._bindings, self.state, seat, self._number(choice))

    def dry_run(self, choice: int | str, seat: int | None = None) -> DryRun:
        """Predict whether a legal choice could still be taken back, and whether it would end the turn or the game.

        Raises:
            NotYourTurn, IllegalChoice: as :meth:`play`.
        """
        number = self._number(choice)
        acting = self._check(self.state, number, seat)
        return dry_run(self.game, self._master, self.state, self.ply + 1, acting, number, self.racing)

    @property
    def can_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return self.mark < self.ply

    def undo(self) -> Decision:
        """Take back the last action of the draft with all its decisions; return the first of these decisions.

        Raises:
            NothingToUndo: the last decision was confirmed, answered by another seat, or revealed something.
        """
        return self._timeline.undo()

    def at_mark(self) -> Batch:
        """Return the position after the decisions that can no longer be taken back, with all hidden information."""
        return self._timeline.at_mark()

    def confirm(self, *, as_one: bool = False) -> None:
        """Settle the draft: its decisions can no longer be undone, and everybody can see them.

        If ``as_one`` is set, all decisions since the last entry become one entry, whatever they drew or revealed.
        """
        self._timeline.confirm(as_one=as_one)

    # ---- showing

    def context(self, seat: int = SPECTATOR, layout: Layout = "wide", recent: int = 1) -> Context:
        """Return everything that a scene for ``seat`` needs in addition to the position.

        This includes the seat's legal choices and the events of the last ``recent`` moments.
        """
        ply, moment = self.visible_ply(seat), self.moments(seat)
        legal = tuple(int(c) for c in self.legal(seat)) if seat >= 0 and ply == self.ply else ()
        steps = self.steps(self.at_moment(max(0, moment - recent)), ply)
        setup = self.events(0, seat) if moment < recent else []
        last = (*setup, *(event for step in steps for event in visible_events(step.after[0], seat)))
        over = bool(self.at(ply)["over"][0])  # a draft that ends the game is its drafter's alone
        facts: dict[str, Any] = {"finished": over, "ledger": self.ledger() if over else {}}
        return Context(seat, self.called, legal, layout, dict(self.options), last, **facts)

    def scene(self, seat: int = SPECTATOR, layout: Layout = "wide") -> Scene:
        """Return the current scene for a seat, or for a spectator."""
        return hooks.make_scene(self.game, self.view(seat), self.context(seat, layout))

    def _repr_svg_(self) -> str:
        from souq.engine.present.draw import svg

        return svg(self.scene(), self.game)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{', '.join(self.called(s) for s in seats(self.deciders))} to choose"
        return f"<Match of {self.game.title}, {self.players} players, ply {self.ply}, {state}>"

    # ---- keeping

    def position(self, ply: int | None = None) -> dict[str, Any]:
        """Return the fields of the position by name, with all hidden information, now or after ``ply`` decisions."""
        return position(self.at(self.ply if ply is None else ply))

    def in_words(self, ply: int | None = None, seat: int | None = None) -> list[str]:
        """Describe the true position, or the position as ``seat`` (-1: a spectator) may know it, with a line per field.

        >>> import souq
        >>> match = souq.new("desert_bazaar", players=3, seed=7)
        >>> match.in_words()[2:4]
        ['phase: WILD', 'player: seat 2']
        """
        if seat is not None:
            return in_words(self.game, self.view(seat, ply))
        return in_words(self.game, self.at(self.ply if ply is None else ply))

    def to_json(self) -> dict[str, Any]:
        """Return the match as a JSON document (see :mod:`souq.engine.match.saved`)."""
        return saved.to_json(self)

    @staticmethod
    def from_json(document: Any) -> Match:
        """Recreate a match from a JSON document by replaying it.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: it can't be replayed; the message says why and at which ply.
        """
        return saved.from_json(document, Match)

    def save(self, path: str | Path) -> None:
        """Write the match to a file, atomically."""
        saved.write(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Match:
        """Read a match from a file.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: as :meth:`from_json`; also when the file is not JSON.
        """
        return saved.read(Path(path), Match)

    def verify(self, *, allow_position: bool = False) -> saved.Verdict:
        """Verify that the secret matches its commitment and that all decisions are legal, by replaying the match.

        See :func:`souq.engine.match.saved.verify`.
        """
        return saved.verify(self.to_json(), Match, allow_position=allow_position)

    # ---- inside

    def _seat(self, seat: int) -> int:
        """Return ``seat`` if it is a seat of the match or :data:`SPECTATOR`; raise ``NotYourTurn`` otherwise."""
        if not SPECTATOR <= seat < self.players:
            raise NotYourTurn(f"There is no seat {seat}: they go from 0 to {self.players - 1}.")
        return seat

    def _number(self, choice: int | str) -> int:
        number = int(self.game.choices.parse(choice)) if isinstance(choice, str) else operator.index(choice)
        self.game.choices.name(number)
        return number

    def _said(
        self, said: int | str, seat: int | None, after: list[int], thought: tuple[Batch, int]
    ) -> tuple[Sequence[int], tuple[Batch, int]]:
        """Convert a number, name or phrase to choices; a phrase is read in the position after the choices in ``after``.

        Also return ``thought`` (see :meth:`_after`), updated if a position was computed.
        """
        try:
            return (self._number(said),), thought
        except IllegalChoice:
            if self.game.phrases is None or not isinstance(said, str):
                raise
            acting = self._who(self.state, seat)
            check_turn(self.deciders, acting, said, self.called)
            state = self._after(after, acting, thought)
            numbers = hooks.read(self.game, self._bindings.hidden(state, acting), acting, said)
            if numbers is None:
                raise
            return numbers, (state, len(after))

    def _acting(self, seat: int | None) -> int | None:
        """Return the seat that makes a choice: ``seat`` if given, otherwise the first decider, if any."""
        return next(seats(self.deciders), None) if seat is None else self._seat(seat)

    def _thought(self, seat: int | None, after: Sequence[int | str]) -> tuple[Batch, int]:
        """Return the position after a seat's choices in ``after``, without playing them, and the seat."""
        acting = self._acting(seat) or 0
        return (self._after([self._number(each) for each in after], acting) if after else self.state), acting

    def _check(self, state: Batch, number: int, seat: int | None) -> int:
        """Check that a decision is legal in a position, and return its seat."""
        acting = self._who(state, seat)
        checking.check(self.game, state, acting, number, self.called)
        return acting

    def _who(self, state: Batch, seat: int | None) -> int:
        """Return the seat that makes a choice: ``seat`` if given, otherwise the only one that may choose."""
        return only_decider(self._bindings.deciders(state), self.called) if seat is None else self._seat(seat)

    def _after(self, numbers: list[int], seat: int, thought: tuple[Batch, int] | None = None) -> Batch:
        """Return the position after several choices of a seat, without playing them.

        ``thought`` is a position computed earlier, with the number of these choices that lead to it.

        Raises:
            NotYourTurn, IllegalChoice: a choice can't be made, or reveals something to the seat.
        """
        start, done = thought or (self.state, 0)
        state = clone(start)
        for ply, number in enumerate(numbers[done:], self.ply + done + 1):
            self._check(state, number, seat)
            before = clone(state)
            self._bindings.apply(state, seat, number, chance_secret.key(self._master, ply))
            if shows(self.game, self._master, before, state, ply, seat, number):
                raise IllegalChoice(f"First see what {self.game.choices.name(number)!r} brings, then choose again.")
        return state

    def _narrate(self, state: Batch, seat: int) -> list[LogLine]:
        return hooks.narrate(self.game, visible_events(state[0], seat), self.called, seat)
