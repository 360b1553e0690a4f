"""Running commands inside the test's process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import souq as library
from souq.cli import main


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str


Souq = Callable[..., Ran]


@pytest.fixture
def souq(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Souq:
    """A function that runs ``souq`` with arguments and returns its result; only SystemExit may be raised."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*words: object) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Ran(int(left.value.code or 0), said.out, said.err)

    return run


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match of three in a file. Treat it as read-only."""
    match = library.new("desert_bazaar", players=3, seed=11, names=["Amina", "Omar", "Leila"])
    while not match.over:
        legal = match.legal()
        match.play(legal[match.ply * 7 % len(legal)])
    path = tmp_path_factory.mktemp("matches") / "evening.souq.json"
    match.save(path)
    return path
