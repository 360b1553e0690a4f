"""Training on the command line: its requirements and its error messages."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from souq.extras import MissingExtra, install
from souq.training.fitting import fitted
from souq.training.samples import Terms, joined, play
from tests.heaps import GAME as HEAPS
from tests.train.small import plan, run

from .conftest import Souq


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "torch" else real(name, *more))
    monkeypatch.setitem(__import__("sys").modules, "torch", None)


@pytest.mark.parametrize(
    "words, says",
    [
        (("haeps",), "Did you mean 'heaps'?"),
        (("heaps", "--report"), "There is no run in heaps.train yet"),
        (("heaps", "--write", "--players", 1), "two players or more"),
        (("heaps", "--write", "--players", 5), "not 5"),
        (("heaps", "--write", "--option", "play=chess"), "'play' cannot be 'chess'"),
        (("heaps", "--write", "--config", "none.toml"), "none.toml: No such file"),
    ],
)
def test_invalid_training_requests_are_reported(souq: Souq, words: tuple[object, ...], says: str) -> None:
    ran = souq("train", *words)
    assert ran.code == 2 and says in ran.err
    assert not Path("heaps.train").exists()


def test_a_missing_pytorch_is_reported_with_its_install_command(souq: Souq, no_torch: None) -> None:
    ran = souq("train", "heaps")
    assert ran.code == 2 and "Training needs torch" in ran.err and install("train") in ran.err
    assert not Path("heaps.train").exists()
    one = plan()
    samples = joined([play(HEAPS, Terms.of(one, None), None, number) for number in range(3)])
    with pytest.raises(MissingExtra, match="needs torch"):
        fitted(one, samples, None, 1)


def test_a_settings_file_is_created_for_editing(souq: Souq) -> None:
    Path("mine.toml").write_text("rounds = 3\n[fit]\nepochs = 2\n")
    ran = souq("train", "heaps", "--write", "--config", "mine.toml", "--option", "play=race", "--folder", "mine")
    assert ran.code == 0 and "To begin: souq train heaps --folder mine" in ran.out
    said = json.loads(souq("train", "heaps", "--folder", "mine", "--json", "--report").out)
    assert (said["plan"]["rounds"], said["plan"]["fit"]["epochs"], said["rounds"]) == (3, 2, [])
    assert said["plan"]["options"]["play"] == "race" and said["plan"]["players"] == 2
    for named in (["--config", "mine.toml", "--option", "play=race"], ["--players", "2"], ["--option", "play=race"]):
        assert souq("train", "heaps", "--folder", "mine", "--report", *named).code == 0
    for other in (["--config", "mine.toml"], ["--players", "3"], ["--option", "play=heap"]):
        again = souq("train", "heaps", "--folder", "mine", "--report", *other)
        assert again.code == 2 and "keeps the settings it was begun with" in again.err


def test_existing_settings_are_not_overwritten(souq: Souq) -> None:
    assert "Wrote the settings to" in souq("train", "heaps", "--write").out
    changed = Path("heaps.train/train.toml").read_text().replace("rounds = 20", "rounds = 30")
    Path("heaps.train/train.toml").write_text(changed)
    ran = souq("train", "heaps", "--write")
    assert ran.code == 0 and "The settings are there already, in heaps.train" in ran.out
    assert Path("heaps.train/train.toml").read_text() == changed


def test_settings_for_another_game_create_no_folder(souq: Souq) -> None:
    souq("train", "heaps", "--write")
    ran = souq("train", "kairo", "--write", "--config", "heaps.train/train.toml")
    assert ran.code == 2 and "Those are settings for heaps, not for kairo" in ran.err
    assert not Path("kairo.train").exists()


def test_a_report_shows_the_progress_of_a_run(souq: Souq) -> None:
    run(Path("heaps.train"))
    ran = souq("train", "heaps", "--report")
    assert ran.code == 0 and "0 of 2 rounds" in ran.out


def test_a_folder_of_another_game_is_not_changed(souq: Souq) -> None:
    run(Path("kairo.train"))
    ran = souq("train", "kairo", "--report")
    assert ran.code == 2 and "is a run of heaps, not of kairo" in ran.err
