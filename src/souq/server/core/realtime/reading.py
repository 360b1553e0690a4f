"""Answers to clients that look at a table outside its connection: past moments, the log, and the saved match."""

from __future__ import annotations

from typing import Any

from souq.server.core.live.live import Live
from souq.server.core.realtime import log
from souq.server.core.realtime.continuing import continued
from souq.server.core.realtime.frames import moment
from souq.server.core.realtime.viewers import Viewer, moments
from souq.server.errors import Refused


def log_page(live: Live, seat: int, start: int) -> dict[str, Any]:
    """Return the log's entries from ``start`` on, as many as fit into one answer, as a seat may see them."""
    return {"seq": live.seq(seat), "plies": moments(live, seat), "decisions": log.log(live, seat, start)}


def frame_at(live: Live, viewer: Viewer, ply: int | None) -> dict[str, Any]:
    """Return what happened at a moment of the game, and the table after it; None means the present moment.

    Raises:
        Refused: the game has no such moment.
    """
    last = moments(live, viewer.seat)
    at = last if ply is None else ply
    if at > last:
        raise Refused(f"The game isn’t that long: it has {last} moments.")
    return {"seq": live.seq(viewer.seat), "ply": at, "last": last, "frames": [moment(live, viewer, at)]}


def continuation(live: Live, viewer: Viewer, number: int) -> dict[str, Any]:
    """Return how the game could go on, as a lesson has named it once its choice is made.

    Raises:
        Refused: the lesson doesn't show that now, or not to this viewer.
    """
    taught = live.teaching
    known = taught.step.continuations if taught and taught.read else ()
    if taught is None or viewer.seat != taught.lesson.seat or number >= len(known):
        raise Refused("There’s nothing to show here yet.")
    found, begins = known[number], taught.stretch.speaks
    made = live.once(("continued", number, viewer), lambda: continued(live, begins, found.log, found.seed, viewer))
    return {"seq": live.seq(viewer.seat), "ply": 0, "last": len(made) - 1, "frames": made}


def saved_match(live: Live) -> dict[str, Any]:
    """Return the saved match of a finished game, with its secret.

    Raises:
        Refused: the game isn't over.
    """
    if live.row.state != "finished":
        raise Refused("The game isn’t over yet. Its secret and hidden cards are revealed at the end.")
    return live.playing.to_json()
