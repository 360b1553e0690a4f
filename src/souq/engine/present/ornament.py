"""The five ornaments, generated as vector art: mashrabiya, awning, dunes, girih and kilim.

Each is a pure function of width, height and a few parameters, and returns :class:`Layer` objects from back to front:
equal arguments give equal path data. Colours are the tokens ``--orn-1`` (ground), ``--orn-2`` (figure) and ``--orn-3``
(accent), which every game sets; :func:`svg` converts layers to markup.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]

ROOT = math.sqrt(2)
TURN = 2 * math.pi
EIGHTH = math.pi / 8


@dataclass(frozen=True, slots=True)
class Layer:
    """One path of an ornament; ``fill`` and ``stroke`` are names of colours such as ``orn-2``, or "" for none.

    ``shade`` is set for a ridge of dunes: from 0 for the farthest, which is half covered with ``orn-1``, to 1 for the
    nearest.
    """

    d: str
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    shade: float | None = None


def svg(layers: Iterable[Layer], width: float, height: float) -> str:
    """Return the SVG markup of an ornament from its layers."""
    return framed(painted(layers), width, height)


def framed(art: str, width: float, height: float) -> str:
    """Wrap art in an ``<svg class="ornament">`` that fills its container and is hidden from screen readers."""
    box = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg class="ornament" {box} preserveAspectRatio="xMidYMid slice" aria-hidden="true">{art}</svg>'


def painted(layers: Iterable[Layer]) -> str:
    """Return the SVG paths of an ornament's layers, for use inside another drawing."""
    return "".join(_painted(layer) for layer in layers)


def _painted(layer: Layer) -> str:
    faint = f' opacity="{layer.opacity:g}"' if layer.opacity != 1 else ""
    if layer.stroke:
        return (
            f'<path d="{layer.d}" fill="none" stroke="var(--{layer.stroke})" stroke-width="{_n(layer.width)}"{faint}/>'
        )
    art = f'<path d="{layer.d}" fill="var(--{layer.fill})" fill-rule="evenodd"{faint}/>'
    if layer.shade is None:
        return art
    return f'{art}<path d="{layer.d}" fill="var(--orn-1)" opacity="{0.5 * (1 - layer.shade):.2f}"/>'


# ---- geometry, for ornaments and for the windows cut into them ----


def _n(value: float) -> str:
    """Format a number with at most one decimal."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def line(points: Iterable[Point]) -> str:
    """Return path data of an open polyline."""
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def polygon(points: Iterable[Point]) -> str:
    """Return path data of a closed polygon."""
    return line(points) + "Z"


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return path data of a rectangle."""
    return f"M{_n(x)} {_n(y)}h{_n(width)}v{_n(height)}h{_n(-width)}Z"


def ring(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> list[Point]:
    """Return the corners of a regular polygon; ``turn`` is the direction of the first corner, in radians."""
    angles = [turn + i * TURN / corners for i in range(corners)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def star(
    x: float, y: float, radius: float, tips: int = 8, notch: float = 0.765, turn: float = -math.pi / 2
) -> list[Point]:
    """Return the corners of a star: ``tips`` outer corners at distance ``radius`` from the centre, and inner ones.

    The inner corners are at distance ``notch`` × ``radius``.
    """
    points = []
    for i in range(2 * tips):
        angle, r = turn + i * math.pi / tips, radius * notch if i % 2 else radius
        points.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    return points


def dice(seed: int) -> Callable[[], float]:
    """Return a random number generator with this seed, so that an ornament looks the same each time it is drawn.

    Its numbers are in [0, 1); the algorithm is mulberry32.
    """
    state = seed & 0xFFFFFFFF

    def throw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = (state ^ state >> 15) * (1 | state) & 0xFFFFFFFF
        t = (t + ((t ^ t >> 7) * (61 | t) & 0xFFFFFFFF) & 0xFFFFFFFF) ^ t
        return (t ^ t >> 14) / 4294967296

    return throw


def _steps(start: float, end: float, step: float) -> list[float]:
    """Return the numbers from ``start`` up to, but excluding, ``end``, at intervals of ``step``."""
    return [start + i * step for i in range(max(0, math.ceil((end - start) / step)))]


# ---- the five ----


def mashrabiya(width: float, height: float, unit: float = 48, seed: int = 1) -> list[Layer]:
    """Draw a wooden screen, whose openings are octagons and rotated squares (the 4.8.8 tiling).

    Most octagons contain a bobbin on eight spindles.
    """
    throw, side = dice(seed), unit / (1 + ROOT)
    bar = unit * 0.055
    octagon = side / (2 * math.sin(EIGHTH)) - bar / math.cos(EIGHTH)
    holes, spindles, bobbins, eyes = [rectangle(0, 0, width, height)], [], [], []
    for y in _steps(height % unit / 2 - unit, height + unit, unit):
        for x in _steps(width % unit / 2 - unit, width + unit, unit):
            cx, cy, is_open = x + unit / 2, y + unit / 2, throw() < 0.12
            holes += [polygon(ring(cx, cy, octagon, 8, EIGHTH)), polygon(ring(x, y, side / ROOT - bar * ROOT, 4))]
            if is_open:
                continue
            inner, outer = ring(cx, cy, unit * 0.16, 8), ring(cx, cy, octagon * math.cos(EIGHTH) + bar, 8)
            spindles += [line(ends) for ends in zip(inner, outer, strict=True)]
            bobbins.append(polygon(star(cx, cy, unit * 0.235)))
            eyes.append(polygon(ring(cx, cy, unit * 0.085, 8, EIGHTH)))
    return [
        Layer(rectangle(0, 0, width, height), "orn-1"),
        Layer("".join(holes), "orn-2"),
        Layer("".join(spindles), stroke="orn-2", width=bar * 0.9),
        Layer("".join(bobbins), "orn-2"),
        Layer("".join(eyes), "orn-3"),
    ]


def awning(width: float, height: float, unit: float = 24, seed: int = 1) -> list[Layer]:
    """Draw market awnings: tiers of striped cloth with scalloped hems, each shading the tier below."""
    throw, drop, columns = dice(seed), unit * 1.9, math.ceil(width / unit) + 2
    layers = [Layer(rectangle(0, 0, width, height), "orn-1")]
    for tier in reversed(range(math.ceil(height / drop) + 1)):
        top, phase = (tier - 1) * drop - drop * 0.1, int(throw() * 2)
        left = (width - columns * unit) / 2 - (unit / 2 if tier % 2 else 0)
        across, stripe = [left + i * unit for i in range(columns + 1)], "orn-3" if tier % 3 == 2 else "orn-2"
        layers += _tier(across, top, top + drop, unit, phase, stripe)
    return layers


def _tier(columns: Sequence[float], top: float, hem: float, unit: float, phase: int, stripe: str) -> list[Layer]:
    half, deep = _n(unit / 2), unit * 0.2
    lobes = [f"M{_n(x)} {_n(top)}h{_n(unit)}V{_n(hem)}a{half} {half} 0 0 1 {_n(-unit)} 0Z" for x in columns]
    shade = [f"M{_n(x)} {_n(hem)}v{_n(deep)}a{half} {half} 0 0 0 {_n(unit)} 0v{_n(-deep)}Z" for x in columns]
    return [
        Layer("".join(shade), "lo"),
        Layer("".join(lobes[phase::2]), "orn-1"),
        Layer("".join(lobes[1 - phase :: 2]), stripe),
        Layer(f"M{_n(columns[0])} {_n(hem)}H{_n(columns[-1] + unit)}", stroke="lo", width=unit * 0.07),
    ]


def dunes(width: float, height: float, unit: float = 40, seed: int = 1, sky: float = 0.45) -> list[Layer]:
    """Draw ridges of dunes with contour lines, under eight-pointed stars.

    ``sky`` is the share of the height that is sky.
    """
    throw = dice(seed)
    layers = [Layer(rectangle(0, 0, width, height), "orn-1"), *_stars(width, height, unit, sky, throw)]
    crests = _crests(height, unit, sky, throw)
    step = max(3.0, unit / 9)
    across = [i * step for i in range(math.ceil(width / step) + 2)]
    for k, crest in enumerate(crests):
        top = [crest(x) for x in across]
        below = [crests[k + 1](x) for x in across] if k + 1 < len(crests) else [height + unit] * len(across)
        ridge = list(zip(across, top, strict=True))
        contours = ""
        for part in ((c / 6) ** 1.25 for c in range(1, 6)):
            levels = [t * (1 - part) + max(b, t + unit * 0.3) * part for t, b in zip(top, below, strict=True)]
            contours += line(zip(across, levels, strict=True))
        layers += [
            Layer(polygon([*ridge, (width + step, height + 2), (0, height + 2)]), "orn-2", shade=k / len(crests)),
            Layer(contours, stroke="orn-1", width=0.9, opacity=0.34),
            Layer(line(ridge), stroke="orn-3", width=1.6, opacity=0.9),
        ]
    return layers


def _stars(width: float, height: float, unit: float, sky: float, throw: Callable[[], float]) -> list[Layer]:
    """Return layers of randomly placed stars that keep a minimum distance from each other: many small, a few large."""
    field: list[tuple[float, float, float]] = []
    wanted = width * height * sky / (unit * unit * 0.55)
    for _ in range(600):
        if len(field) >= wanted:
            break
        x, y, size = throw() * width, throw() * height * (sky + 0.12), throw() ** 4
        if all(math.hypot(x - a, y - b) > unit * 0.62 for a, b, _ in field):
            field.append((x, y, size))
    small = [polygon(star(x, y, unit * (0.05 + 0.15 * m), 8, 0.55)) for x, y, m in field if m <= 0.25]
    large = [polygon(star(x, y, unit * (0.05 + 0.15 * m), 8, 0.5)) for x, y, m in field if m > 0.25]
    return [Layer("".join(small), "orn-3", opacity=0.75), Layer("".join(large), "orn-3")]


def _crests(height: float, unit: float, sky: float, throw: Callable[[], float]) -> list[Callable[[float], float]]:
    """Return the ridges of the dunes from far to near, each as a function from x to the height of its crest (y)."""
    ground = height * (1 - sky)
    ridges = max(3, math.floor(ground / (unit * 1.15) + 0.5) + 1)

    def crest(k: int) -> Callable[[float], float]:
        p, q, long = throw() * TURN, throw() * TURN, unit * (5.2 + 3 * throw())
        high = unit * (0.34 + 0.16 * k / ridges)
        base = height * sky + ground * k / ridges + high * 0.6

        def at(x: float) -> float:
            a = x / long * TURN + p
            return base - high * (math.sin(a + 0.55 * math.sin(a)) + 0.35 * math.sin(a * 0.43 + q))

        return at

    return [crest(k) for k in range(ridges + 1)]


def girih(
    width: float, height: float, unit: float = 64, seed: int = 1, angle: float = 67.5, strap: float = 0.1
) -> list[Layer]:
    """Draw eight-fold strapwork by Hankin's method (polygons in contact) on the octagon-square tiling.

    Two straps start at the middle of every edge, at the contact ``angle`` in degrees, and bend where they meet their
    neighbours. The left strap always crosses above the other one, so every strap alternates over and under along its
    course. ``strap`` is the width of a strap relative to the edges.
    """
    throw, side = dice(seed), unit / (1 + ROOT)
    band, contact = strap * side * 1.6, math.radians(angle)
    straps, overs, khatam, hearts = [], [], [], []
    stars: list[str] = []
    gems: list[str] = []
    for y in _steps((height % unit - unit) / 2 - unit, height + unit, unit):
        for x in _steps((width % unit - unit) / 2 - unit, width + unit, unit):
            cx, cy, radius = x + unit / 2, y + unit / 2, side / (2 * math.sin(EIGHTH))
            octagon, square = _bent(cx, cy, radius, 8, EIGHTH, contact), _bent(x, y, side / ROOT, 4, 0, contact)
            for outline, figures in ((octagon, stars), (square, gems)):
                figures.append(polygon(outline))
                straps.append(polygon(outline))
                overs += [
                    line((a, _towards(a, b, band * 0.95))) for a, b in zip(outline[::2], outline[1::2], strict=True)
                ]
            inner = radius * math.cos(EIGHTH)
            khatam += [polygon(star(cx, cy, inner * 0.47)), polygon(star(cx, cy, inner * 0.39))]
            size = 0.2 if throw() < 0.5 else 0.27
            hearts.append(polygon(star(cx, cy, inner * size, 8, 0.765 if throw() < 0.5 else 0.54)))
    every, above = "".join(straps), "".join(overs)
    return [
        Layer(rectangle(0, 0, width, height), "orn-1"),
        Layer("".join(stars), "orn-2"),
        Layer("".join(gems), "orn-3"),
        Layer("".join(khatam), "orn-1"),
        Layer("".join(hearts), "orn-3"),
        Layer(every, stroke="orn-2", width=band),
        Layer(every, stroke="orn-1", width=band * 0.62),
        Layer(above, stroke="orn-2", width=band),
        Layer(above, stroke="orn-1", width=band * 0.62),
    ]


def _bent(x: float, y: float, radius: float, corners: int, turn: float, contact: float) -> list[Point]:
    """Return the outline formed by the straps inside one tile of a girih.

    The middles of the tile's edges alternate with the points where straps bend.
    """
    vertices, half = ring(x, y, radius, corners, turn), math.pi / corners
    inner = radius * math.cos(half)
    reach = inner * math.sin(half) / (math.cos(contact) * math.cos(half) + math.sin(contact) * math.sin(half))
    outline: list[Point] = []
    for (ax, ay), (bx, by) in zip(vertices, [*vertices[1:], vertices[0]], strict=True):
        mx, my, long = (ax + bx) / 2, (ay + by) / 2, 2 * radius * math.sin(half)
        dx = (bx - ax) / long * math.cos(contact) + (x - mx) / inner * math.sin(contact)
        dy = (by - ay) / long * math.cos(contact) + (y - my) / inner * math.sin(contact)
        outline += [(mx, my), (mx + dx * reach, my + dy * reach)]
    return outline


def _towards(a: Point, b: Point, way: float) -> Point:
    """Return the point at distance ``way`` from ``a`` in the direction of ``b``."""
    part = way / math.hypot(b[0] - a[0], b[1] - a[1])
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def kilim(width: float, height: float, unit: float = 5, seed: int = 1) -> list[Layer]:
    """Draw a woven rug on a square grid: stepped diamonds with combs around them and small crosses between them.

    Adjacent knots of the same colour in a row become one rectangle.
    """
    throw = dice(seed)
    swapped = [throw() < 0.5 for _ in range(64)]
    columns, rows = math.ceil(width / unit), math.ceil(height / unit)
    right, down = (DIAMOND - columns % DIAMOND) // 2, int((ROW - rows % ROW) / 2)
    runs: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for j in range(rows):
        row, i = [_knot(x + right, j + down, swapped) for x in range(columns)], 0
        while i < columns:
            k = next((k for k in range(i + 1, columns) if row[k] != row[i]), columns)
            runs[row[i]].append(rectangle(i * unit, j * unit, (k - i) * unit, unit))
            i = k
    return [
        Layer(rectangle(0, 0, width, height), "orn-1"),
        Layer("".join(runs[2]), "orn-2"),
        Layer("".join(runs[3]), "orn-3"),
    ]


DIAMOND = 26
"""Width of a diamond of the kilim, in knots."""
ROW = 17
"""Height of a row of diamonds, in knots. The diamonds of every other row are shifted by half their width."""


def _knot(i: int, j: int, swapped: Sequence[bool]) -> int:
    """Return the colour of the knot in column ``i`` and row ``j``: 1 ground, 2 figure, 3 accent."""
    shifted = i + (DIAMOND // 2 if j // ROW % 2 else 0)
    first, second = (2, 3) if swapped[(shifted // DIAMOND * 5 + j // ROW * 3) % 64] else (3, 2)
    x, y = abs(shifted % DIAMOND - DIAMOND / 2 + 0.5) - 0.5, abs(j % ROW - ROW / 2 + 0.5)
    far = x + math.floor(y / 2) * 2 * 1.25
    for edge, colour in (
        (1, 1),
        (3, first),
        (4, 1),
        (6.5, second),
        (8, first),
        (9, 1),
        (11, first if y % 2 < 1 else 1),
    ):
        if far < edge:
            return colour
    cx, cy = DIAMOND / 2 - 1 - x, ROW / 2 - y
    return 3 if (cx < 1 and cy < 3.5) or (cy < 1.5 and cx < 3) else 1
