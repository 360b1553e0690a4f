"""Loads the privacy statement: which data the server stores, why and how long.

``statement.toml`` describes every database table in plain words. A test fails if a table has no entry, or an entry has
no table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo
from sqlalchemy import MetaData

from souq.server.core.db.declaring import all_tables
from souq.server.core.live.people import COOKIE_DAYS


def _filled(text: str, info: ValidationInfo) -> str:
    """Return a paragraph of the statement as one line, with its placeholders replaced by values."""
    return " ".join(text.split()).format_map(info.context or {})


_Words = Annotated[str, AfterValidator(_filled)]


class _Read(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TableStatement(_Read):
    """Text on one database table: what it stores, why, and until when."""

    title: str
    what: _Words
    why: str
    until: _Words


class _Part(_Read):
    title: str
    tables: dict[str, TableStatement]


class _Statement(_Read):
    table: str
    browser: dict[str, str]
    parts: list[_Part]


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A database table on the privacy page: its name, the text about it, and its columns."""

    name: str
    kept: TableStatement
    columns: tuple[str, ...]


def _read() -> _Statement:
    data = tomllib.loads((resources.files(__package__) / "statement.toml").read_text("utf-8"))
    return _Statement.model_validate(data, context={"table": data["table"], "days": COOKIE_DAYS})


_STATEMENT = _read()

STATEMENTS: Mapping[str, TableStatement] = {
    name: kept for part in _STATEMENT.parts for name, kept in part.tables.items()
}
"""Texts on what each database table stores, why and until when, by table name."""

BROWSER: Mapping[str, str] = _STATEMENT.browser
"""Descriptions of the data that pages store in the browser, by the first word of the storage key."""


def entries(metadata: MetaData | None = None) -> list[tuple[str, list[TableEntry]]]:
    """Return the privacy page's parts: each part's title, and the database tables described there.

    Raises:
        KeyError: a table has no entry, or an entry no table.
    """
    tables = (metadata or all_tables()).tables
    if odd := STATEMENTS.keys() ^ tables.keys():
        raise KeyError(*sorted(odd))
    columns = {name: tuple(column.name for column in table.columns) for name, table in tables.items()}
    return [
        (part.title, [TableEntry(name, kept, columns[name]) for name, kept in part.tables.items()])
        for part in _STATEMENT.parts
    ]
