"""A table's viewers: which seat and layout they have, what they have received, and what they may see."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.decision import SPECTATOR
from souq.engine.present.scene import Layout
from souq.server.core.live.live import Live
from souq.server.core.store.rows import LogState

NOTHING = -1
"""Value of ``seen`` (a number of decisions) for a new viewer, who hasn't been sent even the setup."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer's seat (-1: a spectator) and layout."""

    seat: int = SPECTATOR
    layout: Layout = "wide"


@dataclass(frozen=True, slots=True)
class Since:
    """The part of the game that a viewer has received: ``seen`` decisions (-1: nothing).

    ``away``: the viewer is reconnecting. ``retold``: the viewer wants the story of that part again, since their page
    was closed meanwhile.
    """

    seen: int = NOTHING
    away: bool = False
    retold: bool = False


def visible_ply(live: Live, seat: int) -> int:
    """Return the number of decisions that a seat can see now."""
    return live.match.visible_ply(seat) if live.match else 0


def moments(live: Live, seat: int) -> int:
    """Return the number of the latest moment to which a seat can look back now; moment 0 is the setup."""
    return live.match.moments(seat) if live.match else 0


def scope(live: Live, viewer: Viewer) -> object:
    """Return a value that changes whenever the viewer's view of the game may have changed.

    Other players' drafts and standing orders don't change it. On a viewer's own turn, and in a solo game, it changes
    with every revision.
    """
    mine = live.row.players == 1 or (viewer.seat != SPECTATOR and live.waits_for >> viewer.seat & 1)
    own = live.orders.get(viewer.seat), live.answers.get(viewer.seat, ()), live.line(viewer.seat)
    who = live.seat(viewer.seat).kind if viewer.seat != SPECTATOR else ""
    # The sign keeps a revision from being equal to a number of decisions when the turn passes.
    seen = live.row.revision if mine else -visible_ply(live, viewer.seat)
    return viewer, who, live.row.state, live.row.step, seen, own


def seen_before(live: Live, seat: int, past: LogState | None) -> int:
    """Return how many decisions, of those still in the log, a reconnecting seat has already received.

    ``past`` is the state that the log had then. Return -1 (nothing) if there was no such state.
    """
    match = live.match
    if match is None or past is None:
        return NOTHING
    drafter = match.log[past.mark].seat if past.mark < match.ply else None
    before = past.lowest if drafter == seat or match.players == 1 else past.mark
    return min(before, match.visible_ply(seat))
