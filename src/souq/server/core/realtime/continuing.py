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
    return seen([first, *(shot.frame(aside, viewer) for shot in shots_of(aside, viewer, 0, other.ply))])


def seen(frames: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first frame and those that have words or move something on the table, or else the last."""
    kept = list(frames[:1])
    for frame in frames[1:]:
        told = any(line.get("tone") != "turn" for line in frame["lines"])
        if told or _places(frame) != _places(kept[-1]):
            kept.append(frame)
    return kept if kept[1:] else [*kept, *frames[1:][-1:]]


def _places(frame: dict[str, Any]) -> set[tuple[str, str, float, float]]:
    """Return where the sprites of a frame stand."""
    return {
        (area["name"], sprite["key"], sprite.get("x", 0), sprite.get("y", 0))
        for area in frame["scene"]["areas"]
        for sprite in area.get("sprites", ())
    }
