"""Stories: events converted to sentences by tellers, that is, templates or functions, one for each kind of event.

Most events have a template, which uses the names of the event's numbers::

    TELLERS = {
        Event.BARKER: "{seat:takes} a barker; {left} {left:is|are} left.",
        Event.FINAL: Say("The final phase begins.", tone="turn"),
        Event.WALK: (_walk, {Event.ENTER, Event.INCOME}),
        Event.SHOWN: None,
    }

``{seat:takes}`` is "Omar takes", or "You take" for Omar; ``{seat:'s}`` is "Omar’s", or "your"; ``{left:is|are}``
selects by the number. A number is formatted by the story's ``words`` (``{colour}``: ``words["colour"](3)``). A function
takes a row and all following rows of the kinds that belong to it, and returns log lines; ``None`` produces nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.present.scene import LogLine, Names
from souq.engine.present.voice import Person, person
from souq.engine.rules.kinds import Kind, Row, rows

Rows = Sequence[Row]
Teller = Callable[[Rows, Names], list[LogLine]]
Words = Mapping[str, Callable[[int], str]]
"""Functions that format the numbers of events as text, by the names of these numbers."""

SEATS = ("seat", "other", "giver", "owner", "guide")
"""Names of those numbers of events that are seats, so that a template replaces them by the names of players.

A story's ``words`` can format them in another way.
"""


@dataclass(frozen=True, slots=True)
class Say:
    """A template for the sentence that an event becomes in the story, with a tone, which determines its style.

    ``whose`` is the name of the number with the seat that the sentence is about; "" for none.
    """

    text: str
    tone: str = ""
    whose: str = "seat"


Tellers = Mapping[Any, "str | Say | tuple[Teller, Collection[int]] | None"]
"""For each kind of event, how it becomes sentences: by a template, by a function, or not at all (None).

A function is declared together with further kinds. It receives an event and the events of these kinds that directly
follow it.
"""


def narrate(
    kinds: type[Kind], tellers: Tellers, events: Iterable[Sequence[int]], names: Names, words: Words | None = None
) -> list[LogLine]:
    """Convert the events of one decision to log lines; an event is a row ``[kind, seen, ...]``."""
    left = rows(kinds, events)
    lines: list[LogLine] = []
    while left:
        told = tellers[left[0].kind]
        if isinstance(told, tuple):
            teller, going_on = told
            n = next((i for i, row in enumerate(left) if i and row.kind not in going_on), len(left))
            lines += teller(left[:n], names)
        else:
            n = 1
            lines += [] if told is None else [said(told, left[0], names, words or {})]
        left = left[n:]
    return lines


def said(template: str | Say, row: Row, names: Names, words: Words) -> LogLine:
    """Return the sentence (log line) for one event, by filling its numbers into a template."""
    say = template if isinstance(template, Say) else Say(template)
    text = say.text.format_map(_Said(row, names, words))
    seat = row.get(say.whose) if say.whose else None
    return LogLine(None if seat is None or seat < 0 else seat, text, say.tone)


def only(told: Rows, *kinds: int) -> list[Row]:
    """Return those rows that are of the given kinds."""
    return [row for row in told if row.kind in kinds]


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of an event in a template: written as text, or used to choose a word as in ``{left:is|are}``."""

    number: int
    words: str

    def __format__(self, forms: str) -> str:
        if not forms:
            return self.words
        one, _, many = forms.partition("|")
        return one if self.number == 1 else many


class _Said(Mapping[str, "Person | _Number"]):
    """The numbers of an event, by name, in the form in which a template can format them."""

    def __init__(self, row: Row, names: Names, words: Words) -> None:
        self.row, self.names, self.words = row, names, words

    def __getitem__(self, name: str) -> Person | _Number:
        number = getattr(self.row, name)
        if name in SEATS and name not in self.words:
            return person(self.names, number)
        return _Number(number, self.words.get(name, str)(number))

    def __iter__(self) -> Any:
        return iter(self.row.kind.names)

    def __len__(self) -> int:
        return len(self.row.kind.names)
