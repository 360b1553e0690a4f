"""Shared helpers for tests of scenes, for any game."""

from __future__ import annotations

import re
from html import unescape

from souq.engine.present.scene import Area, Layout, Pick, Scene, Sprite, Tooltip

LAYOUTS: tuple[Layout, Layout] = ("wide", "tall")


def area(scene: Scene, name: str) -> Area:
    """Return an area by its name."""
    return next(each for each in scene.areas if each.name == name)


def beside(scene: Scene) -> list[Area]:
    """Return all areas but the board."""
    return [each for each in scene.areas if each.name != "board"]


def sprites(scene: Scene) -> list[Sprite]:
    """Return the sprites of all areas."""
    return [each for area in scene.areas for each in area.sprites]


def sprite(scene: Scene, key: str) -> Sprite:
    """Return a sprite by its key."""
    return next(each for each in sprites(scene) if each.key == key)


def keys(scene: Scene) -> set[str]:
    """Return the keys of all sprites."""
    return {each.key for each in sprites(scene)}


def words(*shapes: Sprite) -> list[str]:
    """Return all the text in some sprites."""
    return [unescape(found) for shape in shapes for found in re.findall(r">([^<]+)</text>", shape.art)]


def pick_on(scene: Scene, key: str, group: str = "") -> Pick:
    """Return the pick of a group that is on a sprite."""
    return next(pick for pick in scene.picks if key in pick.on and pick.group == group)


def tooltip_on(scene: Scene, key: str) -> Tooltip:
    """Return the tooltip that is on a sprite."""
    return next(tooltip for tooltip in scene.tooltips if key in tooltip.on)
