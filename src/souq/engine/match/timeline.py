"""The decisions of a match and the positions they lead to, with caches that avoid replaying.

Everything is derived from the first position and the log. The other attributes are caches. Between calls, these
invariants hold:

- ``now`` is the position after all decisions of the log.
- ``settled`` is the position after the first ``mark`` decisions; ``mark`` is at most the length of the log.
- ``scanned`` is between ``mark`` and the length of the log. The decisions from ``mark`` up to ``scanned`` are known to
  be a draft: they are of one seat, not made in a race, and none of them drew from chance, revealed something to that
  seat or is binding. Later decisions have not been examined yet; reading ``mark`` examines them.
- ``raced`` stores for every decision whether it was made in a race; ``racing`` says whether the next one will be.
- Entries end at or before ``mark``; in solo matches, after every decision.
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
    """A log of decisions. New ones are appended, and undo removes those after the mark.

    Attributes:
        log: every decision, including the draft.
        now: the position after all decisions; copy it before changing it.
        racing: whether the next decision will be made in a race.
    """

    def __init__(self, game: Game, players: int, master: bytes, first: Batch) -> None:
        """Start an empty log.

        Args:
            game: the game whose rules carry out decisions.
            players: number of seats.
            master: key that determines all chance (see :func:`souq.engine.match.shares.master`).
            first: the first position.
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
        """Countdown that is running now, or None."""
        if not self._game.clock:
            return None
        return hooks.clock(self._game, self._bindings.hidden(self.at(self.visible_ply(SPECTATOR)), SPECTATOR))

    @property
    def mark(self) -> int:
        """Number of decisions that can no longer be taken back; those after them are the draft."""
        self._settle()
        return self._mark

    @property
    def drafter(self) -> int | None:
        """Seat that can still take back its latest decisions (its draft); None if there is no draft."""
        return self.log[self._mark].seat if self.mark < len(self.log) else None

    @property
    def entries(self) -> Entries:
        """Decisions so far, grouped as the other players see them (see :mod:`souq.engine.match.entries`); read-only."""
        self._settle()
        return self._entries

    def visible_ply(self, seat: int) -> int:
        """Return how many decisions a seat can see now: all but another seat's draft, which can be taken back."""
        return len(self.log) if self._players == 1 or self.drafter in (None, seat) else self._mark

    def at(self, ply: int) -> Batch:
        """Return the position after ``ply`` decisions, with all hidden information; 0 is the starting position.

        Raises:
            IndexError: fewer decisions have been made.
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
        """Return the position after the decisions that can no longer be taken back, with all hidden information."""
        self._settle()
        return clone(self._settled)

    def positions(self, stop: int) -> Iterator[Batch]:
        """Yield the first position, and the position after each of the first ``stop`` decisions.

        All are the same array, changed in place, so copy a position to store it.
        """
        state = clone(self._first)
        yield state
        for number in range(stop):
            self._carry_out(state, number)
            yield state

    def steps(self, start: int = 0, stop: int | None = None) -> Iterator[Step]:
        """Yield decisions from index ``start`` to just before ``stop``, with the positions before and after each.

        The positions contain all hidden information.
        """
        state = self.at(start)
        for number in range(start, len(self.log) if stop is None else stop):
            before = clone(state)
            self._carry_out(state, number)
            yield Step(number + 1, self.log[number], before, clone(state))

    def elsewhere(self, state: Batch) -> Timeline:
        """Return a copy with another current position, such as one with sampled cards.

        The copy shares the log of decisions, so it must only be read.
        """
        other = copy(self)
        other.now = state
        return other

    # ---- growing and shrinking

    def add(self, decision: Decision) -> None:
        """Append and carry out a decision, which must be legal."""
        before = self.deciders
        self.log.append(decision)
        self._raced.append(self.racing)
        self._carry_out(self.now, len(self.log) - 1)
        lasts = self.racing and (self._game.clock is None or self.clock is not None)  # a race ends with its clock
        self.racing = races(self.deciders, before if lasts else 0)
        if self._players == 1:
            self._entries.close(len(self.log))

    def undo(self) -> Decision:
        """Take back the last action of the draft with all its decisions; return the first of them.

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
        """Make the draft final; if ``as_one`` is set, all decisions since the last entry become one entry."""
        if not as_one:
            self._settle()
        self._close(len(self.log), clone(self.now))

    # ---- inside

    def _carry_out(self, state: Batch, number: int) -> None:
        made = self.log[number]
        self._bindings.apply(state, made.seat, made.choice, chance_secret.key(self._master, number + 1))

    def _settle(self) -> None:
        """Examine the latest decisions, and move the mark past the last one that can't be undone."""
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
        """Return whether a decision can't be undone, because of a rule or because it revealed something."""
        game, seat, choice = self._game, self.log[number].seat, self.log[number].choice
        return game.binds(choice) or shows(game, self._master, before, after, number + 1, seat, choice)

    def _close(self, ply: int, state: Batch) -> None:
        """Declare the first ``ply`` decisions settled, with ``state`` as the position after them.

        Also end an entry there, unless the last decision belongs to an unfinished action in a race.
        """
        self._mark = self._scanned = ply
        self._settled = state
        if ply and self._players > 1 and not (self._raced[ply - 1] and self.log[ply - 1].goes_on):
            self._entries.close(ply)
