"""Moments of a game as a viewer may see them, each with its events, story lines and movements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.engine.match.hooks import narrate
from souq.engine.present.scene import Effect, LogLine, to_json
from souq.engine.rules.kinds import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.server.core.live.live import Live
from souq.server.core.realtime.scenes import context_of, scene_of, steps_of
from souq.server.core.realtime.viewers import NOTHING, Viewer


def frame_of(ply: int, lines: list[LogLine]) -> dict[str, Any]:
    """Return a frame without a scene, with the story lines of the moment numbered ``ply``."""
    return {"ply": ply, "lines": [to_json(line) for line in lines], "effects": [], "scene": None}


@dataclass(frozen=True, slots=True)
class Shot:
    """One moment of a game as a viewer sees it: a decision of their own draft, or an entry of the match."""

    moment: int
    ply: int
    """The number of decisions made by the end of the moment."""
    parts: list[Part]

    @property
    def events(self) -> list[tuple[int, ...]]:
        """The events of the moment that the viewer may see, in order."""
        return [event for part in self.parts for event in part.events]

    @property
    def lines(self) -> list[LogLine]:
        """The story lines of the moment."""
        return [line for part in self.parts for line in part.lines]

    def frame(self, live: Live, viewer: Viewer, draw: bool = True) -> dict[str, Any]:
        """Return the moment as a frame with its lines, its effects and, with ``draw``, the scene after it."""
        frame = frame_of(self.moment, self.lines)
        frame["effects"] = [to_json(effect) for part in self.parts for effect in _effects(live, viewer, part)]
        if draw:
            frame["scene"] = scene_of(live, viewer, self.parts[-1].after, tuple(self.events)).to_json()
        return frame


@dataclass(frozen=True, slots=True)
class Part:
    """One decision of a moment, with the positions before and after it.

    Viewers never learn how many decisions a moment has.
    """

    before: Batch
    after: Batch
    events: list[tuple[int, ...]]
    lines: list[LogLine]


def shots_of(live: Live, viewer: Viewer, start: int, stop: int) -> Iterator[Shot]:
    """Yield the moments after the first ``start`` decisions of the game, up to ``stop`` decisions."""
    match, parts = live.playing, list[Part]()
    entries = match.entries
    for step in steps_of(live, start, stop):
        events = visible_events(step.after[0], viewer.seat)
        parts.append(Part(step.before, step.after, events, narrate(match.game, events, match.called, viewer.seat)))
        ended = entries.by(step.ply)
        drafted = step.ply - entries.end(ended) if step.ply > match.mark else 0
        if drafted or step.ply == entries.end(ended):
            yield Shot(ended + drafted, step.ply, parts)
            parts = []


def story_of(live: Live, seat: int, seen: int, until: int) -> list[LogLine]:
    """Return the story lines of the decisions from ``seen`` to ``until``."""
    match = live.playing
    begin = narrate(match.game, match.events(0, seat), match.called, seat) if seen == NOTHING else []
    shots = shots_of(live, Viewer(seat), max(seen, 0), until)
    return begin + [line for shot in shots for line in shot.lines]


def public_lines(live: Live, after: int, until: int, further: int = 8) -> list[LogLine]:
    """Return the story lines that everyone may see, from the moments after ``after`` up to ``until``.

    If there are none, look further ahead, moment by moment, up to ``further`` moments.
    """
    match = live.playing
    for moment in range(until, min(until + further, len(match.entries)) + 1):
        story = story_of(live, SPECTATOR, match.at_moment(after), match.at_moment(moment))
        lines = [line for line in story if line.tone != "turn"]
        if lines:
            return lines
    return []


def _effects(live: Live, viewer: Viewer, part: Part) -> list[Effect]:
    match, seat, context = live.playing, viewer.seat, context_of(live, viewer, tuple(part.events))
    made_by = getattr(match.game.scene, "effects", None)
    if made_by is None:
        return []
    bindings = match.game.bindings
    before, after = Twin.of(bindings.hidden(part.before, seat)), Twin.of(bindings.hidden(part.after, seat))
    made: list[Effect] = made_by(before, after, part.events, context)
    return made
