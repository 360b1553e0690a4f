"""What a viewer is sent: frames of the game as that seat may see it.

Whatever is sent counts moments: entries of the match (:mod:`souq.engine.match.entries`), and after them the decisions
of the viewer's own draft. Decisions are counted here only among ourselves, as ``seen``, ``shown`` and ``ply``: how many
others needed tells what is in their hands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from souq.engine.match.match import Match
from souq.server.core.live.live import Live
from souq.server.core.realtime.ending import concluded
from souq.server.core.realtime.hub import dump
from souq.server.core.realtime.scenes import resting, scene_of
from souq.server.core.realtime.shots import frame_of, shots_of, story_of
from souq.server.core.realtime.viewers import NOTHING, Since, Viewer, moments

PLAYED, MISSED = 20, 6
"""Most moments that are played back one by one, to who was there and to who comes back; earlier ones are only told.

What somebody who comes back is shown is drawn for them alone.
"""

TOLD = 100
"""Most moments whose story is told unasked, or at one asking; that of earlier ones is told on request."""

BEHIND = ("ground", "backdrop")
"""Parts of an area that a client keeps until it is sent others: most of a drawing's size."""


async def frames_text(live: Live, viewer: Viewer, since: Since, behind: int) -> tuple[str, int]:
    """:func:`frames` as it is sent, and a stamp of what is drawn behind its areas: left out when that is ``behind``.

    Made once for all who see the same. Only text is kept: keeping scenes would give the collector of garbage much to
    look through. What somebody has missed is long: others are served while it is drawn, and of each viewer's only the
    last is kept.
    """
    if not since.away:
        return live.once(("text", viewer, since, behind), lambda: _text(frames(live, viewer, since), behind))
    since = _bounded(live, viewer, since)
    kept: dict[tuple[Since, int], tuple[str, int]] = live.once(("missed", viewer), dict)
    if (since, behind) not in kept:
        made = []
        for frame in _frames(live, viewer, since):
            made.append(frame)
            await asyncio.sleep(0)
        kept.clear()
        kept[since, behind] = _text(_message(live, viewer, since, made), behind)
    return kept[since, behind]


def frames(live: Live, viewer: Viewer, since: Since) -> dict[str, Any]:
    """The message that brings a viewer from what they have to now.

    One frame a moment, with what is said of it, what moves, and the scene after it. The last frame rests, and carries
    what the viewer may choose. Moments longer ago than the last few share one frame that is only read; of those
    longer ago than :data:`TOLD` the message only says that there were some (``earlier``), and :func:`story` tells them.
    """
    since = _bounded(live, viewer, since)
    return _message(live, viewer, since, list(_frames(live, viewer, since)))


def story(live: Live, seat: int, before: int) -> dict[str, Any]:
    """The story of the moments up to ``before``, as far back as one asking is told; ``earlier`` are then left."""
    stop = min(before, moments(live, seat))
    start = max(stop - TOLD, 0)
    told = [] if start else [frame_of(0, story_of(live, seat, NOTHING, 0))]
    if match := live.match:
        shots = shots_of(live, Viewer(seat), match.at_moment(start), match.at_moment(stop))
        told += [frame_of(shot.moment, shot.lines) for shot in shots]
    return {"type": "story", "before": before, "earlier": start, "frames": told}


def _begins(live: Live, seat: int) -> int:
    """After which moment the story begins that is told unasked; :data:`NOTHING`: with the setup."""
    now = moments(live, seat)
    return NOTHING if now <= TOLD else now - TOLD


def _begun(live: Live, seat: int) -> int:
    """The same in decisions."""
    begins = _begins(live, seat)
    return begins if begins == NOTHING else live.playing.at_moment(begins)


def _bounded(live: Live, viewer: Viewer, since: Since) -> Since:
    """What is to be told: who has missed too much is told the end of the story anew.

    In the middle of one's own turn nothing can have been missed.
    """
    if since.retold and since.seen > live.playing.mark:
        return Since()
    if NOTHING < since.seen < _begun(live, viewer.seat):
        return replace(since, retold=True)
    return since


def _frames(live: Live, viewer: Viewer, since: Since) -> Iterator[dict[str, Any]]:
    """The frames of a message, but for the scene of the last."""
    match = live.playing
    now = match.shown(viewer.seat)
    if since.seen == NOTHING or since.retold:
        read = _read(live, viewer, now if since.seen == NOTHING else since.seen)
        if since.retold:
            read[-1]["scene"] = scene_of(live, viewer, match.at(since.seen), ()).to_json()
        yield from read
    if since.seen != NOTHING:
        played = _played(live, viewer, since.seen, now, MISSED if since.away else PLAYED)
        first = next(played, None)
        yield first or frame_of(match.moments(viewer.seat), [])
        yield from played


def _message(live: Live, viewer: Viewer, since: Since, made: list[dict[str, Any]]) -> dict[str, Any]:
    """The message with its frames; the last of them shows how everything stands now."""
    match, revision = live.playing, live.seq(viewer.seat)
    made[-1]["scene"] = resting(live, viewer)
    for frame in made:
        frame["rev"] = revision
    anew = since.seen == NOTHING or since.retold
    told = {"type": "frames", "seq": revision, "catchup": since.away}
    told["after"] = NOTHING if anew else _kept(match, viewer.seat, since.seen)
    if anew and (begins := _begins(live, viewer.seat)) > 0:
        told["earlier"] = begins
    return told | {"frames": made} | ({"race": True} if match.racing else {})


def _kept(match: Match, seat: int, seen: int) -> int:
    """The last moment of what a seat has seen, as it was sent: its own draft, decision by decision."""
    if seen <= 0:
        return seen
    if match.log[seen - 1].seat != seat:
        return match.entries.by(seen)
    before = match.entries.of(seen) - 1
    return before + seen - match.at_moment(before)


def _read(live: Live, viewer: Viewer, until: int) -> list[dict[str, Any]]:
    """The story, to be read at once; a draft's decisions apart, since they may be taken back."""
    match = live.playing
    settled = min(match.mark, until)
    begins = min(_begun(live, viewer.seat), settled)
    first = frame_of(match.entries.by(settled), story_of(live, viewer.seat, begins, settled))
    return [first, *(frame_of(shot.moment, shot.lines) for shot in shots_of(live, viewer, settled, until))]


def _played(live: Live, viewer: Viewer, seen: int, now: int, most: int) -> Iterator[dict[str, Any]]:
    """What happened since, moment by moment; what is long ago in one frame.

    Of decisions made as one only the last is drawn: nobody chose anything on what the table was between them.
    """
    match = live.playing
    moment = match.moments(viewer.seat) - most
    first = max(seen, match.at_moment(moment)) if moment > 0 else seen
    if seen < first:
        begins = min(max(seen, _begun(live, viewer.seat)), first)
        yield frame_of(moment, story_of(live, viewer.seat, begins, first))
    for shot in shots_of(live, viewer, first, now):
        yield shot.frame(live, viewer, shot.ply < now and not match.log[shot.ply - 1].goes_on)


def _text(message: dict[str, Any], behind: int) -> tuple[str, int]:
    """The drawings behind the areas are sent with the first scene, unless they are known already."""
    areas = message["frames"][-1]["scene"]["areas"]
    now = hash(tuple((area["name"], *(area.get(part) for part in BEHIND)) for area in areas))
    known = now == behind
    frames = []
    for frame in message["frames"]:
        frames.append(frame | {"scene": _bare(frame["scene"])} if known else frame)
        known = known or frame["scene"] is not None
    return dump(message | {"frames": frames}), now


def _bare(scene: dict[str, Any] | None) -> dict[str, Any] | None:
    """A scene without the drawings behind its areas."""
    if scene is None:
        return None
    return scene | {"areas": [{k: v for k, v in area.items() if k not in BEHIND} for area in scene["areas"]]}


def moment(live: Live, viewer: Viewer, number: int) -> dict[str, Any]:
    """One frame of the past: what happened last before a moment (0: the setup) and the scene then, without choices."""
    match = live.playing
    if number == 0:
        frame = frame_of(0, story_of(live, viewer.seat, NOTHING, 0))
        frame["scene"] = scene_of(live, viewer, match.at(0), ()).to_json()
    else:
        (shot,) = shots_of(live, viewer, match.at_moment(number - 1), match.at_moment(number))
        frame = shot.frame(live, viewer)
    if number == match.moments(viewer.seat):
        frame["scene"] = concluded(live, viewer.seat, frame["scene"])
    return frame | {"rev": live.seq(viewer.seat)}
