"""Continuations of a table's game that weren't played: frames of how it could go on from one of its positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from souq.engine.match.match import Match
from souq.engine.match.position import position
from souq.server.core.live.live import Live
from souq.server.core.realtime.scenes import scene_of
from souq.server.core.realtime.shots import frame_of, shots_of
from souq.server.core.realtime.viewers import Viewer


def continued(live: Live, ply: int, log: Sequence[tuple[int, int]], seed: int, viewer: Viewer) -> list[dict[str, Any]]:
    """Return frames of a continuation as a viewer may see it: the position it begins from, then each of its moments.

    Args:
        live: the table.
        ply: the number of decisions of the table's game before the continuation.
        log: the continuation's decisions, as pairs (seat, choice number).
        seed: the seed of its chance.
        viewer: the viewer.
    """
    match = live.playing
    begins = position(match.at(ply))
    options, names = dict(match.options), list(match.names)
    other = Match(match.game, match.players, seed=seed, options=options, names=names, start=begins)
    for seat, choice in log:
        other.replay(choice, seat)
    other.confirm()
    aside = Live(replace(live.row, state="playing"), other)
    first = frame_of(0, []) | {"scene": scene_of(aside, viewer, other.at(0), ()).to_json()}
    return [first, *(shot.frame(aside, viewer) for shot in shots_of(aside, viewer, 0, other.ply))]
