"""What whoever runs a server may choose, in one place."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server behaves. Times are in seconds."""

    database: str = ""
    """An SQLAlchemy URL or the path of an SQLite file; empty: :func:`default_database`."""
    pause: float = 0.6
    """How long a bot waits before its decision is shown, more or less, so that people can follow."""
    race_pause: float = 2.5
    """How long a bot takes for a move of a race, more or less; all of them move at once."""
    countdown: float = 5.0
    """From a race's last seat being taken until moves count."""
    sharing: float = 5.0
    """From a table's last seat being taken, how long it waits for what players' clients add to chance."""
    workers: int = min(4, max(2, (os.cpu_count() or 1) - 1))
    """Processes in which bots think: two at least, so that one table's long thought never holds up all others.

    0 lets them think in the server (tests). Solvers and hints, and analyses, have a process each beside these; where
    servers share a PostgreSQL database, hints have two.
    """
    work: bool = True
    """Whether the server does what nobody asks for: bots' turns, clocks, notices. It may leave it to ``souq worker``
    where they share a PostgreSQL database."""
    leaving: float = 0.0
    """How long a server that is told to stop goes on serving, and says that it is not ready: so that a proxy in front
    of several sends nobody there any more."""
    health: int = 0
    """The port at which a worker says how it is, as a server does at its own; 0: it says it nowhere."""
    thinking: float = 20.0
    """A bot that has not answered by then is replaced, and its decision made by the house."""
    solving: float = 6.0
    """How hard the best way from the start of a game is looked for, where a game knows one: about so many seconds."""
    hinting: float = 2.0
    """How hard the best way from here is looked for when somebody asks for a hint."""
    idle: float = 120.0
    """A table nobody has touched for so long is forgotten and rebuilt from the database when somebody does."""
    kept: int = 256
    """Most tables held in memory."""
    busy_timeout: float = 5.0
    """How long SQLite waits for another process that writes."""
    limited: bool = True
    """Whether clients are held to speeds and numbers: what one address, and one player, may ask for."""
    ration: float = 400.0
    """Milliseconds of the server's only thread that one address may take a second; for a while, fifteen times that."""
    connections: int = 2_000
    """Most connections open at once, sockets included; fewer where the system lets a process open fewer."""
    connections_each: int = 160
    """Most of them from one address (IPv6: from one network of 2**64)."""
    sockets: int = 1_200
    """Most tables' pages open at once."""
    sockets_each: int = 80
    """Most of them from one address: a dozen friends behind one router, with a few pages each."""
    head_time: float = 10.0
    """How long a request's head may take to arrive."""
    body_time: float = 30.0
    """How long its body may."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of reverse proxies: only they are believed when they say for whom they ask."""
    hosts: tuple[str, ...] = ()
    """Names under which the server is asked for, besides this machine's own and addresses in figures."""
    smtp: str = ""
    """The server for mail, as smtp://user:password@host:port or smtps://…; empty: none is sent."""
    mail_from: str = ""
    """The address from which mail is sent."""
    quiet: float = 20.0
    """How long a turn waits for its player before they are told of it elsewhere; letters wait longer."""
    near: bool = False
    """Whether notices may be sent to addresses of the house's own network, and without TLS."""
    log: str = "words"
    """How the log is written: in words for people, or as "json", an object a line."""
    log_level: str = "warning"
    """What is written of it: this and graver ("debug", "info", "warning" or "error")."""
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks that may read the house's figures at /metrics; for all others nothing is there."""
    origins: tuple[str, ...] = ()
    """Origins besides the server's own that may open sockets (a reverse proxy that rewrites Host)."""
    clear_tables: float = 0.0
    """Days after which a finished game is cleared away by the house; 0: never."""
    clear_guests: float = 0.0
    """Days after which a guest is who was not seen since, and sits nowhere; 0: never."""


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
        from sqlalchemy import URL

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
    from sqlalchemy import make_url

    url = database_url(database)
    return Path(make_url(url).database or "") if url.startswith("sqlite") else None
