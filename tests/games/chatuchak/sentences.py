"""What is common to tests of words: names, and what makes a sentence whole."""

from __future__ import annotations

import re

from souq.engine.present.scene import LogLine, Prompt

PEOPLE = ("Amina", "Omar", "Leila", "Yusuf", "Lina")
AMINA, OMAR, LEILA, YUSUF, LINA = range(5)
HALF = ".BRBPG YPYGYB RBGRBR YGPYGP PRYRBG"
ORDER = (18, 23, 19, 7, 10, 11, 9, 21, 15, 17, 14, 26, 2, 1, 4, 28, 25, 1, 13, 14, 12)
"""A start grid and a solution of it."""


def called(seat: int) -> str:
    return PEOPLE[seat]


def whole(line: LogLine) -> None:
    """A sentence with its full stop (or a separator without), and markup that opens and closes."""
    assert line.text.strip() == line.text != ""
    assert line.text[0].isupper() or line.text[0].isdigit() or line.text.startswith("**")
    assert (line.text[-1] == ".") == (line.tone != "turn")
    assert line.tone in ("", "turn", "end")
    bare = re.sub(r"\*\*[^*\[\]]+\*\*|\[\[\+\d+\]\]", "x", line.text)
    assert not re.search(
        r"[*_\[\]{}<>]|  |\.\.| [.,:;]|-1|\b1 (?!was\b)\w+s\b|\b(he|she|his|her|you|your|None)\b", bare
    ), line.text
    assert len(line.text) <= 240


def sound(prompt: Prompt) -> None:
    """A title without a full stop; a detail with one."""
    assert prompt.title[0].isupper()
    assert prompt.title[-1] not in ".! "
    assert prompt.detail[0].isupper() or prompt.detail[0].isdigit()
    assert prompt.detail.endswith(".")
    assert not re.search(r"  |None|,[^ ]|-1|\b1 \w+s\b", prompt.title + prompt.detail)
    assert len(prompt.title) <= 60
    assert len(prompt.detail) <= 100
