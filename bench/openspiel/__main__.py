"""Matches of souq's bots against OpenSpiel's, at equal CPU time per decision.

    python -m bench.openspiel kairo --games 120
    python -m bench.openspiel desert_bazaar --games 120 --ours time
    python -m bench.openspiel kairo --report
    python -m bench.openspiel --page

Kairo is played by two, half of the games against MCTS and half against ISMCTS; Desert Bazaar by three, souq's bot
against one of each. Every game is appended to a file as soon as it ends: Ctrl-C only loses unfinished games, and the
same command continues. Games with other terms may be in the same file; they are not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from bench.openspiel.report import BARS, Report, page, reports
from bench.openspiel.results import OURS, UCT_C, Terms, append, missing, stored
from souq.arena.entrants import entrant
from souq.bots.levels import UnknownLevel
from souq.cli.app import console
from souq.cli.arena import drawn

PUBLISHED, PAGE = Path("docs/openspiel"), Path("docs/reference/openspiel.md")


def main() -> int:
    """Play what is missing, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=list(BARS))
    parser.add_argument("--games", type=int, default=120, help="how many the file shall hold (120)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU-seconds a decision (1.0)")
    parser.add_argument("--ours", default=Terms.ours, help="a level, 'search:N', or 'time': as long as theirs (vizier)")
    parser.add_argument("--outcomes", type=int, default=Terms.outcomes, help="keys at a chance node of MCTS (8)")
    parser.add_argument("--uct-mcts", type=float, default=UCT_C["mcts"], help="how much MCTS explores (%(default)s)")
    parser.add_argument("--uct-ismcts", type=float, default=UCT_C["ismcts"], help="and ISMCTS (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="games played at a time (2)")
    parser.add_argument("--file", type=Path, help="where games are kept (build/openspiel/GAME.jsonl)")
    parser.add_argument("--report", action="store_true", help="only say what came of all games in the file")
    parser.add_argument("--json", action="store_true", help="the lines themselves instead of words")
    parser.add_argument("--page", action="store_true", help=f"write {PAGE} from the games in {PUBLISHED}")
    asked = parser.parse_args()
    if asked.page:
        PAGE.write_text(page(sorted(PUBLISHED.glob("*.jsonl"))), encoding="utf-8")
        return 0
    if not asked.game:
        parser.error(f"Which game: {' or '.join(BARS)}?")
    if asked.ours != "time":
        try:
            entrant(asked.ours)
        except UnknownLevel as error:
            parser.error(str(error))
    uct_c = {"mcts": asked.uct_mcts, "ismcts": asked.uct_ismcts}
    terms = Terms(asked.game, asked.seconds, asked.ours, asked.outcomes, uct_c)
    path = asked.file or Path("build/openspiel") / f"{asked.game}.jsonl"
    code = 0 if asked.report else _run(terms, path, asked.games, asked.jobs)
    found = reports(path) if asked.report else [Report(terms, list(stored(path, terms)))]
    if not found:
        parser.error(f"There are no games in {path}.")
    for report in found:
        if asked.json:
            sys.stdout.writelines(f"{json.dumps(line)}\n" for line in report.lines)
        else:
            _show(report)
    return code


def _show(report: Report) -> None:
    console().print(f"\n[b]{report.title}[/b]\n{' '.join(report.sentences)}")
    for table in report.tables:
        console().print()
        console().print(drawn(table))


def _run(terms: Terms, path: Path, wanted: int, jobs: int) -> int:
    """Measure and play what is missing from the file; return the exit code, 130 after Ctrl-C."""
    from bench.openspiel.processes import games
    from bench.openspiel.rollouts import rollouts

    try:
        lines = list(stored(path, terms))
        if not any("rollouts" in line for line in lines):
            append(path, rollouts(terms))
        numbers = missing(lines, wanted)
        began, won = time.monotonic(), 0
        for done, line in enumerate(games(terms, numbers, min(jobs, len(numbers))) if numbers else [], 1):
            append(path, line)
            won += line["ranks"][line["seats"].index(OURS)] == 1
            left = (time.monotonic() - began) / done * (len(numbers) - done) / 60
            sys.stderr.write(f"\r{done} of {len(numbers)} games, ours first in {won}, {left:.0f} min left ")
            sys.stderr.flush()
        sys.stderr.write("\n" if numbers else "")
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; the same command goes on from here.\n")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
