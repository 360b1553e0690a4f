"""What a scene contains during a lesson."""

from __future__ import annotations

import pytest

from souq.engine.teach.lesson import Course, Lesson, Step, Stretch
from souq.engine.teach.setting import Setting
from souq.server.core.live.teaching import Teaching
from souq.server.core.realtime.teaching import quiet
from souq.server.core.store.origins import LESSON

OFFER, ASK = 5, 6


def taught(wanted: int) -> Teaching:
    """Return a lesson that waits for a choice."""
    lesson = Lesson("first", "First", "About it.", 5, Setting(2), (Step("Choose.", choose=("this",)),))
    return Teaching(lesson, Course(((0, wanted),), (Stretch(0, 0, 1),)), nth=0, ply=0)


@pytest.mark.parametrize(("wanted", "kept"), [(OFFER, True), (ASK, False)])
def test_a_composer_is_open_only_for_the_choices_a_lesson_expects(wanted: int, kept: bool) -> None:
    scene = {"picks": [{"choice": ASK}], "composer": {"choices": [OFFER]}, "hints": True}
    assert quiet(scene, taught(wanted), LESSON).keys() == {"picks", *(("composer",) if kept else ())}


def test_a_scene_without_a_composer_keeps_its_choices() -> None:
    assert quiet({"picks": [{"choice": ASK}], "order": {}}, taught(ASK), LESSON) == {"picks": [{"choice": ASK}]}
