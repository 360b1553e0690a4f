"""Configuration that Alembic runs: it migrates over the connection that ``migrations.migrate`` has opened."""

from __future__ import annotations

from alembic import context

from souq.server.core.db.declaring import all_tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=all_tables(),
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
