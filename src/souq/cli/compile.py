"""``souq compile``: do the one-time work now, so that nobody waits for it later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

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
    parts = list(work(game))
    with progress() as shown:
        task = shown.add_task(f"Compiling {game.title}", total=len(parts))
        for name, do in parts:
            shown.update(task, description=f"Compiling {game.title}: {name}")
            do()
            shown.advance(task)
    return time.perf_counter() - began


def work(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is to be compiled, by name, dearest first."""
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

    yield "the rules", rules
    yield "random games", lambda: playout(game, 1)
    yield "the bots", bots
