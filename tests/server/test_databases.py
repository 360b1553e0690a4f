"""What is said of a database that cannot be opened, before anything is served."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from souq.table.settings import Settings
from souq.table.stored.engines import NoDatabase, check
from tests.server.postgres import Cluster


@pytest.mark.parametrize(
    "database, says",
    [
        ("{here}/nowhere/souq.db", "unable to open database file"),
        ("{here}/letter.txt", "file is not a database"),
        ("nonsense://me:secret@there/x", r"database nonsense://…@there/x cannot be opened: Can't load plugin"),
    ],
)
def test_what_cannot_be_opened_is_said(database: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear friends, " * 100)
    with pytest.raises(NoDatabase, match=says):
        asyncio.run(check(Settings(database=database.format(here=tmp_path))))
    assert (tmp_path / "letter.txt").read_text().startswith("Dear friends")


@pytest.mark.server
def test_a_postgresql_can_be_opened_or_it_is_said_why_not(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.create()
    asyncio.run(check(Settings(database=url)))
    for wrong, says in ((f"{url}7", "does not exist"), (re.sub(r":\d+/", ":1/", url), "Connect call failed")):
        shown = re.escape(wrong.replace("souq@", "…@"))
        with pytest.raises(NoDatabase, match=f"The database {shown} cannot be opened: .*{says}"):
            asyncio.run(check(Settings(database=wrong)))
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(NoDatabase, match=r"pip install 'souq\[postgres\]'"):
        asyncio.run(check(Settings(database=url)))


def test_a_new_file_can_be_opened(tmp_path: Path) -> None:
    asyncio.run(check(Settings(database=str(tmp_path / "new.db"))))
