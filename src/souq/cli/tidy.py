"""``souq tidy``: delete tables and guests that nobody has used for a long time."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import AsJson, app, console, example, print_json
from souq.cli.database import with_database
from souq.cli.play import Config, Database

if TYPE_CHECKING:
    from souq.server.features.privacy.clearing import Cleared


@app.command(epilog=example("souq tidy --older-than 365d --dry-run", "souq tidy --older-than 1y --keep-finished --yes"))
def tidy(
    older_than: Annotated[
        str,
        typer.Option(
            metavar="SPAN", help="Tables nobody has used for this long, and guests who haven't visited since."
        ),
    ] = "365d",
    commands_older_than: Annotated[
        str,
        typer.Option(metavar="SPAN", help="Commands of games finished this long ago, which nothing needs any more."),
    ] = "30d",
    keep_finished: Annotated[bool, typer.Option("--keep-finished", help="Keep finished games, however old.")] = False,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="TABLE", help="Keep this table, by its id. Repeat for more.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go, but delete nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    database: Database = "",
    config: Config = "",
    as_json: AsJson = False,
) -> None:
    """Clear out old tables and guests. The server may keep running; back up the database first."""
    from souq.server.core.spans import span
    from souq.server.features.privacy.clearing import Clearing, clear, count

    now = time.time()
    clearing = Clearing(now - span(older_than), now - span(commands_older_than), not keep_finished, tuple(keep or ()))
    found = with_database(database, config, lambda opened: count(opened, clearing))
    if not as_json:
        _say(
            "There's nothing to clear."
            if found.nothing
            else f"{'Would be deleted' if dry_run else 'To delete'}: {_summary(found)}."
        )
    if not dry_run and not found.nothing:
        if not yes and not typer.confirm("Delete them for good?", err=True):
            raise typer.Exit(1)
        found = with_database(database, config, lambda opened: clear(opened, clearing))
        if not as_json:
            _say(f"Deleted: {_summary(found)}.")
    if as_json:
        print_json(asdict(found))


def _summary(cleared: Cleared) -> str:
    """Return a list in words of what is deleted, such as "3 finished games, 1 guest"."""
    kinds = (
        (cleared.waiting, "table that never began", "tables that never began"),
        (cleared.playing, "unfinished game", "unfinished games"),
        (cleared.finished, "finished game", "finished games"),
        (cleared.commands, "command of a finished game", "commands of finished games"),
        (cleared.tournaments, "tournament", "tournaments"),
        (cleared.guests, "guest", "guests"),
    )
    return ", ".join(f"{number:,} {one if number == 1 else many}" for number, one, many in kinds if number) or "nothing"


def _say(words: str) -> None:
    console().print(words, markup=False, soft_wrap=True)
