"""The tool that lists rules without a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import rule_coverage

BOOK = """
[about]
text = "A."
aim = "B."
[[chapters]]
title = "C"
[[chapters.rules]]
id = "XY-A01"
title = "One"
text = "One."
[[chapters.rules]]
id = "XY-A02"
title = "Two"
text = "Two."
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a checkout with one game of two rules, and no tests."""
    game = tmp_path / "src" / "souq" / "games" / "bazaar"
    game.mkdir(parents=True)
    (game / "rulebook.toml").write_text(BOOK)
    (tmp_path / "tests" / "games" / "bazaar").mkdir(parents=True)
    return tmp_path


def write(project: Path, text: str) -> None:
    (project / "tests" / "games" / "bazaar" / "test_it.py").write_text(text)


def cover(project: Path, *words: str) -> int:
    return rule_coverage.main([*words, "--project", str(project)])


def test_untested_rules_are_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, '@rules("XY-A02")\ndef test_two(): ...\n')
    assert cover(project) == 1
    assert capsys.readouterr().out == "bazaar: 2 rules, 1 without a test\n  untested: XY-A01\n"


def test_full_coverage_passes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, '@rules(\n    "XY-A01",\n    "XY-A02",\n)\ndef test_both(): ...\n')
    assert cover(project, "bazaar", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"bazaar": {"rules": 2, "untested": [], "unknown": []}}


def test_an_id_outside_the_marker_is_no_test(project: Path) -> None:
    write(project, "# XY-A01 and XY-A02\n")
    assert cover(project) == 1


def test_a_misspelt_id_is_reported(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, '@rules("XY-A01", "XY-A02", "XY-A20")\ndef test_it(): ...\n')
    assert cover(project) == 1
    assert "unknown: XY-A20" in capsys.readouterr().out


def test_an_unknown_game_is_an_error(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cover(project, "bizarre")
    assert "there are: bazaar" in capsys.readouterr().err
