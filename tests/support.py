"""What tests share."""

from __future__ import annotations

from typing import Any

import pytest


def rules(*ids: str) -> Any:
    """Mark a test with the rules it checks: ``@rules("DB-B03", "DB-B05")``. ``tools/rule_coverage.py`` counts them."""
    return pytest.mark.rules(*ids)
