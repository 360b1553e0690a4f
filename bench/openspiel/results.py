"""Games against OpenSpiel's bots: on what terms they are played, and the files that they are kept in."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

OURS = "ours"
"""The name of our side in the lines of a file."""
UCT_C = {"mcts": 2.0, "ismcts": 2.0}
"""How much each of theirs explores, unless it is told: as in OpenSpiel's examples."""
Line = dict[str, Any]
"""A game, or a measurement."""


@dataclass(frozen=True)
class Terms:
    """What two games must share to be counted together."""

    game: str
    seconds: float = 1.0
    """CPU-seconds a decision may take."""
    ours: str = "vizier"
    """A bot of ours as the arena names it, or ``time``: our search until the time is up."""
    outcomes: int = 8
    """Keys at a chance node of theirs."""
    uct_c: dict[str, float] = field(default_factory=lambda: dict(UCT_C))
    """How much theirs explore."""


def terms_in(path: Path) -> list[Terms]:
    """On what terms the games in a file were played."""
    return [Terms(**made) for made in {json.dumps(line["terms"]): line["terms"] for line in _lines(path)}.values()]


def kept(path: Path, terms: Terms) -> Iterator[Line]:
    """The lines of a file that were played, or measured, on these terms; a line cut off by a crash is none."""
    return (line for line in _lines(path) if line["terms"] == asdict(terms))


def _lines(path: Path) -> Iterator[Line]:
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        with contextlib.suppress(json.JSONDecodeError):
            yield json.loads(text)


def keep(path: Path, line: Line) -> None:
    """Add a line to a file, for good; after one that was cut off it begins afresh."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(json.dumps(line).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def missing(lines: Iterable[Line], games: int) -> list[int]:
    """Numbers of the games that are still to be played."""
    played = {line["number"] for line in lines if "number" in line}
    return [number for number in range(games) if number not in played]


def share(line: Line) -> float:
    """What ours has of the first place.

    >>> share({"seats": ["mcts", "ours"], "ranks": [1, 1]})
    0.5
    """
    mine = line["ranks"][line["seats"].index(OURS)]
    return 1 / line["ranks"].count(1) if mine == 1 else 0.0
