"""Training with PyTorch: small runs improve, and have the same result after an interruption."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from souq.engine.errors import SouqError
from souq.training.fitting import fitted
from souq.training.plan import checked
from souq.training.progress import PICTURE, draw, trained_rounds
from souq.training.run import BEST, Run
from souq.training.samples import Terms, joined, play
from tests.heaps import GAME as HEAPS
from tests.train.small import made, plan, run

pytestmark = [pytest.mark.suites, pytest.mark.short]

ROOT = Path(__file__).resolve().parents[2]


def test_a_run_improves_the_net(tmp_path: Path) -> None:
    one = run(tmp_path / "run", games={"each_round": 200}, gate={"games": 200})
    assert one.go(1, after=draw)
    first, second = trained_rounds(one)
    assert first.before == pytest.approx(first.by_hand)
    assert first.after[0] < first.before[0] and first.after[1] < first.before[1]
    assert first.verdict and first.verdict.passed and first.verdict.share.low > 0.5
    assert sum(second.before) < sum(second.by_hand) and second.verdict
    assert second.verdict.passed == (second.verdict.share.value >= 0.55 and second.verdict.share.low > 0.5)
    assert (one.folder / BEST).exists() and (one.folder / PICTURE).stat().st_size


def test_nets_learn_corrections_to_the_evaluator() -> None:
    fit = {"epochs": 4, "hidden": [32, 16], "batch": 64}
    facts = {"game": "marracash", "players": 3, "games": {"iterations": 16}, "fit": fit}
    one = checked(facts, "The plan")
    terms = Terms.of(one, None)
    samples = joined([play(one.found, terms, None, number) for number in range(20)])
    found = fitted(one, samples, None, 1)
    assert found.before == pytest.approx(found.by_hand)
    assert sum(found.after) < sum(found.by_hand)
    again = fitted(one, samples, None, 1)
    assert all(np.array_equal(a, b) for a, b in zip(found.net, again.net, strict=True))
    only = fitted(checked({**facts, "fit": {**fit, "results": False}}, "The plan"), samples, None, 1)
    assert not only.net.value.any() and not only.net.value_bias.any()
    assert only.after[0] == pytest.approx(only.by_hand[0]) and only.after[1] < only.by_hand[1]


def test_a_net_may_start_from_scratch_and_decay_its_learning_rate() -> None:
    sizes = {"each_round": 60, "iterations": 24}
    samples = joined([play(HEAPS, Terms.of(plan(games=sizes), None), None, number) for number in range(60)])
    nets = {}
    for name, fit in (("usual", {}), ("anew", {"anew": True}), ("falling", {"falling": True})):
        one = plan(games=sizes, fit={"epochs": 4, **fit})
        nets[name] = fitted(one, samples, nets["usual"].net if nets else None, 1)
    usual, anew, falling = nets.values()
    assert all(np.array_equal(a, b) for a, b in zip(usual.net, anew.net, strict=True))
    assert anew.before == pytest.approx(anew.by_hand) and falling.before == pytest.approx(usual.after)
    last = [np.abs(a - b).sum() for a, b in zip(falling.epochs[-2], falling.epochs[-1], strict=True)]
    early = [np.abs(a - b).sum() for a, b in zip(falling.epochs[0], falling.epochs[1], strict=True)]
    assert sum(last) < sum(early), "at the end there is little left to change"


def test_a_diverging_learning_rate_is_reported() -> None:
    one = plan(games={"each_round": 20}, fit={"rate": 10.0, "decay": 10.0})
    samples = joined([play(HEAPS, Terms.of(one, None), None, number) for number in range(20)])
    with pytest.raises(SouqError, match=r"Learning went astray.* Lower rate or decay under \[fit\]"):
        fitted(one, samples, None, 1)


def test_a_killed_run_resumes_to_the_same_result(tmp_path: Path) -> None:
    straight = run(tmp_path / "straight", rounds=1)
    assert straight.go(1)
    killed = run(tmp_path / "killed", rounds=1)
    words = ["train", "heaps", "--folder", str(killed.folder), "--jobs", "1"]
    code = f"import tests.heaps; from souq.cli import main; main({words!r})"
    for awaited in ("games-0001.npz", "net.npz", "gate.jsonl"):
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while not (killed.round(1) / awaited).exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert (killed.round(1) / awaited).exists()
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode == 0
    assert made(Run.at(killed.folder, killed.game, plan)) == made(straight)
