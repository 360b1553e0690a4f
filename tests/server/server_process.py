"""A server process that tests can kill: ``python -m tests.server.server_process PORT DATABASE WORKERS [QUIET]``.

QUIET says how soon turns are told, also on this machine.
"""

from __future__ import annotations

import sys
from typing import Any

from souq.engine import registry
from souq.server.ops.config.settings import Settings
from souq.server.serve import serve
from tests.barter import GAME as BARTER
from tests.toy import GAME as TOY

if __name__ == "__main__":
    for game in (BARTER, TOY):
        registry.register(game)
    tells: dict[str, Any] = {"quiet": float(sys.argv[4]), "near": True} if len(sys.argv) > 4 else {}
    settings = Settings(pause=0.0, workers=int(sys.argv[3]), limited=False, idle=3600.0, kept=10_000, **tells)
    serve(
        port=int(sys.argv[1]),
        database=sys.argv[2],
        settings=settings,
        on_ready=lambda address: sys.stdout.write(f"{address}\n") and sys.stdout.flush(),
    )
