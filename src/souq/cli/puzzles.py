"""``souq puzzles``: generate positions with one choice that is clearly best, for practice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import INTERRUPTED, GameName, app, console, example, mistake, progress

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.puzzles.filing import Found
    from souq.puzzles.puzzle import Puzzle


@app.command(epilog=example("souq puzzles kairo --count 36", "souq puzzles kairo --out mine.jsonl --seed 7"))
def puzzles(
    name: GameName,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many puzzles.")] = 36,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same puzzles.")] = 1,
    out: Annotated[Path | None, typer.Option(help="The file to write. Default: the game’s own puzzles.jsonl.")] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the file’s puzzles, with new grades and reasons, and add more.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start again from scratch, even if the file exists.")] = False,
) -> None:
    """Make puzzles out of games between bots: one choice is clearly best, with the reason.

    It takes some minutes. Ctrl-C stops it, and the same command goes on from there.
    """
    from souq.engine import registry
    from souq.puzzles.filing import growing, made
    from souq.puzzles.making import Plan
    from souq.puzzles.puzzle import FILE, read
    from souq.puzzles.themes import themes

    game = registry.find(name)
    about = themes(game)
    if about is None:
        mistake(f"{game.title} has no themes.toml, which says what its puzzles are about.")
    path, command = out or game.folder / FILE, f"souq puzzles {game.name} --count {count} --seed {seed}"
    command += " --keep" if keep else ""
    known = read(path)[1] if keep and path.is_file() else []
    if fresh:
        growing(path).unlink(missing_ok=True)
    elif path.is_file() and not growing(path).is_file() and not keep:
        by, there = read(path)
        if by != command:
            mistake(f"{path} was made by another command: {by}. Add --fresh to make it from scratch.")
        _show(game, path, there)
        return
    with progress(left=True) as display:
        task = display.add_task("Making puzzles", total=count)

        def on_progress(found: Found) -> None:
            display.update(task, completed=len(found.puzzles), description=f"Game {found.games + 1}")

        try:
            found = made(Plan(game, about, count, seed), path, command, on_progress, known)
        except KeyboardInterrupt:
            same = "same command, without --fresh," if fresh else "same command"
            console(stderr=True).print(f"Stopped. The {same} goes on from here.")
            raise typer.Exit(INTERRUPTED) from None
    _show(game, path, found)


def _show(game: Game, path: Path, found: list[Puzzle]) -> None:
    from souq.puzzles.puzzle import LEVELS

    out = console()
    out.print(f"{game.title}: {len(found)} puzzles in {path}", soft_wrap=True, markup=False)
    per = Counter((each.theme, each.level) for each in found)
    for theme in dict.fromkeys(each.theme for each in found):
        levels = ", ".join(f"{per[theme, n]} {word.lower()}" for n, word in enumerate(LEVELS, 1) if per[theme, n])
        out.print(f"  {theme}: {levels}", markup=False)
