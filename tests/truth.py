"""Whether refusals are true: tests state from the specification which rule forbids what, and try it in play.

A game lists its rules, each with a predicate that reads the specification and not the game's own code, and what its
reasons claim; then it hands positions to :meth:`Laws.check`::

    LAWS = Laws(GAME)

    @LAWS.rule("DB-R08")
    def too_few_dice(t: Tried) -> bool:
        return t.s.phase == Phase.THROWN and t.group == "keep" and live(t.s) < 2

    @LAWS.reason(r"There are no (.+) cards left\\.")
    def pile_is_empty(t: Tried, goods: str) -> bool:
        return t.s.pile[GOODS.index(goods)] == 0
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from souq.engine.game import Game
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin

Predicate = Callable[..., bool]


@dataclass(frozen=True, slots=True)
class Tried:
    """A choice that a seat tries in a position."""

    s: Twin
    """The true position."""
    seat: int
    choice: int
    group: str
    """What kind of choice it is: ``site``."""
    place: int
    """Which of that kind, from 0."""


class Laws:
    """What may forbid a choice in a game: rules, and the sentences that give the reason in a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules: dict[str, Predicate] = {}
        self.reasons: dict[re.Pattern[str], Predicate] = {}

    def rule(self, *ids: str) -> Callable[[Predicate], Predicate]:
        """Register when a rule forbids a choice. Several rules may forbid the same choice; one of them refuses it."""

        def add(predicate: Predicate) -> Predicate:
            assert not set(ids) & set(self.rules)
            self.rules |= dict.fromkeys(ids, predicate)
            return predicate

        return add

    def reason(self, *patterns: str) -> Callable[[Predicate], Predicate]:
        """Register when a reason is true: the predicate receives the groups of the regular expression."""

        def add(predicate: Predicate) -> Predicate:
            self.reasons |= {re.compile(pattern): predicate for pattern in patterns}
            return predicate

        return add

    def check(self, states: Iterable[Batch]) -> Counter[tuple[str, str]]:
        """Try every choice of every seat: what is refused is forbidden by the rule named, and for the reason given;
        what is legal is forbidden by no rule.

        Returns how often every kind of choice was refused by every rule, and every reason was given under ``""``.
        """
        seen = Counter[tuple[str, str]]()
        kinds = [self.game.choices.group_of(choice) for choice in range(self.game.n_choices)]
        for state in states:
            s = Twin.of(state)
            for seat in range(s.players):
                legal = set(self.game.bindings.legal(state, seat).tolist())
                view = Twin.of(self.game.bindings.hidden(state, seat)) if self.reasons else None
                for choice, (group, place) in enumerate(kinds):
                    number = self.game.bindings.refusal(state, seat, choice)
                    tried = Tried(s, seat, choice, group, place)
                    assert (number == 0) == (choice in legal)
                    if number:
                        rule = self.game.rule_id(number)
                        self._forbidden(tried, rule)
                        seen[rule, group] += 1
                        if view and (reason := self._reason(tried, view, rule)):
                            seen[reason, ""] += 1
                    else:
                        self._free(tried)
        return seen

    def untried(self, seen: Counter[tuple[str, str]]) -> list[str]:
        """Return rules and reasons that refused nothing: the positions were too ordinary, or they are unused."""
        met = {rule for rule, _ in seen}
        return [name for name in (*self.rules, *(pattern.pattern for pattern in self.reasons)) if name not in met]

    def _forbidden(self, tried: Tried, rule: str) -> None:
        assert rule in self.rules, f"{rule} refuses {self._words(tried)}, and nothing says when it may"
        assert self.rules[rule](tried), f"{rule} refuses {self._words(tried)}, which it does not forbid"

    def _free(self, tried: Tried) -> None:
        for rule, forbids in self.rules.items():
            assert not forbids(tried), f"{self._words(tried)} is legal, and {rule} forbids it"

    def _reason(self, tried: Tried, view: Twin, rule: str) -> str:
        assert self.game.story is not None
        why = self.game.story.why(view, tried.seat, tried.choice, rule, called)
        if not why:
            return ""
        for pattern, holds in self.reasons.items():
            if found := pattern.fullmatch(why):
                assert holds(tried, *found.groups()), f"{why!r}, it says of {self._words(tried)}, and it is not so"
                return pattern.pattern
        raise AssertionError(f"{why!r}, it says of {self._words(tried)} ({rule}), and nobody knows whether it is so")

    def _words(self, tried: Tried) -> str:
        return f"{self.game.choices.name(tried.choice)!r} by seat {tried.seat}: {_facts(tried.s)}"


def called(seat: int) -> str:
    """Return the seats' names in reasons."""
    return f"Seat{seat}"


def named(name: str) -> int:
    """Return the seat with that name."""
    return int(name.removeprefix("Seat"))


def _facts(s: Twin) -> dict[str, Any]:
    return {name: value for name, value in vars(s).items() if name not in ("event", "told", "key", "draws")}
