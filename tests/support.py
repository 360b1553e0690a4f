"""Helpers that all tests share."""

from __future__ import annotations

from typing import Any

import pytest

from souq.engine import registry
from souq.engine.game import Game


def rules(*ids: str) -> Any:
    """Mark a test with the rules it checks: ``@rules("DB-B03", "DB-B05")``. ``tools/rule_coverage.py`` counts them."""
    return pytest.mark.rules(*ids)


def ours() -> list[Game]:
    """Return the games in souq, without those that other tests have registered."""
    return [game for game in registry.games().values() if game.package.startswith("souq.games.")]
