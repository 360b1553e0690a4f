"""Shared helpers for tests of texts: players, events made by hand, and criteria of a whole sentence."""

from __future__ import annotations

import re

from souq.engine.game import Game
from souq.engine.match import hooks
from souq.engine.present.scene import LogLine, Prompt

PEOPLE = ("Amina", "Omar", "Leila", "Yusuf", "Lina", "Noor")
AMINA, OMAR, LEILA, YUSUF, LINA, NOOR = range(6)
Row = tuple[int, ...]


def called(seat: int) -> str:
    """Return the name of a seat."""
    return PEOPLE[seat]


def event(kind: int, *numbers: int) -> Row:
    """Return a public event."""
    return (int(kind), -1, *numbers, *[0] * (4 - len(numbers)))


class Narrator:
    """The story of a game for some events."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def lines(self, *events: Row) -> list[LogLine]:
        """Return the public story."""
        made: list[LogLine] = self.game.story.narrate(events, called)
        return made

    def texts(self, *events: Row) -> list[str]:
        """Return only its texts."""
        return [line.text for line in self.lines(*events)]

    def read(self, *events: Row, seat: int = OMAR) -> list[str]:
        """Return what a seat reads, which is addressed as "you"."""
        return [line.text for line in hooks.narrate(self.game, list(events), called, seat)]


def whole(line: LogLine) -> None:
    """Check that a line is a sentence with a full stop (or a heading without), with balanced markup."""
    text = line.text
    assert text.strip() == text != ""
    assert re.match(r"[A-Z0-9]|\*\*", text), text
    assert text.endswith((".", "!”", "?”")) == (line.tone != "turn"), text
    assert line.tone in ("", "turn", "score", "end")
    bare = re.sub(r"\*\*[^*\[\]]+\*\*|\[\[\+[\d,]+\]\]", "x", text)
    assert not re.search(r"[*_\[\]{}<>]| [.,:;]|\b1 (?!was\b|towards\b)\w+s\b", bare), text
    flawless(bare)
    assert not re.search(r"\b(he|she|his|her|you|your)\b", bare), text
    assert len(text) <= 240, text


def sound(prompt: Prompt) -> None:
    """Check that a prompt has a title without a full stop, and a detail, if any, with one."""
    assert re.match(r"[A-Z]", prompt.title) and prompt.title[-1] not in ".! " and len(prompt.title) <= 60, prompt
    assert re.fullmatch(r"([A-Z0-9].*\.)?", prompt.detail) and len(prompt.detail) <= 120, prompt
    flawless(prompt.title + prompt.detail)
    assert not re.search(r",[^ \d]|\bno [A-Z]", prompt.title + prompt.detail), prompt


def flawless(text: str) -> None:
    """Check that a text has no trace of code, and numbers that agree with their nouns."""
    assert not re.search(r"  |\.\.|None|-1|\b(?:1|one) (?:Talent|card|cube|turn|point)s\b", text), text
