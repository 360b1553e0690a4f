"""The context of log lines: which request or background job they come from, and which table it is about.

This module also has the types of the settings for logs, since those must be known without the libraries that log.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, MutableMapping
from contextvars import Context, ContextVar, copy_context
from typing import Any, Literal

Kind = Literal["words", "json"]
Level = Literal["debug", "info", "warning", "error"]

_ABOUT: ContextVar[Mapping[str, Any]] = ContextVar("souq_log_context", default={})  # noqa: B039 - never changed in place


def about() -> Mapping[str, Any]:
    """Return the labels of the current log lines."""
    return _ABOUT.get()


def begin_request(scope: MutableMapping[str, Any]) -> str:
    """Label the log lines of the current request or WebSocket with a new random ID, and return the ID."""
    name = secrets.token_hex(4)
    _ABOUT.set({"request": name, "scope": scope})
    return name


def begin_job(job: str, **of: str) -> None:
    """Label the log lines of the current background job with its name, and with ``of``, such as its table."""
    _ABOUT.set({"job": job, **of})


def request_name() -> str:
    """Return the ID of the current request, or ""."""
    return str(about().get("request", ""))


def job_of(name: str) -> Context:
    """Return a context in which log lines are labelled with a background job instead of the current request.

    >>> job_of("Notices._send").run(about)
    {'job': 'Notices.send'}
    """
    made = copy_context()
    made.run(begin_job, name.replace("._", ".").lstrip("_"))
    return made
