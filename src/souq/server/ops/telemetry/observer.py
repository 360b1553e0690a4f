"""What the parts of a house tell whoever watches over it. Usually nobody does, and it costs next to nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Span = AbstractContextManager[object]
"""Something that takes time, from being entered to being left."""

_NOTHING: Span = nullcontext()


class Spread:
    """A change that is on its way to everybody who watches a table.

    Args:
        watchers: how many are to be told.
        told: called with the seconds it took, once the last of them was.
    """

    __slots__ = ("_began", "_left", "_told")

    def __init__(self, watchers: int, told: Callable[[float], None]) -> None:
        self._left, self._told, self._began = watchers, told, time.perf_counter()

    def sent(self) -> None:
        """One of them was told."""
        self._left -= 1
        if not self._left:
            self._told(time.perf_counter() - self._began)


class Observer:
    """Is told what happens, and does nothing about it."""

    def command(self, kind: str, table_id: str) -> Span:
        """A command is carried out."""
        return _NOTHING

    def database(self, kind: str) -> Span:
        """The database is read, or written to."""
        return _NOTHING

    def question(self, part: str, what: str, game: str) -> Span:
        """A process is asked something: first the question is ``waiting`` for one, then ``thinking`` is done.

        Args:
            part: which of the two.
            what: a bot's level, or what else is asked.
            game: of which game.
        """
        return _NOTHING

    def turn(self, table_id: str, level: str, game: str) -> Span:
        """A bot decides, and what it decides is stored."""
        return _NOTHING

    def spread(self, watchers: int) -> Spread | None:
        """A change is about to be told to so many; None: nobody wants to know how long that takes."""
        return None

    def refused(self, by: str, status: int) -> None:
        """Something was refused: ``by`` the socket, or in answer to a request."""


NOBODY = Observer()
"""Who watches over a part that nobody watches over."""
