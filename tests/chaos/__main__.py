"""``python -m tests.chaos --faults 1000 --seed 7``: the long form."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path

from tests.chaos.faults import KINDS
from tests.chaos.run import Report, run


def main() -> int:
    """Print what happens, and what was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description="Faults while games are played.")
    parser.add_argument("--faults", type=int, default=1000, help="how many")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="what they are drawn from")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="which kinds")
    parser.add_argument("--tables", type=int, default=10, help="games that are played at once")
    parser.add_argument("--games", nargs="+", default=[], help="which games; all five, and those of the tests")
    parser.add_argument("--seconds", type=float, default=1e9, help="no further fault after so many")
    options = parser.parse_args()
    begun = time.monotonic()

    def say(words: str) -> None:
        sys.stdout.write(f"{time.monotonic() - begun:7.1f} {words}\n")
        sys.stdout.flush()

    chosen = {"kinds": options.kinds, "tables": options.tables, "games": options.games, "seconds": options.seconds}
    try:
        report = asyncio.run(run(options.faults, options.seed, say=say, **chosen))
    except LookupError as error:
        sys.stdout.write(f"{error}\n")
        return 2
    _tell(report)
    return bool(report.wrong)


def _tell(report: Report) -> None:
    for title, counts in (("faults", report.faults), ("tables", report.tables), ("told", report.counts)):
        sys.stdout.write(f"\n{title} ({sum(counts.values())})\n")
        for name, count in counts.most_common():
            sys.stdout.write(f"{count:8} {name}\n")
    sys.stdout.write(f"\nwrong: {len(report.wrong)}\n" + "".join(f"- {words}\n" for words in report.wrong))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.exit(main())
