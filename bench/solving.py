"""The speed and quality of solving Chatuchak's puzzles.

    python -m bench.solving [--grids N] [--json]

CPU times: making the tables; beam searches of several widths over the sixteen printed grids, with the total length of
their solutions; moves per second of iterative deepening; and the time to a solution that is proven shortest, for the
printed grids and for N new ones.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from souq.games.chatuchak import deal
from souq.games.chatuchak.solve.beam import DEEPEST, Beam
from souq.games.chatuchak.solve.bound import at_least
from souq.games.chatuchak.solve.exact import GOING, Deepening
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.search import Solved, improved, prepare
from souq.games.chatuchak.solve.sets import sets
from souq.games.chatuchak.state import BOX

WIDTHS = (1_000, 5_000, 20_000)
MOVES = 4_000_000
"""Moves over which deepening is measured."""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Run ``work``; return the CPU-seconds it took and its result."""
    began = time.process_time()
    made = work()
    return time.process_time() - began, made


def new_grids(n: int) -> list[Market]:
    """Return n new grids as the game deals them, always the same."""
    pick, made = random.Random(1), list[Market]()
    stock = [colour.letter for colour in BOX.colours for _ in range(colour.booths)]
    while len(made) < n:
        if rows := deal(pick.sample(stock, len(stock))):
            made.append(Market.read(rows))
    return made


def beamed(width: int, markets: list[Market]) -> int:
    """Return the total length of the solutions that a beam search finds; a failure counts as the maximum depth."""
    total = 0
    for market in markets:
        found = [moves for moves in Beam(sets(), width).search(list(market.cells), market.hole, DEEPEST) if moves]
        total += len(found[0]) if found else DEEPEST
    return total


def deepened(markets: list[Market]) -> int:
    """Return the number of moves that iterative deepening visited, starting each grid at its lower bound."""
    nodes = 0
    for market in markets:
        bound, mine = at_least(market), 0
        while mine < MOVES // len(markets):
            search = Deepening(sets(), market, bound)
            while search.slice() == GOING and mine + search.nodes < MOVES // len(markets):
                pass
            mine += search.nodes
            bound += 1
        nodes += mine
    return nodes


def solved(market: Market) -> Solved:
    """Return a shortest solution."""
    *_, best = improved(market)
    return best


def proofs(markets: Iterable[Market]) -> dict[str, Any]:
    """Return statistics of the time until a solution is proven shortest, and of the lengths."""
    seconds, lengths = list[float](), list[int]()
    for market in markets:
        took, best = timed(partial(solved, market))
        seconds.append(round(took, 3))
        lengths.append(best.length)
    counts = {length: lengths.count(length) for length in sorted(set(lengths))}
    return {"median": statistics.median(seconds), "most": max(seconds), "lengths": counts}


def measure(grids: int) -> dict[str, Any]:
    """Run all benchmarks."""
    prepare()
    printed = [Market.read(side) for side in BOX.sides]
    tables, _ = timed(sets.__wrapped__)
    beams = {width: timed(partial(beamed, width, printed)) for width in WIDTHS}
    seconds, nodes = timed(partial(deepened, printed))
    return {
        "tables": round(tables, 2),
        "beams": {w: {"moves": moves, "a_grid": round(s / len(printed), 3)} for w, (s, moves) in beams.items()},
        "moves_a_second": round(nodes / seconds),
        "printed": proofs(printed),
        "new": proofs(new_grids(grids)),
    }


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grids", type=int, default=16, help="new grids to be solved")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    asked = parser.parse_args()
    figures = measure(asked.grids)
    if asked.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    lines = [f"tables           {figures['tables']:8.2f} s"]
    for width, beam in figures["beams"].items():
        lines.append(f"beam of {width:6,}   {beam['a_grid']:8.3f} s a grid, {beam['moves']} moves for the sixteen")
    lines.append(f"deepening        {figures['moves_a_second'] / 1e6:8.2f} M moves a second")
    for name in ("printed", "new"):
        found = figures[name]
        lengths = ", ".join(f"{count} of {length}" for length, count in found["lengths"].items())
        lines.append(
            f"proven, {name:8} {found['median']:8.2f} s (median), {found['most']:.2f} s (most): {lengths} moves"
        )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
