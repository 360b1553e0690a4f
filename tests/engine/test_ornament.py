"""The ornaments are generated: the same arguments give the same art, small enough for a page."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from souq.engine.present import ornament
from souq.engine.present.ornament import Layer, awning, dunes, girih, kilim, mashrabiya, svg

DRAWN: dict[str, tuple[Callable[[], list[Layer]], int, str]] = {
    "mashrabiya": (lambda: mashrabiya(290, 256, unit=46, seed=2), 40_000, "1ac212ef1e7a"),
    "awning": (lambda: awning(290, 256, unit=26, seed=3), 12_000, "de8722fa00e4"),
    "dunes": (lambda: dunes(290, 256, unit=46, seed=7, sky=0.42), 40_000, "2eb37e6749f2"),
    "girih": (lambda: girih(290, 256, unit=78, seed=5), 70_000, "870b51502822"),
    "kilim": (lambda: kilim(290, 256, unit=5, seed=9), 12_000, "35af7cace01a"),
}
"""Each ornament at the size of a card, the most characters it may have, and the fingerprint of its art."""


@pytest.mark.parametrize("name", DRAWN)
def test_the_same_arguments_give_the_same_art(name: str) -> None:
    draw, most, fingerprint = DRAWN[name]
    art = svg(draw(), 290, 256)
    assert art == svg(draw(), 290, 256)
    assert len(art) <= most
    assert hashlib.sha256(art.encode()).hexdigest()[:12] == fingerprint


@pytest.mark.parametrize("name", DRAWN)
def test_markup_is_valid_and_uses_colour_tokens(name: str) -> None:
    art = svg(DRAWN[name][0](), 290, 256)
    root = ET.fromstring(art)
    assert root.get("viewBox") == "0 0 290 256"
    assert root.get("aria-hidden") == "true"
    assert "style=" not in art
    paints = {child.get(side) for child in root for side in ("fill", "stroke")}
    assert paints <= {None, "none", "var(--orn-1)", "var(--orn-2)", "var(--orn-3)", "var(--lo)"}
    assert all(re.fullmatch(r"[MLHVAZhva0-9 .-]+", child.get("d") or "M") for child in root)


@pytest.mark.parametrize("name", ["mashrabiya", "awning", "dunes", "girih", "kilim"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (72, 88), (1440, 96), (57.5, 311.25)])
def test_any_box_is_filled(name: str, width: float, height: float) -> None:
    layers: list[Layer] = getattr(ornament, name)(width, height)
    first = layers[0]
    assert first.fill == "orn-1"
    assert first.d == ornament.rectangle(0, 0, width, height)
    ET.fromstring(svg(layers, width, height))


def test_a_seed_changes_the_art() -> None:
    assert dunes(200, 200, seed=1) != dunes(200, 200, seed=2)
    assert girih(200, 200, seed=1) != girih(200, 200, seed=2)


def test_mulberry32_reproduces_reference_values() -> None:
    throw = ornament.dice(1)
    assert [throw() for _ in range(3)] == [0.6270739405881613, 0.002735721180215478, 0.5274470399599522]


def test_a_ridge_is_shaded_towards_the_ground() -> None:
    far, near = (svg([Layer("M0 0Z", "orn-2", shade=shade)], 1, 1) for shade in (0.0, 0.9))
    assert 'opacity="0.50"' in far
    assert 'opacity="0.05"' in near
