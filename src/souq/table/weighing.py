"""What would come of a proposal that somebody is putting together: the game's words, for that seat alone."""

from __future__ import annotations

import logging

from souq.engine import rooms
from souq.engine.errors import NotYourTurn
from souq.table.errors import NoSeat
from souq.table.tables import Live
from souq.table.views import SPECTATOR

LOG = logging.getLogger("souq.table")


def weighed(live: Live, seat: int, text: str) -> str:
    """A few words about a phrase of the game's, or as much of it as there is; "" when there is nothing to say.

    Raises:
        NoSeat, NotYourTurn: only who is to choose is answered.
    """
    if seat == SPECTATOR:
        raise NoSeat
    match = live.playing
    if not live.waits_for >> seat & 1:
        raise NotYourTurn("Wait for your turn to weigh a proposal.")
    try:
        return rooms.weigh(match.game, match.view(seat), seat, text)
    except Exception:
        LOG.exception("A proposal at table %s could not be weighed: %r", live.row.id, text)
        return ""
