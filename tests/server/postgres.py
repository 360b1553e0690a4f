"""A PostgreSQL server for tests, on a free port and in a temporary folder."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.ports import free_port

DEBIAN = Path("/usr/lib/postgresql")
"""Debian's folders of programs, which are not on the path."""


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None where it isn't installed."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else sorted(DEBIAN.glob("*/bin"), reverse=True)
    return folders[0] if folders else None


class Cluster:
    """A server that can be stopped and started again, with any number of databases."""

    def __init__(self, programs: Path, folder: Path | None = None, listens: str = "127.0.0.1", *how: str) -> None:
        self._programs, self._numbers, self._listens = programs, itertools.count(), listens
        self._how = how or ("fsync=off",)
        self._folder = folder or Path(tempfile.mkdtemp(prefix="souq-postgres-"))
        self._port = free_port()
        self._who: dict[str, Any] = {}
        if os.name == "posix" and os.geteuid() == 0:  # it refuses to be run by root
            shutil.chown(self._folder, servant := _unprivileged_user())
            self._who = {"user": servant, "extra_groups": []}
        self._run("initdb", "--auth=trust", "--username=souq", "--encoding=UTF8", "--no-sync", self._data)
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        words = (f"listen_addresses='{self._listens}'", "unix_socket_directories=''", *self._how)
        how = " ".join((f"-p {self._port}", *(f"-c {word}" for word in words)))
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "--wait", "--pgdata", self._data, "--log", log, "--options", how)

    def stop(self, mode: str = "fast") -> None:
        """Disconnect all clients and stop; committed data stays. ``immediate`` stops as if it crashed."""
        self._run("pg_ctl", "stop", "--wait", "--pgdata", self._data, "--mode", mode)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def postmaster(self) -> int | None:
        """The process ID of the postmaster, if it runs."""
        try:
            pid = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(pid, 0)
        except (OSError, ValueError, IndexError):
            return None
        return pid

    def create(self) -> str:
        """Create a database and return its URL. Start the server if an earlier test left it stopped."""
        if self.postmaster is None:
            self.start()
        name = f"souq{next(self._numbers)}"
        self._run("createdb", "--host=127.0.0.1", f"--port={self._port}", "--username=souq", name)
        return f"postgresql://souq@127.0.0.1:{self._port}/{name}"

    def close_connections(self, name: str) -> None:
        """Close all connections of an application name."""
        self._execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}'")

    def read_only(self, on: bool) -> None:
        """Make the server read-only, as a standby is, or writable again."""
        self._execute(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if on else 'off'}")
        self._execute("SELECT pg_reload_conf()")

    def _execute(self, sql: str) -> None:
        who = ("--host=127.0.0.1", f"--port={self._port}", "--username=souq")
        self._run("psql", *who, "postgres", "--command", sql)

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop()
        shutil.rmtree(self._folder)

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), *words]
        with open(self._folder / "said", "w+b") as said:  # a pipe would be kept open by the server
            done = subprocess.run(
                command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, **self._who
            )
            said.seek(0)
            assert done.returncode == 0, said.read().decode()


def _unprivileged_user() -> str:
    """Return the name of a user with fewer rights than root."""
    import pwd

    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
