"""Backups: consistent, complete or absent, and restored in place."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from souq.server.core.db.storage import Storage
from souq.server.ops.backup import postgresql, sqlite
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, running
from tests.server.conftest import KINDS, postgres
from tests.server.postgres import Cluster
from tests.server.test_hints import ask_for_hint

from .conftest import Souq

__all__ = ["postgres"]


@pytest.fixture(params=KINDS)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A database of either kind."""
    if request.param == "sqlite":
        return tmp_path / "souq.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.create()


def tables(database: Path | str) -> set[str]:
    """Return the server's tables in a database."""

    async def look() -> set[str]:
        storage = Storage(Settings(database=str(database)))
        await storage.open()
        async with storage.database.read() as db:
            found = set((await db.exec_driver_sql("SELECT id FROM tables")).scalars())
        await storage.close()
        return found

    return asyncio.run(look())


@pytest.mark.server
def test_a_backup_is_made_while_serving_and_restored(either: Path | str, souq: Souq, tmp_path: Path) -> None:
    file = tmp_path / "monday.bak"
    with running(either) as server:
        first = server.open(ME, BOT)
        made = souq("backup", file, "--database", either)
        assert made.code == 0, made.err
        assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600
        second = server.open(ME, OPEN)
        refused = souq("restore", file, "--yes", "--database", either)
        assert refused.code == 2 and "A server uses this database. Stop it first" in refused.err
        assert second.info()["state"] == "waiting"
    assert tables(either) == {first.id, second.id}
    restored = souq("restore", file, "--yes", "--database", either)
    assert restored.code == 0, restored.err
    assert tables(either) == {first.id}
    assert "restored a backup" in souq("admin", "log", "--database", either).out
    (kept,) = [path for path in tmp_path.iterdir() if "-before-" in path.name]
    assert str(kept) in restored.out
    assert souq("restore", kept, "--yes", "--database", either).code == 0
    assert tables(either) == {first.id, second.id}
    with running(either) as server:
        assert server.open(ME, BOT).info()["state"] == "playing"
        table = server.open(ME, game="dash")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            assert ask_for_hint(amina)["type"] == "hint", "what is to be thought about can be asked"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.server
def test_an_invalid_backup_is_refused_and_changes_nothing(either: Path | str, souq: Souq, tmp_path: Path) -> None:
    with running(either) as server:
        table = server.open(ME, BOT)
    good = tmp_path / "good.bak"
    assert souq("backup", good, "--database", either).code == 0
    assert "There is a file" in souq("backup", good, "--database", either).err
    cut, other, text = tmp_path / "cut.bak", tmp_path / "other.bak", tmp_path / "text.bak"
    cut.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    text.write_text("no backup")
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE something (x)")
    for path in (cut, other, text):
        ran = souq("restore", path, "--yes", "--database", either)
        assert ran.code == 2 and str(path) in ran.err and "No" not in ran.out, path
    assert tables(either) == {table.id}


@pytest.mark.server
def test_a_backup_of_a_newer_souq_is_refused(either: Path | str, souq: Souq, tmp_path: Path) -> None:
    tables(either)

    async def age() -> None:
        storage = Storage(Settings(database=str(either)))
        async with storage.database.write() as db:
            await db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        await storage.close()

    asyncio.run(age())
    file = tmp_path / "new.bak"
    made = souq("backup", file, "--database", either)
    if made.code == 0:  # pg_dump copies anything
        ran = souq("restore", file, "--yes", "--database", either)
        assert ran.code == 2 and "made by a newer souq" in ran.err
    else:
        assert "newer souq" in made.err and not file.exists()


def test_a_backup_is_a_consistent_snapshot(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    tables(database)
    writer = sqlite3.connect(database, check_same_thread=False, isolation_level=None, timeout=10)
    writer.execute("CREATE TABLE pairs (one, other, filling)")
    writer.executemany("INSERT INTO pairs VALUES (0, 0, ?)", [("x" * 3000,)] * 3000)
    stop = threading.Event()

    def write() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE pairs SET one = ? WHERE rowid % 100 = 0", (n,))
            writer.execute("UPDATE pairs SET other = ? WHERE rowid % 100 = 0", (n,))
            writer.execute("COMMIT")

    thread = threading.Thread(target=write)
    thread.start()
    steps: list[tuple[int, int]] = []

    def on_progress(done: int, of: int) -> None:
        steps.append((done, of))
        time.sleep(0.01)

    try:
        sqlite.copy(database, tmp_path / "copy.db", on_progress)
    finally:
        stop.set()
        thread.join()
        writer.close()
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT count(*), sum(one <> other) FROM pairs").fetchone() == (3000, 0)
    assert len(steps) > 3 and steps == sorted(steps) and steps[-1][0] == steps[-1][1]


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file except those that SQLite creates on reading."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm"))}


@pytest.mark.parametrize("stops", [sqlite.copy, sqlite.put_back])
def test_an_interrupted_backup_leaves_nothing_behind(tmp_path: Path, stops: Any) -> None:
    database, file = tmp_path / "souq.db", tmp_path / "copy.db"
    tables(database)
    if stops is sqlite.put_back:
        sqlite.copy(database, file)
    before = contents(tmp_path)

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stops(*(file, database)[:: -1 if stops is sqlite.copy else 1], stop)
    assert contents(tmp_path) == before


@pytest.mark.skipif(os.name != "posix", reason="Needs SIGKILL.")
def test_a_restore_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    database, file = tmp_path / "souq.db", tmp_path / "copy.db"
    tables(database)
    sqlite.copy(database, file)
    script = (
        "import os, signal, sys; from pathlib import Path; from souq.server.ops.backup import sqlite\n"
        "sqlite.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "sqlite.put_back(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    done = subprocess.run([sys.executable, "-c", script, str(file), str(database)], check=False)
    assert done.returncode == -9
    assert tables(database) == set()
    assert sqlite.put_back(file, database) is not None


@pytest.mark.parametrize("moved", [True, False], ids=["moved away", "damaged"])
def test_a_leftover_journal_is_not_applied_to_another_database(tmp_path: Path, moved: bool) -> None:
    """SQLite would apply a leftover journal to the next database of that name."""
    database, file, live = tmp_path / "souq.db", tmp_path / "copy.db", tmp_path / "live.db"
    tables(database)
    sqlite.copy(database, file)
    with sqlite3.connect(database) as db:
        db.execute("CREATE TABLE stray (text)")
        db.executemany("INSERT INTO stray VALUES (?)", [("old",)] * 500)
        db.commit()
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA wal_autocheckpoint=0")
        db.execute("UPDATE stray SET text = 'new'")
        db.commit()
        for ending in ("", "-wal"):  # as they lie there when the power goes
            shutil.copy(f"{database}{ending}", f"{live}{ending}")
    db.close()
    for path in tmp_path.glob("souq.db*"):
        path.unlink()
    for ending in ("", "-wal"):
        os.replace(f"{live}{ending}", f"{database}{ending}")
    assert Path(f"{database}-wal").stat().st_size > 1000
    if moved:
        database.unlink()
    else:
        database.write_bytes(b"no database at all" + database.read_bytes()[18:])
    kept = sqlite.put_back(file, database)
    assert (kept is None) == moved and not Path(f"{database}-wal").exists()
    assert tables(database) == set()
    with sqlite3.connect(database) as db:
        assert not db.execute("SELECT name FROM sqlite_master WHERE name = 'stray'").fetchall()
    db.close()
    (left,) = tmp_path.glob("souq-before-*-wal" if moved else "souq-before-*.db")
    if moved:
        assert left.stat().st_size > 1000, "perhaps somebody can still read it"
    else:  # the log was whole, so that SQLite has mended by it what was damaged
        with sqlite3.connect(left) as db:
            assert db.execute("SELECT count(*) FROM stray WHERE text = 'new'").fetchone() == (500,)
        db.close()


def test_a_missing_pg_dump_is_reported(souq: Souq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql.shutil, "which", lambda name: None)
    monkeypatch.setattr(postgresql, "DEBIAN", tmp_path)
    ran = souq("backup", tmp_path / "x.dump", "--database", "postgresql://souq@127.0.0.1:1/souq")
    assert ran.code == 2 and "pg_dump isn’t installed here" in ran.err
    assert not (tmp_path / "x.dump").exists()


def test_a_missing_database_is_not_created(souq: Souq, tmp_path: Path) -> None:
    ran = souq("backup", tmp_path / "x.db", "--database", tmp_path / "none.db")
    assert ran.code == 2 and "no database" in ran.err
    assert list(tmp_path.iterdir()) == []
