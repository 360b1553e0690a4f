"""The engine's modules build on each other, and none on itself: not even where one is imported late, or for types."""

from __future__ import annotations

from souq import engine
from tests.imports import Package


def test_no_modules_go_round_in_a_circle() -> None:
    assert Package(engine).circles() == set()
