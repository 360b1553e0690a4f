"""``souq compile``: compile the rules now, so that nobody waits for it later."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import app, chosen, console, example, progress
from souq.compiling import counted, everything, is_ready, mark
from souq.engine import registry

if TYPE_CHECKING:
    from souq.engine.game import Game


@app.command("compile", epilog=example("souq compile", "souq compile desert_bazaar", "souq compile --wasm modules"))
def compile_games(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Which games; left out: all.")] = None,
    wasm: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Write WebAssembly modules of the games into a folder, for other hosts.",
        ),
    ] = None,
) -> None:
    """Compile the rules of games, unless they are compiled already."""
    from souq.engine.compiler.numba_compiler import keeps

    if wasm is not None:
        for line in written(chosen(games or []), wasm):
            console().print(line, soft_wrap=True)
        return
    for title, seconds in compiled(chosen(games or [])):
        console().print(f"{title}: ready in {seconds:.1f} s")
    if not keeps() and not all(is_ready(game) for game in chosen(games or [])):
        console(stderr=True).print("No cache can be written here, so every process will compile the games again.")


def written(games: Sequence[Game], folder: Path) -> Iterator[str]:
    """Write the WebAssembly modules of games into a folder; yield a line about each, as they are ready.

    Raises:
        MissingExtra, NotBuilt: see :func:`souq.wasm.module`.
    """
    from souq.wasm import module

    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(min(len(games), os.cpu_count() or 1)) as pool, progress() as display:
        tasks = {pool.submit(module, game): game for game in games}
        task = display.add_task("Compiling the games to WebAssembly", total=len(games))
        for done in as_completed(tasks):
            path = folder / f"{tasks[done].name}.wasm"
            path.write_bytes(done.result())
            display.advance(task)
            yield f"{tasks[done].title}: {path}, {path.stat().st_size / 1000:,.0f} kB"


def compiled(games: Sequence[Game]) -> Iterator[tuple[str, float]]:
    """Compile games at the same time, one process per core; yield each title, with the seconds, as games are ready."""
    if len(games) < 2 or mark(games[0]) is None:  # a worker could not pass on what it compiled without a cache
        yield from ((game.title, compile_game(game)) for game in games)
        return
    with ProcessPoolExecutor(min(len(games), os.cpu_count() or 1), get_context("spawn")) as pool, progress() as display:
        tasks = {pool.submit(_compile_quietly, game.name): game for game in games}
        task = display.add_task("Compiling the games, once", total=len(games))
        for done in as_completed(tasks):
            display.advance(task)
            yield tasks[done].title, done.result()


def _compile_quietly(name: str) -> float:
    """Compile a game in a worker process; return the seconds it took."""
    began = time.perf_counter()
    everything(registry.find(name))
    return time.perf_counter() - began


def compile_game(game: Game) -> float:
    """Compile everything that playing a game needs, with a progress display; return the seconds it took."""
    began = time.perf_counter()
    with progress() as display:
        task = display.add_task(f"Compiling {game.title}, once", total=None)
        with counted(game, lambda done, total: display.update(task, completed=done, total=total)):
            everything(game)
    return time.perf_counter() - began
