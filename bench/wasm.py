"""The speed of WebAssembly modules, as a share of compiled rules.

    python -m bench.wasm [GAME ...] [--games N] [--iterations N] [--json]

CPU times of one thread, each the best of several in one run: random games, and a search from a position in mid-game, on
compiled rules, in Wasmtime, and in V8 (what Chromium runs) if Node is installed. All must give the same result.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from souq.bots import search
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.learn.evaluation import weights_of
from souq.engine.learn.playout import compiled, first_of
from souq.engine.rules.generic import instantiate
from souq.testing.wasm import Instance
from souq.wasm import module

TIMES = 5
"""Calls of each kind; the fastest counts. In Node there are more, because V8 optimises after the first."""

Work = Callable[[], tuple[Any, ...]]


def random_games(game: Game, n: int) -> Work:
    """Return a function that returns the arguments of ``playouts`` for n games with the usual number of players."""
    players = game.company
    options = np.array([*game.option_numbers(game.check_options(None, players)), 0], np.int64)

    def arguments() -> tuple[Any, ...]:
        results = np.zeros(n, np.int64), np.zeros((n, players), np.int64), np.zeros((n, players), np.int64)
        return game.State.new(), n, players, options, first_of(7), np.zeros(max(1, game.n_choices), np.int16), *results

    return arguments


def a_search(game: Game, iterations: int) -> Work:
    """Return a function that returns the arguments of a search from a position in mid-game."""
    rules, players, pick = game.bindings, game.company, np.random.default_rng(3)
    lengths = random_games(game, 100)()
    compiled(game)(*lengths)
    middle = int(np.median(lengths[6])) // 2
    state = rules.setup(players, game.option_numbers(game.check_options(None, players)), (1, 2))
    for ply in range(10 * middle):
        mask = rules.deciders(state)
        seat = (mask & -mask).bit_length() - 1
        legal = rules.legal(state, seat).copy()
        if ply >= middle and len(legal) > 3:
            break
        rules.apply(state, seat, int(pick.choice(legal)), (ply, 9))
    view = rules.hidden(state, seat)

    def arguments() -> tuple[Any, ...]:
        states, tree = game.State.batch(2), search.new_tree(search._capacity(game, iterations), players)
        states[0] = view[0]
        buffers = search._buffers(game)
        return states, weights_of(game), None, search.Manner.of(game), seat, False, tree, 0, iterations, 5, buffers

    return arguments


def measured(game: Game, name: str, native: Any, arguments: Work) -> dict[str, float]:
    """Return the CPU-seconds of a call on compiled rules, in Wasmtime and in V8.

    Raises:
        AssertionError: they gave different results.
    """
    native(*arguments())
    code = module(game)
    instance = Instance(code)
    at, _ = instance.arguments(*arguments())
    image, function = instance.image(), instance.function(name)
    taken: dict[str, list[float]] = {"native": [], "wasmtime": []}
    found = set[int]()
    for _ in range(TIMES):
        given = arguments()
        began = time.process_time()
        found.add(native(*given))
        taken["native"].append(time.process_time() - began)
        instance.write(0, image)
        began = time.process_time()
        found.add(function(at))
        taken["wasmtime"].append(time.process_time() - began)
    if shutil.which("node"):
        result, _, seconds = in_node(code, image, name, at, 4 * TIMES)
        found.add(result)
        taken["v8"] = [seconds]
    assert len(found) == 1, f"{game.title}: {name} gave {found}"
    return {kind: min(seconds) for kind, seconds in taken.items()}


def in_node(code: bytes, image: Any, name: str, at: int, times: int) -> tuple[int, Any, float]:
    """Call a function of a module in Node.

    Args:
        code: the module.
        image: its memory before each call.
        name: name of the function.
        at: address of its arguments.
        times: number of calls.

    Returns:
        the result, the memory after the last call, and the CPU-seconds of the fastest.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "module.wasm", Path(folder) / "memory"
        paths[0].write_bytes(code)
        paths[1].write_bytes(image.tobytes())
        words: list[str | Path] = ["node", Path(__file__).with_suffix(".mjs"), *paths, name, str(at), str(times)]
        result, seconds = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        return int(result), np.frombuffer(paths[1].read_bytes(), np.uint8), float(seconds)


def measure(game: Game, games: int, iterations: int) -> dict[str, dict[str, float]]:
    """Return the CPU-seconds of random games and of a search, by kind."""
    return {
        "playouts": measured(game, "playouts", compiled(game), random_games(game, games)),
        "search": measured(game, "search", instantiate(search.iterate, game), a_search(game, iterations)),
    }


def shares(seconds: dict[str, float]) -> dict[str, float]:
    """Return the speeds as shares of that of compiled rules."""
    return {kind: round(seconds["native"] / each, 2) for kind, each in seconds.items() if kind != "native"}


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="which games; left out: all")
    parser.add_argument("--games", type=int, default=5_000, help="random games")
    parser.add_argument("--iterations", type=int, default=2_000, help="iterations of the search")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    asked = parser.parse_args()
    figures = {}
    for game in [registry.find(name) for name in asked.game] or registry.installed().values():
        found = measure(game, asked.games, asked.iterations)
        figures[game.name] = {name: {**seconds, "share": shares(seconds)} for name, seconds in found.items()}
        if not asked.json:
            for name, seconds in found.items():
                said = ", ".join(f"{kind} {share:.2f}" for kind, share in shares(seconds).items())
                sys.stdout.write(f"{game.title:22} {name:9} {1e3 * seconds['native']:8.1f} ms native; {said}\n")
                sys.stdout.flush()
    if asked.json:
        sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
