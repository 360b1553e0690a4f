"""Declare every setting of a server once: its type, bounds, check and default.

:mod:`souq.server.ops.config.fields` holds what is given to the fields' annotations. ``Settings`` itself checks nothing,
so that a program may set what no file may.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from souq.server.ops.config import checks
from souq.server.ops.config.checks import Unfit, quoted
from souq.server.ops.telemetry import logs


def data_folder() -> Path:
    """Where this user's programs keep data; created when missing."""
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
    """The asynchronous SQLAlchemy URL of a URL or of a path to an SQLite file.

    >>> database_url("/srv/souq.db")
    'sqlite+aiosqlite:////srv/souq.db'
    >>> database_url("postgresql://souq@localhost/souq")
    'postgresql+asyncpg://souq@localhost/souq'

    A path may have signs that mean something in a URL:

    >>> database_url("/srv/games?1.db")
    'sqlite+aiosqlite:////srv/games%3F1.db'

    The driver calls ``ssl`` what PostgreSQL's own tools, and whoever rents one out, call ``sslmode``:

    >>> database_url("postgres://souq@db/souq?sslmode=require")
    'postgresql+asyncpg://souq@db/souq?ssl=require'
    """
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
    """The file of a database; None: it has none of its own.

    >>> str(database_file("/srv/games?1.db")), database_file("postgresql://souq@localhost/souq")
    ('/srv/games?1.db', None)
    """
    url = database_url(database)
    return Path(make_url(url).database or "") if url.startswith("sqlite") else None


SCHEMES = ("sqlite", "sqlite+aiosqlite", "postgres", "postgresql", "postgresql+asyncpg")
"""Kinds of databases that are known."""


def _database(text: str) -> str:
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
    """Where a server listens."""

    address: checks.Address = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server behaves. Times are in seconds."""

    database: Annotated[str, AfterValidator(_database)] = ""
    """An SQLAlchemy URL or the path of an SQLite file; empty: :func:`default_database`."""
    pause: Annotated[float, Field(ge=0, le=60)] = 0.6
    """How long a bot waits before its decision is shown, more or less, so that people can follow."""
    race_pause: Annotated[float, Field(ge=0, le=60)] = 2.5
    """How long a bot takes for a move of a race, more or less; all of them move at once."""
    countdown: Annotated[float, Field(ge=0, le=600)] = 5.0
    """From a race's last seat being taken until moves count."""
    sharing: Annotated[float, Field(ge=0, le=60)] = 5.0
    """From a table's last seat being taken, how long it waits for what players' clients add to chance."""
    workers: Annotated[int, Field(ge=0, le=256)] = min(4, max(2, (os.cpu_count() or 1) - 1))
    """Processes in which bots think: two at least, so that one table's long thought never holds up all others.

    0 lets them think in the server (tests). Solvers and hints, and analyses, have a process each beside these; where
    servers share a PostgreSQL database, hints have two.
    """
    work: bool = True
    """Whether the server does what nobody asks for: bots' turns, clocks, notices. It may leave it to ``souq worker``
    where they share a PostgreSQL database."""
    leaving: Annotated[float, Field(ge=0, le=300)] = 0.0
    """How long a server that is told to stop goes on serving, and says that it is not ready: so that a proxy in front
    of several sends nobody there any more."""
    health: Annotated[int, Field(ge=0, le=65_535)] = 0
    """The port at which a worker says how it is, as a server does at its own; 0: it says it nowhere."""
    thinking: Annotated[float, Field(ge=0.1, le=600)] = 20.0
    """A bot that has not answered by then is replaced, and its decision made by the house."""
    solving: Annotated[float, Field(ge=0, le=600)] = 6.0
    """How hard the best way from the start of a game is looked for, where a game knows one: about so many seconds."""
    hinting: Annotated[float, Field(ge=0, le=600)] = 2.0
    """How hard the best way from here is looked for when somebody asks for a hint."""
    idle: Annotated[float, Field(ge=1, le=86_400)] = 120.0
    """A table nobody has touched for so long is forgotten and rebuilt from the database when somebody does."""
    kept: Annotated[int, Field(ge=1, le=100_000)] = 256
    """Most tables held in memory."""
    busy_timeout: Annotated[float, Field(ge=0, le=600)] = 5.0
    """How long SQLite waits for another process that writes."""
    limited: bool = True
    """Whether clients are held to speeds and numbers: what one address, and one player, may ask for."""
    ration: Annotated[float, Field(ge=1, le=100_000)] = 400.0
    """Milliseconds of the server's only thread that one address may take a second; for a while, fifteen times that."""
    connections: Annotated[int, Field(ge=2, le=1_000_000)] = 2_000
    """Most connections open at once, sockets included; fewer where the system lets a process open fewer."""
    connections_each: Annotated[int, Field(ge=2, le=1_000_000)] = 160
    """Most of them from one address (IPv6: from one network of 2**64)."""
    sockets: Annotated[int, Field(ge=1, le=1_000_000)] = 1_200
    """Most tables' pages open at once."""
    sockets_each: Annotated[int, Field(ge=1, le=1_000_000)] = 80
    """Most of them from one address: a dozen friends behind one router, with a few pages each."""
    head_time: Annotated[float, Field(ge=0.1, le=600)] = 10.0
    """How long a request's head may take to arrive."""
    body_time: Annotated[float, Field(ge=0.1, le=600)] = 30.0
    """How long its body may."""
    proxies: tuple[checks.Proxy, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of reverse proxies: only they are believed when they say for whom they ask."""
    hosts: tuple[checks.Host, ...] = ()
    """Names under which the server is asked for, besides this machine's own and addresses in figures."""
    smtp: checks.MailServer = ""
    """The server for mail, as smtp://user:password@host:port or smtps://…; empty: none is sent."""
    mail_from: checks.Sender = ""
    """The address from which mail is sent."""
    quiet: Annotated[float, Field(ge=0)] = 20.0
    """How long a turn waits for its player before they are told of it elsewhere; letters wait longer."""
    near: bool = False
    """Whether notices may be sent to addresses of the house's own network, and without TLS."""
    log: logs.Kind = "words"
    """How the log is written: in words for people, or as "json", an object a line."""
    log_level: logs.Level = "warning"
    """What is written of it: this and graver ("debug", "info", "warning" or "error")."""
    metrics: tuple[checks.Machine, ...] = ("127.0.0.1", "::1")
    """Addresses and networks that may read the house's figures at /metrics; for all others nothing is there."""
    origins: tuple[checks.Origin, ...] = ()
    """Origins besides the server's own that may open sockets (a reverse proxy that rewrites Host)."""
    clear_tables: Annotated[float, Field(ge=0, le=36_500)] = 0.0
    """Days after which a finished game is cleared away by the house; 0: never."""
    clear_guests: Annotated[float, Field(ge=0, le=36_500)] = 0.0
    """Days after which a guest is who was not seen since, and sits nowhere; 0: never."""
