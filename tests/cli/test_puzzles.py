"""``souq puzzles``."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.engine import registry
from souq.puzzles import filing, looking, making
from souq.puzzles.puzzle import header, read

from .conftest import Souq


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "ROUNDS", ((3, 20), (4, 40), (6, 60)))
    monkeypatch.setattr(looking, "DEEP", 100)
    monkeypatch.setattr(making, "DEEP", 100)
    monkeypatch.setattr(making, "STRENGTH", 30)


@pytest.mark.usefixtures("_quick")
def test_puzzles_are_generated_once(souq: Souq, tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    ran = souq("puzzles", "desert_bazaar", "--count", 2, "--seed", 4, "--out", out)
    assert ran.code == 0 and "Desert Bazaar: 2 puzzles" in ran.out
    command, found = read(out)
    assert command == "souq puzzles desert_bazaar --count 2 --seed 4"
    for each in found:
        match = each.setting.begin(registry.find("desert_bazaar"))
        legal = [int(choice) for choice in match.legal(each.seat)]
        assert each.best in legal and each.wrong in legal and each.best != each.wrong
    before = out.read_bytes()
    again = souq("puzzles", "desert_bazaar", "--count", 2, "--seed", 4, "--out", out)
    assert again.code == 0 and again.out == ran.out and out.read_bytes() == before
    other = souq("puzzles", "desert_bazaar", "--count", 2, "--seed", 5, "--out", out)
    assert other.code == 2 and "made by another command" in other.err and "--fresh" in other.err
    fresh = souq("puzzles", "desert_bazaar", "--count", 2, "--seed", 4, "--out", out, "--fresh")
    assert fresh.code == 0 and out.read_bytes() == before


def test_generation_can_be_interrupted(souq: Souq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(filing, "made_of", stopped)
    ran = souq("puzzles", "kairo", "--count", 2, "--out", tmp_path / "p.jsonl")
    assert ran.code == 130 and "The same command goes on from here" in ran.err
    whole = tmp_path / "whole.jsonl"
    whole.write_text(header(registry.find("kairo"), "souq puzzles kairo --count 9 --seed 1") + "\n")
    before = whole.read_bytes()
    ran = souq("puzzles", "kairo", "--count", 2, "--out", whole, "--fresh")
    assert ran.code == 130 and "The same command, without --fresh, goes on from here" in ran.err
    assert whole.read_bytes() == before, "what is there stays until there is something better"
    again = souq("puzzles", "kairo", "--count", 2, "--out", whole)
    assert again.code == 130 and whole.read_bytes() == before, "it goes on with what is begun"
