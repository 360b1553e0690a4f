"""SVG markup of basic shapes, shared by the drawings of all games."""

from __future__ import annotations


def n(value: float) -> str:
    """Format a coordinate with at most one decimal; a negative zero becomes 0.

    >>> n(3.04), n(-0.01), n(2.5)
    ('3', '0', '2.5')
    """
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def moved(art: str, x: float, y: float, scale: float = 1.0) -> str:
    """Wrap markup so that it is drawn at another point, and scaled."""
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
    """Return markup of a rectangle with rounded corners."""
    edge = f' stroke="{stroke}" stroke-width="{stroke_width:g}"' if stroke else ""
    place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(radius)}"'
    return f'<rect {place} fill="{fill}"{edge}{" " + extra if extra else ""}/>'


def circle(
    x: float, y: float, radius: float, fill: str, stroke: str = "", stroke_width: float = 1.2, extra: str = ""
) -> str:
    """Return markup of a circle."""
    edge = f' stroke="{stroke}" stroke-width="{stroke_width:g}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}"{edge}{" " + extra if extra else ""}/>'
