"""Stands: one joined shape with its weave and seams, the owner's sign, the size, and the door on its entry."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Sprite, path, text, use
from souq.games.kairo.scene.desk import Desk, Stand
from souq.games.kairo.scene.geometry import CELL, INSET, NEAR, Plan, centre, outline, toward
from souq.games.kairo.scene.words import LETTERS
from souq.games.kairo.state import COLOUR, LABELS, NAMES

SITES_LAYER, STANDS_LAYER, DOORS_LAYER, WAYS_LAYER, PEOPLE_LAYER, LIFTED_LAYER = range(6)
"""From back to front."""

_TURN = {(0.0, 1.0): 0, (-1.0, 0.0): 90, (0.0, -1.0): 180, (1.0, 0.0): 270}  # of a door, by where it leads
_DOOR = 29.0  # from the middle of a stall to its edge
_CORNERS = {(0.0, 1.0): (17.0, -17.0), (1.0, 0.0): (-17.0, 17.0)}  # of the size, where the door is in the way


def tone(colour: int) -> str:
    """The token of a colour."""
    return f"var(--g-{colour + 1})"


def ink(colour: int) -> str:
    """The token of what is written on a colour."""
    return f"var(--g-{colour + 1}-ink)"


# ---- art


def disc(owner: int) -> str:
    """An owner's sign round (0, 0); a neutral stall has an empty one with a bar."""
    return use(f"ka-seat-{owner + 1}", -17, -17, 34)


@lru_cache(maxsize=32)
def number(count: int, grow: float = 1.0) -> str:
    """A number on a light disc round (0, 0)."""
    r = 9.5 * grow
    circle = f'<circle r="{n(r)}" fill="var(--plate)" stroke="var(--outline)" stroke-width="1.3"/>'
    return circle + text(str(count), 0, round(4.6 * grow, 1), round(13 * grow, 1), "var(--plate-ink)", 700)


def at(art: str, x: float, y: float, turn: float = 0.0) -> str:
    """Markup moved to a point, and turned."""
    rotated = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({n(x)} {n(y)}){rotated}">{art}</g>'


@lru_cache(maxsize=2048)
def body(colour: int, tiles: frozenset[int], origin: int) -> str:
    """The joined shape of a stand round the middle of site ``origin``: cloth, weave, seams, outline."""
    d = outline(tiles, origin)
    art = path(d, tone(colour))
    if colour:
        art += path(d, f"url(#ka-w-{NAMES[colour]})")
    seams = _seams(tiles, origin)
    if seams:
        art += path(seams, "none", "var(--outline)", 1.2, 'stroke-opacity=".35" stroke-dasharray="3 4"')
    return art + path(d, "none", "var(--outline)", 1.6, 'class="edge"')


def _seams(tiles: frozenset[int], origin: int) -> str:
    """Where tiles of a stand meet."""
    ox, oy = centre(origin)
    half, long = CELL / 2, CELL - 4 * INSET
    d = ""
    for tile in sorted(tiles):
        x, y = centre(tile)[0] - ox, centre(tile)[1] - oy
        for near in NEAR[tile]:
            if near in tiles and near == tile + 1:
                d += f"M{n(x + half)} {n(y - long / 2)}v{n(long)}"
            elif near in tiles and near > tile + 1:
                d += f"M{n(x - long / 2)} {n(y + half)}h{n(long)}"
    return d


@lru_cache(maxsize=64)
def halo(tiles: frozenset[int], origin: int) -> str:
    """The soft ring round a stand that can be chosen."""
    d = outline(tiles, origin, 1.5, 13.0)
    return path(d, "var(--lit-soft)", "var(--lit)", 2.5)


@lru_cache(maxsize=64)
def door(colour: int, dx: float, dy: float, grow: float = 1.0) -> str:
    """The door and the dashed site it leads onto, round the middle of the entry."""
    site = f'<rect x="-24" y="-24" width="48" height="48" rx="9" fill="{tone(colour)}" fill-opacity=".2"'
    site += f' stroke="{tone(colour)}" stroke-opacity=".75" stroke-width="1.5" stroke-dasharray="4 4"/>'
    x, y = -dx * _DOOR, -dy * _DOOR
    leaf = at(use("ka-door", -16, -10, 32, 34, tone(colour)), x, y, _TURN[dx, dy])
    return site + leaf + text(LETTERS[colour], x + 6 * dx, y + 6 * dy + 4.7 * grow, 13.7 * grow, ink(colour), 700)


# ---- sprites


def stands(desk: Desk, plan: Plan) -> list[Sprite]:
    """Every stand, and the doors above them."""
    return [_stand(desk, plan, stand) for stand in desk.stands] + [_door(plan, stand) for stand in desk.stands]


def _stand(desk: Desk, plan: Plan, stand: Stand) -> Sprite:
    x, y = centre(stand.stall)
    lit = halo(stand.tiles, stand.stall) if stand.owner == desk.seat and stand.colour in desk.lit_stands else ""
    art = lit + standing(stand, plan)
    label = f"{_called(desk, stand)}, size {stand.size}, on {LABELS[stand.stall]}, entry on {LABELS[stand.entry]}"
    own = stand.owner == desk.seat
    refused = COLOUR + stand.colour if own and stand.colour in desk.instead else None
    classes = "swap" if refused is not None else "trail" if desk.fresh & stand.tiles else ""
    return Sprite(stand.key, art, x, y, layer=STANDS_LAYER, label=label, classes=classes, refused=refused)


@lru_cache(maxsize=2048)
def standing(stand: Stand, plan: Plan) -> str:
    """A stand with its owner's sign and, when it has grown, its size."""
    art = body(stand.colour, stand.tiles, stand.stall) + disc(stand.owner)
    corner = _CORNERS.get(toward(stand.stall, stand.entry), (17.0, 17.0))
    return art + (at(number(stand.size, plan.grow), *corner) if stand.size > 1 else "")


def _called(desk: Desk, stand: Stand) -> str:
    whose = desk.whose(stand.owner)
    return f"{whose[0].upper()}{whose[1:]} {NAMES[stand.colour]} stall"


def _door(plan: Plan, stand: Stand) -> Sprite:
    x, y = centre(stand.entry)
    art = door(stand.colour, *toward(stand.stall, stand.entry), 1.35 if plan.tall else 1.0)
    label = f"Entry of the {NAMES[stand.colour]} stall on {LABELS[stand.stall]}"
    return Sprite(stand.door, art, x, y, layer=DOORS_LAYER, label=f"{label}: {LABELS[stand.entry]}")


# ---- what is about to stand


def ghost(stand: Stand, site: int, plan: Plan) -> tuple[Sprite, ...]:
    """A stand as it would be with one more tile."""
    grown = replace(stand, tiles=stand.tiles | {site})
    x, y = centre(stand.stall)
    art = at_lit(grown.tiles, stand.stall) + standing(grown, plan)
    return (Sprite("ghost", art, x, y, classes="lifted"),)


def raised(owner: int, colour: int, site: int, entry: int, plan: Plan) -> tuple[Sprite, ...]:
    """A stall as it would stand, with its door where that is known (else -1)."""
    x, y = centre(site)
    made = [Sprite("ghost", _tile(owner, colour), x, y, classes="lifted")]
    if entry >= 0:
        ex, ey = centre(entry)
        leaf = door(colour, *toward(site, entry), 1.35 if plan.tall else 1.0)
        made.append(Sprite("ghost-door", leaf, ex, ey))
    return tuple(made)


def _tile(owner: int, colour: int) -> str:
    """A stall of one tile, with the dashed line round what is about to stand."""
    return use(f"ka-new-{NAMES[colour]}", -29, -29, 58) + disc(owner)


@lru_cache(maxsize=512)
def at_lit(tiles: frozenset[int], origin: int) -> str:
    """The dashed line round what would be built."""
    d = outline(tiles, origin, 1.0, 13.0)
    return path(d, "none", "var(--lit)", 3, 'stroke-dasharray="6 5"')
