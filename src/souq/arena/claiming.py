"""File locks, which prevent two processes from writing to the same results file and losing each other's games."""

from __future__ import annotations

import importlib.util
from typing import IO, Any

from souq.engine.errors import SouqError


class Busy(SouqError):
    """Another process holds the lock on the file."""


def claim(file: IO[Any], called: str) -> None:
    """Lock an open file for this process until the file is closed or the process ends.

    Windows has no `fcntl` locks, nor do some file systems: there nothing is locked. Some file systems need the file to
    be open for writing.

    Args:
        file: the open file.
        called: what the error message calls it.

    Raises:
        Busy: another process holds the lock.
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
