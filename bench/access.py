"""The cost of Kairo's rule that every entry must stay reachable (KA-A01).

    python -m bench.access

It plays the same random three-player games in compiled code in three variants: unchanged; with the whole check done
twice, so that the difference is its cost; and with a search for every site, without the shortcut for sites that are
known to be safe. Each variant has its own process and cache; CPU time, best of five rounds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

ROUNDS, GAMES, PLAYERS = 5, 1500, 3
VARIANTS = ("as it is", "checked twice", "every site searched for")


def measure(variant: str) -> float:
    """Return the decisions per CPU-second of one variant, in this process."""
    from souq.engine import registry
    from souq.engine.compiler.compiled import rule
    from souq.engine.rules.bits import count
    from souq.games.kairo.rules import access

    loose, walkable = access.locally_connected, access.connected

    def none_loose(walk):  # type: ignore[no-untyped-def]
        return 0, 0, 0

    def loose_twice(walk):  # type: ignore[no-untyped-def]
        first = loose(walk)
        again = loose((walk[0] & first[0], walk[1], walk[2]))
        return again if count(again) > 150 else first

    def walkable_twice(s, site):  # type: ignore[no-untyped-def]
        first = walkable(s, site)
        again = walkable(s, site)
        return again if count(again) > 150 else first

    if variant == VARIANTS[1]:
        access.locally_connected, access.connected = rule(loose_twice), rule(walkable_twice)
    elif variant == VARIANTS[2]:
        access.locally_connected = rule(none_loose)

    from souq.engine.learn.playout import playout

    game = registry.find("kairo")
    playout(game, 64, PLAYERS)
    best = 0.0
    for number in range(ROUNDS):
        began = time.process_time()
        made = playout(game, GAMES, PLAYERS, seed=GAMES * number).decisions
        best = max(best, made / (time.process_time() - began))
    return best


def main() -> None:
    """Print the rate of each variant, absolute and relative to the first."""
    first = 0.0
    for variant in VARIANTS:
        with tempfile.TemporaryDirectory(prefix="souq-bench-") as cache:
            command = [sys.executable, "-m", "bench.access", variant]
            environment = {**os.environ, "SOUQ_CACHE_DIR": cache}
            done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        rate = json.loads(done.stdout)
        first = first or rate
        sys.stdout.write(f"{variant:26} {rate / 1e6:5.2f} M decisions a CPU-second  {rate / first:5.2f}\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(measure(sys.argv[1])))
    else:
        main()
