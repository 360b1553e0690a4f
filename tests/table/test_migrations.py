"""A new database, and one migrated from the first revision."""

import ast
import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, inspect

from souq.server.core.db import migrations
from souq.server.core.db.engines import Database
from souq.server.ops.config.settings import Settings


def created(path: Path) -> Engine:
    """Create the database of a new server."""

    async def make() -> None:
        database = Database(Settings(database=str(path)))
        await migrations.migrate(database)
        await database.close()

    asyncio.run(make())
    return create_engine(f"sqlite:///{path}")


def migrated(path: Path) -> Engine:
    """Create a database by running all migrations."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migrations._upgrade(connection)
    return engine


def tables(engine: Engine) -> dict[str, Any]:
    """Return a database's schema, independent of the order of columns."""
    seen = inspect(engine)
    columns = ("type", "nullable", "default", "primary_key")
    return {
        name: {
            "columns": {each["name"]: [str(each[fact]) for fact in columns] for each in seen.get_columns(name)},
            "key": seen.get_pk_constraint(name),
            "references": sorted(map(str, seen.get_foreign_keys(name))),
            "indexes": sorted(re.sub(r" at 0x\w+", "", str(index)) for index in seen.get_indexes(name)),
            "unique": sorted(map(str, seen.get_unique_constraints(name))),
            "checks": sorted(map(str, seen.get_check_constraints(name))),
        }
        for name in seen.get_table_names()
    }


def test_a_new_database_has_the_same_schema_as_a_migrated_one(tmp_path: Path) -> None:
    new, old = created(tmp_path / "new.db"), migrated(tmp_path / "old.db")
    assert tables(new) == tables(old)
    with new.connect() as one, old.connect() as other:
        assert migrations.version(one) == migrations.version(other) == migrations.HEAD


def test_alembic_is_imported_only_for_an_outdated_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        migrations, "_upgrade", lambda connection: connection.exec_driver_sql("CREATE TABLE upgraded (x)")
    )
    engine = created(tmp_path / "souq.db")
    created(tmp_path / "souq.db")
    assert not inspect(engine).has_table("upgraded")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    created(tmp_path / "souq.db")
    assert inspect(engine).has_table("upgraded")


def database_at(path: Path, revision: str, oldest: str | None) -> Database:
    """Return a database that some version has migrated to a revision."""
    engine = created(path)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE alembic_version SET version_num = '{revision}', oldest = {oldest or 'NULL'}"
        )
    engine.dispose()
    return Database(Settings(database=str(path)))


def test_a_server_runs_on_a_newer_database_that_supports_its_version(tmp_path: Path) -> None:
    database = database_at(tmp_path / "souq.db", "9999", f"'{migrations.HEAD}'")

    async def go_on() -> tuple[bool, str | None]:
        await migrations.migrate(database)
        await migrations.check(Settings(database=str(tmp_path / "souq.db")))
        async with database.read() as db:
            found = await db.run_sync(migrations.fits), await db.run_sync(migrations.version)
        await database.close()
        return found

    assert asyncio.run(go_on()) == (True, "9999"), "and leaves it as it is"


@pytest.mark.parametrize("oldest", ["'9998'", None])
def test_an_unsupported_version_is_refused_and_changes_nothing(tmp_path: Path, oldest: str | None) -> None:
    database = database_at(tmp_path / "souq.db", "9999", oldest)

    async def refused() -> None:
        with pytest.raises(migrations.Newer, match="newer souq"):
            await migrations.migrate(database)
        with pytest.raises(migrations.Newer):
            await migrations.check(Settings(database=str(tmp_path / "souq.db")))
        await database.close()

    asyncio.run(refused())


REMOVING = {"drop_table", "drop_column", "rename_table", "alter_column", "drop_constraint"}
"""What a version that does not know of it may stumble over."""


def is_destructive(call: ast.Call) -> bool:
    """Return whether a migration's operation breaks a version that doesn't know it."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    said = ast.unparse(call)
    if name == "add_column":
        return "nullable=False" in said and "server_default" not in said
    return name in REMOVING or (name == "execute" and bool(re.search(r"(?i)\b(drop|rename|set not null)\b", said)))


@pytest.mark.parametrize(
    "path", sorted(Path(migrations.__file__).parent.glob("versions/*.py")), ids=lambda path: path.stem
)
def test_a_destructive_migration_declares_that_it_ends_support_for_older_versions(path: Path) -> None:
    """Servers of the previous version keep running, so what they need stays until none is left."""
    if path.name[:4] <= "0030":
        return  # one server had the database to itself
    tree = ast.parse(path.read_text("utf-8"))
    upgrade = next(each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == "upgrade")
    found = [ast.unparse(each) for each in ast.walk(upgrade) if isinstance(each, ast.Call) and is_destructive(each)]
    assert not found or path.name[:4] <= migrations.SPEAKS, f"raise SPEAKS, or leave for later: {found}"


def test_destructive_operations_are_recognised() -> None:
    def hurting(text: str) -> bool:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        return is_destructive(call)

    assert hurting('tables.drop_column("clock")')
    assert hurting('tables.alter_column("clock", new_column_name="key")')
    assert hurting('tables.add_column(sa.Column("x", sa.Integer(), nullable=False))')
    assert hurting('op.execute("ALTER TABLE tables RENAME COLUMN clock TO key")')
    assert not hurting('tables.add_column(sa.Column("x", sa.Integer(), nullable=False, server_default=sa.text("1")))')
    assert not hurting('op.create_table("x", sa.Column("id", sa.String(16), nullable=False))')
    assert not hurting('tables.create_index("x", ["id"])')
