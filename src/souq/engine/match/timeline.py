"""The decisions of a match and the positions they lead to, from the first to the one that stands now.

Everything here follows from the first position and the log. What is kept beside them spares playing from the beginning,
and between any two calls this holds of it:

- ``now`` is the first position after all decisions of the log.
- ``settled`` is the first position after those below ``mark``, which is never above the length of the log.
- ``scanned`` lies between ``mark`` and that length. The decisions from ``mark`` to it are known to be a draft: of one
  seat, made in no race, and none of them has drawn, shown that seat something or is binding. At those above it nobody
  has looked yet; whoever asks for the mark has them looked at.
- ``raced`` says of every decision whether it was made in a race, ``racing`` whether the next one is.
- The entries end at the mark or below it; where one plays alone, at every decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from souq.engine.errors import NothingToUndo
from souq.engine.game import Game
from souq.engine.match import hooks
from souq.engine.match import secret as chance_secret
from souq.engine.match.decision import NOBODY, SPECTATOR, Clock, Decision, Step
from souq.engine.match.dry_run import races, shows
from souq.engine.match.entries import Entries
from souq.engine.rules.record import Batch, clone


class Timeline:
    """A log that grows decision by decision, and may shrink again down to its mark.

    Attributes:
        log: every decision, drafts included.
        now: the position they have led to; a copy is the caller's business.
        racing: whether the next decision is made in a race.
    """

    def __init__(self, game: Game, players: int, master: bytes, first: Batch) -> None:
        """Begin.

        Args:
            game: whose rules carry decisions out.
            players: how many seats.
            master: what all chance follows from (see :func:`souq.engine.match.shares.master`).
            first: the position to begin from.
        """
        self.log: list[Decision] = []
        self.now: Batch = clone(first)
        self._game, self._players, self._master, self._first = game, players, master, first
        self._bindings = game.bindings
        self.racing = races(self.deciders)
        self._raced: list[bool] = []
        self._settled: Batch = clone(first)
        self._mark = self._scanned = 0
        self._entries = Entries()

    # ---- reading

    @property
    def deciders(self) -> int:
        """Bit mask of the seats that may choose now."""
        return self._bindings.deciders(self.now)

    @property
    def clock(self) -> Clock | None:
        """What time runs towards now, as everybody knows it."""
        if not self._game.clock:
            return None
        return hooks.clock(self._game, self._bindings.hidden(self.at(self.shown(SPECTATOR)), SPECTATOR))

    @property
    def mark(self) -> int:
        """How many decisions are settled; those above are a draft."""
        self._settle()
        return self._mark

    @property
    def drafter(self) -> int | None:
        """The seat whose draft stands above the mark, or None."""
        return self.log[self._mark].seat if self.mark < len(self.log) else None

    @property
    def entries(self) -> Entries:
        """What has happened so far as others count it; to be read only."""
        self._settle()
        return self._entries

    def shown(self, seat: int) -> int:
        """How many decisions a seat is shown now."""
        return len(self.log) if self._players == 1 or self.drafter in (None, seat) else self._mark

    def at(self, ply: int) -> Batch:
        """The true position after ``ply`` decisions; 0 is the beginning.

        Raises:
            IndexError: the log is not so long.
        """
        if not 0 <= ply <= len(self.log):
            raise IndexError(f"the match has {len(self.log)} decisions; there is no ply {ply}")
        if ply == len(self.log):
            return clone(self.now)
        state, at = (clone(self._settled), self._mark) if ply >= self._mark else (clone(self._first), 0)
        for number in range(at, ply):
            self._carry_out(state, number)
        return state

    def at_mark(self) -> Batch:
        """The true position that everybody has been shown."""
        self._settle()
        return clone(self._settled)

    def positions(self, stop: int) -> Iterator[Batch]:
        """The position at the beginning, and after every decision up to ``stop``; each is good until the next."""
        state = clone(self._first)
        yield state
        for number in range(stop):
            self._carry_out(state, number)
            yield state

    def steps(self, start: int = 0, stop: int | None = None) -> Iterator[Step]:
        """The decisions from ``start`` up to ``stop``, each with the positions before and after."""
        state = self.at(start)
        for number in range(start, len(self.log) if stop is None else stop):
            before = clone(state)
            self._carry_out(state, number)
            yield Step(number + 1, self.log[number], before, clone(state))

    def elsewhere(self, state: Batch) -> Timeline:
        """The same log with another position now, as somebody might believe it; it is for reading only."""
        other = copy(self)
        other.now = state
        return other

    # ---- growing and shrinking

    def add(self, decision: Decision) -> None:
        """Carry out one more decision, which must be legal."""
        before = self.deciders
        self.log.append(decision)
        self._raced.append(self.racing)
        self._carry_out(self.now, len(self.log) - 1)
        lasts = self.racing and (self._game.clock is None or self.clock is not None)  # a race ends with its clock
        self.racing = races(self.deciders, before if lasts else 0)
        if self._players == 1:
            self._entries.close(len(self.log))

    def undo(self) -> Decision:
        """Take back the last decision of the draft with those made together with it, and return the first of them.

        Raises:
            NothingToUndo: there is no draft.
        """
        if self.mark == len(self.log):
            raise NothingToUndo("There’s nothing to undo: the last move has been seen or confirmed.")
        taken = self.log.pop()
        while len(self.log) > self._mark and self.log[-1].goes_on:
            taken = self.log.pop()
        self._entries.cut(len(self.log))
        self.racing, self._raced[len(self.log) :] = self._raced[len(self.log)], []
        self.now = clone(self._settled)
        for number in range(self._mark, len(self.log)):
            self._carry_out(self.now, number)
        self._scanned = len(self.log)
        return taken

    def confirm(self, *, as_one: bool = False) -> None:
        """Settle the draft; ``as_one``: all that came after the last entry is known to be one."""
        if not as_one:
            self._settle()
        self._close(len(self.log), clone(self.now))

    # ---- inside

    def _carry_out(self, state: Batch, number: int) -> None:
        made = self.log[number]
        self._bindings.apply(state, made.seat, made.choice, chance_secret.key(self._master, number + 1))

    def _settle(self) -> None:
        """Move the mark over decisions that cannot be taken back."""
        if self._scanned == len(self.log):
            return
        state = clone(self._settled)
        for number in range(self._mark, len(self.log)):
            before, made = clone(state), self.log[number]
            if self._raced[number] or made.seat != self.log[self._mark].seat:
                self._close(number, before)
            self._carry_out(state, number)
            if self._raced[number] or made.seat == NOBODY or self._stands(before, state, number):
                self._close(number + 1, clone(state))
        self._scanned = len(self.log)

    def _stands(self, before: Batch, after: Batch, number: int) -> bool:
        """Whether a decision of a draft cannot be taken back."""
        game, seat, choice = self._game, self.log[number].seat, self.log[number].choice
        return game.binds(choice) or shows(game, self._master, before, after, number + 1, seat, choice)

    def _close(self, ply: int, state: Batch) -> None:
        """Settle what was decided so far. In a race what goes on is no entry of its own yet."""
        self._mark = self._scanned = ply
        self._settled = state
        if ply and self._players > 1 and not (self._raced[ply - 1] and self.log[ply - 1].goes_on):
            self._entries.close(ply)
