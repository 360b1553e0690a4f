"""Numbers and names of the choices in a game. Every game has a fixed number of them, counted from 0.

>>> from souq.engine.rules.choices import Choices
>>> CHOICES = Choices()
>>> ROLL = CHOICES.group("roll")
>>> SITE = CHOICES.group("site", ["A1", "A2"])
>>> CHOICES.size, CHOICES.name(SITE + 1), CHOICES.parse("Site a2")
(3, 'site A2', Choice('site A2'))
"""

from __future__ import annotations

import bisect
import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from souq.engine.errors import IllegalChoice


class Choice(int):
    """The number of a choice, as an integer that also has the choice's name (``text``)."""

    text: str

    def __new__(cls, number: int, text: str) -> Choice:
        """Create the choice with this number and this name."""
        choice = super().__new__(cls, number)
        choice.text = text
        return choice

    def __repr__(self) -> str:
        return f"Choice({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Choice], tuple[int, str]]:
        return Choice, (int(self), self.text)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Result of a game's ``phrases`` module for a phrase that a rule forbids."""

    rule: IntEnum
    """The rule that forbids the phrase: a member of the game's ``Rule``."""
    why: str = ""
    """Reason why the rule applies in this position, in one or two sentences."""


class Choices:
    """All choices that a game can ever offer, with their numbers and names, in groups of similar choices."""

    def __init__(self) -> None:
        self.size = 0
        self._groups: list[str] = []
        self._starts: list[int] = []
        self._names: list[str] = []
        self._seats: list[range] = []
        self._numbers: dict[str, int] = {}

    def group(self, name: str, labels: Sequence[str] | None = None, *, seats: bool = False) -> int:
        """Add a group of choices and return its first number; a group without labels is a single choice.

        ``seats`` says that the choices of the group are seats, starting with seat 0.
        """
        if name in self._groups:
            raise ValueError(f"the group {name!r} exists already")
        if labels is not None and not all(map(_plain, labels)):
            raise ValueError(
                f"a choice of the group {name!r} has an empty label; a group of one choice needs no labels"
            )
        start = self.size
        names = [name] if labels is None else [f"{name} {label}" for label in labels]
        for text in names:
            if _plain(text) in self._numbers:
                raise ValueError(f"two choices are called {text!r}")
            self._numbers[_plain(text)] = self.size
            self._names.append(text)
            self.size += 1
        self._groups.append(name)
        self._starts.append(start)
        if seats:
            self._seats.append(range(start, self.size))
        return start

    def name(self, choice: int) -> str:
        """Return the name of a choice.

        Raises:
            IllegalChoice: no choice has this number.
        """
        if not 0 <= choice < self.size:
            raise IllegalChoice(f"There is no choice number {choice}: they go from 0 to {self.size - 1}.")
        return self._names[choice]

    def choice(self, number: int) -> Choice:
        """Return the choice with a number, including its name."""
        return Choice(number, self.name(number))

    def parse(self, text: str) -> Choice:
        """Return the choice with a name; case and spacing don't matter.

        Raises:
            IllegalChoice: no choice has this name; the message suggests the nearest.
        """
        number = self._numbers.get(_plain(text))
        if number is None:
            near = difflib.get_close_matches(_plain(text), self._numbers, n=1)
            hint = f" Did you mean {self._names[self._numbers[near[0]]]!r}?" if near else ""
            raise IllegalChoice(f"No choice is called {text[:60]!r}.{hint}")
        return self.choice(number)

    def turned(self, by: int, players: int) -> list[int]:
        """Return the new number of every choice after the seats have been rotated, so that seat ``by`` becomes seat 0.

        Only choices that are seats change their numbers. Learners use the rotation to see every position as seat 0.

        >>> choices = Choices()
        >>> pass_, give = choices.group("pass"), choices.group("give", ["1", "2", "3"], seats=True)
        >>> choices.turned(1, players=3)
        [0, 3, 1, 2]
        """
        made = list(range(self.size))
        for group in self._seats:
            for seat in range(min(players, len(group))):
                made[group[seat]] = group[(seat - by) % players]
        return made

    def group_of(self, choice: int) -> tuple[str, int]:
        """Return the name of the group that a choice belongs to, and the choice's index within the group."""
        self.name(choice)
        at = bisect.bisect_right(self._starts, choice) - 1
        return self._groups[at], choice - self._starts[at]


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
