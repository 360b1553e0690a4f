"""A site with one game, built once for all tests."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from souq.engine import registry

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"


class Built(NamedTuple):
    """A built site: its folder, the one with its files, and the sizes of its parts."""

    folder: Path
    files: Path
    sizes: dict[str, int]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    if not PYODIDE.is_dir() or shutil.which("node") is None:
        pytest.skip("npm install brings Pyodide")
    from souq.web.building import build

    folder = tmp_path_factory.mktemp("site") / "souq"
    made = build(folder, [registry.find("kairo")])
    return Built(folder, folder / made.version, made.sizes)
