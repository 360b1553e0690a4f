"""What is said of all cards together: how many of each good are not located yet, and what is left to draw."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from souq.engine.markup import n
from souq.engine.scene import Facts, text, use
from souq.games.grand_bazaar.scene.art import INK, MUTED
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.state import NAMES, RANKS, TYPES
from souq.games.grand_bazaar.story.wording import TYPE_NAMES

_STEP, _HIGH = 47.0, 25.0


def facts(desk: Desk) -> tuple[Facts, ...]:
    """Copies of each good that the viewer has not located, above the story; not while there is trading."""
    if desk.over or desk.stage == "trading":
        return ()
    lines = tuple(("", _line(kind, desk.unseen[RANKS * kind : RANKS * kind + RANKS])) for kind in range(TYPES))
    return (Facts("Still out there **of each good**", lines, place="story"),)


@lru_cache(maxsize=4096)
def _line(kind: int, left: tuple[int, ...]) -> str:
    """A type and its five goods, each with its figure."""
    wide, said = 30 + RANKS * _STEP - 6, list[str]()
    art = use(f"gb-mark-{kind}", 0, 2, 21)
    for rank, count in enumerate(left):
        x = 30 + rank * _STEP
        faint = "" if count else ' opacity=".35"'
        art += f"<g{faint}>{use(f'gb-good-{RANKS * kind + rank}', x, 2, 21, colour=f'var(--good-{kind + 1})')}</g>"
        art += text(str(count), x + 24, 17.5, 14, INK if count else MUTED, 600, "start")
        said.append(f"{NAMES[RANKS * kind + rank]} {count}")
    words = escape(f"{TYPE_NAMES[kind]}: {', '.join(said)}")
    box = f'width="100%" height="{n(_HIGH)}" viewBox="0 0 {n(wide)} {n(_HIGH)}" preserveAspectRatio="xMinYMid"'
    return f'<svg {box} role="img" aria-label="{words}"><title>{words}</title>{art}</svg>'
