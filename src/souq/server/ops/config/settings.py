"""Declarations of all settings: type, bounds, check and default.

:mod:`souq.server.ops.config.fields` validates values against the annotations. ``Settings`` itself validates nothing, so
that programs may use values that are not allowed in a file.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from souq.server.ops.config import checks
from souq.server.ops.config.checks import Unfit, quoted
from souq.server.ops.telemetry.context import Kind, Level


def data_folder() -> Path:
    """Return the folder for souq's data of this user; create it if it is missing."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "souq"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def database_url(database: str) -> str:
    """Return the asynchronous SQLAlchemy URL for a URL or the path of an SQLite file.

    >>> database_url("/srv/souq.db")
    'sqlite+aiosqlite:////srv/souq.db'
    >>> database_url("postgresql://souq@localhost/souq")
    'postgresql+asyncpg://souq@localhost/souq'

    A path may have characters that are special in URLs:

    >>> database_url("/srv/games?1.db")
    'sqlite+aiosqlite:////srv/games%3F1.db'

    The driver has an option ``ssl`` where PostgreSQL's own tools and hosting providers write ``sslmode``:

    >>> database_url("postgres://souq@db/souq?sslmode=require")
    'postgresql+asyncpg://souq@db/souq?ssl=require'
    """
    from sqlalchemy import URL  # here, as settings must also do without a database

    if not database:
        return database_url(str(data_folder() / "souq.db"))
    scheme, slashes, rest = database.partition("://")
    if not slashes:
        file = str(Path(database).expanduser().absolute())
        return URL.create("sqlite+aiosqlite", database=file).render_as_string()
    drivers = {"sqlite": "sqlite+aiosqlite", "postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg"}
    driver = drivers.get(scheme, scheme)
    if driver.startswith("postgresql+asyncpg"):
        rest = re.sub(r"(?<=[?&])sslmode=", "ssl=", rest)
    return f"{driver}://{rest}"


def database_file(database: str) -> Path | None:
    """Return the path of an SQLite database, or None for other databases.

    >>> str(database_file("/srv/games?1.db")), database_file("postgresql://souq@localhost/souq")
    ('/srv/games?1.db', None)
    """
    from sqlalchemy import make_url

    url = database_url(database)
    return Path(make_url(url).database or "") if url.startswith("sqlite") else None


SCHEMES = ("sqlite", "sqlite+aiosqlite", "postgres", "postgresql", "postgresql+asyncpg")
"""Supported URL schemes of databases."""


def _database(text: str) -> str:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    scheme, slashes, _ = text.partition("://")
    if slashes and scheme not in SCHEMES:
        raise Unfit(f"takes a file, or an address like postgresql://souq@localhost/souq, not one of {scheme!r}.")
    if "\0" in text or (not slashes and re.match("(file|sqlite|postgres|postgresql):", text)):
        raise Unfit(f"takes the path of a file, or an address like sqlite:///games.db, not {quoted(text)}.")
    try:
        url, file = make_url(database_url(text)), database_file(text)
        if slashes and file is not None and ("?" in text or url.host or file.name in ("", ":memory:")):
            raise Unfit("takes an address of a file and nothing else, like sqlite:///games.db. A ? in its name is %3F.")
        if file is not None:
            file.exists()
    except (RuntimeError, OSError, ValueError, ArgumentError) as error:  # an unknown home, or a name that is too long
        said = getattr(error, "strerror", None) or str(error)
        raise Unfit(f"can’t be {quoted(text)}: {said.rstrip('.')}.") from error
    return text


@dataclass(frozen=True, slots=True)
class Listening:
    """The address and port where a server listens."""

    address: checks.Address = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server. Times are in seconds, unless a setting names another unit."""

    database: Annotated[str, AfterValidator(_database)] = ""
    """SQLAlchemy URL or path of an SQLite file; if empty, ``souq.db`` in :func:`data_folder`."""
    pause: Annotated[float, Field(ge=0, le=60)] = 0.6
    """Approximate delay before a bot's decision is shown, so that people can follow the game."""
    race_pause: Annotated[float, Field(ge=0, le=60)] = 2.5
    """Approximate time that a bot takes for a move in a race; all bots move at the same time."""
    countdown: Annotated[float, Field(ge=0, le=600)] = 5.0
    """Length of the countdown before a race, which begins when the last seat is taken."""
    sharing: Annotated[float, Field(ge=0, le=60)] = 5.0
    """Maximum time that a full table waits for the players' shares of the random seed."""
    workers: Annotated[int, Field(ge=0, le=256)] = min(4, max(2, (os.cpu_count() or 1) - 1))
    """Number of worker processes for bots; at least two, so that a long computation for one table doesn't block others.

    0 runs bots in the server process (for tests). Hints (including solvers) and analyses have one more process each.
    Where servers share a PostgreSQL database, hints have two.
    """
    work: bool = True
    """Whether this server does background work: bots' turns, clocks and notifications.

    If False, other servers on the same PostgreSQL database must do it, such as ``souq worker``.
    """
    leaving: Annotated[float, Field(ge=0, le=300)] = 0.0
    """Time for which a stopping server still serves clients while its readiness check fails.

    A load balancer uses this time to send new requests to other servers.
    """
    health: Annotated[int, Field(ge=0, le=65_535)] = 0
    """Port on which a worker (``souq worker``) serves health checks and metrics; 0 for none."""
    thinking: Annotated[float, Field(ge=0.1, le=600)] = 20.0
    """Timeout for a bot's decision. After the first, its process is replaced; after a second, a simple bot decides."""
    solving: Annotated[float, Field(ge=0, le=600)] = 6.0
    """Approximate time budget for finding the best solution from a game's first position, in games with a solver."""
    hinting: Annotated[float, Field(ge=0, le=600)] = 2.0
    """Time budget for finding the best continuation when a player asks for a hint."""
    idle: Annotated[float, Field(ge=1, le=86_400)] = 120.0
    """Time after which a table that nobody uses is removed from memory. It is loaded again when needed."""
    kept: Annotated[int, Field(ge=1, le=100_000)] = 256
    """Maximum number of tables in memory."""
    busy_timeout: Annotated[float, Field(ge=0, le=600)] = 5.0
    """Maximum time that SQLite waits while another process writes."""
    limited: bool = True
    """Whether clients are subject to rate limits and connection limits."""
    ration: Annotated[float, Field(ge=1, le=100_000)] = 400.0
    """Rate limit per IP address: the milliseconds of the server's time that its requests may use each second.

    A short burst of requests may use 15 times as much.
    """
    connections: Annotated[int, Field(ge=2, le=1_000_000)] = 2_000
    """Maximum number of open connections, including WebSockets. The system's limit on open files may lower it."""
    connections_each: Annotated[int, Field(ge=2, le=1_000_000)] = 160
    """Maximum number of open connections per IP address (IPv6: per /64 network)."""
    sockets: Annotated[int, Field(ge=1, le=1_000_000)] = 1_200
    """Maximum number of open WebSockets. Every open page of a table has one."""
    sockets_each: Annotated[int, Field(ge=1, le=1_000_000)] = 80
    """Maximum number of WebSockets per IP address: enough for a dozen friends behind one router, with a few pages each.
    """
    head_time: Annotated[float, Field(ge=0.1, le=600)] = 10.0
    """Timeout for a request's headers."""
    body_time: Annotated[float, Field(ge=0.1, le=600)] = 30.0
    """Timeout for a request's body."""
    proxies: tuple[checks.Proxy, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of reverse proxies that are trusted to report the client's address."""
    hosts: tuple[checks.Host, ...] = ()
    """Host names of the server, besides localhost and IP addresses."""
    company: bool = True
    """Whether people can meet others here. If not, pages don't offer what nobody could answer.

    Examples are tables open to anybody, waiting for players, and tournaments. ``souq play`` switches it off unless it
    is given.
    """
    site: str = ""
    """Folder with a site that ``souq site`` has built, with which visitors play offline; if empty, there is none."""
    smtp: checks.MailServer = ""
    """The mail server as smtp://user:password@host:port or smtps://…; if empty, no e-mails are sent."""
    mail_from: checks.Sender = ""
    """The sender address of e-mails."""
    quiet: Annotated[float, Field(ge=0)] = 20.0
    """Delay between the start of a player's turn and a notification outside the page. E-mails come later still."""
    near: bool = False
    """Whether notifications may also be sent to services in private networks, and over HTTP without TLS."""
    log: Kind = "words"
    """Log format: "words" for people, or "json" with one object per line."""
    log_level: Level = "warning"
    """Minimum log level: "debug", "info", "warning" or "error"."""
    metrics: tuple[checks.Machine, ...] = ("127.0.0.1", "::1")
    """IP addresses and networks whose clients may read /metrics. All others get 404."""
    origins: tuple[checks.Origin, ...] = ()
    """Other origins (such as https://souq.example) whose pages may open WebSockets.

    They are needed if a reverse proxy changes the ``Host`` header.
    """
    clear_tables: Annotated[float, Field(ge=0, le=36_500)] = 0.0
    """Days after which finished games are deleted; 0 for never."""
    clear_guests: Annotated[float, Field(ge=0, le=36_500)] = 0.0
    """Days after their last visit when guests without a seat are deleted; 0 for never."""
