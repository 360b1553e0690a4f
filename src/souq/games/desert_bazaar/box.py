"""The game's components (tiles, cards, board sites and scores), read from ``components.toml`` and validated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from souq.engine.errors import BadComponents
from souq.engine.rules.components import count, each_of, exactly, load, section, whole

LETTERS = "WCSP"
"""Letters of the resources Water, Camel, Silk and Spice. All lists of counts by resource are in this order."""

_COUNT = count(30)
_SITE = each_of({"type": "string", "pattern": "^[A-Z][0-9]{1,2}$"}, {"type": "integer"}, {"type": "integer"})

SCHEMA = whole(
    cards=section(
        letters={"const": LETTERS},
        each=exactly(4, {**_COUNT, "minimum": 12}),
    ),
    dice=section(faces={"const": [*LETTERS, "wild", "desert"]}),
    setup=section(throws={**_COUNT, "maximum": 3}, markers=_COUNT),
    scoring=section(isolated=_COUNT, closing=_COUNT, marker=_COUNT, majority=_COUNT),
    tents=section(
        tiles={
            "type": "array",
            "items": {"type": "string", "pattern": "^[WCSP]:[WCSP]{3}$"},
            "minItems": 8,
            "maxItems": 63,
        }
    ),
    board=section(sites={"type": "array", "items": _SITE, "minItems": 8, "maxItems": 100}),
)
"""JSON Schema of ``components.toml``."""


@dataclass(frozen=True)
class Tile:
    """A tent tile. Its ``code`` ``W:SPS`` means that it produces Water, and costs two Silk and one Spice."""

    code: str
    product: int
    flag: tuple[int, int, int]
    cost: tuple[int, int, int, int]


@dataclass(frozen=True)
class Site:
    """A space of the board, with axial coordinates, the centre of its hexagon, and its neighbours.

    The hexagon's radius (from its centre to a corner) is 1, and y grows downwards.
    """

    label: str
    q: int
    r: int
    x: float
    y: float
    neighbours: tuple[int, ...]


@dataclass(frozen=True)
class Box:
    """All components of the game."""

    tiles: tuple[Tile, ...]
    sites: tuple[Site, ...]
    cards: tuple[int, int, int, int]
    setup: dict[str, int]
    scoring: dict[str, int]


def unpack(folder: Path) -> Box:
    """Read the components of the game in ``folder`` and validate them.

    Raises:
        BadComponents: the file cannot be read, breaks the schema, repeats a site's label or coordinates, or has a tile
            that costs three cards of one resource.
    """
    data = load(folder, SCHEMA)
    rows: list[tuple[str, int, int]] = [(label, q, r) for label, q, r in data["board"]["sites"]]
    at = {(q, r): number for number, (_, q, r) in enumerate(rows)}
    if len(at) < len(rows) or len({label for label, _, _ in rows}) < len(rows):
        raise BadComponents("components.toml: board.sites: a label or a place is given twice.")
    return Box(
        tiles=tuple(_tile(code) for code in data["tents"]["tiles"]),
        sites=tuple(_site(label, q, r, at) for label, q, r in rows),
        cards=tuple(data["cards"]["each"]),
        setup=data["setup"],
        scoring=data["scoring"],
    )


def _tile(code: str) -> Tile:
    product, _, stripes = code.partition(":")
    if len(set(stripes)) == 1:
        raise BadComponents(f"components.toml: tents.tiles: {code!r} asks three times for one resource.")
    a, b, c = (LETTERS.index(stripe) for stripe in stripes)
    w, m, s, p = (stripes.count(letter) for letter in LETTERS)
    return Tile(code, LETTERS.index(product), (a, b, c), (w, m, s, p))


def _site(label: str, q: int, r: int, at: dict[tuple[int, int], int]) -> Site:
    round_it = ((q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1))
    return Site(label, q, r, math.sqrt(3) * (q + r / 2), 1.5 * r, tuple(at[place] for place in round_it if place in at))
