"""The network link between a process and the database, which can be cut without either end noticing."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import shutil
import subprocess
from functools import cache

_NUMBERS = itertools.count(1)


def may_have_networks() -> str:
    """Return what this machine lacks for network namespaces, or an empty string."""
    if os.name != "posix" or os.geteuid() != 0:
        return "only root may make networks"
    if shutil.which("ip") is None:
        return "the program ip is not installed"
    tried = subprocess.run(["ip", "netns", "add", f"souq{os.getpid()}"], capture_output=True, check=False)
    if tried.returncode:
        return "this machine lets nobody make networks"
    subprocess.run(["ip", "netns", "delete", f"souq{os.getpid()}"], check=False)
    return ""


class Network:
    """A network namespace with one link to clients and one to the database, which can be cut."""

    kind = "a network of its own"

    def __init__(self, database: tuple[str, int]) -> None:
        n = next(_NUMBERS)
        self.name, self._cable = f"souq{os.getpid()}n{n}", f"sq{os.getpid() % 100000}d{n}"
        visits, net = f"sq{os.getpid() % 100000}v{n}", _free_net()
        self.inside = f"10.{net}.{n}.2"
        self.database = f"10.{net}.{100 + n}.1", database[1]
        _ip("netns", "add", self.name)
        self._lay(visits, f"10.{net}.{n}", "v0")
        self._lay(self._cable, f"10.{net}.{100 + n}", "d0")
        _ip("-n", self.name, "link", "set", "lo", "up")

    def _lay(self, outside: str, net: str, inside: str) -> None:
        """Create a link from the machine into the namespace."""
        _ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", self.name)
        _ip("address", "add", f"{net}.1/30", "dev", outside)
        _ip("link", "set", outside, "up")
        _ip("-n", self.name, "address", "add", f"{net}.2/30", "dev", inside)
        _ip("-n", self.name, "link", "set", inside, "up")

    async def cut(self) -> None:
        """Drop all packets."""
        _ip("link", "set", self._cable, "down")

    async def mend(self) -> None:
        """Let packets through again."""
        _ip("link", "set", self._cable, "up")

    async def close(self) -> None:
        """Delete the namespace."""
        _ip("netns", "delete", self.name)


class Proxy:
    """A substitute for a namespace: a proxy that stops forwarding but closes no connection."""

    kind, name, inside = "a proxy", "", "127.0.0.1"

    def __init__(self, database: tuple[str, int]) -> None:
        self._database = database
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.database = ("127.0.0.1", 0)

    async def start(self) -> None:
        """Start listening."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.database = "127.0.0.1", self._server.sockets[0].getsockname()[1]

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._open.wait()
            further, back = await asyncio.open_connection(*self._database)
        except OSError:
            writer.close()
            return
        for each in (self._pass(reader, back), self._pass(further, writer)):
            task = asyncio.create_task(each)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            await self._open.wait()
            writer.close()

    async def cut(self) -> None:
        """Stop forwarding."""
        self._open.clear()

    async def mend(self) -> None:
        """Forward again."""
        self._open.set()

    async def close(self) -> None:
        """Close the proxy."""
        self._open.set()
        if self._server is not None:
            self._server.close()
        for task in tuple(self._tasks):
            task.cancel()


Wire = Network | Proxy


async def wire(database: tuple[str, int], networks: bool) -> Wire:
    """Return a link of the best kind this machine allows."""
    if networks:
        return Network(database)
    made = Proxy(database)
    await made.start()
    return made


@cache
def _free_net() -> int:
    """The second number of addresses 10.N.*.* that nobody has here; nobody else’s run begins to look at the same."""
    used = set(re.findall(r" 10\.(\d+)\.", _ip("-4", "-oneline", "address")))
    first = os.getpid() % 128
    return next(net for n in range(128) if str(net := 64 + (first + n) % 128) not in used)


def _ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout
