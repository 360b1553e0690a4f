"""Games as in a browser, without numpy and Numba: the same decisions, pictures, stories, hints and refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.wasm import computed, module
from tests.toy import GAME as TOY

from .recording import record

ROOT = Path(__file__).parents[2]
LARGE = [
    pytest.param(game, id=game.name, marks=[pytest.mark.wide, pytest.mark.long])
    for game in registry.installed().values()
]


def check_same(game: Game, there: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare what was recorded elsewhere with the same games here."""
    monkeypatch.setitem(vars(game), "solve", None)  # put back after the test
    for nth, (one, other) in enumerate(zip(record(game.package), json.loads(there), strict=True)):
        for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            assert mine == theirs, (nth, at)


@pytest.mark.parametrize("game", [TOY, *LARGE])
def test_players_see_the_same_without_numpy(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "game.wasm"
    built.write_bytes(module(game))
    files = list[str]()
    for name, content in computed(game).items():
        (tmp_path / name).write_bytes(content)
        files.append(f"{name}={tmp_path / name}")
    words = [sys.executable, "-m", "tests.wasm.without_numpy", game.package, str(built), *files]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    check_same(game, done.stdout, monkeypatch)


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / "node_modules" / "pyodide").is_dir(), reason="npm install brings Pyodide")
def test_players_see_the_same_in_pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built, facts = tmp_path / "game.wasm", tmp_path / "souq-1.dist-info"
    built.write_bytes(module(TOY))
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: souq\nVersion: {version('souq')}\n")
    folders = map(str, (ROOT / "src", ROOT, tmp_path))
    words = ["node", str(ROOT / "tests/wasm/pyodide.mjs"), TOY.package, str(built), *folders]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    check_same(TOY, done.stdout, monkeypatch)
