"""A cluster of servers and workers on one database, whose parts can be killed, paused or disconnected."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import asyncpg

from souq.server.cluster.pubsub import NAME
from tests.chaos.processes import Plan, context, live
from tests.chaos.wires import Wire, may_have_networks, wire
from tests.ports import free_port
from tests.server.postgres import Cluster, find_programs

PROCESSES = context()
DISK = "500m"
STARTS = 120.0
"""Seconds a process may take to start on a busy machine."""
AGAIN = 1.0
"""Seconds before a process that exited too early is restarted."""


class Part:
    """A server or worker process."""

    def __init__(self, kind: str, number: int, line: Wire, database: str, folder: Path) -> None:
        self.kind, self.name, self.wire = kind, f"{kind} {number}", line
        self._database, self._folder = database, folder
        self._port = free_port()
        self._jump = folder / f"{kind}{number}.jump"
        self._jump.write_text("0")
        self.address = f"http://{line.inside}:{self._port}"
        self.process: ForkServerProcess | None = None
        self.log = folder / f"{kind}{number}.log"

    @property
    def runs(self) -> bool:
        """Return whether the process runs."""
        return self.process is not None and self.process.is_alive()

    async def start(self) -> None:
        """Start the process and wait until it is ready; restart it if it exits before, as a supervisor does.

        Raises:
            RuntimeError: it does not come to that.
        """
        until = time.monotonic() + STARTS
        while not await self._begun(until - time.monotonic()):
            if time.monotonic() > until:
                raise RuntimeError(f"{self.name} did not start: {self.log.read_text()[-2000:]}")
            await asyncio.sleep(AGAIN)

    async def _begun(self, seconds: float) -> bool:
        """Return whether a new process is ready within this time."""
        host, port = self.wire.database
        url = f"postgresql://souq@{host}:{port}/{self._database}"
        plan = Plan(self.kind, self.wire.inside, self._port, url, self.wire.name, self._jump, self.log)
        hears, tells = PROCESSES.Pipe(duplex=False)
        self.process = PROCESSES.Process(target=live, args=(plan, tells), daemon=True)
        await asyncio.to_thread(self.process.start)
        tells.close()
        try:
            ready = await asyncio.to_thread(hears.poll, max(0.0, seconds))
            return ready and bool(hears.recv())
        except EOFError:
            return False
        finally:
            hears.close()

    def send(self, number: int) -> None:
        """Send a signal."""
        with contextlib.suppress(ProcessLookupError):
            if self.runs and self.process is not None and self.process.pid is not None:
                os.kill(self.process.pid, number)

    async def kill(self) -> None:
        """Kill the process."""
        self.send(signal.SIGKILL)
        if self.process is not None:
            await asyncio.to_thread(self.process.join)

    def jump(self, seconds: float) -> None:
        """Set the process's clock wrong by this many seconds."""
        self._jump.write_text(str(seconds))
        self.send(signal.SIGUSR1)


class Nginx:
    """nginx in front of all servers."""

    def __init__(self, servers: list[Part], folder: Path) -> None:
        self._port, self._folder, self._servers = free_port(), folder, servers
        self.address = f"http://127.0.0.1:{self._port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start nginx."""
        upstream = "".join(f"server {part.address.removeprefix('http://')} fail_timeout=1s; " for part in self._servers)
        (self._folder / "nginx.conf").write_text(
            f"""daemon off; worker_processes 1; pid {self._folder}/nginx.pid; error_log {self._folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {self._folder}/body; proxy_temp_path {self._folder}/proxy;
  fastcgi_temp_path {self._folder}/f; uwsgi_temp_path {self._folder}/u; scgi_temp_path {self._folder}/s;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
  upstream souq {{ {upstream} keepalive 16; }}
  server {{
    listen 127.0.0.1:{self._port};
    location / {{
      proxy_pass http://souq; proxy_http_version 1.1; proxy_connect_timeout 2s; proxy_read_timeout 10s;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
    }}
  }}
}}
"""
        )
        words = ["nginx", "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")]
        self.process = subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)

    def kill(self) -> None:
        """Kill nginx and its children."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Town:
    """The whole cluster."""

    def __init__(self, servers: int = 2, workers: int = 2) -> None:
        self._counts = servers, workers
        self.folder = Path(tempfile.mkdtemp(prefix="souq-chaos-"))
        self.lacks: dict[str, str] = {}
        """What this machine cannot do, and why."""
        self.parts: list[Part] = []
        self.nginx: Nginx | None = None
        self.url = ""
        self.outages: list[tuple[float, float]] = []
        """When nobody could play, from and until, in seconds of this machine's monotonic clock."""
        self._disk = self.folder / "disk"

    async def open(self) -> None:
        """Start everything.

        Raises:
            LookupError: there is no PostgreSQL.
        """
        found = find_programs()
        if found is None:
            raise LookupError("PostgreSQL is not installed: apt install postgresql")
        self._lay_disk()
        without = may_have_networks()
        if without:
            self.lacks["network"] = f"{without}: a proxy stands in for it"
        how = ("fsync=on", "max_wal_size=64MB", "min_wal_size=32MB", "wal_keep_size=0", "log_min_messages=warning")
        self.cluster = Cluster(found, self._disk, "127.0.0.1" if without else "*", *how)
        with (self._disk / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all souq 10.0.0.0/8 trust\n")
        self.cluster.stop()
        self.cluster.start()
        self.url = self.cluster.create()
        database = self.url.rpartition("/")[2]
        for kind, count in zip(("server", "worker"), self._counts, strict=True):
            for n in range(count):
                line = await wire(("127.0.0.1", self.cluster.port), not without)
                self.parts.append(Part(kind, n, line, database, self.folder))
        await self.parts[0].start()
        await asyncio.gather(*(part.start() for part in self.parts[1:]))
        if shutil.which("nginx") is None:
            self.lacks["nginx"] = "nginx is not installed"
        else:
            self.nginx = Nginx(self.servers, self.folder)
            self.nginx.start()

    def _lay_disk(self) -> None:
        """Mount a small disk for the database."""
        self._disk.mkdir()
        self.folder.chmod(0o755)
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "souq-chaos", str(self._disk)],
            capture_output=True,
            check=False,
        )
        if mounted.returncode:
            self.lacks["disk"] = "only root may mount a small disk"

    @property
    def servers(self) -> list[Part]:
        """The servers."""
        return [part for part in self.parts if part.kind == "server"]

    @property
    def doors(self) -> list[str]:
        """The base URLs of all servers and of nginx."""
        return [part.address for part in self.servers] + ([self.nginx.address] if self.nginx else [])

    async def connect(self) -> asyncpg.Connection[Any]:
        """Return a connection to the database."""
        return await asyncpg.connect(self.url, timeout=10)

    @contextlib.asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """Record a period in which nobody can play."""
        since = time.monotonic()
        yield
        self.outages.append((since, time.monotonic()))

    async def stop_database(self, *, kill: bool) -> None:
        """Crash the database, by SIGKILL or by an immediate shutdown. Another fault may restart it at once."""
        pid = self.cluster.postmaster
        if pid is None:
            return
        os.kill(pid, signal.SIGKILL if kill else signal.SIGQUIT)
        while self.cluster.postmaster == pid:
            await asyncio.sleep(0.05)

    async def start_database(self) -> None:
        """Restart the database once its old processes allow it."""
        for attempt in range(60):
            if self.cluster.postmaster is None:
                try:
                    await asyncio.to_thread(self.cluster.start)
                except AssertionError:
                    if attempt == 59:
                        raise
            try:
                await (await self.connect()).close()
                return
            except (OSError, asyncpg.PostgresError, TimeoutError):
                await asyncio.sleep(0.5)

    def fill_disk(self) -> None:
        """Fill the database's disk."""
        with contextlib.suppress(OSError), (self._disk / "full").open("wb") as filler:
            while True:
                filler.write(bytes(65_536))
                filler.flush()

    def free_disk(self) -> None:
        """Free the disk again."""
        (self._disk / "full").unlink(missing_ok=True)

    async def hang_up(self) -> None:
        """Break all connections that carry notifications between servers."""
        line = await self.connect()
        try:
            await line.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", NAME
            )
        finally:
            await line.close()

    async def close(self) -> None:
        """Stop everything, whatever its state."""
        for part in self.parts:
            part.send(signal.SIGCONT)
            await part.kill()
            with contextlib.suppress(RuntimeError):
                await part.wire.close()
        if self.nginx:
            self.nginx.kill()
        with contextlib.suppress(AssertionError, AttributeError):
            self.cluster.stop("immediate")
        if "disk" not in self.lacks:
            subprocess.run(["umount", "--lazy", str(self._disk)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
