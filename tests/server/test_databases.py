"""Databases that cannot be opened are reported before anything is served."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from souq.extras import install
from souq.server.core.db.engines import Database, NoDatabase, check
from souq.server.core.db.migrations import migrate
from souq.server.errors import NotSaved
from souq.server.ops.config.settings import Settings
from tests.server.postgres import Cluster


@pytest.mark.parametrize(
    "database, says",
    [
        ("{here}/nowhere/souq.db", "there is no folder {here}/nowhere"),
        ("{here}", "it is a folder"),
        ("{here}/letter.txt", "file is not a database"),
        ("nonsense://me:secret@there/x", r"database nonsense://…@there/x cannot be opened: Can't load plugin"),
    ],
)
def test_an_unopenable_database_is_reported(database: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear friends, " * 100)
    with pytest.raises(NoDatabase, match=says.format(here=tmp_path)):
        asyncio.run(check(Settings(database=database.format(here=tmp_path))))
    assert (tmp_path / "letter.txt").read_text().startswith("Dear friends")


@pytest.mark.server
def test_a_postgresql_opens_or_the_reason_is_reported(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.create()
    asyncio.run(check(Settings(database=url)))
    for wrong, says in ((f"{url}7", "does not exist"), (re.sub(r":\d+/", ":1/", url), "Connect call failed")):
        shown = re.escape(wrong.replace("souq@", "…@"))
        with pytest.raises(NoDatabase, match=f"The database {shown} cannot be opened: .*{says}"):
            asyncio.run(check(Settings(database=wrong)))
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(NoDatabase, match=re.escape(install("postgres"))):
        asyncio.run(check(Settings(database=url)))


SERVANT = ["--reuid=65534", "--regid=65534", "--clear-groups"] if hasattr(os, "geteuid") and os.geteuid() == 0 else None
"""How root runs something that may not write everywhere."""


def refusal(database: Path) -> str:
    """Return the message of an unprivileged process that opens a database for writing."""
    setpriv = shutil.which("setpriv")
    if SERVANT and not setpriv:
        pytest.skip("setpriv is not installed: apt install util-linux.")
    script = (
        "import asyncio, sys\n"
        "from souq.server.core.db.engines import check\n"
        "from souq.server.ops.config.settings import Settings\n"
        "asyncio.run(check(Settings(database=sys.argv[1]), writes=True))"
    )
    command = [sys.executable, "-c", script, str(database)]
    around = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [str(setpriv), *SERVANT, *command] if SERVANT else command,
        env=around, cwd="/", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, "it is opened"
    return done.stderr.splitlines()[-1]


@pytest.mark.skipif(os.name != "posix", reason="Needs POSIX file permissions.")
@pytest.mark.parametrize(
    "file, folder, others, says",
    [
        (0o444, 0o777, 0o666, "read-only. Let souq write"),
        (0o666, 0o555, None, "read-only|unable to open"),
        (0o000, 0o777, 0o666, "this user may not read it"),
        (0o666, 0o777, 0o444, "read-only|unable to open"),
    ],
)
def test_an_unwritable_file_is_reported_at_startup(file: int, folder: int, others: int | None, says: str) -> None:
    with tempfile.TemporaryDirectory() as made:
        database = Path(made) / "souq.db"
        with closing(sqlite3.connect(database)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE x (y)")
            if others is not None:
                for ending in ("-wal", "-shm"):
                    shutil.copy(f"{database}{ending}", f"{database}{ending}-kept")
        for ending in ("-wal", "-shm") if others is not None else ():
            Path(f"{database}{ending}-kept").rename(f"{database}{ending}")
            Path(f"{database}{ending}").chmod(others or 0)
        database.chmod(file)
        Path(made).chmod(folder)
        try:
            assert re.search(says, refusal(database))
        finally:
            Path(made).chmod(0o777)


@pytest.mark.server
def test_a_read_only_postgresql_is_reported_at_startup(postgres: Cluster) -> None:
    url = postgres.create()
    postgres.read_only(True)
    try:
        asyncio.run(check(Settings(database=url)))
        with pytest.raises(NoDatabase, match=f"{url[-5:]} is read-only"):
            asyncio.run(check(Settings(database=url), writes=True))
    finally:
        postgres.read_only(False)


def test_a_new_file_can_be_opened(tmp_path: Path) -> None:
    asyncio.run(check(Settings(database=str(tmp_path / "new.db"))))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of one megabyte."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "souq-small", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("Needs root, to mount a small disk.")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_reported_at_startup_and_while_running(small_disk: Path) -> None:
    settings, filler = Settings(database=str(small_disk / "souq.db")), small_disk / "filler"

    async def go() -> None:
        database = Database(settings)
        await migrate(database)
        await database.try_to_write(0.0)
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        for name in ("souq.db", "new.db"):
            with pytest.raises(NoDatabase, match="database or disk is full"):
                await check(Settings(database=str(small_disk / name)), writes=True)
        with pytest.raises(NotSaved, match="disk is full"):
            await database.try_to_write(0.0)
        filler.unlink()
        await database.try_to_write(3600.0)  # that it failed is not forgotten: it is tried
        await check(settings, writes=True)
        await database.close()

    asyncio.run(go())
