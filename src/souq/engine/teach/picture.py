"""Pictures: part of a scene at a moment of a game, with rings around the relevant sprites.

A picture is markup for a page that defines colours as variables and symbols by ID, so that it follows the page's theme.
The ground of the board, which several pictures share, is on the page only once (:attr:`Drawn.ground`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match.hooks import make_scene
from souq.engine.match.position import write
from souq.engine.match.validation import PASSING
from souq.engine.present.markup import n, rect
from souq.engine.present.names import named
from souq.engine.present.scene import Area, Context, Layout, Pick, Scene, Sprite, Tooltip
from souq.engine.rules.record import Batch
from souq.engine.teach.extent import Box, around, reach
from souq.engine.teach.setting import Setting

_KEYS = {"type": "array", "items": {"type": "string", "minLength": 1}}
PROPERTIES: dict[str, Any] = {
    "setting": {"type": "string", "minLength": 1},
    "alt": {"type": "string", "minLength": 1, "maxLength": 240, "pattern": r"[.]\s*$"},
    "seat": {"type": "integer", "minimum": -1},
    "area": {"type": "string", "minLength": 1},
    "layout": {"enum": ["wide", "tall"]},
    "around": _KEYS,
    "margin": {"type": "number", "minimum": 0},
    "point": _KEYS,
    "hover": {"type": "string", "minLength": 1},
}
"""JSON schema of a picture's properties. ``setting`` is the name of a setting."""

RING = 5.0
"""Distance between a ring and the sprite it surrounds, in the area's units."""


SHARED = 80
"""Number of characters that a sprite's art must exceed to be put on a page once and used by several pictures."""


class BadPicture(SouqError, ValueError):
    """A picture that can't be drawn, because its moment, area, sprite or choice doesn't exist."""


@dataclass(frozen=True, eq=False)
class Picture:
    """Description of a picture: a moment of a game, its viewer, the part of the scene to draw, and sprites to mark."""

    setting: Setting
    alt: str
    """Alternative text for people who can't see it."""
    seat: int = 0
    """Seat of the viewer; -1 is a spectator."""
    area: str = "board"
    layout: Layout = "wide"
    around: tuple[str, ...] = ()
    """Keys of the sprites that the picture shows, cut out of the area; ``*`` is a wildcard, and previews count.

    If empty, the whole area is shown. In an area without a ground, only these sprites are shown.
    """
    margin: float = 24.0
    """Margin around the sprites that the picture is cropped to, in the area's units."""
    point: tuple[str, ...] = ()
    """Keys of the sprites to draw rings around; ``*`` is a wildcard."""
    hover: str = ""
    """Key of the sprite over which the pointer is, so that its preview is drawn; "" for none."""

    @classmethod
    def read(cls, data: Mapping[str, Any], settings: Mapping[str, Setting]) -> Picture:
        """Create a picture from a table that conforms to :data:`PROPERTIES`.

        Raises:
            BadPicture: ``settings`` lack the picture's setting; the message lists them.
        """
        name = data["setting"]
        if name not in settings:
            raise BadPicture(f"There is no setting {name[:40]!r}; there are: {', '.join(settings) or 'none'}.")
        keys: dict[str, Any] = {key: tuple(data[key]) for key in ("around", "point") if key in data}
        rest = {key: value for key, value in data.items() if key not in ("setting", *keys)}
        return cls(setting=settings[name], **{**rest, **keys, "alt": " ".join(rest["alt"].split())})


@dataclass(frozen=True, slots=True)
class Drawn:
    """A finished picture: its SVG markup, the part of the area that it shows, and the ground behind it.

    The page must contain the ground once for all pictures that share it.
    """

    alt: str
    box: Box
    pieces: tuple[tuple[str, str], ...]
    """Sprites of the picture, lowest layer first, each as a pair: attributes of its element, and its art."""
    rings: str
    ground: str
    ground_id: str

    @property
    def body(self) -> str:
        """Markup of everything in front of the ground."""
        return self.sharing({})

    def sharing(self, shared: Mapping[str, str]) -> str:
        """Return the markup of the picture, with references to art that the page contains elsewhere.

        ``shared`` maps such art to its ID.
        """
        drawn = (f'<g {place}><g class="art">{_art(art, shared)}</g></g>' for place, art in self.pieces)
        return "".join(drawn) + self.rings

    @property
    def view(self) -> str:
        """Value of the SVG attribute ``viewBox`` that crops the area to the picture."""
        left, top, right, bottom = self.box
        return f"{n(left)} {n(top)} {n(right - left)} {n(bottom - top)}"

    @property
    def width(self) -> float:
        """Width of the picture, in the area's units."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """Height of the picture, in the area's units."""
        return self.box[3] - self.box[1]


@cache
def draw(game: Game, picture: Picture, shape: float = 0.0) -> Drawn:
    """Draw a picture, extended to the aspect ratio ``shape`` (width by height) unless that is 0; results are cached.

    Raises:
        BadPicture: it refers to something that doesn't exist.
    """
    try:
        scene = _scene(game, picture)
        preview = _preview(scene, picture) if picture.hover else ()
    except BadPicture:
        raise
    except SouqError as error:
        raise BadPicture(str(error)) from error
    area = _area(scene, picture.area)
    sprites = (*area.sprites, *preview)
    box = _shaped(_box(area, sprites, picture), area, shape)
    meant = _named(sprites, picture.around) if _is_bare(area) and picture.around else sprites
    shown = [sprite for sprite in meant if _is_in(sprite, box)]
    rings = "".join(_ring(sprite) for sprite in _named(area.sprites, picture.point))
    under = area.backdrop + area.ground
    name = f"ground-{hashlib.sha256(under.encode()).hexdigest()[:10]}" if under else ""
    pieces = tuple((_place(sprite), sprite.art) for sprite in sorted(shown, key=lambda sprite: sprite.layer))
    return Drawn(picture.alt, box, pieces, rings, under, name)


def _art(art: str, shared: Mapping[str, str]) -> str:
    return f'<use href="#{shared[art]}"/>' if art in shared else art


def repeated(pictures: Iterable[Drawn]) -> dict[str, str]:
    """Return an ID for each piece of art that pictures on a page should share.

    Art is shared if it is long (:data:`SHARED`) and occurs more than once in the pictures.
    """
    counts = Counter(art for drawn in pictures for _, art in drawn.pieces)
    return {art: f"art-{nth}" for nth, (art, times) in enumerate(counts.items()) if times > 1 and len(art) > SHARED}


def _scene(game: Game, picture: Picture) -> Scene:
    """Return the scene that the picture's viewer sees at its moment.

    A position without a log is drawn without validation: while the rules are interpreted, validation would take a
    thousand times as long. The game's contract tests have validated it.
    """
    setting = picture.setting
    if setting.start is None or setting.log:
        return setting.begin(game).scene(picture.seat, picture.layout)
    state, options = stated(game, setting), game.check_options(setting.options, setting.players)
    names, view = named(list(setting.names), setting.players), game.bindings.hidden(state, picture.seat)
    acts = picture.seat >= 0 and game.bindings.deciders(state) >> picture.seat & 1
    legal = tuple(int(choice) for choice in game.bindings.legal(state, picture.seat)) if acts else ()
    finished = bool(state["over"][0])
    context = Context(picture.seat, names.__getitem__, legal, picture.layout, dict(options), finished=finished)
    return make_scene(game, view, context)


def stated(game: Game, setting: Setting) -> Batch:
    """Return the starting position of a setting, with missing fields as after the setup.

    Unlike when a match starts, the position isn't validated, which would take long while rules are interpreted.
    """
    options = game.check_options(setting.options, setting.players)
    state = game.bindings.setup(setting.players, game.option_numbers(options), (0, 0))
    write(game, state, setting.start or {})
    for name in {*PASSING} & {*(state.dtype.names or ())}:
        state[name] = 0
    return state


def _area(scene: Scene, name: str) -> Area:
    for area in scene.areas:
        if area.name == name:
            return area
    raise BadPicture(f"There is no area {name[:40]!r}; there are: {', '.join(area.name for area in scene.areas)}.")


def _preview(scene: Scene, picture: Picture) -> tuple[Sprite, ...]:
    """Return the sprites that appear over the picture's area while the pointer is over the sprite ``hover``."""
    told: tuple[Pick | Tooltip, ...] = (*scene.picks, *scene.tooltips)
    shown = (each for each in told if picture.hover in each.on and each.preview)
    found = next(shown, None)
    if found is None:
        raise BadPicture(f"Nothing appears where the pointer is at {picture.hover!r}.")
    return found.preview if found.area == picture.area else ()


def _named(sprites: Iterable[Sprite], keys: tuple[str, ...]) -> list[Sprite]:
    """Return the sprites whose keys match one of ``keys``, in the order of ``keys``."""
    found, known = list[Sprite](), list(sprites)
    for key in keys:
        meant = [sprite for sprite in known if fnmatchcase(sprite.key, key)]
        if not meant:
            raise BadPicture(f"There is no sprite {key[:40]!r}; there are: {', '.join(s.key for s in known)}.")
        found += meant
    return found


def _box(area: Area, sprites: Iterable[Sprite], picture: Picture) -> Box:
    """Return the part of the area that a picture shows: the sprites in ``around`` with a margin, or all of it."""
    boxes = [box for sprite in _named(sprites, picture.around) if (box := reach(sprite))]
    if not boxes:
        return (0.0, 0.0, area.width, area.height)
    (left, top, right, bottom), room = around(boxes), picture.margin
    if _is_bare(area):
        return (left - room, top - room, right + room, bottom + room)
    return (max(0.0, left - room), max(0.0, top - room), min(area.width, right + room), min(area.height, bottom + room))


def _is_bare(area: Area) -> bool:
    """Return whether an area has neither ground nor backdrop, in which case a picture may extend beyond its edges."""
    return not area.ground and not area.backdrop


def _shaped(box: Box, area: Area, shape: float) -> Box:
    """Return a box enlarged to an aspect ratio (width by height), if the area has enough space."""
    left, top, right, bottom = box
    if not shape:
        return box
    bare = _is_bare(area)
    left, right = _wider(left, right, (bottom - top) * shape, 0 if bare else area.width)
    top, bottom = _wider(top, bottom, (right - left) / shape, 0 if bare else area.height)
    return left, top, right, bottom


def _wider(first: float, last: float, least: float, whole: float) -> tuple[float, float]:
    """Return an interval lengthened to ``least`` on both sides, but not beyond 0 and ``whole`` (0: no limits)."""
    size = max(last - first, least)
    if not whole:
        return (first + last - size) / 2, (first + last + size) / 2
    size = min(size, whole)
    begins = min(max(0.0, (first + last - size) / 2), whole - size)
    return begins, begins + size


def _is_in(sprite: Sprite, box: Box) -> bool:
    found = reach(sprite)
    return found is not None and (found[0] < box[2] and found[2] > box[0] and found[1] < box[3] and found[3] > box[1])


def _place(sprite: Sprite) -> str:
    """Return the attributes of a sprite's element: its classes and its transform."""
    turn = f" rotate({sprite.rotation:g})" if sprite.rotation else ""
    size = f" scale({sprite.scale:g})" if sprite.scale != 1 else ""
    classes = " ".join(("sprite", *sprite.classes.split()))
    place = f"translate({n(sprite.x)} {n(sprite.y)}){turn}{size}"
    return f'class="{classes}" transform="{place}"'


def _ring(sprite: Sprite) -> str:
    """Return markup of a ring around a sprite: a highlighted line over a wider line in the page's colour."""
    box = reach(sprite)
    if box is None:
        return ""
    left, top, right, bottom = box
    place = (left - RING, top - RING, right - left + 2 * RING, bottom - top + 2 * RING, 12)
    return "".join(
        rect(*place, "none", f"var({colour})", width, 'vector-effect="non-scaling-stroke"')
        for colour, width in (("--paper", 7), ("--lit", 3.5))
    )
