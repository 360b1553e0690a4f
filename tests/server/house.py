"""A server as a process of its own, for tests that kill it: ``python -m tests.server.house PORT DATABASE WORKERS``."""

from __future__ import annotations

import sys

from souq.engine import registry
from souq.table.serve import serve
from souq.table.settings import Settings
from tests.barter import GAME as BARTER

if __name__ == "__main__":
    registry.register(BARTER)
    settings = Settings(pause=0.0, workers=int(sys.argv[3]), limited=False, idle=3600.0, kept=10_000)
    serve(
        port=int(sys.argv[1]),
        database=sys.argv[2],
        settings=settings,
        on_ready=lambda address: sys.stdout.write(f"{address}\n") and sys.stdout.flush(),
    )
