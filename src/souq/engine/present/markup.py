"""Small pieces of SVG markup that the drawings of every game share."""

from __future__ import annotations


def n(value: float) -> str:
    """A coordinate as short as it can be: one decimal, no minus zero.

    >>> n(3.04), n(-0.01), n(2.5)
    ('3', '0', '2.5')
    """
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def moved(art: str, x: float, y: float, scale: float = 1.0) -> str:
    """Markup at another point, and of another size."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({n(x)} {n(y)}){size}">{art}</g>'


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    fill: str,
    stroke: str = "",
    stroke_width: float = 1.2,
    extra: str = "",
) -> str:
    """Markup of a rectangle with round corners."""
    edge = f' stroke="{stroke}" stroke-width="{stroke_width:g}"' if stroke else ""
    place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(radius)}"'
    return f'<rect {place} fill="{fill}"{edge}{" " + extra if extra else ""}/>'


def circle(
    x: float, y: float, radius: float, fill: str, stroke: str = "", stroke_width: float = 1.2, extra: str = ""
) -> str:
    """Markup of a circle."""
    edge = f' stroke="{stroke}" stroke-width="{stroke_width:g}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}"{edge}{" " + extra if extra else ""}/>'
