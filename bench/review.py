"""The cost of reviewing a finished game, and how many mistakes are found and confirmed.

    python -m bench.review [--game NAME] [--games N] [--players N] [--again] [--json]

It plays games between bots of four levels and measures in CPU-seconds of one thread: the chart of win probabilities,
the quick look at every turn, and the thorough look at the costliest. Then it prints the mistakes found for each level
and, with ``--again``, how many of them another search with other seeds and three times the effort confirms.
"""

import argparse
import json
import sys
import time
from collections import Counter
from typing import Any

import numpy as np

import souq
from souq.bots import levels
from souq.bots.acting import act
from souq.bots.analysis import Course, stops, win_probabilities
from souq.engine import registry
from souq.engine.match.match import Match
from souq.review import weighing
from souq.review.course import Review
from souq.review.grades import grade
from souq.review.turns import Better, chosen, turn_at
from souq.review.weighing import better, glance, seed_of

SEATS = ("merchant", "trader", "apprentice", "caravaner")


def played(name: str, players: int, seed: int) -> Match:
    """Play a game between bots."""
    match = souq.new(name, players=players, seed=seed)
    bots = [levels.get(SEATS[seat % len(SEATS)]) for seat in range(players)]
    while not match.over:
        deciding = [seat for seat in range(players) if match.deciders >> seat & 1]
        asked = match.observe(deciding[match.ply % len(deciding)])
        legal, luck = np.array(asked.legal, np.int16), seed * 10_000 + match.ply
        bot = bots[asked.seat]
        said = act(bot, match.game, asked.view, asked.seat, legal, luck, racing=match.racing)
        match.play_all(said, asked.seat)
    match.confirm()
    return match


def drawn(match: Match) -> None:
    """Compute the win probabilities at every moment of the chart."""
    course = Course(stops([match.log[end - 1].seat for end in match.entries]))
    while (at := course.next) is not None:
        ply = match.at_moment(at)
        seat = match.log[ply].seat if ply < match.ply else -1
        course.found[at] = win_probabilities(match.game, match.at(ply), seat)


def reviewed(match: Match) -> tuple[Review, dict[str, float]]:
    """Run a whole review; return it with the CPU-seconds of its two parts."""
    review, spent = Review(chosen(match)), {"glance": 0.0, "weigh": 0.0}
    while (step := review.next) is not None:
        began = time.process_time()
        turn = turn_at(match, step.at)
        if step.kind == "glance":
            review.glanced[step.at] = glance(match.game, turn, seed_of(turn))
        else:
            review.weighed[step.at] = better(match.game, turn, seed_of(turn))
        spent[step.kind] += time.process_time() - began
    return review, spent


def confirmed(match: Match, found: dict[int, Better]) -> int:
    """Return how many mistakes a search with other seeds and three times the effort confirms."""
    usual = weighing.THOROUGH, weighing.EACH, weighing.FURTHER
    weighing.THOROUGH, weighing.EACH, weighing.FURTHER = (3 * each for each in usual)
    try:
        return sum(better(match.game, turn_at(match, at), 1_000_003 * at + 17) is not None for at in found)
    finally:
        weighing.THOROUGH, weighing.EACH, weighing.FURTHER = usual


def measured(name: str, players: int, seed: int, again: bool) -> dict[str, Any]:
    """Review one game; return the times and the mistakes found."""
    match = played(name, players, seed)
    began = time.process_time()
    drawn(match)
    chart = time.process_time() - began
    review, spent = reviewed(match)
    found = review.found()
    by_level = {level: Counter[str]() for level in SEATS}
    for at, each in found.items():
        named = grade(each.lost)
        assert named is not None
        by_level[SEATS[review.seats[at] % len(SEATS)]][named.name] += 1
    made: dict[str, Any] = {"game": name, "entries": len(match.entries), "turns": len(review.seats)}
    made |= {"weighed": len(review.weighed), "chart": chart, **spent, "seconds": chart + sum(spent.values())}
    made |= {"found": len(found), "told": by_level, "reasons": sum(bool(each.why) for each in found.values())}
    return made | ({"confirmed": confirmed(match, found)} if again else {})


def line(found: dict[str, Any]) -> str:
    """Format the results of a game as a line of text."""
    times = "  ".join(f"{part} {found[part]:4.1f}" for part in ("chart", "glance", "weigh"))
    by_level = "  ".join(f"{level} {sum(each.values())}" for level, each in found["told"].items())
    sure = f", {found['confirmed']} found again" if "confirmed" in found else ""
    looked = f"{found['turns']:3} turns, {found['weighed']:2} weighed"
    return f"{found['game']:14} {looked}  {times}  {found['seconds']:5.1f} s   {found['found']} told{sure}: {by_level}"


def main() -> None:
    """Run the benchmarks and print the results game by game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="one game; may be repeated")
    parser.add_argument("--games", type=int, default=1, help="of each so many")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--again", action="store_true", help="look at every mistake a second time")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for name in asked.game or list(registry.games()):
        for seed in range(1, asked.games + 1):
            found = measured(name, asked.players, seed, asked.again)
            sys.stdout.write((json.dumps(found) if asked.json else line(found)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
