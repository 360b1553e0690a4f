"""One game being played. A match is a log: everything else is derived from it.

>>> import souq
>>> match = souq.new("desert_bazaar", players=3, seed=7)
>>> match.play(match.legal()[0])                # doctest: +ELLIPSIS
Decision(seat=..., choice=...)
>>> match.mark <= match.ply == 1
True

Decisions above :attr:`Match.mark` are the draft of the seat that made them: it may take them back, and nobody else is
shown them. Drawing from chance, showing that seat something, another seat's decision and :meth:`Match.confirm` move the
mark up. In a race every decision does; a player alone has nobody to hide a draft from, and everybody is shown it.

To others a settled draft is one entry of :attr:`Match.entries`, however many decisions it took.
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
    """A game, its options, its seats, its secret, and the decisions made so far.

    Attributes:
        game: what is played.
        players: how many seats.
        options: every option of the game and its value.
        names: what the seats are called.
        secret: 32 bytes from which all chance of the match follows, together with the shares.
        shares: what players add to it (see :mod:`souq.engine.match.shares`); most matches have none.
        dealt: whether it began with the game's own setup, not from a position.
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
        """Begin a match.

        Args:
            game: what to play.
            players: how many; the fewest that are company when left out.
            seed: makes the match repeatable; without it, and without a secret, chance comes from the operating system.
            secret: 32 bytes, instead of a seed.
            options: values of the game's options; the others keep their defaults.
            names: what to call the seats.
            start: a position to begin from instead of the setup (see :func:`souq.position`), judged before it is
                played; the options that change the rules are then those the position was played under.
            shares: what players add to chance, in the order of their seats.

        Raises:
            BadPlayers, BadOption, BadPosition, BadSeed: with what is wrong and what would be right.
            ValueError: the secret or a share cannot be one.
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
        """How many decisions have been made."""
        return len(self._timeline.log)

    @property
    def log(self) -> tuple[Decision, ...]:
        """All decisions, drafts included."""
        return tuple(self._timeline.log)

    @property
    def state(self) -> Batch:
        """The true position now, a batch of one; a copy is the caller's business."""
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
        """What time runs towards now, as everybody knows it: then ``play(clock.choice, NOBODY)`` is legal."""
        return self._timeline.clock

    @property
    def racing(self) -> bool:
        """Whether decisions are made in the order in which they come: by several seats, or the last of several."""
        return self._timeline.racing

    @property
    def mark(self) -> int:
        """How many decisions are settled; those above are a draft."""
        return self._timeline.mark

    @property
    def drafter(self) -> int | None:
        """The seat whose draft stands above the mark, or None."""
        return self._timeline.drafter

    @property
    def entries(self) -> Entries:
        """What has happened so far as others count it; to be read only."""
        return self._timeline.entries

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, which may be shown from the beginning."""
        return chance_secret.commitment(self.secret)

    def called(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat]

    def legal(self, seat: int | None = None) -> list[Choice]:
        """What a seat (the one to decide, when left out) may choose; empty when it is not deciding.

        For :data:`~souq.engine.match.decision.NOBODY`, what time may choose while a clock runs.
        Like ``points`` and ``ranks`` it reads the position as it is, drafts included: choosing settles another's draft.
        """
        seat = self._acting(seat)
        if seat is None or not checking.decides(self.game, self.state, seat):
            return []
        return [self.game.choices.choice(int(c)) for c in self._bindings.legal(self.state, seat)]

    def observe(self, seat: int | None = None) -> Observation:
        """What a seat (the one to decide, when left out) may know and choose now, both of the same moment.

        Another's draft is settled first: who is asked has been shown what they are asked about.

        Raises:
            NotYourTurn: several may choose, and none is named.
        """
        acting = self._who(self.state, seat)
        if acting >= 0 and self.deciders >> acting & 1 and self.drafter not in (None, acting):
            self.confirm()
        return Observation(acting, self.view(acting), tuple(int(choice) for choice in self.legal(acting)))

    def refusal(self, choice: int | str, seat: int | None = None, after: Sequence[int | str] = ()) -> RuleText | None:
        """The rule that forbids a choice now, or None when it is legal.

        Args:
            choice: its number or its name.
            seat: who asks; the first to decide, when left out.
            after: choices that are thought to be made first.

        Raises:
            NotYourTurn, IllegalChoice: those that come first cannot be made.
        """
        state, acting = self._thought(seat, after)
        return checking.refusal(self.game, state, acting, self._number(choice))

    def why(self, choice: int | str, seat: int | None = None, after: Sequence[int | str] = ()) -> str:
        """What forbids a choice in this position, in the game's words and as far as the seat may know; may be "".

        To a spectator it is "", for of whom should it speak?

        Args, Raises: as :meth:`refusal`.
        """
        (state, acting), number = self._thought(seat, after), self._number(choice)
        rule = checking.refusal(self.game, state, acting, number)
        return checking.reason(self.game, state, acting, number, rule, self.called) if rule else ""

    def at(self, ply: int) -> Batch:
        """The true position after ``ply`` decisions; 0 is the beginning.

        Raises:
            IndexError: the match has not got so far.
        """
        return self._timeline.at(ply)

    def steps(self, start: int = 0, stop: int | None = None) -> Iterator[Step]:
        """The decisions from ``start`` up to ``stop``, each with the positions before and after."""
        return self._timeline.steps(start, stop)

    def view(self, seat: int = SPECTATOR, ply: int | None = None) -> Batch:
        """What a seat may know: of its own draft everything, of another's nothing."""
        return self._bindings.hidden(self.at(self.shown(seat) if ply is None else ply), self._seat(seat))

    def shown(self, seat: int) -> int:
        """The ply a seat is shown now."""
        return self._timeline.shown(seat)

    def moments(self, seat: int = SPECTATOR) -> int:
        """The moment a seat is shown now: so many entries, and the decisions of its own draft."""
        shown, entries = self.shown(seat), self.entries
        return len(entries) + (shown - entries.end(len(entries)) if shown > self.mark else 0)

    def at_moment(self, moment: int) -> int:
        """How many decisions had been made at a moment."""
        entries = self.entries
        return entries.end(min(moment, len(entries))) + max(0, moment - len(entries))

    def events(self, ply: int, seat: int = SPECTATOR) -> list[tuple[int, ...]]:
        """What happened in decision ``ply`` (0: the setup), as far as a seat may see it once it is shown that ply."""
        return visible_events(self.at(ply)[0], seat)

    def story(self, seat: int = SPECTATOR, ply: int | None = None) -> list[LogLine]:
        """The story so far in sentences, as a seat may read it."""
        told = self._timeline.positions(self.shown(seat) if ply is None else ply)
        return [line for state in told for line in self._tell(state, seat)]

    def points(self) -> list[int]:
        """Points of every seat, running or final."""
        return self._bindings.points(self.state)

    def ranks(self) -> list[int]:
        """Rank of every seat, 1 the best; equal rank is a shared place."""
        return self._bindings.ranks(self.state)

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on, and where it ended without a winner."""
        return self._bindings.winners(self.state)

    def ledger(self) -> Ledger:
        """What everybody got, by what it was for, once the game is over and where its scene module says so."""
        earned = getattr(self.game.scene, "earned", None)
        if earned is None or not self.over:
            return {}
        return summed(earned, self.players, (visible_events(step.after[0], SPECTATOR) for step in self.steps()))

    # ---- playing

    def play(self, choice: int | str, seat: int | None = None, *, goes_on: bool = False) -> Decision:
        """Make a decision.

        Args:
            choice: its number, its name (``"site E4"``), or a phrase of the game's for several choices (``"bid 700"``),
                made as by :meth:`play_all`; the last is returned.
            seat: who decides; may be left out where only one does.
            goes_on: the next decision belongs to it, and :meth:`undo` takes them back together.

        Raises:
            NotYourTurn: that seat is not deciding.
            IllegalChoice: a rule forbids it, nothing is called so, or in a race there is more to say (:meth:`begins`).
        """
        number, *more = self.read((choice,), seat)
        if more:
            return self.play_all((number, *more), seat)[-1]
        if self.racing and not goes_on:
            self.check((number,), seat)
        return self.replay(number, seat, goes_on=goes_on)

    def replay(self, number: int, seat: int | None = None, *, goes_on: bool = False) -> Decision:
        """Make a decision of a record, as :meth:`play`: one that a race takes whole only may stand there in pieces."""
        decision = Decision(self._check(self.state, number, seat), number, goes_on)
        self._timeline.add(decision)
        return decision

    def play_all(self, choices: Sequence[int | str], seat: int | None = None) -> list[Decision]:
        """Make several decisions of a seat one after another: all of them or none. One :meth:`undo` takes them back.

        Raises:
            NotYourTurn, IllegalChoice: as :meth:`check`; none has been made.
        """
        numbers = self.read(choices, seat)
        acting = self.check(numbers, seat)
        return [self.replay(each, acting, goes_on=nth < len(numbers)) for nth, each in enumerate(numbers, 1)]

    def read(self, choices: Sequence[int | str], seat: int | None = None) -> list[int]:
        """The numbers of choices to be made one after another, given by number, name, or a phrase of the game's.

        Whether they are legal is not asked, except of what comes before a phrase.

        Raises:
            NotYourTurn: a phrase is said by a seat that is not deciding.
            IllegalChoice: nothing is called so, or a rule forbids what a phrase says.
        """
        numbers, thought = list[int](), (self.state, 0)
        for each in choices:
            said, thought = self._said(each, seat, numbers, thought)
            numbers += said
        return numbers

    def check(self, choices: Sequence[int | str], seat: int | None = None) -> int:
        """The seat that can make these choices one after another.

        Only the last may draw from chance or show the seat something: what comes after is decided on what was seen. In
        a race they must be all that belongs together, so that nobody has to wait for the rest.

        Raises:
            NotYourTurn: the seat is not deciding, or not any more.
            IllegalChoice: a rule forbids one of them, something has to be seen before it, or there is something to add.
        """
        numbers, acting = self.read(choices, seat), self._who(self.state, seat)
        if not numbers:
            raise IllegalChoice("There is nothing to choose: name at least one choice.")
        state = self._after(numbers[:-1], acting)
        self._check(state, numbers[-1], acting)
        if self.racing:
            checking.check_whole(self.game, state, acting, numbers)
        return acting

    def begins(self, choice: int | str, seat: int) -> bool:
        """Whether a legal choice is taken only together with what belongs to it: the others race on meanwhile."""
        return self.racing and seat != NOBODY and begins(self._bindings, self.state, seat, self._number(choice))

    def dry_run(self, choice: int | str, seat: int | None = None) -> DryRun:
        """What a legal choice would settle and end.

        Raises:
            NotYourTurn, IllegalChoice: as :meth:`play`.
        """
        number = self._number(choice)
        acting = self._check(self.state, number, seat)
        return dry_run(self.game, self._master, self.state, self.ply + 1, acting, number, self.racing)

    @property
    def can_undo(self) -> bool:
        """Whether the last decision may be taken back."""
        return self.mark < self.ply

    def undo(self) -> Decision:
        """Take back the last decision of the draft with those made together with it, and return the first of them.

        Raises:
            NothingToUndo: it has been confirmed, answered, or has shown something.
        """
        return self._timeline.undo()

    def at_mark(self) -> Batch:
        """The true position that everybody has been shown."""
        return self._timeline.at_mark()

    def confirm(self, *, as_one: bool = False) -> None:
        """Settle the draft: it can no longer be taken back, and everybody is shown it.

        ``as_one``: all that came after the last entry is known to be one.
        """
        self._timeline.confirm(as_one=as_one)

    # ---- showing

    def context(self, seat: int = SPECTATOR, layout: Layout = "wide", recent: int = 1) -> Context:
        """For whom a scene of this moment is made: what the seat may choose, and what was done last."""
        ply, moment = self.shown(seat), self.moments(seat)
        legal = tuple(int(c) for c in self.legal(seat)) if seat >= 0 and ply == self.ply else ()
        steps = self.steps(self.at_moment(max(0, moment - recent)), ply)
        setup = self.events(0, seat) if moment < recent else []
        last = (*setup, *(event for step in steps for event in visible_events(step.after[0], seat)))
        over = bool(self.at(ply)["over"][0])  # a draft that ends the game is its drafter's alone
        facts: dict[str, Any] = {"finished": over, "ledger": self.ledger() if over else {}}
        return Context(seat, self.called, legal, layout, dict(self.options), last, **facts)

    def scene(self, seat: int = SPECTATOR, layout: Layout = "wide") -> Scene:
        """What the table looks like to a seat now."""
        return hooks.make_scene(self.game, self.view(seat), self.context(seat, layout))

    def _repr_svg_(self) -> str:
        from souq.engine.present.draw import svg

        return svg(self.scene(), self.game)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{', '.join(self.called(s) for s in seats(self.deciders))} to choose"
        return f"<Match of {self.game.title}, {self.players} players, ply {self.ply}, {state}>"

    # ---- keeping

    def position(self, ply: int | None = None) -> dict[str, Any]:
        """Every field of the true position by name."""
        return position(self.at(self.ply if ply is None else ply))

    def in_words(self, ply: int | None = None, seat: int | None = None) -> list[str]:
        """The true position as people read it, a line for each field; as a ``seat`` (-1: a spectator) is shown it.

        >>> import souq
        >>> match = souq.new("desert_bazaar", players=3, seed=7)
        >>> match.in_words()[2:4]
        ['phase: WILD', 'player: seat 2']
        """
        if seat is not None:
            return in_words(self.game, self.view(seat, ply))
        return in_words(self.game, self.at(self.ply if ply is None else ply))

    def to_json(self) -> dict[str, Any]:
        """The match as one JSON document (see :mod:`souq.engine.match.saved`)."""
        return saved.to_json(self)

    @staticmethod
    def from_json(document: Any) -> Match:
        """The match of a document.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: it cannot be replayed; the message says why, and at which ply.
        """
        return saved.from_json(document, Match)

    def save(self, path: str | Path) -> None:
        """Write the match to a file, whole or not at all."""
        saved.write(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Match:
        """Read a match from a file.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: as :meth:`from_json`; also when the file is not JSON.
        """
        return saved.read(Path(path), Match)

    def verify(self, *, allow_position: bool = False) -> saved.Verdict:
        """Check the log against the commitment by playing it again (see :func:`souq.engine.match.saved.verify`)."""
        return saved.verify(self.to_json(), Match, allow_position=allow_position)

    # ---- inside

    def _seat(self, seat: int) -> int:
        """``seat``, if there is one of that number, or it is a spectator's."""
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
        """What a number, a name, or a phrase said after some choices, stands for; ``thought`` as in :meth:`_after`."""
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
        """The seat meant; the first decider when none is named."""
        return next(seats(self.deciders), None) if seat is None else self._seat(seat)

    def _thought(self, seat: int | None, after: Sequence[int | str]) -> tuple[Batch, int]:
        """The position after some choices that are only thought of, and the seat that thinks of them."""
        acting = self._acting(seat) or 0
        return (self._after([self._number(each) for each in after], acting) if after else self.state), acting

    def _check(self, state: Batch, number: int, seat: int | None) -> int:
        """The seat that makes a decision in a position, once it is known to be legal."""
        acting = self._who(state, seat)
        checking.check(self.game, state, acting, number, self.called)
        return acting

    def _who(self, state: Batch, seat: int | None) -> int:
        """The seat that wants to choose in a position."""
        return only_decider(self._bindings.deciders(state), self.called) if seat is None else self._seat(seat)

    def _after(self, numbers: list[int], seat: int, thought: tuple[Batch, int] | None = None) -> Batch:
        """The position once a seat has made these choices; it learns nothing from whether it can make them.

        ``thought`` is that after so many of them, where it is known.

        Raises:
            NotYourTurn, IllegalChoice: as :meth:`check`.
        """
        start, done = thought or (self.state, 0)
        state = clone(start)
        for ply, number in enumerate(numbers[done:], self.ply + done + 1):
            self._check(state, number, seat)
            before = clone(state)
            self._bindings.apply(state, seat, number, chance_secret.key(self._master, ply))
            if shows(self.game, self._master, before, state, ply, seat, number):
                raise IllegalChoice(f"First see what {self.game.choices.name(number)!r} brings, then choose on.")
        return state

    def _tell(self, state: Batch, seat: int) -> list[LogLine]:
        return hooks.tell(self.game, visible_events(state[0], seat), self.called, seat)
