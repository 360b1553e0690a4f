"""The terms that games against OpenSpiel's bots are played on, and the files that store the games."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

OURS = "ours"
"""The name of souq's side in the files."""
UCT_C = {"mcts": 2.0, "ismcts": 2.0}
"""Default exploration constants of OpenSpiel's bots, as in its examples."""
Line = dict[str, Any]
"""A game or a measurement, as one line of a file."""


@dataclass(frozen=True)
class Terms:
    """Conditions that games must share to be counted together."""

    game: str
    seconds: float = 1.0
    """CPU-seconds allowed for a decision."""
    ours: str = "vizier"
    """Souq's bot as the arena names it, or ``time``: a search until the time is up."""
    outcomes: int = 8
    """Outcomes of a chance node for OpenSpiel's MCTS."""
    uct_c: dict[str, float] = field(default_factory=lambda: dict(UCT_C))
    """Exploration constants of OpenSpiel's bots."""


def terms_in(path: Path) -> list[Terms]:
    """Return all terms in a file."""
    return [Terms(**made) for made in {json.dumps(line["terms"]): line["terms"] for line in _lines(path)}.values()]


def stored(path: Path, terms: Terms) -> Iterator[Line]:
    """Yield the lines of a file with these terms; lines cut off by a crash are skipped."""
    return (line for line in _lines(path) if line["terms"] == asdict(terms))


def _lines(path: Path) -> Iterator[Line]:
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        with contextlib.suppress(json.JSONDecodeError):
            yield json.loads(text)


def append(path: Path, line: Line) -> None:
    """Append a line to a file and sync it to disk; a line that was cut off is terminated first."""
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
    """Return the numbers of the games that have not been played yet."""
    played = {line["number"] for line in lines if "number" in line}
    return [number for number in range(games) if number not in played]


def share(line: Line) -> float:
    """Return our share of the first place.

    >>> share({"seats": ["mcts", "ours"], "ranks": [1, 1]})
    0.5
    """
    mine = line["ranks"][line["seats"].index(OURS)]
    return 1 / line["ranks"].count(1) if mine == 1 else 0.0
