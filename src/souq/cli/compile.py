"""``souq compile``: do the one-time work now, so that nobody waits for it later."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from souq.cli.app import app, chosen, console, example, progress
from souq.engine import registry

if TYPE_CHECKING:
    from souq.engine.game import Game


@app.command("compile", epilog=example("souq compile", "souq compile desert_bazaar"))
def compile_games(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Which games; left out: all.")] = None,
) -> None:
    """Compile the rules of games, or see that they are compiled already."""
    from souq.engine.compiled import cache_folder

    for title, seconds in compiled(chosen(games or [])):
        console().print(f"{title}: ready in {seconds:.1f} s")
    if cache_folder() is None:
        console(stderr=True).print("Nothing can be written to a cache here: every process will compile anew.")


def prepare(games: Sequence[Game]) -> None:
    """Compile those of several games that have not been compiled here before."""
    for _ in compiled([game for game in games if not _is_ready(game)]):
        pass


def compiled(games: Sequence[Game]) -> Iterator[tuple[str, float]]:
    """Compile games, as many at a time as there are cores; the title of each, and the seconds it took."""
    if len(games) < 2 or _mark(games[0]) is None:  # without a cache it must be this process
        yield from ((game.title, compile_game(game)) for game in games)
        return
    with ProcessPoolExecutor(min(len(games), os.cpu_count() or 1), get_context("spawn")) as pool, progress() as shown:
        tasks = {pool.submit(_compile_quietly, game.name): game for game in games}
        task = shown.add_task("Compiling the games, once", total=len(games))
        for done in as_completed(tasks):
            shown.advance(task)
            yield tasks[done].title, done.result()


def _compile_quietly(name: str) -> float:
    """Compile a game in a process of its own."""
    began = time.perf_counter()
    game = registry.find(name)
    for do in work(game):
        do()
    _set_ready(game)
    return time.perf_counter() - began


def _mark(game: Game) -> Path | None:
    """The file that says that everything of a game has been compiled here, as it is now.

    Compiled code is kept by the path of its source and by the processor it is for: what one checkout has compiled is
    nothing to another one of the same content.
    """
    from numba.core.registry import cpu_target

    from souq.engine import compiled

    folder = compiled.cache_folder()
    if folder is None:
        return None
    processor = cpu_target.target_context.codegen().magic_tuple()
    where = repr((str(game.folder), str(Path(compiled.__file__).parent), processor))
    place = hashlib.sha256(where.encode()).hexdigest()[:8]
    return folder / f"{game.name}-{compiled.stamp(compiled.home_of(game.package))}-{place}.ready"


def _is_ready(game: Game) -> bool:
    mark = _mark(game)
    return mark is not None and mark.exists()


def _set_ready(game: Game) -> None:
    mark = _mark(game)
    if mark is not None:
        with contextlib.suppress(OSError):  # then it is looked at again next time
            mark.touch()


def compile_game(game: Game) -> float:
    """Compile what playing needs, with a progress display; the seconds it took."""
    began = time.perf_counter()
    with progress() as shown:
        task = shown.add_task(f"Compiling {game.title}, once", total=None)
        with _counted(game, lambda done, total: shown.update(task, completed=done, total=total)):
            for do in work(game):
                do()
    _set_ready(game)
    return time.perf_counter() - began


@contextmanager
def _counted(game: Game, tell: Callable[[int, int], None]) -> Iterator[None]:
    """Tell of every function that is compiled meanwhile: how many are, and of how many. What is cached is not told."""
    from numba.core import event
    from numba.core.dispatcher import Dispatcher

    homes = ("souq.engine", game.rules.__name__, game.sense.__name__ if game.sense else game.rules.__name__)
    modules = [module for name, module in sys.modules.items() if name.startswith(homes)]
    waiting = {
        id(value.py_func) for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)
    }
    total = len(waiting)

    class Count(event.Listener):
        """Hears of the compiler's work."""

        def on_start(self, event: Any) -> None: ...

        def on_end(self, event: Any) -> None:
            waiting.discard(id(event.data["dispatcher"].py_func))
            tell(total - len(waiting), total)

    with event.install_listener("numba:compile", Count()):
        yield


def work(game: Game) -> Iterator[Callable[[], object]]:
    """Calls that have everything compiled, dearest first."""
    from souq.bots.levels import LEVELS
    from souq.engine.judgement import judge
    from souq.engine.playout import playout

    def rules() -> None:
        game.door.setup(game.min_players, game.option_numbers(game.check_options(None)), (1, 2))

    def bots() -> None:
        state = game.door.setup(game.min_players, game.option_numbers(game.check_options(None)), (1, 2))
        seat = (game.door.deciders(state) & -game.door.deciders(state)).bit_length() - 1
        legal = game.door.legal(state, seat).tolist()
        for bot in LEVELS.values():
            bot.choose(game, game.door.hidden(state, seat), seat, legal, 0)
        judge(game).chances(state)  # hints and analyses

    yield rules
    yield lambda: playout(game, 1)
    yield bots
    solver: Any = game.solve
    if hasattr(solver, "prepare"):
        yield solver.prepare
