"""Bounding boxes of SVG markup, used to draw rings around sprites and to crop pictures.

Curves are bounded by their control points and letters have an estimated width, so boxes may be slightly too large.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from functools import lru_cache

from souq.engine.present.scene import WIDE, Sprite

Box = tuple[float, float, float, float]
"""Bounding box: left, top, right and bottom."""

Point = tuple[float, float]
Place = tuple[float, float, float, float, float, float]
"""Transformation of a drawing (moved, scaled, rotated), as the six numbers of SVG's ``matrix(…)``."""

HERE: Place = (1, 0, 0, 1, 0, 0)

_STEP = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_TURN = re.compile(r"(\w+)\(([^)]*)\)")
_ENDS = {"M": 2, "L": 2, "T": 2, "C": 6, "S": 4, "Q": 4, "A": 7, "H": 1, "V": 1}
"""Number of coordinates and other arguments that each command of an SVG path takes."""


def extent(markup: str) -> Box | None:
    """Return the bounding box of markup, or None if it is empty.

    >>> extent('<rect x="2" y="3" width="4" height="5"/><circle cx="0" cy="0" r="2"/>')
    (-2.0, -2.0, 6.0, 8.0)
    >>> extent('<g transform="translate(10 0) scale(2)"><path d="M0 0h4v1"/></g>')
    (10.0, 0.0, 18.0, 2.0)
    """
    points = list(_points(ET.fromstring(f"<svg>{markup}</svg>"), HERE))
    return _round(points) if points else None


@lru_cache(maxsize=4096)
def _extent(markup: str) -> Box | None:
    return extent(markup)


def reach(sprite: Sprite) -> Box | None:
    """Return the bounding box of a sprite where it is drawn, in the units of its area; None if it has no art."""
    box = _extent(sprite.art)
    if box is None:
        return None
    place = _then(_then((1, 0, 0, 1, sprite.x, sprite.y), _rotated([sprite.rotation])), _scaled([sprite.scale]))
    return _round(_at(place, corner) for corner in _corners(*box))


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that contains all of these boxes; at least one must be given."""
    return _round(point for left, top, right, bottom in boxes for point in ((left, top), (right, bottom)))


def _round(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys))


def _corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (left, bottom), (right, bottom)


# ---- elements


def _points(part: ET.Element, place: Place) -> Iterator[Point]:
    """Yield points that enclose everything that an SVG element and its children draw.

    ``place`` is the transformation of the parent, which is applied to the points.
    """
    for name, given in _TURN.findall(part.get("transform", "")):
        place = _then(place, _turned(name, _numbers(given)))
    tag = part.tag.rpartition("}")[2]
    if tag in ("defs", "title", "symbol", "pattern", "clipPath"):
        return
    yield from (_at(place, point) for point in _own(tag, part))
    if tag == "svg" and part.get("viewBox"):
        return
    for child in part:
        yield from _points(child, place)


def _own(tag: str, part: ET.Element) -> Iterable[Point]:
    """Return points that enclose what an SVG element itself draws, without its children or its transformation."""

    def value(name: str) -> float:
        return float(part.get(name, "0"))

    if tag in ("rect", "use", "image", "svg"):
        x, y, width, height = value("x"), value("y"), value("width"), value("height")
        return _corners(x, y, x + width, y + height) if width and height else ()
    if tag in ("circle", "ellipse"):
        rx, ry = value("rx") or value("r"), value("ry") or value("r")
        return _corners(value("cx") - rx, value("cy") - ry, value("cx") + rx, value("cy") + ry)
    if tag == "line":
        return (value("x1"), value("y1")), (value("x2"), value("y2"))
    if tag in ("polygon", "polyline"):
        numbers = _numbers(part.get("points", ""))
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if tag == "text":
        return _letters(part, value("x"), value("y"), value("font-size") or 16)
    return _path(part.get("d", "")) if tag == "path" else ()


def _letters(part: ET.Element, x: float, y: float, size: float) -> Iterable[Point]:
    """Return the corners of a box around a line of text, with an estimated width."""
    width = float(part.get("textLength", "0")) or 1.1 * WIDE * size * len("".join(part.itertext()))
    left = {"middle": x - width / 2, "end": x - width}.get(part.get("text-anchor", "start"), x)
    return _corners(left, y - 0.8 * size, left + width, y + 0.22 * size)


def _path(d: str) -> Iterator[Point]:
    """Yield points that enclose an SVG path: the ends of its segments, and the control points of its curves."""
    x = y = begun_x = begun_y = 0.0
    for letter, given in _STEP.findall(d):
        step, numbers, relative = letter.upper(), _numbers(given), letter.islower()
        if step == "Z":
            x, y = begun_x, begun_y
            continue
        size = _ENDS[step]
        for first in range(0, len(numbers), size):
            part, dx, dy = numbers[first : first + size], x * relative, y * relative
            if step == "H":
                part = [part[0] + dx, y]
            elif step == "V":
                part = [x, part[0] + dy]
            else:
                part = [n + (dx, dy)[i % 2] for i, n in enumerate(part[-2:] if step == "A" else part)]
            yield from zip(part[::2], part[1::2], strict=True)
            x, y = part[-2:]
            if step == "M" and first == 0:
                begun_x, begun_y = x, y


# ---- transformations


def _turned(name: str, given: list[float]) -> Place:
    if name == "translate":
        return (1, 0, 0, 1, given[0], given[1] if len(given) > 1 else 0)
    if name == "matrix":
        return (given[0], given[1], given[2], given[3], given[4], given[5])
    return _scaled(given) if name == "scale" else _rotated(given)


def _scaled(given: list[float]) -> Place:
    return (given[0], 0, 0, given[-1], 0, 0)


def _rotated(given: list[float]) -> Place:
    angle = math.radians(given[0])
    sin, cos = math.sin(angle), math.cos(angle)
    x, y = given[1:3] if len(given) > 1 else (0.0, 0.0)
    return (cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos)


def _then(outer: Place, inner: Place) -> Place:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _at(place: Place, point: Point) -> Point:
    a, b, c, d, e, f = place
    x, y = point
    return (round(a * x + c * y + e, 3), round(b * x + d * y + f, 3))


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]
