"""One process of a house that is treated badly: ``python -m tests.chaos.house server|worker HOST PORT DATABASE JUMP``.

JUMP is a file with the seconds by which its clock is wrong, read again at every SIGUSR1. Nothing but this process
reads it.
"""

# ruff: noqa: E402 – the clock is changed before anybody has taken hold of it
from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Any

_time, _ahead = time.time, [0.0]


def _jump(*_: Any) -> None:
    _ahead[0] = float(Path(sys.argv[5]).read_text() or 0)


if __name__ == "__main__":
    time.time = lambda: _time() + _ahead[0]
    signal.signal(signal.SIGUSR1, _jump)
    _jump()

from souq.engine import registry
from souq.table.serve import serve
from souq.table.settings import Settings
from souq.table.working import work
from tests.barter import GAME as BARTER
from tests.dash import GAME as DASH
from tests.lot import GAME as LOT
from tests.toy import GAME as TOY

QUICK: dict[str, Any] = {"pause": 0.1, "race_pause": 0.5, "countdown": 1.0, "workers": 0, "limited": False}


def main() -> None:
    """Serve, or work, until it is ended."""
    kind, host, port, database, _ = sys.argv[1:]
    for game in (BARTER, DASH, LOT, TOY):
        registry.register(game)

    def ready(address: str = "works") -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()

    if kind == "worker":
        work(Settings(database=database, **QUICK), ready)
    else:
        serve(host, int(port), database, on_ready=ready, settings=Settings(work=False, **QUICK))


if __name__ == "__main__":
    main()
