"""Backup and restore of a PostgreSQL database with PostgreSQL's programs ``pg_dump``, ``pg_restore`` and ``psql``."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, make_url, text

from souq.server.core.db.engines import Database
from souq.server.core.db.queueing import DROP, PASSING
from souq.server.core.db.triggers import FUNCTIONS, THOUGHT
from souq.server.ops.backup.sqlite import InUse, NoBackup, check_known, own

DEBIAN = Path("/usr/lib/postgresql")
"""Folder where Debian installs the programs of each PostgreSQL version; it isn't on the PATH."""
HEAD = b"PGDMP"
CHUNK = 1 << 20

Size = Callable[[int], None]
"""Callback that is called repeatedly with the number of bytes written so far."""


def program(name: str) -> str:
    """Return the path of a PostgreSQL program. If several versions are installed, the newest is used.

    Raises:
        NoBackup: it isn't installed.
    """
    folders = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: _number(path.parts[-3]), reverse=True)
    found = str(folders[0]) if folders else shutil.which(name)
    if not found:
        raise NoBackup(f"{name} isn’t installed here. It comes with PostgreSQL: apt install postgresql-client.")
    return found


def dump(url: str, target: Path, tell: Size = lambda size: None) -> None:
    """Write a snapshot of a database to a file in pg_dump's custom format.

    Raises:
        NoBackup: pg_dump is not installed, or fails; no file is left then.
    """
    part = target.with_name(f".{target.name}.part")
    command = [program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", f"--file={part}"]
    command += [f"--exclude-table-data={name}" for name in PASSING]
    try:
        own(part)
        with _running(command, url, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as running:
            while running.poll() is None:
                time.sleep(0.1)
                tell(part.stat().st_size if part.exists() else 0)
            _checked(running, "No backup was made")
        os.link(part, target)
    except FileExistsError as error:
        raise NoBackup(f"There is a file {target} already. Choose another name.") from error
    except OSError as error:
        raise NoBackup(f"No backup was made: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def check(path: Path) -> str:
    """Check a file written by pg_dump, and return the migration revision of its database.

    Raises:
        NoBackup: it isn't a souq backup, is damaged, or was made by a newer version of souq.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(HEAD)) != HEAD:
                raise NoBackup(f"{path} isn’t a backup of a PostgreSQL database.")
    except OSError as error:
        raise NoBackup(f"{path} can’t be read: {error.strerror}.") from error
    command = [program("pg_restore"), "--data-only", "--table=alembic_version", "--file=-", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise NoBackup(f"{path} is damaged: {_said(done.stderr)}.")
    lines = done.stdout.splitlines()
    at = next((index for index, line in enumerate(lines) if line.startswith("COPY ")), None)
    if at is None:
        raise NoBackup(f"{path} isn’t a backup of souq’s.")
    return check_known(path, lines[at + 1].strip().partition("\t")[0])


def put_back(url: str, path: Path, tables: Sequence[str], tell: Size = lambda size: None) -> None:
    """Restore a database from a backup, in one transaction. The ``tables`` it has now are deleted.

    Raises:
        NoBackup: it failed; nothing has changed.
    """
    script = [program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(path)]
    psql = [program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    dropped = "".join(f'DROP TABLE IF EXISTS "{name}" CASCADE;\n' for name in tables)
    dropped += "".join(f"DROP FUNCTION IF EXISTS {name}() CASCADE;\n" for name in (*FUNCTIONS, THOUGHT))
    dropped += DROP
    with (
        _running(script, url, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as reading,
        _running(psql, url, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as writing,
    ):
        size = 0
        try:
            writing.stdin.write(f"BEGIN;\n{dropped}".encode())
            while chunk := reading.stdout.read(CHUNK):
                writing.stdin.write(chunk)
                tell(size := size + len(chunk))
            reading.wait()
            _checked(reading, "Nothing was restored")  # before the commit, so that a truncated script changes nothing
            writing.stdin.write(b"\nCOMMIT;\n")
            writing.stdin.close()
        except BrokenPipeError:
            pass  # psql has failed; its error message follows
        writing.wait()
        _checked(writing, "Nothing was restored")


async def present(database: Database) -> list[str]:
    """Return the names of a database's tables, after making sure that no other program uses the database.

    Raises:
        InUse: another program is connected to it.
    """
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    engine = await database.alone()
    try:
        async with engine.connect() as connection:
            if (await connection.execute(text(f"{others} AND backend_type = 'client backend'"))).scalar():
                raise InUse
            return list(await connection.run_sync(lambda own: inspect(own).get_table_names()))
    finally:
        await engine.dispose()


@contextmanager
def _running(command: list[str], url: str, **pipes: Any) -> Iterator[Any]:
    """Run a program during the block. If it is still running at the end, kill it."""
    with subprocess.Popen(command, env=_environment(url), stderr=subprocess.PIPE, **pipes) as running:
        try:
            yield running
        finally:
            if running.poll() is None:
                running.kill()
                if running.stdin and not running.stdin.closed:
                    running.stdin = None  # so that Popen does not try to flush it


def _environment(url: str) -> dict[str, str]:
    """Return the environment variables with which PostgreSQL's programs connect to a database.

    The password isn't passed as an argument, since other users of the machine can see command lines.
    """
    parts = make_url(url)
    said: dict[str, Any] = {"PGHOST": parts.host or parts.query.get("host"), "PGPORT": parts.port}
    said |= {"PGUSER": parts.username, "PGPASSWORD": parts.password}
    said |= {"PGDATABASE": parts.database, "PGSSLMODE": parts.query.get("sslmode") or parts.query.get("ssl")}
    return {**os.environ, **{name: str(value) for name, value in said.items() if value}}


def _checked(running: Any, what: str) -> None:
    if running.returncode:
        raise NoBackup(f"{what}: {_said(running.stderr.read().decode(errors='replace'))}.")


def _said(text: str) -> str:
    """Return the first line of a program's error output; if it is empty, return "it doesn’t say why"."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines[0] if lines else "it doesn’t say why").rstrip(".")


def _number(version: str) -> float:
    try:
        return float(version)
    except ValueError:
        return 0.0
