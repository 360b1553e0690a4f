"""``souq verify``: was that match played fairly?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import WRONG, app, console, echo, example

if TYPE_CHECKING:
    from souq.engine.saved import Verdict

MatchFile = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A saved match.")]


@app.command(epilog=example("souq verify evening.souq.json"))
def verify(
    file: MatchFile,
    allow_position: Annotated[
        bool, typer.Option("--allow-position", help="Also check a match that began from a position somebody made up.")
    ] = False,
) -> None:
    """Check a saved match: that it was dealt, secret and shares, every decision, and the result.

    Exit code 1 if anything does not hold.
    """
    import souq
    from souq.engine.errors import CorruptMatch, NotDealt

    try:
        verdict = souq.verify(file, allow_position=allow_position)
    except CorruptMatch as error:
        begun = " (--allow-position checks the rest.)" if isinstance(error, NotDealt) else ""
        echo(f"souq: {file.name} does not hold. {error}{begun}", err=True)
        raise typer.Exit(WRONG) from error
    out = console()
    if not verdict.dealt:
        out.print("[bold red]✗ This match was not dealt: it begins from a position that somebody made up.[/bold red]")
        out.print("  What follows holds from there on, and does not say that anything before it was fair.\n")
    out.print("[green]✓[/green] The secret belongs to the commitment shown when the game began:")
    out.print(f"  {verdict.commitment}", soft_wrap=True)
    _tell_shares(verdict)
    out.print(f"[green]✓[/green] {verdict.plies} decisions were replayed, and each was legal.")
    if verdict.result:
        out.print("[green]✓[/green] The result follows from them.")
    else:
        out.print("– The match is not finished; there is no result to check.")


def _tell_shares(verdict: Verdict) -> None:
    """Who added to chance, and in whose place the server did."""
    out = console()
    added = [share for share in verdict.shares if not share.replaced]
    missing = [str(share.seat) for share in verdict.shares if share.replaced]
    if not verdict.shares:
        out.print("– No player added to chance: all of it follows from the secret alone.")
    if added:
        out.print("[green]✓[/green] Chance follows from the secret and these shares, which belong to their seals:")
    for share in added:
        out.print(f"  seat {share.seat}: {share.seal.hex()}", soft_wrap=True)
    if missing:
        out.print(f"– Did not come, and was replaced by what follows from the secret: seat {', '.join(missing)}.")
