"""The parts of a scene that a lesson adds or removes for its learner."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from souq.engine.present.reasons import named
from souq.engine.present.scene import Names, Scene
from souq.server.core.live.teaching import Teaching
from souq.server.core.store.origins import STORM

ASKED = ("picks", "amount", "composer", "held", "hints", "order", "answers")
"""Names of the parts of a scene that are hidden while the learner has nothing to choose."""

AIDS = ("hints", "order", "answers")
"""Names of the parts of a scene that help a player. In a lesson they are removed."""

READ = "Read what the lesson says, then go on."
WHY = "Read why, then play on or take the next puzzle."
ONWARD = "On to the next puzzle."
"""Text of the prompt while the learner has nothing to choose: `READ` in a lesson, `WHY` in a puzzle, `ONWARD` in a
storm, which goes on by itself."""


def lesson_card(taught: Teaching, drawn: Scene, names: Names) -> dict[str, Any]:
    """Return the lesson's card as JSON: the step's text or, after its last choice, its closing comment.

    While the lesson plays decisions itself, the card has only the lesson's title and the step's number.
    """
    step, lesson = taught.step, taught.lesson
    done = taught.read and bool(step.done)
    card: dict[str, Any] = {"title": lesson.title, "nth": taught.nth + 1, "of": len(lesson.steps)}
    if taught.next is not None:
        return card
    say = named(step.done if done else step.say, names)
    card |= {"heading": step.title, "say": say, "done": done, "read": taught.read}
    card["last"] = taught.nth + 1 == len(lesson.steps)
    if taught.read and step.continuations:
        card["continuations"] = [named(each.title, names) for each in step.continuations]
    return card | {"rules": list(step.rules), "point": [] if done else pointed(step.point, drawn)}


def pointed(wanted: tuple[str, ...], drawn: Scene) -> list[str]:
    """Return the keys of the sprites and panels at which a step of a lesson points.

    ``wanted`` are patterns of keys, with wildcards. The key of seat 1's panel is ``seat 1``.
    """
    keys = [sprite.key for area in drawn.areas for sprite in area.sprites]
    keys += [f"seat {panel.seat}" for panel in drawn.panels]
    return [key for key in dict.fromkeys(keys) if any(fnmatchcase(key, each) for each in wanted)]


def quiet(scene: Mapping[str, Any], taught: Teaching, kind: str) -> dict[str, Any]:
    """Return a scene without the parts that a lesson doesn't need now: help, and ways to choose.

    ``kind`` is that of the table's origin.
    """
    if taught.asks:
        unasked = {*AIDS, *(() if _composes(scene, taught) else ("composer",))}
        return {name: part for name, part in scene.items() if name not in unasked}
    rest = {name: part for name, part in scene.items() if name not in ASKED}
    detail = READ if len(taught.lesson.steps) > 1 else ONWARD if kind == STORM else WHY
    return rest | ({"prompt": {"title": taught.lesson.title, "detail": detail}} if taught.read else {})


def _composes(scene: Mapping[str, Any], taught: Teaching) -> bool:
    """Return whether the choice that the lesson asks for is made in the composer (the form for proposals)."""
    _, wanted = taught.course.log[taught.ply]
    return wanted in scene.get("composer", {}).get("choices", ())
