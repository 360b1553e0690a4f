"""How a house writes its log: in words for people, as ever, or as JSON, an object a line, for programs.

Each line knows where it comes from: which request or which job of the house's, and about which table. What is said at
tables, and what opens something (tokens, invitations, cookies), is in no line; of a path that holds such a thing its
pattern is told instead.
"""

from __future__ import annotations

import logging
import secrets
import sys
from contextvars import Context, copy_context
from typing import Any, Literal, TextIO

import structlog
from starlette.types import Scope
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars, merge_contextvars
from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, WrappedLogger

Kind = Literal["words", "json"]
Level = Literal["debug", "info", "warning", "error"]

SECRET = frozenset({"token", "code", "session", "channel", "passkey"})
"""Parts of paths that open something, or belong to somebody."""
TOLD = ("souq.compiling", "souq.serve")
"""Logs whose every line is told, whatever the level: what is got ready, and where the house is."""


def set_up(kind: Kind, level: Level) -> None:
    """Let this process write its log so.

    Args:
        kind: how each line looks.
        level: what is written of the house's own log: this and graver.
    """
    let_go()
    handler = Written()
    handler.setFormatter(_json() if kind == "json" else logging.Formatter("%(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger("souq").setLevel(level.upper())
    for name in TOLD if kind == "json" else TOLD[-1:]:  # for people, a command prints what is got ready
        logging.getLogger(name).setLevel(logging.INFO)


def let_go() -> None:
    """Write it as if nobody had said how."""
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, Written)]:
        root.removeHandler(handler)
    for name in ("souq", *TOLD):
        logging.getLogger(name).setLevel(logging.NOTSET)


class Written(logging.StreamHandler[TextIO]):
    """Writes to whatever the standard error is by then."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        self.stream = sys.stderr
        super().emit(record)


def _json() -> logging.Formatter:
    """What makes an object of a line: of any library's, too."""
    return ProcessorFormatter(
        foreign_pre_chain=[
            merge_contextvars,
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


def begin_request(scope: Scope) -> str:
    """Everything that is logged from here on belongs to a request, or a socket; returns what it is called."""
    name = secrets.token_hex(4)
    clear_contextvars()
    bind_contextvars(request=name, scope=scope)
    return name


def begin_job(job: str, **about: str) -> None:
    """Everything that is logged from here on belongs to something that the house does by itself."""
    clear_contextvars()
    bind_contextvars(job=job, **about)


def request_name() -> str:
    """What the request is called that is answered here; "" when none is."""
    return str(get_contextvars().get("request", ""))


def placed(logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
    """Say of a request which route it took, and to which table: that is known only once it has got there."""
    scope: dict[str, Any] | None = line.pop("scope", None)
    if scope is not None:
        if path := route_of(scope):
            line["route"] = path
        params = scope.get("path_params") or {}
        if table := params.get("table") or params.get("table_id"):
            line.setdefault("table", str(table)[:16])
    return line


def route_of(scope: Scope) -> str:
    """The pattern of the path that a request asked for; "" before that is known, and of one that leads nowhere.

    >>> from starlette.routing import Route
    >>> route_of({"route": Route("/t/{table}", print)}), route_of({})
    ('/t/{table}', '')
    """
    return str(getattr(scope.get("route"), "path", ""))


def plain_path(scope: Scope) -> str:
    """A request's path, fit for a log: what opens something is not in it.

    >>> from starlette.routing import Route
    >>> plain_path({"path": "/t/abc", "route": Route("/t/{table}", print), "path_params": {"table": "abc"}})
    '/t/abc'
    >>> plain_path({"path": "/stop/x7Qd", "route": Route("/stop/{token}", print), "path_params": {"token": "x7Qd"}})
    '/stop/{token}'
    """
    secret = SECRET & set(scope.get("path_params") or {})
    return route_of(scope) if secret else str(scope.get("path", ""))


def job_of(name: str) -> Context:
    """What is known of where lines come from in a job of the house's, whoever had it begun: its own name.

    >>> job_of("Notices._send").run(get_contextvars)
    {'job': 'Notices.send'}
    """
    made = copy_context()
    made.run(begin_job, name.replace("._", ".").lstrip("_"))
    return made
