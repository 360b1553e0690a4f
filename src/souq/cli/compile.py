"""``souq compile``: do the one-time work now, so that nobody waits for it later."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from souq.cli.app import app, chosen, console, example, progress

if TYPE_CHECKING:
    from souq.engine.game import Game


@app.command("compile", epilog=example("souq compile", "souq compile desert_bazaar"))
def compile_games(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Which games; left out: all.")] = None,
) -> None:
    """Compile the rules of games, or see that they are compiled already."""
    from souq.engine.compiled import cache_folder

    for game in chosen(games or []):
        seconds = compile_game(game)
        console().print(f"{game.title}: ready in {seconds:.1f} s")
    if cache_folder() is None:
        console(stderr=True).print("Nothing can be written to a cache here: every process will compile anew.")


def compile_game(game: Game) -> float:
    """Compile what playing needs, with a progress display; the seconds it took."""
    began = time.perf_counter()
    with progress() as shown:
        task = shown.add_task(f"Compiling {game.title}, once", total=None)
        with _counted(game, lambda done, total: shown.update(task, completed=done, total=total)):
            for do in work(game):
                do()
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
    from souq.engine.playout import playout

    def rules() -> None:
        game.door.setup(game.min_players, game.option_numbers(game.check_options(None)), (1, 2))

    def bots() -> None:
        state = game.door.setup(game.min_players, game.option_numbers(game.check_options(None)), (1, 2))
        seat = (game.door.deciders(state) & -game.door.deciders(state)).bit_length() - 1
        legal = game.door.legal(state, seat).tolist()
        for bot in LEVELS.values():
            bot.choose(game, game.door.hidden(state, seat), seat, legal, 0)

    yield rules
    yield lambda: playout(game, 1)
    yield bots
