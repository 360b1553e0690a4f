"""Checks whether a server can run with its configuration (``souq doctor``): what is wrong, and how to fix it."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import stat
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import aiosmtplib
from sqlalchemy import func, select, text

from souq.compiling import is_ready
from souq.engine import registry
from souq.engine.compiler.numba_compiler import cache_folder, keeps
from souq.engine.errors import SouqError
from souq.extras import install
from souq.server.core.db.engines import Database, check
from souq.server.core.db.migrations import HEAD, fits, known, version
from souq.server.core.db.models import TABLES
from souq.server.core.http.connection_limits import RESERVE
from souq.server.core.http.offline_site import NoSite, OfflineSite
from souq.server.core.http.security import nameless
from souq.server.hosts import at_home, in_figures, name
from souq.server.mail import Post, server_of
from souq.server.ops.config.fields import SETTINGS
from souq.server.ops.config.settings import Settings, data_folder, database_file
from souq.server.ops.config.sources import OTHERS, PREFIX, Chosen
from souq.server.ops.telemetry import tracing

ROOM = 500 * 1024 * 1024
"""Free disk space, in bytes, below which the doctor reports a problem."""
PATIENCE = 10.0
"""Timeout for a mail server, in seconds."""
BORN = 1_790_000_000.0
"""A time before which no clock can be right: September 2026, in seconds since 1970."""

Mark = Literal["fine", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: what was checked, whether it is fine, and what to do if it isn't."""

    what: str
    mark: Mark
    said: str
    todo: str = ""


async def examine(chosen: Chosen, mail: str = "") -> AsyncIterator[Finding]:
    """Check everything that a server needs, and yield a finding for each check.

    Args:
        chosen: the configuration.
        mail: recipient of a test e-mail; empty: none is sent.
    """
    yield _configuration(chosen)
    for found in (*_secrets(chosen), *_strange(), *_address(chosen), *_names(chosen)):
        yield found
    async for found in _database(chosen.settings):
        yield found
    for found in (*_room(chosen.settings), *_games(), _files(chosen.settings)):
        yield found
    yield _traces()
    for found in (*_site(chosen.settings), *_figures(chosen.settings)):
        yield found
    yield await _mail(chosen.settings)
    if mail:
        yield await _letter(chosen.settings, mail)


def _configuration(chosen: Chosen) -> Finding:
    said = f"{chosen.file}" if chosen.file else f"no file; one would be read from {data_folder() / 'souq.toml'}"
    number = len(chosen.said)
    given = "1 setting is given" if number == 1 else f"{number} settings are given"
    return Finding("settings", "fine", f"{said}; {given}")


def _secrets(chosen: Chosen) -> list[Finding]:
    """Check whether other users of this machine can read passwords or the database file."""
    path, secret, found = chosen.file, {"smtp", "database"}, list[Finding]()
    here = [each for each in secret if path and chosen.said.get(each, "").startswith(str(path))]
    if path and _open_to_others(path) and any(urlsplit(getattr(chosen.settings, each)).password for each in here):
        todo = f"Let only the user who runs souq read it: chmod 600 {path}"
        found.append(Finding("password", "wrong", f"others on this machine can read the password in {path}", todo))
    file = database_file(chosen.settings.database)
    beside = [file.with_name(file.name + ending) for ending in ("", "-wal", "-shm")] if file else []
    if readable := [each for each in beside if _open_to_others(each)]:
        said = f"others on this machine can read {readable[0]}: e-mail addresses, keys, and secrets of running games"
        todo = f"Let only the user who runs souq read it: chmod 600 {' '.join(map(str, readable))}"
        found.append(Finding("privacy", "wrong", said, todo))
    return found


def _open_to_others(path: Path) -> bool:
    """Return whether other users of this machine may read a file."""
    return os.name == "posix" and path.is_file() and bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


def _strange() -> list[Finding]:
    """Return a finding for each environment variable that begins with ``SOUQ_`` but isn't a setting."""
    names = {PREFIX + each.upper() for each in SETTINGS} | set(OTHERS)
    odd = sorted(each for each in os.environ if each.startswith(PREFIX) and each not in names)
    return [Finding("environment", "note", f"{each} is not a souq setting") for each in odd]


def _address(chosen: Chosen) -> list[Finding]:
    """Check whether the server can listen at its address, and whether another program already does."""
    family = socket.AF_INET6 if ":" in chosen.address else socket.AF_INET
    where = f"{chosen.address}, port {chosen.port}"
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((chosen.address, chosen.port))
        except PermissionError:
            return [Finding("port", "wrong", f"{where} is not allowed", "Choose a port above 1023.")]
        except OSError as error:
            if error.errno in (98, 48, 10048):
                return [Finding("port", "note", f"something already listens on {where}, perhaps souq itself")]
            return [Finding("port", "wrong", f"{where}: {error.strerror}", "Choose an address of this machine.")]
    return [Finding("port", "fine", f"{where} is free")]


def _names(chosen: Chosen) -> list[Finding]:
    """Check whether the settings for hosts, origins, TLS and proxies are consistent."""
    settings, found = chosen.settings, list[Finding]()
    near = chosen.address in ("localhost", "::1") or chosen.address.startswith("127.")
    public = [each for each in settings.hosts if "." in each and not in_figures(name(each))]
    secure = [each for each in settings.origins if each.startswith("https://")]
    plain = [each for each in settings.origins if each.startswith("http://") and not _at_home(each)]
    far = [each for each in settings.proxies if each not in Settings().proxies]
    for each in plain:
        todo = "Put a web server with TLS in front, and write https:// here."
        found.append(
            Finding("origin", "wrong", f"{each} has no TLS: passkeys don’t work there, and others can listen in", todo)
        )
    if public and not near and not far and not secure:
        todo = "Let souq listen on 127.0.0.1 only, behind a web server with TLS."
        said = f"people reach {public[0]} at {chosen.address} without TLS"
        found.append(Finding("TLS", "wrong", said, todo))
    if far and near:
        todo = "Listen where it can reach you (address), or leave proxies out."
        found.append(
            Finding("proxies", "wrong", f"{far[0]} is another machine, but souq only listens to this one", todo)
        )
    if any(each.endswith("/0") for each in far):
        todo = "Name the web server's own address."
        found.append(
            Finding("proxies", "wrong", "everybody is trusted as a proxy, so anybody can fake an IP address", todo)
        )
    if nameless(settings):
        said = "the server has no name, so e-mails hold a code to type but no link"
        found.append(Finding("names", "note", said, "Set hosts or origins."))
    if not settings.limited:
        found.append(
            Finding("limits", "note", "nothing limits what clients may do", "Leave limited at true for strangers.")
        )
    if not found:
        known_as = ", ".join((*settings.origins, *settings.hosts)) or "this machine’s own names"
        found.append(Finding("names", "fine", f"known as {known_as}"))
    return found


def _at_home(origin: str) -> bool:
    host = name(origin.partition("://")[2])
    return at_home(host) or in_figures(host)


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    file = database_file(settings.database)
    if file and not file.exists():
        folder = next(each for each in file.absolute().parents if each.exists())
        if _writable(folder):
            yield Finding("database", "fine", f"{file} will be made at the first start")
        else:
            yield Finding(
                "database", "wrong", f"{folder} can’t be written to", "Change its owner, or choose another place."
            )
        return
    try:
        await check(settings)
    except SouqError as error:
        yield Finding("database", "wrong", str(error), "Start it, or correct database.")
        return
    opened = Database(settings)
    try:
        async with opened.read() as db:
            revision, fit = await db.run_sync(version), await db.run_sync(fits)
            latest = revision and (await db.execute(select(func.max(TABLES.c.updated_at)))).scalar()
            theirs = None if opened.is_sqlite else float((await db.execute(text(_NOW))).scalar() or 0.0)
        yield _migrated(revision, fit)
        yield _clock(float(latest or 0.0), theirs)
        if file and not (os.access(file, os.W_OK) and _writable(file.parent)):
            yield Finding("database", "wrong", f"{file} or its folder can’t be written to", "Change its owner.")
    except SouqError as error:
        yield Finding("database", "wrong", str(error), "Look at the database's own log.")
    finally:
        await opened.close()


def _writable(folder: Path) -> bool:
    """Return whether this process may create files in a folder. A temporary file is created to find out."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


_NOW = "SELECT extract(epoch FROM clock_timestamp())"


def _migrated(revision: str | None, fit: bool) -> Finding:
    if revision == HEAD:
        return Finding("database", "fine", "answers, and matches this version")
    if revision is None:
        return Finding("database", "fine", "answers, and is empty: the first start makes its tables")
    if revision in known():
        return Finding(
            "database", "note", f"answers; the next start brings it from {revision} to {HEAD}", "Back it up first."
        )
    if fit:
        return Finding(
            "database", "note", "belongs to a newer souq, which this one still works with", "Update this one soon."
        )
    return Finding("database", "wrong", "belongs to a newer souq", "Install that one, or restore a backup from before.")


def _clock(latest: float, theirs: float | None) -> Finding:
    now, todo = time.time(), "Let the system set its clock (NTP)."
    if now < BORN:
        return Finding("clock", "wrong", f"shows {time.strftime('%Y-%m-%d', time.gmtime(now))}", todo)
    if latest > now + 60:
        return Finding("clock", "wrong", f"is {round(latest - now)} seconds behind the last game", todo)
    if theirs is not None and abs(theirs - now) > 5:
        return Finding("clock", "wrong", f"is {abs(round(theirs - now))} seconds off the database’s", todo)
    return Finding("clock", "fine", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now)))


def _room(settings: Settings) -> list[Finding]:
    """Return a finding on the free disk space of each folder to which the server writes."""
    file = database_file(settings.database)
    places = {
        "the database": file.parent if file else None,
        "compiled games": cache_folder() if keeps() else None,
    }
    found = []
    for what, folder in places.items():
        if folder is None or not folder.exists():
            continue
        free = shutil.disk_usage(folder).free
        said = f"{free / 1e9:.1f} GB free for {what} in {folder}"
        todo = "Make room: souq tidy, or another disk."
        found.append(Finding("disk", "wrong", said, todo) if free < ROOM else Finding("disk", "fine", said))
    return found


def _games() -> list[Finding]:
    games = list(registry.games().values())
    waiting = [game.title for game in games if not is_ready(game)]
    if cache_folder() is None:
        todo = "Let souq write there, or choose another folder with SOUQ_CACHE_DIR."
        return [Finding("games", "wrong", "the folder for compiled games can’t be written to", todo)]
    if waiting:
        said = f"{', '.join(waiting)} will be compiled while people are already playing"
        return [Finding("games", "note", said, "souq compile does it ahead of time.")]
    return [Finding("games", "fine", f"all {len(games)} are compiled")]


def _files(settings: Settings) -> Finding:
    """Check whether the limit on open files allows the configured connections."""
    try:
        import resource
    except ImportError:
        return Finding("open files", "fine", "this system has no limit of its own")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = "as many as it likes" if hard == resource.RLIM_INFINITY else f"{hard:,}"
    if hard != resource.RLIM_INFINITY and hard < settings.connections + RESERVE:
        todo = f"Raise it (systemd: LimitNOFILE={settings.connections + 2 * RESERVE}), or set connections lower."
        return Finding("open files", "wrong", f"{most} for {settings.connections:,} connections", todo)
    return Finding("open files", "fine", f"{most} for {settings.connections:,} connections")


def _traces() -> Finding:
    """Check whether traces can be sent, if they are configured."""
    if not tracing.wanted():
        return Finding("traces", "fine", f"none are sent: {tracing.WHERE[0]} isn’t set")
    if not tracing.installed():
        return Finding(
            "traces",
            "wrong",
            "they should be sent, but the package that sends them isn’t installed",
            install("telemetry"),
        )
    where = next(os.environ[name] for name in tracing.WHERE if os.environ.get(name))
    return Finding("traces", "fine", f"are sent to {urlsplit(where).hostname or 'nowhere'}")


def _site(settings: Settings) -> list[Finding]:
    """Check whether the site for playing offline can be served, if there is one."""
    if not settings.site:
        return []
    try:
        about = OfflineSite(settings.site).about
    except NoSite as error:
        return [Finding("site", "wrong", str(error))]
    return [Finding("site", "fine", f"{settings.site}: {about['version']}")]


def _figures(settings: Settings) -> list[Finding]:
    """Return a problem if the metrics may be read from everywhere; otherwise an empty list."""
    if any(each.endswith("/0") for each in settings.metrics):
        return [
            Finding("metrics", "wrong", "everybody can read the server’s metrics", "Set metrics to who may read them.")
        ]
    return []


async def _mail(settings: Settings) -> Finding:
    """Check whether the mail server accepts the login. No e-mail is sent."""
    if not settings.smtp:
        return Finding("mail", "fine", "none is sent: no server is set")
    server = server_of(settings.smtp)
    client = aiosmtplib.SMTP(timeout=PATIENCE, **server.way)
    try:
        async with asyncio.timeout(2 * PATIENCE), client:
            await client.noop()
    except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
        said = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        return Finding("mail", "wrong", f"{server.host}, port {server.port}: {said}", "Correct smtp, or ask its host.")
    return Finding("mail", "fine", f"{server.host}, port {server.port} accepts the login")


async def _letter(settings: Settings, to: str) -> Finding:
    post = Post(settings.smtp, settings.mail_from)
    if not post.goes:
        return Finding("test e-mail", "wrong", "no mail can be sent", "Set smtp and mail_from.")
    sent = await post.send(to, "A test e-mail from souq", "souq doctor sent this to check that e-mails arrive.\n")
    if sent:
        return Finding("test e-mail", "fine", f"was accepted for {to}: check that it arrives, and not as spam")
    return Finding("test e-mail", "wrong", f"was not accepted for {to}", "See above, and the mail server’s log.")
