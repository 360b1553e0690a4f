"""No module imports itself by way of others, not even for the type checker alone."""

from __future__ import annotations

import souq
from tests.imports import Package


def test_no_modules_go_round_in_a_circle() -> None:
    assert Package(souq).circles() == set()
