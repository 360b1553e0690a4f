"""``souq site``: build a site on which the games are played without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from souq import extras
from souq.cli.app import app, chosen, console, example, progress


@app.command("site", epilog=example("souq site offline", "souq site offline --game kairo"))
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; an earlier site in it is replaced.")],
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="Only this game. Repeat for more.")
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", file_okay=False, exists=True, help="Folder with Pyodide’s npm package, if npm isn’t here."
        ),
    ] = None,
) -> None:
    """Build a folder of static files: all games against bots in a browser, without a server and offline."""
    with extras.importing("server", "A site needs"):
        from souq.web.building import build

    games = chosen(game or [])
    with progress() as display:
        task = display.add_task("", total=2 * len(games) + 3)

        def on_progress(stage: str) -> None:
            display.update(task, description=stage, advance=1)

        made = build(folder, games, pyodide, on_progress)
    first, *others = (made.sizes[each.name] for each in games if each.name in made.sizes)
    parts = f"{(made.sizes['shell'] + made.sizes['python'] + first) / 1e6:.1f} MB for the first game"
    if others:
        parts += f", {max(others) / 1e3:,.0f} kB at most for each other"
    console().print(f"{folder}: {made.version}, {parts}", soft_wrap=True)
