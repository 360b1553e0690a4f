"""A file for one process at a time: two that wrote to it would lose each other's games."""

from __future__ import annotations

import importlib.util
from typing import IO, Any

from souq.engine.errors import SouqError


class Busy(SouqError):
    """Another process works with the file."""


def claim(file: IO[Any], called: str) -> None:
    """Keep an open file for this process until it is closed, or the process ends, however it ends.

    Windows has no such locks, nor do some file systems; there nothing is kept. On others it must be open for writing.

    Args:
        file: the file.
        called: what it is, for the message.

    Raises:
        Busy: another process keeps it.
    """
    if importlib.util.find_spec("fcntl") is None:
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Busy(f"Another souq is at work on {called}. Wait until it's done, or stop it.") from None
    except OSError:
        return
