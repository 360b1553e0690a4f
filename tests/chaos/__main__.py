"""``python -m tests.chaos --faults 1000 --keep chaos.json``: the long form.

Faults are injected in rounds, each with a server cluster of its own, so that every round stays small enough to debug.
The findings are saved after every round; an interrupted run (Ctrl-C, once) prints them and can be resumed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.chaos.faults import KINDS
from tests.chaos.run import ChaosOptions, Report, run

SUMS = ("faults", "tables", "counts")
LISTS = ("told", "wrong")


def main() -> int:
    """Run rounds of faults, and print the progress and the findings."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description="Faults while games are played.")
    parser.add_argument("--faults", type=int, default=1000, help="how many in all")
    parser.add_argument("--round", type=int, default=100, help="how many in a row in one house")
    parser.add_argument("--keep", type=Path, help="a file in which what was found is kept, to go on from")
    parser.add_argument("--seed", type=int, help="what the first round is drawn from, the next from the next number")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="which kinds")
    parser.add_argument("--tables", type=int, default=10, help="games that are played at once")
    parser.add_argument("--games", nargs="+", default=[], help="which games; all five, and those of the tests")
    parser.add_argument("--seconds", type=float, default=1e9, help="no further fault after so many")
    options = parser.parse_args()
    sums = _load_report(options.keep, options.seed)
    begun = time.monotonic()
    stopped: list[int] = []

    def stop(number: int, _: Any) -> None:
        say("no more faults: what is there is looked at, and then told")
        stopped.append(number)
        signal.signal(number, signal.SIG_DFL)

    def say(words: str) -> None:
        sys.stdout.write(f"{time.monotonic() - begun:7.1f} {words}\n")
        sys.stdout.flush()

    def enough() -> bool:
        return bool(stopped) or time.monotonic() - begun > options.seconds

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while (left := options.faults - sum(sums["faults"].values())) > 0 and not enough():
        say(f"{left} faults are left; the seed of this round is {sums['seed']}")
        few = min(left, options.round)
        choice = ChaosOptions(few, sums["seed"], tuple(options.kinds), options.tables, tuple(options.games))
        before = time.monotonic()
        try:
            report = asyncio.run(run(choice, say, enough))
        except LookupError as error:
            sys.stdout.write(f"{error}\n")
            return 2
        _add(sums, report, time.monotonic() - before)
        if options.keep:
            options.keep.write_text(json.dumps(sums, indent=1, ensure_ascii=False))
    _print_report(sums)
    return bool(sums["wrong"])


def _load_report(file: Path | None, seed: int | None) -> dict[str, Any]:
    """Return the findings of earlier rounds, if any."""
    kept = json.loads(file.read_text()) if file and file.exists() else {}
    first = random.randrange(10_000) if seed is None else seed
    sums: dict[str, Any] = {"seed": kept.get("seed", first), "seconds": kept.get("seconds", 0.0)}
    sums |= {name: Counter(kept.get(name, {})) for name in SUMS}
    return sums | {name: list(kept.get(name, ())) for name in LISTS}


def _add(sums: dict[str, Any], report: Report, seconds: float) -> None:
    """Add a round to the totals."""
    for name in SUMS:
        sums[name] += getattr(report, name)
    for name in LISTS:
        sums[name] += [f"{sums['seed']}: {words}" for words in getattr(report, name)]
    sums["seconds"] += seconds
    sums["seed"] += 1


def _print_report(sums: dict[str, Any]) -> None:
    for title in SUMS:
        sys.stdout.write(f"\n{title} ({sum(sums[title].values())})\n")
        for name, count in sums[title].most_common():
            sys.stdout.write(f"{count:8} {name}\n")
    for title in LISTS:
        sys.stdout.write(f"\n{title}: {len(sums[title])}\n" + "".join(f"- {words}\n" for words in sums[title]))
    sys.stdout.write(f"\nin {sums['seconds']:.0f} seconds\n")


if __name__ == "__main__":
    sys.exit(main())
