"""A training run resumes after any interruption with the same result. Random numbers replace learning here."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from souq.arena.claiming import Busy
from souq.arena.tournament import Row
from souq.bots.learned import Net, shapes
from souq.engine.errors import BadPlayers, SouqError, UnknownGame
from souq.engine.learn.packed import Damaged
from souq.extras import MissingExtra, install
from souq.training import fitting
from souq.training.fitting import Fitted
from souq.training.plan import BadPlan, checked, read, written
from souq.training.progress import trained_rounds
from souq.training.run import BEST, GATE, NET, Run, judged
from souq.training.samples import OtherRun
from tests.heaps import GAME as HEAPS
from tests.toy import GAME as TOY
from tests.train.small import FACTS, made, plan, run


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(plan: Any, samples: Any, before: Any, seed: int, on_progress: Any) -> Fitted:
        rng = np.random.default_rng([seed, int(samples.visits.sum())])
        nothing = shapes(plan.found, plan.players, plan.fit.hidden)
        net = Net(*(rng.normal(0, 0.2, array.shape).astype(np.float32) for array in nothing))
        on_progress()
        return Fitted(net, len(samples), 0, (0.7, 0.7), (0.7, 0.7), [(0.6, 0.6)])

    monkeypatch.setattr(fitting, "fitted", drawn)


class Until:
    """A progress callback that raises Ctrl-C at the given call."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self, said: str, done: int, of: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


SMALL = {"games": {"each_round": 8, "each_shard": 2, "iterations": 8}, "gate": {"games": 6}}


@pytest.mark.parametrize("every", [3, 4, 7])
def test_an_interrupted_run_resumes_to_the_same_result(tmp_path: Path, every: int) -> None:
    straight = run(tmp_path / "straight", **SMALL)
    assert straight.go(1)
    broken = run(tmp_path / "broken", **SMALL)
    times = 0
    while not broken.go(1, on_progress=Until(every)):
        times += 1
        assert times < 60
        (broken.folder / "round-001" / ".games-0000.npz.x.part").write_bytes(b"half of it")
        broken = run(tmp_path / "broken")
    assert times > 2
    assert made(broken) == made(straight) and len(trained_rounds(broken)) == 2
    assert not list(broken.folder.glob("**/*.part"))


def test_a_round_writes_games_a_net_and_a_gate(tmp_path: Path) -> None:
    alone = run(tmp_path / "alone", **SMALL, rounds=1)
    assert alone.go(1)
    files = {path.name for path in (alone.folder / "round-001").iterdir()}
    assert files == {*(f"games-{n:04}.npz" for n in range(4)), NET, GATE}


def test_a_damaged_file_is_named_and_can_be_recreated(tmp_path: Path) -> None:
    one = run(tmp_path / "run", **SMALL, rounds=1)
    assert not one.go(1, on_progress=Until(4))
    path = one.round(1) / "games-0001.npz"
    content = path.read_bytes()
    path.write_bytes(content[:-99])
    with pytest.raises(Damaged, match=r"Delete .*games-0001\.npz, and the same command carries on"):
        one.go(1)
    path.unlink()
    assert one.go(1)
    assert made(one)[1][0] == "games-0001.npz"


@pytest.mark.parametrize("passed", [True, False])
@pytest.mark.parametrize("number", [1, 2])
def test_a_deleted_net_is_trained_and_gated_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passed: bool, number: int
) -> None:
    monkeypatch.setattr("souq.training.run.judged", lambda rows, share: replace(judged(rows, share), passed=passed))
    one = run(tmp_path / "run", **SMALL)
    assert one.go(1)
    before, net = made(one), one.round(number) / NET
    net.write_bytes(net.read_bytes()[:-99])
    with pytest.raises(Damaged, match=r"Delete .*net\.npz, and the same command carries on: it is learned again"):
        trained_rounds(one)
    net.unlink()
    assert not one.go(1, on_progress=Until(1))
    assert not (one.round(number) / GATE).exists(), "it says nothing of another net"
    assert one.go(1)
    assert made(one) == before and len(trained_rounds(one)) == 2


def test_a_damaged_gate_and_a_net_damaged_before_it_are_named(tmp_path: Path) -> None:
    one = run(tmp_path / "run", **SMALL, rounds=1)
    assert one.go(1)
    gate, net = one.round(1) / GATE, one.round(1) / NET
    before, lines = made(one), gate.read_text().splitlines(keepends=True)
    gate.write_text("".join([lines[0], "[1, 2\n", *lines[1:]]))
    with pytest.raises(Damaged, match=r"damaged in line 2\. Delete .*gate\.jsonl.*: its games are played again"):
        one.go(1)
    gate.unlink()
    whole = net.read_bytes()
    net.write_bytes(whole[:-99])
    with pytest.raises(Damaged, match=r"Delete .*net\.npz, and the same command carries on"):
        one.go(1)
    net.write_bytes(whole)
    assert one.go(1) and made(one) == before


def test_a_run_is_locked_by_its_process(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    one = run(tmp_path / "run", **SMALL, rounds=1)

    def on_progress(said: str, done: int, of: int) -> None:
        with pytest.raises(Busy, match=r"Another souq is at work on .*run\. Wait until it's done, or stop it"):
            run(one.folder).go(1)

    assert one.go(1, on_progress=on_progress)
    assert run(one.folder).go(1)


def test_partial_files_of_a_killed_process_are_ignored(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".train.toml.x.part").write_bytes(b"half of it")
    assert run(folder, **SMALL, rounds=1).go(1)
    assert not list(folder.glob(".*"))


def test_settings_that_change_games_need_a_new_folder(tmp_path: Path) -> None:
    one = run(tmp_path / "run", **SMALL, rounds=1)
    assert not one.go(1, on_progress=Until(4))
    path = one.folder / "train.toml"
    path.write_text(path.read_text().replace("iterations = 8", "iterations = 9", 1))
    with pytest.raises(OtherRun, match="its iterations: 8, not 9"):
        run(one.folder).go(1)


def test_more_rounds_may_be_asked_for(tmp_path: Path) -> None:
    one = run(tmp_path / "run", **SMALL, rounds=1)
    assert one.go(1)
    path = one.folder / "train.toml"
    path.write_text(path.read_text().replace("rounds = 1", "rounds = 2", 1))
    again = run(one.folder)
    assert again.go(1) and len(trained_rounds(again)) == 2


def test_the_best_net_is_the_last_that_passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("souq.training.run.judged", lambda rows, share: replace(judged(rows, share), passed=True))
    one = run(tmp_path / "run", **SMALL)
    assert one.go(1)
    assert one.best(1) is None and one.best(2) == one.round(1) / NET
    best = one.learned(one.folder / BEST)
    assert best.fingerprint == one.learned(one.round(2) / NET).fingerprint
    assert best.about["gate"]["against"] == "round-001"
    assert best.about["command"] == "a test" and best.about["hours"] >= 0 and best.about["hardware"]


def test_the_gate_counts_the_nets_wins() -> None:
    thought = [[10.0, 0, 5], [20.0, 0, 5]]

    def rows(wins: int, of: int) -> list[Row]:
        return [
            Row(
                0,
                k // 2,
                k % 2,
                [k % 2, 1 - k % 2],
                [2, 1] if (k < wins) == (k % 2 == 0) else [1, 2],
                [0, 0],
                9,
                thought,
            )
            for k in range(of)
        ]

    clear = judged(rows(80, 100), 0.55)
    assert clear.passed and abs(clear.share.value - 0.8) < 1e-9 and clear.share.low > 0.5
    assert clear.milliseconds == (4.0, 2.0)
    assert not judged(rows(6, 10), 0.55).passed
    assert not judged(rows(40, 100), 0.55).passed


def test_a_plan_survives_a_round_trip(tmp_path: Path) -> None:
    one = plan(search={"depth": 3})
    path = tmp_path / "train.toml"
    path.write_text(written(one))
    assert read(path) == one and one.manner.depth == 3
    assert "# How a net is searched with" in path.read_text() and "# The number of players" in path.read_text()
    assert plan().manner.depth == 0


@pytest.mark.parametrize(
    "changes, error, says",
    [
        ({"game": "haeps"}, UnknownGame, "Did you mean"),
        ({"players": 9}, BadPlayers, "not 9"),
        ({"players": 1}, BadPlan, "two players or more"),
        ({"rounds": 0}, BadPlan, "rounds: input should be greater than or equal to 1, not 0"),
        ({"fit": {"epochs": "many"}}, BadPlan, "fit.epochs: .*not 'many'"),
        ({"fit": {"hidden": [0, 4]}}, BadPlan, "at least one number"),
        ({"gates": {}}, BadPlan, "gates: there is no such setting"),
        ({"search": {"deep": 3}}, BadPlan, "the search has no 'deep'"),
        ({"search": {"temperature": 0}}, BadPlan, "search: none is negative, temperature isn't 0.* not temperature 0"),
        ({"search": {"mix": 1.5}}, BadPlan, "search: .*epsilon and mix are 1 at most; not mix 1.5"),
        ({"search": {"depth": 2.7}}, BadPlan, "search.depth: decisions are counted in whole numbers, not 2.7"),
        ({"search": {"explore": True}}, BadPlan, "search.explore: a number is wanted, not True"),
        ({"fit": {"hidden": [64]}}, BadPlan, r"fit.hidden: \[64\] has too few numbers"),
        ({"search": {"depth": 3, "explore": float("nan")}}, BadPlan, "not depth 3, explore nan"),
        ({"options": {"play": "chess"}}, SouqError, "'play' cannot be 'chess'"),
    ],
)
def test_impossible_plans_are_refused(changes: dict[str, Any], error: type[SouqError], says: str) -> None:
    with pytest.raises(error, match=says):
        checked({**FACTS, **changes}, "The plan")


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    run(tmp_path / "run")
    with pytest.raises(BadPlan, match="is a run of heaps, not of toy"):
        Run.at(tmp_path / "run", TOY, plan)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear Amina")
    with pytest.raises(BadPlan, match="holds something else"):
        Run.at(tmp_path / "other", HEAPS, plan)
    (tmp_path / "run" / "train.toml").write_text("game = ")
    with pytest.raises(BadPlan, match="isn't TOML"):
        run(tmp_path / "run")


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    here, there = run(tmp_path / "here", **SMALL, rounds=1), run(tmp_path / "there", **SMALL, rounds=1)
    assert here.go(1) and there.go(1, ray="local")
    assert made(here) == made(there)


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="tests the message shown without Ray")
def test_a_missing_ray_is_reported(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=re.escape(install("cluster"))):
        run(tmp_path / "run", **SMALL).go(1, ray="local")
