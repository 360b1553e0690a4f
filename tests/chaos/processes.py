"""The processes of a cluster with injected faults, and of its checks.

All of them are forked from one that has everything in memory already: a server that is killed is there again in a
moment, and a thousand of them cost little. What they do is what they would do anyway.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

QUICK: dict[str, Any] = {"pause": 0.1, "race_pause": 0.5, "countdown": 1.0, "workers": 0, "limited": False}
NEW_NETWORK, DIES_WITH_PARENT = 0x40000000, 1
"""Linux constants: CLONE_NEWNET of setns, PR_SET_PDEATHSIG of prctl."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a process runs."""

    kind: str
    """``server`` or ``worker``."""
    host: str
    port: int
    database: str
    network: str
    """Its network namespace; empty for the machine's own."""
    jump: Path
    """A file with its clock's offset in seconds, read again at every SIGUSR1."""
    log: Path


def context() -> ForkServerContext:
    """Return the multiprocessing context of all processes."""
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["tests.chaos.loaded"])
    return made


def live(plan: Plan, ready: Connection) -> None:
    """Serve or work until stopped; send on ``ready`` once running."""
    _settle_in(plan)
    from souq.engine.errors import SouqError
    from souq.server.ops.config.settings import Settings
    from souq.server.ops.worker import work
    from souq.server.serve import serve
    from tests.chaos.loaded import know_games

    know_games()
    try:
        if plan.kind == "worker":
            work(Settings(database=plan.database, **QUICK), lambda: ready.send(True))
        else:
            settings = Settings(work=False, **QUICK)
            serve(plan.host, plan.port, plan.database, on_ready=lambda _: ready.send(True), settings=settings)
    except SouqError as error:  # as the command would say it
        sys.exit(str(error))


def _settle_in(plan: Plan) -> None:
    """Enter the process's network, log file and wrong clock, and exit with the parent."""
    os.setsid()
    os.dup2(os.open(plan.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), sys.stderr.fileno())
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(DIES_WITH_PARENT, signal.SIGKILL)
    if plan.network:
        with open(f"/run/netns/{plan.network}") as network:
            if system.setns(network.fileno(), NEW_NETWORK):
                raise OSError(ctypes.get_errno(), f"There is no way into the network {plan.network}.")
    right, ahead = time.time, [0.0]

    def jump(*_: Any) -> None:
        ahead[0] = float(plan.jump.read_text() or 0)

    time.time = lambda: right() + ahead[0]
    signal.signal(signal.SIGUSR1, jump)
    jump()
