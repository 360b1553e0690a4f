"""What tests of words share: people, events put together by hand, and what makes a sentence whole."""

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
    """Return an event that everybody is told."""
    return (int(kind), -1, *numbers, *[0] * (4 - len(numbers)))


class Narrator:
    """The story of a game, told of some events."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def lines(self, *events: Row) -> list[LogLine]:
        """Return what everybody reads."""
        made: list[LogLine] = self.game.story.narrate(events, called)
        return made

    def texts(self, *events: Row) -> list[str]:
        """Return only the texts of it."""
        return [line.text for line in self.lines(*events)]

    def read(self, *events: Row, seat: int = OMAR) -> list[str]:
        """Return what a seat reads, which is called "you"."""
        return [line.text for line in hooks.narrate(self.game, list(events), called, seat)]


def whole(line: LogLine) -> None:
    """Hold a line to be a sentence with its full stop (or a heading without), and markup that opens and closes."""
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
    """Hold a prompt to have a title without a full stop, and a detail, if any, with one."""
    assert re.match(r"[A-Z]", prompt.title) and prompt.title[-1] not in ".! " and len(prompt.title) <= 60, prompt
    assert re.fullmatch(r"([A-Z0-9].*\.)?", prompt.detail) and len(prompt.detail) <= 120, prompt
    flawless(prompt.title + prompt.detail)
    assert not re.search(r",[^ \d]|\bno [A-Z]", prompt.title + prompt.detail), prompt


def flawless(text: str) -> None:
    """Hold a text to have no trace of the code that made it, and numbers that agree with their nouns."""
    assert not re.search(r"  |\.\.|None|-1|\b(?:1|one) (?:Talent|card|cube|turn|point)s\b", text), text
