"""The server: people play in the browser, and programs over HTTP. It contains no code for particular games.

- ``core``: what every table needs: the database, tables in play, the processing of commands, updates for viewers,
  workers, and the foundations of the HTTP application.
- ``features``: everything else, in one folder each: accounts, lobby, tournaments, ratings and so on.
- ``cluster``: several servers that share a PostgreSQL database.
- ``ops``: settings, telemetry, checks before a start, and backups.

The import rules between these folders are in ``pyproject.toml``; import-linter enforces them.
"""

import sys

from souq.extras import check

NEEDED = (
    *("aiohttp", "aiosmtplib", "aiosqlite", "alembic", "cryptography", "fastapi", "jinja2", "networkx"),
    *("orjson", "prometheus_client", "py_vapid", "pydantic", "pywebpush", "sqlalchemy", "structlog", "tzdata"),
    *("uvicorn", "webauthn", "websockets"),
)
"""Modules that the server imports and that only the optional dependencies ``server`` install."""

if sys.platform != "emscripten":  # in a browser, the core runs tables without these packages
    check("server", "The table needs", *NEEDED)
