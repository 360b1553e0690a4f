"""``souq verify``: check whether a match was played fairly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import WRONG, app, console, echo, example

if TYPE_CHECKING:
    from souq.engine.match.saved import Verdict

MatchFile = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A saved match.")]


@app.command(epilog=example("souq verify evening.souq.json"))
def verify(
    file: MatchFile,
    allow_position: Annotated[
        bool, typer.Option("--allow-position", help="Also check a match that starts from a made-up position.")
    ] = False,
) -> None:
    """Check a saved match: its deal, its secret and shares, every decision, and the result.

    Exit code 1 if anything is wrong.
    """
    import souq
    from souq.engine.errors import CorruptMatch, NotDealt

    try:
        verdict = souq.verify(file, allow_position=allow_position)
    except CorruptMatch as error:
        begun = " Use --allow-position to check the rest." if isinstance(error, NotDealt) else ""
        echo(f"souq: {file.name} doesn't check out. {error}{begun}", err=True)
        raise typer.Exit(WRONG) from error
    out = console()
    if not verdict.dealt:
        out.print("[bold red]✗ This match was not dealt. It starts from a made-up position.[/bold red]")
        out.print("  The rest is checked from there on. Nobody can say whether what came before was fair.\n")
    out.print("[green]✓[/green] The secret matches the commitment shown when the game began:")
    out.print(f"  {verdict.commitment}", soft_wrap=True)
    _tell_shares(verdict)
    out.print(f"[green]✓[/green] All {verdict.plies} decisions are legal.")
    if verdict.result:
        out.print("[green]✓[/green] The result follows from them.")
    else:
        out.print("– The match isn't finished, so there's no result to check.")


def _tell_shares(verdict: Verdict) -> None:
    """Print which players contributed to the match's random seed, and whose contribution had to be replaced."""
    out = console()
    added = [share for share in verdict.shares if not share.replaced]
    missing = [str(share.seat) for share in verdict.shares if share.replaced]
    if not verdict.shares:
        out.print("– No player added a share, so the dice come from the secret alone.")
    if added:
        out.print("[green]✓[/green] The dice come from the secret and these shares, which match their seals:")
    for share in added:
        out.print(f"  seat {share.seat}: {share.seal.hex()}", soft_wrap=True)
    if missing:
        out.print(f"– Never came, so bytes that follow from the secret were used: seat {', '.join(missing)}.")
