"""A run of a few seconds, on a game of stones without an evaluator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from souq.training.plan import Plan, checked
from souq.training.run import Run
from tests.heaps import GAME as HEAPS

FACTS: dict[str, Any] = {
    "game": "heaps",
    "players": 2,
    "options": {"play": "race"},
    "rounds": 2,
    "games": {"each_round": 60, "iterations": 24, "each_shard": 20},
    "fit": {"hidden": [16, 8], "epochs": 12, "batch": 32, "rate": 0.01},
    "gate": {"games": 60, "iterations": 8},
}


def plan(**changes: Any) -> Plan:
    """Return a small plan; a changed table keeps its other settings."""
    made = {
        name: {**value, **changes[name]} if isinstance(changes.get(name), dict) else changes.get(name, value)
        for name, value in FACTS.items()
    }
    return checked({**changes, **made}, "The plan")


def run(folder: Path, **changes: Any) -> Run:
    """Return a run of it."""
    return Run.at(folder, HEAPS, lambda: plan(**changes), "a test")


def made(run: Run) -> list[Any]:
    """Return everything that seeds decide in a run: its samples, nets and gates."""
    from souq.bots.learned import Learned
    from souq.engine.learn.packed import unpacked

    found: list[Any] = []
    for folder in sorted(run.folder.glob("round-*")):
        for path in sorted(folder.glob("games-*.npz")):
            facts, arrays = unpacked(path.read_bytes(), path.name)
            found.append((path.name, facts["games"], {name: array.tolist() for name, array in arrays.items()}))
        if (folder / "net.npz").exists():
            found.append(Learned.read(folder / "net.npz").fingerprint)
        verdict = run.verdict(int(folder.name[-3:]))
        found.append(verdict and (verdict.share, verdict.games, verdict.passed))
    return found
