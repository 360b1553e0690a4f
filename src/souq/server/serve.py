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
"""Connections that may wait to be taken in."""
GRACE = 5
"""Seconds that open connections get to end when the server stops."""
GONE = 9.0
"""Seconds after which a process that was told to stop is gone, however much hangs. What was acknowledged is kept."""


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
    """Serve until interrupted, or ended by SIGTERM or SIGHUP.

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
        Newer: it belongs to a newer version, beside which this one cannot go on.
        KeyboardInterrupt: it was interrupted, and everything has been put away.
    """
    chosen = replace(settings or Settings(), database=database)
    logs.set_up(chosen.log, chosen.log_level)
    asyncio.run(check(chosen, writes=True))
    asyncio.run(migrations.check(chosen))
    for log in ("asyncio", "uvicorn.error", tracing.SENDER):
        logging.getLogger(log).addFilter(connection_limits.Seldom())
    if nameless(chosen):
        LOG.warning("This house sends mail and has no name for its links, so e-mails have a code alone: set hosts.")
    listener = listen(host, port)
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}"

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
    """Let the first signal to the block stop it, and later ones change nothing: putting everything away takes seconds.

    A SIGHUP that is ignored, as under ``nohup``, still is.

    Raises:
        KeyboardInterrupt: the first signal was Ctrl-C, and the block has ended.
    """
    came: list[int] = []

    def hear(number: int, _: object) -> None:
        came.append(number)
        if len(came) == 1:
            stop()

    before = {}
    if threading.current_thread() is threading.main_thread():  # no other hears signals
        hangup = getattr(signal, "SIGHUP", None)
        hangup = None if hangup is None or signal.getsignal(hangup) == signal.SIG_IGN else hangup
        before = {each: signal.signal(each, hear) for each in (signal.SIGINT, signal.SIGTERM, hangup) if each}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came[:1] == [signal.SIGINT]:
        raise KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        PortInUse: it cannot; the message says what to do.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # said, or asyncio lets small writes wait
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(QUEUE)
    except (OSError, UnicodeError, TypeError) as error:  # the last two: no name of a host at all
        listener.close()
        said = getattr(error, "strerror", None) or error
        raise PortInUse(
            f"The server cannot listen on {host}, port {port}: {said}. Choose another with --port."
        ) from error
    listener.set_inheritable(True)
    return listener


@contextlib.contextmanager
def ending_in_time() -> Iterator[Callable[[float], None]]:
    """What ends this process after so many seconds, once it is called, unless the block has ended by then."""
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
    LOG.warning("Stopped, though something was still going on here. Every game is kept.")
    logging.shutdown()
    os._exit(0)


def make_server(
    settings: Settings,
    on_ready: Callable[[], None] = lambda: None,
) -> uvicorn.Server:
    """A server that says good-bye to its sockets before it stops.

    It says first that it is not ready any more, then takes in nobody, and then sends its sockets elsewhere: a proxy
    does not lead them back to it.

    Args:
        settings: how it behaves.
        on_ready: called once it answers.
    """
    from souq.server.app import create_app

    door = connection_limits.Gate(settings, connection_limits.raise_descriptors())
    app = create_app(settings=settings, gate=door)

    class Server(uvicorn.Server):
        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield  # they are heard around it, until everything has been put away

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            for listener in sockets or ():
                listener.listen(QUEUE)  # more may wait than are taken in at once
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
            await asyncio.sleep(0.1)  # for the good-byes to leave
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        log_config=None if settings.log == "json" else LOGGING_CONFIG,
        log_level=logging.WARNING,
        access_log=False,
        http=connection_limits.Visit.at(door),
        ws=connection_limits.Line.at(door),
        backlog=connection_limits.SWEEP,
        proxy_headers=False,  # see souq.server.core.http.addresses
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
