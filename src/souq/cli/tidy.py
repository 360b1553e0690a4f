"""``souq tidy``: clear out what nobody has touched for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import AsJson, app, console, example, mistake, print_json
from souq.cli.play import Database

if TYPE_CHECKING:
    from souq.table.stored.clearing import Cleared
    from souq.table.stored.engines import Database as Opened


@app.command(epilog=example("souq tidy --older-than 365d --dry-run", "souq tidy --older-than 1y --keep-finished --yes"))
def tidy(
    older_than: Annotated[
        str,
        typer.Option(metavar="SPAN", help="Tables nobody has touched for so long, and guests from before that."),
    ] = "365d",
    commands_older_than: Annotated[
        str, typer.Option(metavar="SPAN", help="Commands of games finished so long ago, which nothing needs any more.")
    ] = "30d",
    keep_finished: Annotated[bool, typer.Option("--keep-finished", help="Keep finished games, however old.")] = False,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="TABLE", help="Keep this table, by its id. Repeat for more.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go, but delete nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Clear out old tables and guests. The server may keep running; back up the database first."""
    from souq.table.stored.clearing import Clearing, clear, count, span

    now = time.time()
    clearing = Clearing(now - span(older_than), now - span(commands_older_than), not keep_finished, tuple(keep or ()))
    found = asyncio.run(_with(database, lambda opened: count(opened, clearing)))
    if not as_json:
        _say(
            "There's nothing to clear."
            if found.nothing
            else f"{'Would be deleted' if dry_run else 'To delete'}: {_told(found)}."
        )
    if not dry_run and not found.nothing:
        if not yes and not typer.confirm("Delete them for good?", err=True):
            raise typer.Exit(1)
        found = asyncio.run(_with(database, lambda opened: clear(opened, clearing)))
        if not as_json:
            _say(f"Deleted: {_told(found)}.")
    if as_json:
        print_json(asdict(found))


async def _with(database: str, work: Callable[[Opened], Awaitable[Cleared]]) -> Cleared:
    """What a piece of work finds in a database, which must be there."""
    from souq.table.settings import Settings
    from souq.table.stored.engines import Database, check

    settings = Settings(database=database)
    opened = Database(settings)
    _, _, file = opened.url.partition("sqlite+aiosqlite:///")
    if file and not Path(file).exists():
        mistake(f"There's no database {file}. Say where it is with --database.")
    await check(settings)
    try:
        return await work(opened)
    finally:
        await opened.close()


def _told(cleared: Cleared) -> str:
    """How much there is of what, in words."""
    kinds = (
        (cleared.waiting, "table that never began", "tables that never began"),
        (cleared.playing, "unfinished game", "unfinished games"),
        (cleared.finished, "finished game", "finished games"),
        (cleared.commands, "command of a finished game", "commands of finished games"),
        (cleared.guests, "guest", "guests"),
    )
    return ", ".join(f"{number:,} {one if number == 1 else many}" for number, one, many in kinds if number) or "nothing"


def _say(words: str) -> None:
    console().print(words, markup=False, soft_wrap=True)
