"""The clock of open trading: two minutes."""

from souq.engine.match.decision import Clock

from .state import TIME, Phase, State

SECONDS = 120.0


def runs(view: State) -> Clock | None:
    """Return whether the clock of open trading runs."""
    return Clock(f"trading {view.stage}", SECONDS, TIME, "Trading") if view.phase != Phase.ASK else None
