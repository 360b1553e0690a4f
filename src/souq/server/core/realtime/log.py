"""The log of a game so far, for API clients that are programs."""

from __future__ import annotations

from typing import Any

from souq.server.core.live.live import Live
from souq.server.core.realtime.shots import shots_of
from souq.server.core.realtime.viewers import Viewer

PAGE = 250
"""Maximum number of moments in one response."""


def log(live: Live, seat: int, start: int) -> list[dict[str, Any]]:
    """Return at most :data:`PAGE` moments of the game's log from ``start`` on, as a seat may see them.

    Other seats' choices are included only when the game is over.
    """
    match = live.match
    if match is None:
        return []
    entries = []
    last = min(match.moments(seat), start - 1 + PAGE)
    first = match.at_moment(min(start - 1, last))
    for shot in shots_of(live, Viewer(seat), first, match.at_moment(last)):
        made = match.log[match.at_moment(shot.moment - 1) : shot.ply]
        revealed = live.row.state == "finished" or made[0].seat == seat
        chosen = [match.game.choices.choice(decision.choice) for decision in made] if revealed else []
        entries.append(
            {
                "ply": shot.moment,
                "seat": made[0].seat,
                "choices": [{"choice": int(choice), "text": choice.text} for choice in chosen],
                "turn": any(line.tone == "turn" for line in shot.lines),
                "lines": [line.text for line in shot.lines],
                "events": [[event[0], *event[2:]] for event in shot.events],
            }
        )
    return entries
