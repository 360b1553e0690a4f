"""A lesson's messages to the learner at a table."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from souq.engine.present.scene import Scene
from souq.server.core.live.teaching import Teaching

ASKED = ("picks", "amount", "composer", "held", "hints", "order", "answers")
"""Parts of a scene that ask for a decision, or offer help."""

AIDS = ("hints", "order", "answers")
"""Parts of a scene that offer help; a learner doesn't get them."""

READ = "Read what the lesson says, then go on."
WHY = "Read why, then play on or take the next puzzle."
"""Details of the prompt while there is nothing to choose: `READ` in a lesson, `WHY` in a puzzle."""


def lesson_card(taught: Teaching, drawn: Scene) -> dict[str, Any]:
    """Return the lesson's card: the text of the step, or its closing text, or only the title while others play."""
    step, lesson = taught.step, taught.lesson
    done = taught.read and bool(step.done)
    card: dict[str, Any] = {"title": lesson.title, "nth": taught.nth + 1, "of": len(lesson.steps)}
    if taught.next is not None:
        return card
    card |= {"heading": step.title, "say": step.done if done else step.say, "done": done, "read": taught.read}
    card["last"] = taught.nth + 1 == len(lesson.steps)
    return card | {"rules": list(step.rules), "point": [] if done else pointed(step.point, drawn)}


def pointed(wanted: tuple[str, ...], drawn: Scene) -> list[str]:
    """Return the keys of the scene's sprites and panels that match the patterns of a step.

    The key of seat 1's panel is ``seat 1``.
    """
    keys = [sprite.key for area in drawn.areas for sprite in area.sprites]
    keys += [f"seat {panel.seat}" for panel in drawn.panels]
    return [key for key in dict.fromkeys(keys) if any(fnmatchcase(key, each) for each in wanted)]


def quiet(scene: Mapping[str, Any], taught: Teaching) -> dict[str, Any]:
    """Return the scene of a lesson, with only the parts that the lesson asks for and without other help."""
    if taught.asks:
        unasked = {*AIDS, *(() if _composes(scene, taught) else ("composer",))}
        return {name: part for name, part in scene.items() if name not in unasked}
    rest = {name: part for name, part in scene.items() if name not in ASKED}
    detail = READ if len(taught.lesson.steps) > 1 else WHY
    return rest | ({"prompt": {"title": taught.lesson.title, "detail": detail}} if taught.read else {})


def _composes(scene: Mapping[str, Any], taught: Teaching) -> bool:
    """Return whether the choice that the lesson asks for is made with the composer, which is hidden otherwise."""
    _, wanted = taught.course.log[taught.ply]
    return wanted in scene.get("composer", {}).get("choices", ())
