"""A new database, and one that came by all migrations."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, inspect

from souq.table.settings import Settings
from souq.table.stored import migrations
from souq.table.stored.engines import Database


def made(path: Path) -> Engine:
    """The database of a new server."""

    async def make() -> None:
        database = Database(Settings(database=str(path)))
        await migrations.migrate(database)
        await database.close()

    asyncio.run(make())
    return create_engine(f"sqlite:///{path}")


def migrated(path: Path) -> Engine:
    """One that was brought up from the first revision on."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migrations._upgrade(connection)
    return engine


def tables(engine: Engine) -> dict[str, Any]:
    """Everything that a database says of its tables, whatever the order of their columns."""
    seen = inspect(engine)
    columns = ("type", "nullable", "default", "primary_key")
    return {
        name: {
            "columns": {each["name"]: [str(each[fact]) for fact in columns] for each in seen.get_columns(name)},
            "key": seen.get_pk_constraint(name),
            "references": sorted(map(str, seen.get_foreign_keys(name))),
            "indexes": sorted(map(str, seen.get_indexes(name))),
            "unique": sorted(map(str, seen.get_unique_constraints(name))),
            "checks": sorted(map(str, seen.get_check_constraints(name))),
        }
        for name in seen.get_table_names()
    }


def test_a_new_database_has_the_tables_to_which_all_migrations_lead(tmp_path: Path) -> None:
    new, old = made(tmp_path / "new.db"), migrated(tmp_path / "old.db")
    assert tables(new) == tables(old)
    with new.connect() as one, old.connect() as other:
        assert migrations.version(one) == migrations.version(other) == migrations.HEAD


def test_alembic_is_loaded_for_a_database_that_is_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        migrations, "_upgrade", lambda connection: connection.exec_driver_sql("CREATE TABLE upgraded (x)")
    )
    engine = made(tmp_path / "souq.db")
    made(tmp_path / "souq.db")
    assert not inspect(engine).has_table("upgraded")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    made(tmp_path / "souq.db")
    assert inspect(engine).has_table("upgraded")
