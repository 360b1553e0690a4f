"""What is said of a database that cannot be opened, before anything is served."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from souq.table.engines import NoDatabase, check
from souq.table.settings import Settings


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


def test_a_new_file_can_be_opened(tmp_path: Path) -> None:
    asyncio.run(check(Settings(database=str(tmp_path / "new.db"))))
