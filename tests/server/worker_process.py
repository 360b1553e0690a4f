"""A worker process that tests can kill: ``python -m tests.server.worker_process DATABASE [KIND]``.

What it is asked of that KIND ("solution" or "evaluation") it thinks about for ever.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from souq.engine import registry
from souq.server.core.workers import worker
from souq.server.ops.config.settings import Settings
from souq.server.ops.worker import work
from tests.dash import GAME as DASH
from tests.toy import GAME as TOY


def never_finish(*_: Any) -> Any:
    """Sleep for an hour in place of computing."""
    time.sleep(3600)


if __name__ == "__main__":
    for game in (DASH, TOY):
        registry.register(game)
    kind = sys.argv[2] if len(sys.argv) > 2 else ""
    if kind:
        setattr(worker, {"solution": "solve", "evaluation": "evaluate"}[kind], never_finish)
    settings = Settings(database=sys.argv[1], pause=0.0, workers=0, limited=False)
    work(settings, on_ready=lambda: sys.stdout.write("ready\n") and sys.stdout.flush())
