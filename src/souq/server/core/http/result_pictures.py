"""PNG pictures of finished games, to be shared: who won, everybody's points and, once analysed, the chart of chances.

Messengers show them as link previews. The chart has the numbered turning points that the analysis lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from souq.engine.game import Game
from souq.engine.present.draw import alone
from souq.games import card
from souq.server.core.http.pictures import HEIGHT, WIDTH, document, mark, pattern
from souq.server.core.realtime.chart import Person, Points, chart
from souq.server.core.realtime.ending import headline

KEPT = 64
"""Number of pictures kept in memory, of about 100 kB each."""
FACE, SERIF = "Noto Sans, DejaVu Sans, sans-serif", "Noto Serif, DejaVu Serif, serif"
LEFT, ACROSS = 90, 1020
"""Left edge and width of the picture's contents."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game as its picture shows it."""

    game: Game
    people: tuple[Person, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    chances: Points = ()
    """Everybody's chances by moment; empty if the game hasn't been analysed."""
    turns: Sequence[int] = ()
    """The moments that are turning points."""


@lru_cache(KEPT)
def png(drawn: str) -> bytes:
    """Return a picture (:func:`svg`) as PNG; rendering takes about half a second."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=WIDTH))


def svg(result: Result) -> str:
    """Return the picture of a result as SVG."""
    game, people = result.game, result.people
    names = [person.name for person in people]
    said = headline(names, result.ranks, [str(each) for each in result.points], -1) or "A finished game"
    plate = f'<rect x="40" y="36" width="{WIDTH - 80}" height="{HEIGHT - 72}" rx="24" fill="var(--paper)"/>'
    heading = _text(game.title, LEFT, 104, 40, SERIF) + _text(said, LEFT, 152, 30)
    order = sorted(range(len(people)), key=lambda seat: (result.ranks[seat] or len(people) + 1, seat))
    width = ACROSS / len(people)
    seats = "".join(
        _seat(people[seat], result.points[seat], LEFT + nth * width, width) for nth, seat in enumerate(order)
    )
    box, name = mark(WIDTH - 200, 68, 96)
    body = alone(plate + heading + seats + box + name + _chart(result), game)
    plain = alone(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--line)"/>', game)
    return document(WIDTH, HEIGHT, (pattern(game.name, WIDTH, HEIGHT, 2) if card(game.name) else plain) + body)


def _chart(result: Result) -> str:
    if not result.chances:
        return ""
    drawn = chart(result.chances, list(result.turns), list(result.people))
    return f'<svg x="130" y="240" width="900" height="345" font-size="14">{drawn}</svg>'


def _seat(person: Person, points: int, x: float, width: float) -> str:
    """Return a player's coin, name and points in a column."""
    sign = f'<use href="#e-{escape(person.emblem)}" x="9.5" y="9.5" width="21" height="21" color="var(--tone-ink)"/>'
    coin = f'<use href="#marker" width="40" height="40"/>{sign}'
    most = max(4, int((width - 130) / 13))
    name = person.name if len(person.name) <= most else f"{person.name[: most - 1]}…"
    return (
        f'<svg class="seat-{person.tone}" x="{x:g}" y="178" width="40" height="40" viewBox="0 0 40 40">{coin}</svg>'
        + _text(name, x + 52, 206, 22)
        + _text(f"{points:,}", x + width - 30, 206, 26, SERIF, "end")
    )


def _text(words: str, x: float, y: float, size: int, face: str = FACE, anchor: str = "start") -> str:
    at = f'x="{x:g}" y="{y:g}" font-size="{size}" font-family="{face}" text-anchor="{anchor}"'
    return f'<text {at} fill="var(--ink)">{escape(words)}</text>'
