"""The paths that a page's worker answers, each with the function that does."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Fields = Mapping[str, str]
Handler = Callable[..., Awaitable[Any]]

_ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Return a decorator that makes a function answer a path; each ``{}`` in the path is one of its arguments."""
    pattern = re.compile(re.escape(path).replace(r"\{\}", "([^/]+)"))

    def add(handle: Handler) -> Handler:
        _ROUTES.append((method, pattern, handle))
        return handle

    return add


def find(method: str, path: str) -> tuple[Handler, tuple[str, ...]] | None:
    """Return the function that answers a request, and the variable parts of its path; None if there is none."""
    for wanted, pattern, handle in _ROUTES:
        if wanted == method and (found := pattern.fullmatch(path)):
            return handle, found.groups()
    return None
