"""``souq backup`` and ``souq restore``: copy everything a server stores, and put it back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import app, console, echo, example, mistake
from souq.cli.database import file_of, settings_for, with_database
from souq.cli.play import Config, Database

if TYPE_CHECKING:
    from souq.server.core.db.engines import Database as Opened
    from souq.server.ops.config.settings import Settings


@app.command(epilog=example("souq backup souq-monday.db", "souq backup /var/backups/souq/"))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup; in a folder it gets a name with the date.")],
    database: Database = "",
    config: Config = "",
) -> None:
    """Copy everything the server stores into one file, while it runs."""
    from souq.server.ops.backup import postgresql, sqlite

    settings = settings_for(database, config)
    own = file_of(settings)
    file = _named(file, ".db" if own else ".dump").expanduser().absolute()
    if file.exists():
        mistake(f"There is a file {file} already. Choose another name.")
    if own and not own.exists():
        mistake(f"There's no database {own}. Say where it is with --database.")
    with _bar("Backing up") as on_progress:
        if own:
            sqlite.copy(own, file, on_progress)
        else:
            postgresql.dump(_url(settings), file, lambda size: on_progress(size, 0))
    file.chmod(0o600)  # it holds secrets of unfinished games, and mail addresses
    echo(f"{file}: {_size(file)}. Keep it to yourself: it holds everything the server stores.")


@app.command(epilog=example("souq restore souq-monday.db"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What souq backup made.")],
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    database: Database = "",
    config: Config = "",
) -> None:
    """Replace the database by a backup while no server runs; the old one is kept next to it."""
    from souq.server.ops.backup import postgresql, sqlite

    settings, file = settings_for(database, config), file.expanduser().absolute()
    own = file_of(settings)
    revision = sqlite.check(file) if own else postgresql.check(file)
    if own and own.exists() and own.samefile(file):
        mistake("That's the database itself. Name a backup.")
    if not yes and not typer.confirm("Put this backup in the database's place?", err=True):
        raise typer.Exit(1)
    with _bar("Restoring") as on_progress:
        previous = sqlite.put_back(file, own, on_progress) if own else _put_back(settings, file, on_progress)
    echo(f"Restored{f'. What was there before is {previous}' if previous else ''}.")
    _write_down(database, config, revision, file)


def _put_back(settings: Settings, file: Path, on_progress: Callable[[int, int], None]) -> Path | None:
    """Restore a backup into PostgreSQL; save what the database holds to a file first, and return that file, if any."""
    from souq.server.core.db.engines import Database as Opened
    from souq.server.ops.backup import postgresql

    tables = asyncio.run(postgresql.present(Opened(settings)))
    previous = _free(file, time.strftime("souq-before-%Y%m%d-%H%M%S")) if tables else None
    if previous:
        postgresql.dump(_url(settings), previous, lambda size: on_progress(size, 0))
    postgresql.put_back(_url(settings), file, tables, lambda size: on_progress(size, 0))
    return previous


def _free(beside: Path, name: str) -> Path:
    """Return the path of a file that doesn't exist yet, next to ``beside``; if the name is taken, add a number."""
    names = (f"{name}{more}.dump" for more in ("", *(f"-{n}" for n in range(2, 99))))
    return next(path for each in names if not (path := beside.with_name(each)).exists())


def _write_down(database: str, config: str, revision: str, file: Path) -> None:
    """Record the restore in the administrators' log; do nothing if the database still has to be migrated."""
    from souq.server.core.db.migrations import HEAD
    from souq.server.features.moderation.storage import Actor, Records

    async def note(opened: Opened) -> None:
        await Records(opened).note(Actor("At the machine"), "restore", file.name)

    if revision == HEAD:
        with_database(database, config, note)


def _named(file: Path, ending: str) -> Path:
    return file / time.strftime(f"souq-%Y%m%d-%H%M%S{ending}") if file.is_dir() else file


def _url(settings: Settings) -> str:
    from souq.server.ops.config.settings import database_url

    return database_url(settings.database)


@contextmanager
def _bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar in bytes on a terminal; yield the function that updates it, which takes (done, total)."""
    from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TextColumn

    to = console(stderr=True)
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), DownloadColumn()
    with Progress(*columns, console=to, transient=True, disable=not to.is_terminal) as display:
        task = display.add_task(words, total=None)
        yield lambda done, of: display.update(task, completed=done, total=of or None)


def _size(file: Path) -> str:
    size = file.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"
