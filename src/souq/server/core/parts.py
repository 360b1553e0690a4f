"""A container for the parts of a running server, such as its tables and settings, each found by its class."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


class Parts:
    """Registry of a server's parts by class. Routes use it through :func:`souq.server.core.http.dependencies.part`.

    >>> parts = Parts()
    >>> parts.add(True)
    >>> parts[bool], parts[int]
    (True, True)
    """

    def __init__(self) -> None:
        self._parts: dict[type, Any] = {}

    def add(self, part: object) -> None:
        """Register a part under its class and each base class, so that it is found by any of them.

        Raises:
            TypeError: another part is registered under one of these classes.
        """
        for kind in type(part).__mro__[:-1]:
            if kind in self._parts:
                raise TypeError(f"There is a {kind.__name__} already.")
            self._parts[kind] = part

    def __getitem__(self, kind: type[T]) -> T:
        """Return the part that is registered under a class.

        Raises:
            LookupError: none is registered.
        """
        if kind not in self._parts:
            raise LookupError(f"This server has no {kind.__name__}.")
        found: T = self._parts[kind]
        return found
