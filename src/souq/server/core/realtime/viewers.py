"""Who looks at a table, what they have seen of it, and how much there is to see."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.decision import SPECTATOR
from souq.engine.present.scene import Layout
from souq.server.core.db.models import Past
from souq.server.core.live.live import Live

NOTHING = -1
"""What somebody has seen who comes for the first time: not even the setup."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: from which seat (-1: none), and on what screen."""

    seat: int = SPECTATOR
    layout: Layout = "wide"


@dataclass(frozen=True, slots=True)
class Since:
    """What a viewer has: ``seen`` decisions (-1: nothing), and whether they come back after having been ``away``.

    ``retold``: they have seen so much, but want to read the story of it once more, since their page was closed.
    """

    seen: int = NOTHING
    away: bool = False
    retold: bool = False


def shown(live: Live, seat: int) -> int:
    """How many decisions a seat is shown now."""
    return live.match.shown(seat) if live.match else 0


def moments(live: Live, seat: int) -> int:
    """The moment a seat is shown now."""
    return live.match.moments(seat) if live.match else 0


def scope(live: Live, viewer: Viewer) -> object:
    """What decides what a viewer sees: while it stays equal there is nothing new to send.

    Others' drafts and standing orders change nothing for a viewer; one's own turn is shown anew at every revision, and
    so is that of somebody who plays alone.
    """
    mine = live.row.players == 1 or (viewer.seat != SPECTATOR and live.waits_for >> viewer.seat & 1)
    own = live.orders.get(viewer.seat), live.answers.get(viewer.seat, ()), live.line(viewer.seat)
    who = live.seat(viewer.seat).kind if viewer.seat != SPECTATOR else ""
    return viewer, who, live.row.state, live.row.step, live.row.revision if mine else -shown(live, viewer.seat), own


def seen_before(live: Live, seat: int, past: Past | None) -> int:
    """How many of today's decisions a seat had seen at an earlier revision."""
    match = live.match
    if match is None or past is None:
        return NOTHING
    drafter = match.log[past.mark].seat if past.mark < match.ply else None
    before = past.lowest if drafter == seat or match.players == 1 else past.mark
    return min(before, match.shown(seat))
