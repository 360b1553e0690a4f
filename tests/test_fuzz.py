"""Untrusted files and unreachable positions: a few of those that ``tests.fuzz`` makes.

A process of its own tries them: compiled code that does not end would hold up the tests too.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import ours

GAMES = sorted(game.name for game in ours())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_file_gives_a_match_or_a_sentence(game: str) -> None:
    ran = fuzz(game, "--files", "60")
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    assert "played" in ran.stdout
    assert "refused" in ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_come_to_an_end_from_any_position(game: str) -> None:
    ran = fuzz(game, "--wild", "--files", "200")
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]


def fuzz(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tests.fuzz", *words], capture_output=True, text=True, check=False)
