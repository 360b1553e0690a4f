"""A few sentences on several lines of a drawing: ``**475**`` is emphasised."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from souq.games.marracash.scene.art import INK, MUTED
from souq.games.marracash.scene.geometry import n

_LETTER, _BOLD = 0.545, 0.6  # width of a letter in its size


@lru_cache(maxsize=512)
def prose(words: str, x: float, y: float, width: float, size: float = 12.0, most: int = 9) -> str:
    """Markup of lines from a left edge and the first baseline on, as many as fit; a line is 1.35 of its size high."""
    art = ""
    for i, line in enumerate(_lines(words, width / size)[:most]):
        spans = "".join(_span(word, strong) for word, strong in line)
        art += f'<text x="{n(x)}" y="{n(y + i * size * 1.35)}" font-size="{size:g}" fill="{MUTED}">{spans}</text>'
    return art


def rows(words: str, width: float, size: float = 12.0) -> int:
    """On how many lines it stands."""
    return len(_lines(words, width / size))


def _span(word: str, strong: bool) -> str:
    look = f' font-weight="600" fill="{INK}"' if strong else ""
    return f"<tspan{look}>{escape(word)} </tspan>"


def _lines(words: str, room: float) -> list[list[tuple[str, bool]]]:
    made: list[list[tuple[str, bool]]] = [[]]
    used, strong = 0.0, False
    for word in words.split():
        starts, plain = word.startswith("**"), word.replace("**", "")
        strong = strong or starts
        wide = len(plain) * (_BOLD if strong else _LETTER)
        if made[-1] and used + wide > room:
            made.append([])
            used = 0.0
        made[-1].append((plain, strong))
        used += wide + _LETTER
        strong = strong and not word.rstrip(".,;:").endswith("**") if not starts else not word[2:].count("**")
    return made
