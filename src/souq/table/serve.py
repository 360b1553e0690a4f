"""Running the server from Python, as ``souq play`` and ``souq serve`` do."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn

from souq.engine.errors import SouqError
from souq.table.limits import FRAME
from souq.table.sent import gate
from souq.table.settings import Settings
from souq.table.stored.engines import check

QUEUE = 512
"""Connections that may wait to be taken in."""
GRACE = 5
"""Seconds that open connections get to end when the server stops."""


class PortInUse(SouqError, OSError):
    """Something else listens there already."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    open_browser: bool = False,
    on_ready: Callable[[str], None] | None = None,
    settings: Settings | None = None,
) -> None:
    """Serve until interrupted.

    Args:
        host: the address to listen on; ``0.0.0.0`` for everybody in the network.
        port: 0 takes any free one.
        database: an SQLAlchemy URL or a path; empty: the user's own data folder.
        open_browser: show the home page once the server answers.
        on_ready: told the server's address once it answers.
        settings: everything else that may be chosen.

    Raises:
        PortInUse: the port is taken.
        NoDatabase: the database cannot be opened.
        KeyboardInterrupt: it was interrupted, and everything has been put away.
    """
    chosen = replace(settings or Settings(), database=database)
    asyncio.run(check(chosen))
    for log in ("asyncio", "uvicorn.error"):
        logging.getLogger(log).addFilter(gate.Seldom())
    listener = listen(host, port)
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}"

    def ready() -> None:
        if on_ready is not None:
            on_ready(address)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = make_server(chosen, ready)
    asyncio.run(server.serve(sockets=[listener]))


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        PortInUse: it cannot; the message says what to do.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(QUEUE)
    except OSError as error:
        listener.close()
        advice = f"The server cannot listen on {host}, port {port}: {error.strerror}. Choose another with --port."
        raise PortInUse(advice) from error
    listener.set_inheritable(True)
    return listener


def make_server(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """A server that says good-bye to its sockets before it stops; ``on_ready`` is called once it answers."""
    from souq.table.app import create_app

    app = create_app(settings=settings)
    door = gate.Gate(settings, gate.raise_descriptors())

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            for listener in sockets or ():
                listener.listen(QUEUE)  # more may wait than are taken in at once
            if self.started:
                on_ready()

        async def shutdown(self, sockets: Any = None) -> None:
            app.state.house.farewell()
            await asyncio.sleep(0.1)  # for the good-byes to leave
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        log_level=logging.WARNING,
        access_log=False,
        http=gate.Visit.at(door),
        ws=gate.Line.at(door),
        backlog=gate.SWEEP,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=2 * FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    return Server(config)


def _shown(host: str) -> str:
    """The host as a browser on this machine reaches it."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
