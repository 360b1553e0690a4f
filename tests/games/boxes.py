"""Shared helpers for tests of the games' components: a box with something changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from souq.engine.errors import BadComponents


def boxed(folder: Path, text: str) -> Path:
    """Return a game folder with these components."""
    (folder / "components.toml").write_text(text, encoding="utf-8")
    return folder


def refused(unpack: Callable[[Path], Any], folder: Path, text: str, message: str, old: str, new: str) -> None:
    """Check that components with ``old`` replaced by ``new`` are refused with a message."""
    assert old in text
    with pytest.raises(BadComponents, match=message):
        unpack(boxed(folder, text.replace(old, new, 1)))
