"""A server as a process of its own, for tests that kill it: ``python -m tests.server.house PORT DATABASE``."""

from __future__ import annotations

import sys

from souq.table.serve import serve
from souq.table.settings import Settings

if __name__ == "__main__":
    settings = Settings(pause=0.0, workers=1, limited=False)
    serve(
        port=int(sys.argv[1]),
        database=sys.argv[2],
        settings=settings,
        on_ready=lambda address: sys.stdout.write(f"{address}\n") and sys.stdout.flush(),
    )
