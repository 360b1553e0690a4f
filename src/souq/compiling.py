"""Compilation of a game's rules and bots, once per machine, with a marker file for completed games.

``python -m souq.compiling GAME NICE`` compiles one game at low priority, and prints a line for each compiled function:
how many are done, and the total.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from souq.engine import registry

if TYPE_CHECKING:
    from souq.engine.game import Game


def mark(game: Game) -> Path | None:
    """Return the file whose existence says that a game has been compiled completely; None if nothing can be cached.

    Compiled code is cached by source path and processor, so one checkout can't use the code of another with the same
    content.
    """
    from numba.core.registry import cpu_target

    from souq.engine.compiler import numba_compiler

    folder = numba_compiler.cache_folder()
    if folder is None:
        return None
    processor = cpu_target.target_context.codegen().magic_tuple()
    learned = sorted(path.name for path in game.folder.glob("learned-*.npz"))  # the search with a net is compiled, too
    where = repr((str(game.folder), str(Path(numba_compiler.__file__).parent), processor, learned))
    place = hashlib.sha256(where.encode()).hexdigest()[:8]
    return folder / f"{game.name}-{numba_compiler.stamp(numba_compiler.home_of(game.package))}-{place}.ready"


def is_ready(game: Game) -> bool:
    """Return whether a game has been compiled completely on this machine."""
    path = mark(game)
    return path is not None and path.exists()


def set_ready(game: Game) -> None:
    """Mark a game as compiled completely."""
    path = mark(game)
    if path is not None:
        with contextlib.suppress(OSError):  # then it is looked at again next time
            path.touch()


def is_to_come(game: Game) -> bool:
    """Return whether a game is still to be compiled, and another process could do it for all."""
    if sys.platform == "emscripten":  # the game's WebAssembly module has its rules
        return False
    from souq.engine.compiler import numba_compiler

    return game.name in registry.installed() and numba_compiler.keeps() and not is_ready(game)


def everything(game: Game) -> None:
    """Compile all functions of a game, or load them from the cache, and mark the game as ready."""
    for do in work(game):
        do()
    set_ready(game)


def work(game: Game) -> Iterator[Callable[[], object]]:
    """Yield functions to call in order to compile a whole game; the first compile what a table needs."""
    from souq.bots.levels import begin, kinds
    from souq.engine.learn.evaluation import judge
    from souq.engine.learn.playout import playout

    def bots() -> None:
        for bot, players in kinds(game):
            begin(game, bot, players)
        state = game.bindings.setup(game.min_players, game.option_numbers(game.check_options(None)), (1, 2))
        judge(game).win_probabilities(state)  # hints and analyses

    yield game.bindings.load
    yield bots
    yield lambda: playout(game, 1)
    modules: tuple[Any, ...] = (game.evaluator, game.solve)
    yield from (module.prepare for module in modules if hasattr(module, "prepare"))


@contextmanager
def announced(game: Game) -> Iterator[None]:
    """Context manager that explains the delay on the terminal if rules are compiled in its block."""
    if not sys.stderr.isatty():
        yield
        return
    from numba.core import event

    class Announcement(event.Listener):
        """Listener that prints the message when compilation starts."""

        said = False

        def on_start(self, event: Any) -> None:
            if not self.said:
                sys.stderr.write(f"Compiling the rules of {game.title}, once on this machine: 10 to 40 seconds.\n")
            self.said = True

        def on_end(self, event: Any) -> None: ...

    with event.install_listener("numba:compile", Announcement()):
        yield


@contextmanager
def counted(game: Game, on_progress: Callable[[int, int], None]) -> Iterator[None]:
    """Context manager that reports how many functions of a game have been compiled: ``on_progress(done, total)``."""
    from numba.core import event
    from numba.core.dispatcher import Dispatcher

    homes = ("souq.engine", game.rules.__name__, game.evaluator.__name__ if game.evaluator else game.rules.__name__)
    modules = [module for name, module in sys.modules.items() if name.startswith(homes)]
    waiting = {
        id(value.py_func) for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)
    }
    total = len(waiting)

    class Count(event.Listener):
        """Listener that counts compiled functions."""

        def on_start(self, event: Any) -> None: ...

        def on_end(self, event: Any) -> None:
            waiting.discard(id(event.data["dispatcher"].py_func))
            on_progress(total - len(waiting), total)

    with event.install_listener("numba:compile", Count()):
        yield


def main(name: str, nice: int) -> None:
    """Compile a game at low priority; print the number of functions done and the total after each."""
    if hasattr(os, "nice"):
        os.nice(nice)

    def print_progress(done: int, total: int) -> None:
        sys.stdout.write(f"{done} {total}\n")
        sys.stdout.flush()

    game = registry.find(name)
    with counted(game, print_progress):
        everything(game)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
