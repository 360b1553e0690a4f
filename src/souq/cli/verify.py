"""``souq verify``: was that match played fairly?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from souq.cli.app import WRONG, app, console, example

MatchFile = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A saved match.")]


@app.command(epilog=example("souq verify evening.souq.json"))
def verify(file: MatchFile) -> None:
    """Check a saved match: its secret against the commitment, every decision, and the result.

    Exit code 1 if anything does not hold.
    """
    import souq
    from souq.engine.errors import CorruptMatch

    try:
        verdict = souq.verify(file)
    except CorruptMatch as error:
        typer.echo(f"souq: {file.name} does not hold. {error}", err=True)
        raise typer.Exit(WRONG) from error
    out = console()
    out.print("[green]✓[/green] The secret belongs to the commitment shown when the game began:")
    out.print(f"  {verdict.commitment}", soft_wrap=True)
    out.print(f"[green]✓[/green] {verdict.plies} decisions were replayed, and each was legal.")
    if verdict.result:
        out.print("[green]✓[/green] The result follows from them.")
    else:
        out.print("– The match is not finished; there is no result to check.")
