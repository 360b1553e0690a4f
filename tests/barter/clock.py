"""Trading takes two minutes."""

from souq.engine.decision import Clock
from souq.engine.twin import Twin

from .state import TIME, Phase

SECONDS = 120.0


def runs(view: Twin) -> Clock | None:
    """The clock of open trading."""
    return Clock(f"trading {view.stage}", SECONDS, TIME, "Trading") if view.phase != Phase.ASK else None
