"""Declarations of database tables, made from the classes of their rows so that every column is written only once.

A field's annotation says what its column is: a number, a boolean, or JSON for a ``dict``, ``list`` or ``tuple``; ``X |
None`` may be null. ``Annotated`` adds what a Python type doesn't say: a length, a key, the server's default.

Rows stay plain dataclasses and named tuples. Instances of mapped classes can be neither frozen nor slotted; reading
one of their attributes takes four times as long, and writing one takes twelve times as long (SQLAlchemy 2.1).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import compress
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TextClause,
    false,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

METADATA = MetaData()
"""The tables declared so far; :func:`all_tables` imports every module that declares tables."""

KEY = "key"
"""Marker in a field's annotation: the field's column is part of the primary key."""

DERIVED = "derived"
"""Marker in a field's annotation: :func:`declare` creates no column, as it isn't stored or is declared separately."""

STAYS = "stays"
"""Marker in a field's annotation: it holds a person's ID, and a guest with an ID in such a field isn't deleted."""

_TYPES: dict[Any, type[TypeEngine[Any]]] = {
    bool: Boolean,
    dict: JSON,
    float: Float,
    int: Integer,
    list: JSON,
    tuple: JSON,
}

_NAMES: dict[str, Any] = {each.__name__: each for each in (BigInteger, ForeignKey, LargeBinary, String, false, text)}
_NAMES |= {"KEY": KEY, "DERIVED": DERIVED, "STAYS": STAYS}
"""Names in the annotations of :mod:`souq.server.core.store.rows`, which doesn't import them."""


@cache
def all_tables() -> MetaData:
    """Import the ``models`` of every part of the server and return all tables of the database."""
    server = Path(__file__).parents[2]
    for part in ("core/db", "cluster", "features/*"):
        for path in sorted(server.glob(f"{part}/models.py")):
            import_module(".".join(("souq.server", *path.relative_to(server).with_suffix("").parts)))
    return METADATA


def declare(name: str, row: type, *items: SchemaItem) -> Table:
    """Declare the database table that stores instances of a row class.

    Args:
        name: the table's name.
        row: the class of the rows.
        items: indexes, constraints, and columns that aren't fields; those of the primary key come before the fields.
    """
    columns = [column for field, hint in _hints(row).items() if (column := _column(field, hint)) is not None]
    keys = [isinstance(item, Column) and item.primary_key for item in items]
    return Table(name, METADATA, *compress(items, keys), *columns, *compress(items, (not key for key in keys)))


@cache
def columns(table: Table, row: type) -> tuple[Column[Any], ...]:
    """Return the columns of a table that are fields of its rows, in the order of the fields."""
    return tuple(table.c[field] for field in _hints(row) if field in table.c)


def referring(to: Column[Any]) -> list[Column[Any]]:
    """Return all columns with a foreign key to the given column."""
    every = (column for table in all_tables().sorted_tables for column in table.c)
    return [column for column in every if any(key.column is to for key in column.foreign_keys)]


def of_table(**how: Any) -> Column[str]:
    """Return a column that refers to a game's table; deleting that table deletes the row."""
    return Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), **(how or {"primary_key": True}))


def of_person(**how: Any) -> Column[str]:
    """Return a column that refers to a person; deleting that person deletes the row."""
    return Column(
        "person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), **(how or {"primary_key": True})
    )


def _hints(row: type) -> dict[str, Any]:
    """Return the evaluated annotations of a row's fields."""
    return get_type_hints(row, localns=_NAMES, include_extras=True)


def _column(name: str, hint: Any) -> Column[Any] | None:
    """Return the column in which a field is stored, or None for a derived field."""
    nullable, how = False, list[Any]()
    while get_origin(hint) is Annotated or type(None) in get_args(hint):
        hint, *more = get_args(hint)
        nullable, how = nullable or type(None) in more, [*how, *more]
    if DERIVED in how:
        return None
    kind = next((each for each in how if isinstance(each, TypeEngine)), None) or _TYPES[get_origin(hint) or hint]()
    keys = [each for each in how if isinstance(each, ForeignKey)]
    default = next((each for each in how if isinstance(each, TextClause | ColumnElement)), None)
    made = Column(name, kind, *keys, primary_key=KEY in how, nullable=nullable, server_default=default)
    made.info[STAYS] = STAYS in how
    return made
