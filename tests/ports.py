"""Ports of this machine, for servers that tests start, stop and restart."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress

PORTS = range(10_000, 32_768)
"""Below those that systems hand to clients: while a server is stopped, no connection gets its port by chance."""


def free_port() -> int:
    """Return a free port."""
    while True:
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port := secrets.choice(PORTS)))
            return port
