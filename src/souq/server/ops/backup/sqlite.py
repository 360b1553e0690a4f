"""Copies of a database that is a file of SQLite: made while a server plays on it, and put back in its place.

Nothing is ever half there: a copy has its name, and a copy that is put back has the database's, only once it is whole
and on the disk.
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
"""Told how many bytes are done, of how many."""

PAGES = 256
"""Pages that are copied at once: between them one may stop."""
HEAD = b"SQLite format 3\0"


class NoBackup(SouqError):
    """A copy that cannot be made, or put back; the message says why."""


class InUse(NoBackup):
    """A server plays on the database."""

    def __init__(self) -> None:
        super().__init__("A server uses this database. Stop it first, then restore.")


def copy(database: Path, target: Path, tell: Tell = lambda done, of: None) -> None:
    """Copy a database as it is at this moment; whoever writes meanwhile is not held up.

    Raises:
        NoBackup: it can't be read, or the copy not be written; then there is none.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        with _opened(database, writable=False) as source:
            _copy(source, part, tell)
        check(part)
        _settle(part)
        os.link(part, target)  # fails, rather than replaces, where there is something by now
    except FileExistsError as error:
        raise NoBackup(f"There is a file {target} already. Choose another name.") from error
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"No backup was made: {_why(error)}.") from error
    finally:
        part.unlink(missing_ok=True)
    _settle(target.parent)


def check(path: Path) -> str:
    """The revision of the database in a file, which is sound.

    Raises:
        NoBackup: it is no database of souq's, is damaged, or was made by a newer souq.
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
    """A revision that this version of souq can bring up to date.

    Raises:
        NoBackup: it cannot.
    """
    if revision not in known():
        raise NoBackup(f"{path} was made by a newer souq. Install that one first, then restore.")
    return revision


def put_back(path: Path, database: Path, tell: Tell = lambda done, of: None) -> Path | None:
    """Let a copy take a database's place; the one that was there is kept beside it. Where it is now, if there was one.

    Raises:
        NoBackup: the copy is none, or can't be written; everything is as it was.
        InUse: a server plays on the database.
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
    """Begin a file that nobody else can read: it holds all that the house keeps."""
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _copy(source: sqlite3.Connection, part: Path, tell: Tell) -> None:
    """Copy all that a connection sees now; it sees the same until the end, however much others write."""
    own(part)
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_master").fetchone()
    page = source.execute("PRAGMA page_size").fetchone()[0]
    with closing(sqlite3.connect(part)) as target:
        source.backup(target, pages=PAGES, progress=lambda _, left, of: tell(page * (of - left), page * of))
        target.execute("PRAGMA journal_mode=DELETE")  # a copy is one file
    source.execute("ROLLBACK")


@contextmanager
def _opened(path: Path, writable: bool) -> Iterator[sqlite3.Connection]:
    mode = "rw" if writable else "ro"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)) as db:
        yield db


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Nobody else has a database open, or can write to it.

    A file of SQLite's that is in WAL mode leaves it only for who is alone with it: whoever has it open, even without
    doing anything, is in the way.
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
        except sqlite3.DatabaseError:  # it is damaged: which is why it is replaced
            yield
            return
        yield
        db.execute("ROLLBACK")


def _set_aside(database: Path, kept: Path) -> None:
    """What a server that was killed had not yet written into a database stays with that, and gets into no other."""
    for ending in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{ending}", f"{kept}{ending}")


def _beside(database: Path) -> Path:
    """A name beside a database that nothing has yet."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (
        f"{database.stem}-before-{stamp}{more}{database.suffix}" for more in ("", *(f"-{n}" for n in range(2, 99)))
    )
    return next(path for name in names if not (path := database.with_name(name)).exists())


def _keep(database: Path) -> Path:
    """Give a database a second name beside it, under which it stays."""
    kept = _beside(database)
    try:
        os.link(database, kept)
    except OSError:  # a file system without them
        shutil.copy2(database, kept)
        _settle(kept)
    return kept


def _settle(path: Path) -> None:
    """What was written is on the disk."""
    with suppress(OSError):  # not every system can do so with folders
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _why(error: Exception) -> str:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__
