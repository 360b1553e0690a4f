"""Pictures of finished games, to be shared."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from souq.engine import registry
from souq.server.core.http.result_pictures import Result, png, svg
from souq.server.core.realtime.chart import Person

PEOPLE = (Person("Amina & Omar", 1, "crescent"), Person("A name that is very long indeed", 2, "star"))


@pytest.mark.parametrize("game", ["kairo", "grand_bazaar"])
def test_a_picture_shows_points_and_the_chart(game):
    chances = [(0, (0.5, 0.5)), (4, (0.7, 0.3)), (8, (1.0, 0.0))]
    result = Result(registry.find(game), PEOPLE, (1, 2), (1200, 38), chances, [4])
    said = list(ET.fromstring(svg(result)).itertext())
    assert "Amina & Omar wins with 1200." in said
    assert {"1,200", "38", "100%", "1"} <= set(said)
    assert "var(--" not in svg(result), "all colours are in it"
    assert png(svg(result)).startswith(b"\x89PNG")
    bare = Result(registry.find(game), PEOPLE, (1, 2), (1200, 38))
    assert "100%" not in list(ET.fromstring(svg(bare)).itertext()), "without an analysis there is no chart"


def test_a_game_that_nobody_won_has_a_picture():
    result = Result(registry.find("kairo"), PEOPLE, (0, 0), (0, 0))
    assert "A finished game" in list(ET.fromstring(svg(result)).itertext())
