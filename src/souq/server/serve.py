"""Running the server from Python, as ``souq play`` and ``souq serve`` do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from souq.engine.errors import SouqError
from souq.server.core.db import migrations
from souq.server.core.db.engines import check
from souq.server.core.http import connection_limits
from souq.server.core.http.security import nameless
from souq.server.core.token_bucket import FRAME
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry import logs, tracing

LOG = logging.getLogger("souq.serve")

QUEUE = 512
"""Backlog of the listening socket: how many new connections may wait until the server accepts them."""
GRACE = 5
"""Seconds that open connections have to finish when the server stops."""
GONE = 9.0
"""Seconds after which a stopping process exits even if something hangs. No acknowledged command is lost by that."""


class PortInUse(SouqError, OSError):
    """Raised if the server can't listen at an address, for example because another program uses the port."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    open_browser: bool = False,
    on_ready: Callable[[str], None] | None = None,
    settings: Settings | None = None,
) -> None:
    """Run the server until Ctrl-C, SIGTERM or SIGHUP.

    Args:
        host: the address to listen on; ``0.0.0.0`` for all computers in the network.
        port: the port to listen on; 0 for any free one.
        database: an SQLAlchemy URL or a path; empty: a file in the user's data folder.
        open_browser: whether to open the home page in a browser once the server is ready.
        on_ready: called with the server's address once the server is ready.
        settings: all other settings.

    Raises:
        PortInUse: the port is taken.
        NoDatabase: the database cannot be opened.
        NoSite: the settings name a site that can't be served.
        Newer: the database belongs to a newer version that this one can't work with.
        KeyboardInterrupt: Ctrl-C was pressed; the server has shut down cleanly.
    """
    chosen = replace(settings or Settings(), database=database)
    logs.set_up(chosen.log, chosen.log_level)
    asyncio.run(check(chosen, writes=True))
    asyncio.run(migrations.check(chosen))
    for log in ("asyncio", "uvicorn.error", tracing.SENDER):
        logging.getLogger(log).addFilter(connection_limits.RepeatFilter())
    if nameless(chosen):
        LOG.warning("E-mails hold only a code and no link, because the server has no name. Set hosts.")
    listener = listen(host, port)
    address = f"http://{_local_host(host)}:{listener.getsockname()[1]}"

    def ready() -> None:
        if on_ready is not None:
            on_ready(address)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with ending_in_time() as end_after:

        def stop() -> None:
            end_after(chosen.leaving + GONE)
            server.should_exit = True

        server = make_server(chosen, ready)
        with stopped_by_signals(stop):
            asyncio.run(server.serve(sockets=[listener]))


@contextlib.contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` when the process receives Ctrl-C, SIGTERM or SIGHUP for the first time during the block.

    Further signals are ignored, since a clean shutdown takes seconds. SIGHUP stays ignored if it was, as under
    ``nohup``.

    Raises:
        KeyboardInterrupt: the first signal was Ctrl-C, and the block has ended.
    """
    received: list[int] = []

    def on_signal(number: int, _: object) -> None:
        received.append(number)
        if len(received) == 1:
            stop()

    before = {}
    if threading.current_thread() is threading.main_thread():  # only the main thread may handle signals
        hangup = getattr(signal, "SIGHUP", None)
        hangup = None if hangup is None or signal.getsignal(hangup) == signal.SIG_IGN else hangup
        before = {each: signal.signal(each, on_signal) for each in (signal.SIGINT, signal.SIGTERM, hangup) if each}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if received[:1] == [signal.SIGINT]:
        raise KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    """Return a listening TCP socket.

    Raises:
        PortInUse: the address can't be used; the message says what to do.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # the protocol makes asyncio set TCP_NODELAY
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(QUEUE)
    except (OSError, UnicodeError, TypeError) as error:  # the last two: not a host name
        listener.close()
        said = getattr(error, "strerror", None) or error
        raise PortInUse(
            f"The server cannot listen on {host}, port {port}: {said}. Choose another with --port."
        ) from error
    listener.set_inheritable(True)
    return listener


@contextlib.contextmanager
def ending_in_time() -> Iterator[Callable[[float], None]]:
    """Yield a function that starts a timeout: if the block hasn't ended after some seconds, the process exits."""
    timers: list[threading.Timer] = []

    def end_after(seconds: float) -> None:
        timers.append(timer := threading.Timer(seconds, _end))
        timer.daemon = True
        timer.start()

    try:
        yield end_after
    finally:
        for timer in timers:
            timer.cancel()


def _end() -> None:
    LOG.warning("Stopped while something was still running. Every game is saved.")
    logging.shutdown()
    os._exit(0)


def make_server(
    settings: Settings,
    on_ready: Callable[[], None] = lambda: None,
) -> uvicorn.Server:
    """Create a uvicorn server that shuts down in an order suited to running behind a reverse proxy.

    It first fails its readiness check, then stops accepting connections, and closes its WebSockets last. By then the
    proxy knows that this server isn't ready, and sends clients that reconnect to other servers.

    Args:
        settings: the server's settings.
        on_ready: called once the server is ready.
    """
    from souq.server.app import create_app

    door = connection_limits.Connections(settings, connection_limits.raise_descriptors())
    app = create_app(settings=settings, connections=door)

    class Server(uvicorn.Server):
        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield  # stopped_by_signals handles them until the shutdown is complete

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            for listener in sockets or ():
                listener.listen(QUEUE)  # uvicorn listens with its smaller backlog (the connections accepted at once)
            if self.started:
                on_ready()

        async def shutdown(self, sockets: Any = None) -> None:
            LOG.info("Stopping.")
            await app.state.house.leave()
            await asyncio.sleep(settings.leaving)
            for listening in self.servers:
                listening.close()
            for listener in sockets or ():
                listener.close()
            app.state.house.farewell()
            await asyncio.sleep(0.1)  # let the close messages be sent
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        log_config=None if settings.log == "json" else LOGGING_CONFIG,
        log_level=logging.WARNING,
        access_log=False,
        http=connection_limits.HttpConnection.at(door),
        ws=connection_limits.SocketConnection.at(door),
        backlog=connection_limits.SWEEP,
        proxy_headers=False,  # see souq.server.core.http.addresses
        ws_max_size=2 * FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    return Server(config)


def _local_host(host: str) -> str:
    """Return the host name for a URL by which a browser on this machine reaches the server."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
