"""A few sentences on several lines of a drawing: ``**475**`` is emphasised."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby

from souq.engine.markup import n
from souq.games.marracash.scene.art import INK, MUTED

_LETTER, _BOLD = 0.545, 0.6  # width of a letter in its size


@lru_cache(maxsize=512)
def prose(words: str, x: float, y: float, width: float, size: float = 12.0, most: int = 9) -> str:
    """Markup of lines from a left edge and the first baseline on, as many as fit; a line is 1.35 of its size high."""
    art = ""
    for i, line in enumerate(_lines(words, width / size)[:most]):
        spans = "".join(_span(part, strong) for part, strong in _joined(line))
        art += f'<text x="{n(x)}" y="{n(y + i * size * 1.35)}" font-size="{size:g}" fill="{MUTED}">{spans}</text>'
    return art


def rows(words: str, width: float, size: float = 12.0) -> int:
    """On how many lines it stands."""
    return len(_lines(words, width / size))


def _joined(line: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Pieces side by side that look the same, as one."""
    return [
        ("".join(piece for piece, _ in group), strong) for strong, group in groupby(line, key=lambda piece: piece[1])
    ]


def _span(word: str, strong: bool) -> str:
    return f'<tspan font-weight="600" fill="{INK}">{escape(word)}</tspan>' if strong else escape(word)


def _lines(words: str, room: float) -> list[list[tuple[str, bool]]]:
    """Pieces of every line, each with whether it is emphasised; those between two ``**`` are."""
    made: list[list[tuple[str, bool]]] = [[]]
    used, strong = 0.0, False
    for word in words.split():
        pieces, wide = [], 0.0
        for i, piece in enumerate(word.split("**")):
            strong = strong != (i > 0)
            wide += len(piece) * (_BOLD if strong else _LETTER)
            pieces.append((piece, strong))
        if made[-1] and used + wide > room:
            made.append([])
            used = 0.0
        made[-1] += [*([(" ", False)] if made[-1] else []), *(piece for piece in pieces if piece[0])]
        used += wide + _LETTER
    return made
