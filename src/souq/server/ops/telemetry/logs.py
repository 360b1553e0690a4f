"""Logging: plain messages for people, or JSON with one object per line for programs.

Every JSON line says which request or job it comes from, and which table it is about. Chat and secrets (tokens,
invitations, cookies) are never logged; for a path that contains a secret, only the route is logged.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, TextIO

import structlog
from starlette.types import Scope
from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, WrappedLogger

from souq.server.ops.telemetry import context
from souq.server.ops.telemetry.context import Kind, Level

SECRET = frozenset({"token", "code", "session", "channel", "passkey"})
"""Names of path parameters whose values are secret or personal."""
ALWAYS = ("souq.compiling", "souq.serve")
"""Loggers whose level is always "info": those of compilation and of the server's address."""


def set_up(kind: Kind, level: Level) -> None:
    """Configure how this process logs to standard error.

    Args:
        kind: the format: plain text ("words"), or JSON.
        level: minimum level of souq's loggers.
    """
    reset()
    handler = StderrHandler()
    handler.setFormatter(_json() if kind == "json" else logging.Formatter("%(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger("souq").setLevel(level.upper())
    for name in ALWAYS if kind == "json" else ALWAYS[-1:]:  # commands print the progress of compilation themselves
        logging.getLogger(name).setLevel(logging.INFO)


def reset() -> None:
    """Undo :func:`set_up`."""
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, StderrHandler)]:
        root.removeHandler(handler)
    for name in ("souq", *ALWAYS):
        logging.getLogger(name).setLevel(logging.NOTSET)


class StderrHandler(logging.StreamHandler[TextIO]):
    """Logging handler that looks up `sys.stderr` for every message, in case it has been replaced."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a log record to the current `sys.stderr`."""
        self.stream = sys.stderr
        super().emit(record)


def _json() -> logging.Formatter:
    """Return a formatter that writes log messages as JSON, including those of other libraries."""
    return ProcessorFormatter(
        foreign_pre_chain=[
            labelled,
            add_log_level,
            add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        ],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            placed,
            structlog.processors.format_exc_info,
            structlog.processors.EventRenamer("said"),
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ],
    )


def labelled(logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
    """Add the labels of the current request or job to a log line; a structlog processor."""
    return {**context.about(), **line}


def placed(logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
    """Add the route and the table of a request to a log line; a structlog processor.

    They can't be added at the start of the request, since it hasn't been routed then.
    """
    scope: dict[str, Any] | None = line.pop("scope", None)
    if scope is not None:
        if path := route_of(scope):
            line["route"] = path
        params = scope.get("path_params") or {}
        if table := params.get("table") or params.get("table_id"):
            line.setdefault("table", str(table)[:16])
    return line


def route_of(scope: Scope) -> str:
    """Return the route pattern of a request; "" before routing, or if no route matches.

    >>> from starlette.routing import Route
    >>> route_of({"route": Route("/t/{table}", print)}), route_of({})
    ('/t/{table}', '')
    """
    return str(getattr(scope.get("route"), "path", ""))


def plain_path(scope: Scope) -> str:
    """Return a request's path for the log; if it holds a secret, its route pattern instead.

    >>> from starlette.routing import Route
    >>> plain_path({"path": "/t/abc", "route": Route("/t/{table}", print), "path_params": {"table": "abc"}})
    '/t/abc'
    >>> plain_path({"path": "/stop/x7Qd", "route": Route("/stop/{token}", print), "path_params": {"token": "x7Qd"}})
    '/stop/{token}'
    """
    secret = SECRET & set(scope.get("path_params") or {})
    return route_of(scope) if secret else str(scope.get("path", ""))
