"""Backup of an SQLite database, even while a server uses it, and restore of one that no server uses.

Both are atomic. The new file is written under a temporary name, and gets its final name only when it is complete and
synced to disk.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from souq.engine.errors import SouqError
from souq.server.core.db.migrations import known

Tell = Callable[[int, int], None]
"""Callback that is called repeatedly with the number of bytes copied so far, and with the total."""

PAGES = 256
"""Number of database pages copied per step. Ctrl-C takes effect between steps."""
HEAD = b"SQLite format 3\0"


class NoBackup(SouqError):
    """Error: a backup or a restore failed. The message says why."""


class InUse(NoBackup):
    """Error: a database can't be restored because a server uses it."""

    def __init__(self) -> None:
        super().__init__("A server uses this database. Stop it first, then restore.")


def copy(database: Path, target: Path, tell: Tell = lambda done, of: None) -> None:
    """Write a snapshot of a database to a file. Writers aren't blocked.

    Raises:
        NoBackup: the database can't be read, or the file can't be written; no file is left then.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        with _opened(database, writable=False) as source:
            _copy(source, part, tell)
        check(part)
        _settle(part)
        os.link(part, target)  # unlike a rename, it fails if the target exists by now
    except FileExistsError as error:
        raise NoBackup(f"There is a file {target} already. Choose another name.") from error
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"No backup was made: {_why(error)}.") from error
    finally:
        part.unlink(missing_ok=True)
    _settle(target.parent)


def check(path: Path) -> str:
    """Check the integrity of a database file, and return its migration revision.

    Raises:
        NoBackup: it isn't a souq database, is damaged, or was made by a newer version of souq.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(HEAD)) != HEAD:
                raise NoBackup(f"{path} isn’t a backup of an SQLite database.")
        with _opened(path, writable=False) as db:
            sound = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if sound != "ok":
                raise NoBackup(f"{path} is damaged: {sound}.")
            if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise NoBackup(f"{path} is damaged: something in it belongs to nothing.")
            row = db.execute("SELECT version_num FROM alembic_version").fetchone()
            db.execute("SELECT count(*) FROM tables").fetchone()
    except OSError as error:
        raise NoBackup(f"{path} can’t be read: {_why(error)}.") from error
    except sqlite3.Error as error:
        raise NoBackup(f"{path} isn’t a backup of souq’s, or is damaged: {_why(error)}.") from error
    return check_known(path, str(row[0]) if row else "")


def check_known(path: Path, revision: str) -> str:
    """Check that this version of souq knows a migration revision, and return it.

    Raises:
        NoBackup: a newer version made it.
    """
    if revision not in known():
        raise NoBackup(f"{path} was made by a newer souq. Install that one first, then restore.")
    return revision


def put_back(path: Path, database: Path, tell: Tell = lambda done, of: None) -> Path | None:
    """Replace a database with a backup. Return the path under which the old database was saved; None if there was none.

    Raises:
        NoBackup: the backup is invalid, or can't be written; nothing has changed.
        InUse: a server uses the database.
    """
    check(path)
    part = database.with_name(f".{database.name}.restoring")
    kept = None
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with _opened(path, writable=False) as source:
            _copy(source, part, tell)
        check(part)
        _settle(part)
        if database.exists():
            shutil.copymode(database, part)
        if not database.exists():
            _set_aside(database, _beside(database))
            os.replace(part, database)
        else:
            with _alone(database):
                kept = _keep(database)
                _set_aside(database, kept)
                os.replace(part, database)
        _settle(database.parent)
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"Nothing was restored: {_why(error)}.") from error
    finally:
        part.unlink(missing_ok=True)
    return kept


def own(part: Path) -> None:
    """Create an empty file for private data, which only its owner may read."""
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _copy(source: sqlite3.Connection, part: Path, tell: Tell) -> None:
    """Copy all pages of a database into a new file, in one read transaction, so that the copy is consistent."""
    own(part)
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_master").fetchone()
    page = source.execute("PRAGMA page_size").fetchone()[0]
    with closing(sqlite3.connect(part)) as target:
        source.backup(target, pages=PAGES, progress=lambda _, left, of: tell(page * (of - left), page * of))
        target.execute("PRAGMA journal_mode=DELETE")  # otherwise the copy might have a -wal file
    source.execute("ROLLBACK")


@contextmanager
def _opened(path: Path, writable: bool) -> Iterator[sqlite3.Connection]:
    mode = "rw" if writable else "ro"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)) as db:
        yield db


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Hold an exclusive lock on a database during the block.

    Leaving WAL mode succeeds only if no other connection to the file is open, so even an idle user is detected. A
    damaged file isn't locked, since it is about to be replaced.

    Raises:
        InUse: another connection is open.
    """
    with _opened(database, writable=True) as db:
        try:
            db.execute("PRAGMA busy_timeout=500")
            db.execute("PRAGMA journal_mode=DELETE")
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise InUse from error
            raise
        except sqlite3.DatabaseError:  # damaged, which may be why it is being replaced
            yield
            return
        yield
        db.execute("ROLLBACK")


def _set_aside(database: Path, kept: Path) -> None:
    """Move the WAL files that a crashed server left behind next to the old database.

    Otherwise SQLite would apply their changes to the restored database.
    """
    for ending in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{ending}", f"{kept}{ending}")


def _beside(database: Path) -> Path:
    """Return a path that isn't in use for the old database, in the same folder and with the time in its name."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (
        f"{database.stem}-before-{stamp}{more}{database.suffix}" for more in ("", *(f"-{n}" for n in range(2, 99)))
    )
    return next(path for name in names if not (path := database.with_name(name)).exists())


def _keep(database: Path) -> Path:
    """Save the old database under a second name, before a backup replaces it, and return the new path.

    The second name is a hard link or, on file systems without hard links, a copy.
    """
    kept = _beside(database)
    try:
        os.link(database, kept)
    except OSError:  # the file system has no hard links
        shutil.copy2(database, kept)
        _settle(kept)
    return kept


def _settle(path: Path) -> None:
    """Flush a file or a folder to disk with ``fsync``. Ignore systems that can't do this."""
    with suppress(OSError):  # some systems cannot sync folders
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _why(error: Exception) -> str:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__
