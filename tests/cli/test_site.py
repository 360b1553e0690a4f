"""``souq site``: what it prints, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.web import building

from .conftest import Souq


def test_it_says_how_large_the_site_is(souq: Souq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"shell": 600_000, "python": 6_100_000, "kairo": 280_000, "chatuchak": 226_400}
    monkeypatch.setattr(building, "build", lambda *_: building.Site("v/0123456789ab", sizes))
    ran = souq("site", tmp_path / "site", "--game", "kairo", "--game", "chatuchak")
    assert ran.out.endswith("site: v/0123456789ab, 7.0 MB for the first game, 226 kB at most for each other\n")
    assert souq("site", tmp_path / "site", "--game", "kairo").out.endswith("7.0 MB for the first game\n")


def test_folders_with_other_files_are_refused(souq: Souq, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years")
    ran = souq("site", tmp_path)
    assert ran.code == 2
    assert "has other files than a site’s" in ran.err


def test_unknown_games_are_refused(souq: Souq, tmp_path: Path) -> None:
    assert "No game is called 'monopoly'" in souq("site", tmp_path, "--game", "monopoly").err
