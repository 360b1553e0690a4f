"""The chart of all seats' winning chances in the course of a game, as SVG: stacked bands, one for each seat.

A band has its seat's colour, a pattern of its own and, where it is highest, the seat's emblem, so that bands can be
distinguished without colours. The page's style sheet sets the colours, for light and dark mode.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape

from souq.engine.present.scene import Layout

SIZES: dict[Layout, tuple[int, int]] = {"wide": (760, 300), "tall": (360, 290)}
LEFT, TOP, BELOW, RIGHT = 40, 8, 44, 10
"""Margins around the chart, where its labels are, in units of the view box."""
COIN = 24
MARK = 20
"""Minimum distance between the centres of two marks below the chart, in units of the view box."""
ROWS = 14
"""Approximate number of rows in the chart's table of numbers."""

WEAVES = {
    1: "",
    2: "M-2 2L2 -2M0 10L10 0M8 12L12 8",
    3: "M0 5H10",
    4: "M5 0V10",
    5: "M-2 8L2 12M0 0L10 10M8 -2L12 2",
    6: "M0 5H10M5 0V10",
}
"""The SVG path of the pattern of each band, by the number of its seat's colour, in a tile of 10 × 10."""

Points = Sequence[tuple[int, Sequence[float]]]


@dataclass(frozen=True, slots=True)
class Person:
    """A player, shown as one band: their name, colour tone and emblem."""

    name: str
    tone: int
    emblem: str


def chart(points: Points, turns: Sequence[int], people: Sequence[Person], layout: Layout = "wide") -> str:
    """Return the chart as SVG markup.

    ``points`` are pairs of a moment and the winning chances of all seats. ``turns`` are the turning points, which are
    marked below the chart and numbered from 1.
    """
    width, height = SIZES[layout]
    wide, high, last = width - LEFT - RIGHT, height - TOP - BELOW, max(points[-1][0], 1)

    def x(ply: int) -> float:
        return LEFT + wide * ply / last

    def y(share: float) -> float:
        return TOP + high * share

    made = [_weave(person.tone) for person in people]
    tops = [_heaped(chances) for _, chances in points]
    coins = []
    for seat, person in enumerate(people):
        over = [f"{x(ply):.1f} {y(top[seat]):.1f}" for (ply, _), top in zip(points, tops, strict=True)]
        under = [f"{x(ply):.1f} {y(top[seat + 1]):.1f}" for (ply, _), top in zip(points, tops, strict=True)]
        d = f"M{'L'.join(over)}L{'L'.join(reversed(under))}Z"
        made.append(f'<g class="seat-{person.tone}"><path d="{d}" fill="var(--tone)"/>')
        edge = 'stroke="var(--ink)" stroke-width="1" stroke-linejoin="round"'
        made.append(f'<path d="{d}" fill="url(#weave-{person.tone})" {edge}/></g>')
        inside = [at for at, (ply, _) in enumerate(points) if COIN <= x(ply) - LEFT <= wide - COIN]
        widest = max(inside, key=lambda n: tops[n][seat + 1] - tops[n][seat], default=-1)
        if widest >= 0 and high * (tops[widest][seat + 1] - tops[widest][seat]) > COIN + 4:
            coins.append(_coin(person, x(points[widest][0]), y((tops[widest][seat] + tops[widest][seat + 1]) / 2)))
    for share in (0.0, 0.5, 1.0):
        line = f'x1="{LEFT}" x2="{width - RIGHT}" y1="{y(1 - share):.1f}" y2="{y(1 - share):.1f}"'
        made.append(f'<line {line} stroke="var(--ink)" stroke-opacity=".35" stroke-dasharray="2 4"/>')
        made.append(
            _text(f"{share * 100:.0f}%", LEFT - 6, y(1 - share) + (9 if share == 1 else 4 if share else 0), "end")
        )
    for ply in _ticks(last, 4 if layout == "tall" else 8):
        made.append(_text(str(ply), x(ply), height - 6))
    for nth, (ply, at) in enumerate(zip(turns, apart([x(ply) for ply in turns], width - RIGHT), strict=True), 1):
        line = 'class="turn" fill="none" stroke="var(--ink)" stroke-width="1.5"'
        made.append(f'<path d="M{x(ply):.1f} {TOP}V{TOP + high}L{at:.1f} {TOP + high + 6}" {line}/>')
        made.append(f'<circle cx="{at:.1f}" cy="{TOP + high + 14}" r="9" fill="var(--ink)"/>')
        made.append(_text(str(nth), at, TOP + high + 18, fill="var(--paper)"))
    made += coins
    box = f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(summary(points, people))}"'
    return f'<svg class="chances" {box}>{"".join(made)}</svg>'


def summary(points: Points, people: Sequence[Person]) -> str:
    """Return the winning chances at the start, half way and at the end as text, for screen readers.

    >>> rosa, omar = Person("Rosa", 1, "star"), Person("Omar", 2, "camel")
    >>> summary([(0, (0.5, 0.5)), (8, (0.9, 0.1))], [rosa, omar])
    'Chances of winning. At the start Rosa 50%, Omar 50%; half way Rosa 90%, Omar 10%; at the end Rosa 90%, Omar 10%.'
    """
    moments = (("At the start", 0), ("half way", len(points) // 2), ("at the end", len(points) - 1))

    def percentages(chances: Sequence[float]) -> str:
        return ", ".join(f"{person.name} {chance * 100:.0f}%" for person, chance in zip(people, chances, strict=True))

    return f"Chances of winning. {'; '.join(f'{when} {percentages(points[at][1])}' for when, at in moments)}."


def some(points: Points, turns: Collection[int] = (), most: int = ROWS) -> Points:
    """Select about ``most`` points for the table of numbers: evenly spaced ones, the last one and all ``turns``.

    >>> [ply for ply, _ in some([(n, ()) for n in range(31)], [13], 4)]
    [0, 10, 13, 20, 30]
    """
    step = max(1, -(-(len(points) - 1) // max(most - 1, 1)))
    chosen = {at for at, _ in (*points[::step], points[-1])} | set(turns)
    return [point for point in points if point[0] in chosen]


def apart(wanted: Sequence[float], end: float) -> list[float]:
    """Move positions of marks so that no two overlap: they become at least `MARK` apart and at most ``end``.

    The positions ``wanted`` and the result are in ascending order.

    >>> apart([50, 55, 350, 350, 390], 390)
    [50, 70, 350, 370, 390]
    >>> apart([40, 388, 390], 390)
    [40, 370, 390]
    """
    placed: list[float] = []
    for at in wanted:
        placed.append(max(at, placed[-1] + MARK) if placed else at)
    for nth in reversed(range(len(placed))):
        placed[nth] = min(placed[nth], end - MARK * (len(placed) - 1 - nth))
    return placed


def _heaped(chances: Sequence[float]) -> list[float]:
    """Return the edges of the stacked bands for the seats' winning chances, from 0 (top) to 1 (bottom)."""
    whole, heap = sum(chances) or 1.0, [0.0]
    for chance in chances:
        heap.append(heap[-1] + chance / whole)
    return heap


def _weave(tone: int) -> str:
    lines = f'<path d="{WEAVES[tone]}" stroke="var(--tone-ink)" stroke-width="1.2" stroke-opacity=".4" fill="none"/>'
    box = 'width="10" height="10" patternUnits="userSpaceOnUse"'
    return f'<pattern id="weave-{tone}" class="seat-{tone}" {box}>{lines if WEAVES[tone] else ""}</pattern>'


def _coin(person: Person, x: float, y: float) -> str:
    at = f'x="{x - COIN / 2:.1f}" y="{y - COIN / 2:.1f}" width="{COIN}" height="{COIN}"'
    place = 'x="5.7" y="5.7" width="12.6" height="12.6" color="var(--tone-ink)"'
    sign = f'<use class="sign" href="#e-{escape(person.emblem)}" {place}/>'
    return f'<svg class="coin seat-{person.tone}" viewBox="0 0 24 24" {at}><use href="#marker"/>{sign}</svg>'


def _text(words: str, x: float, y: float, anchor: str = "middle", fill: str = "var(--muted)") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'


def _ticks(last: int, most: int) -> list[int]:
    """Return the labels of an axis: about ``most`` multiples of a round number, from 0 to ``last``.

    >>> _ticks(170, 8), _ticks(9, 4)
    ([0, 25, 50, 75, 100, 125, 150], [0, 5])
    """
    step = next((n for n in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500) if last / n <= most), 1000)
    return list(range(0, last + 1, step))
