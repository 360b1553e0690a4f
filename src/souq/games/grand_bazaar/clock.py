"""The time limit of open trading (GB-T23)."""

from __future__ import annotations

from souq.engine.match.decision import Clock
from souq.games.grand_bazaar.state import BOX, TIME, Phase, State

SECONDS = float(BOX.trading["seconds"])


def runs(view: State) -> Clock | None:
    """Return the clock that limits open trading in this round, or None in other phases."""
    return Clock(f"trading {view.nth}", SECONDS, TIME, "Trading") if view.asks == Phase.OPEN else None
