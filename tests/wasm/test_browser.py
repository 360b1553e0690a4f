"""Games as in a browser, without numpy and Numba: the same decisions, pictures, stories, hints and refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.wasm import computed, module
from tests.toy import GAME as TOY

from .recording import record

LARGE = [
    pytest.param(game, id=game.name, marks=[pytest.mark.wide, pytest.mark.long])
    for game in registry.installed().values()
]


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
    there = json.loads(done.stdout)
    monkeypatch.setitem(vars(game), "solve", None)  # put back after the test
    for nth, (one, other) in enumerate(zip(record(game.package), there, strict=True)):
        for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            assert mine == theirs, (nth, at)
