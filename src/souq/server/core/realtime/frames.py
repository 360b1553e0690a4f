"""Messages that show a seat how the game goes on, as a sequence of frames: what happened, and the scene after it.

Messages count in moments: entries of the match (:mod:`souq.engine.match.entries`) and, after them, the decisions of the
viewer's own draft. Decisions are counted only internally, as ``seen``, ``shown`` and ``ply``, because the number of
decisions another player needed would reveal what they hold.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from souq.engine.match.match import Match
from souq.server.core.live.live import Live
from souq.server.core.messages import dump
from souq.server.core.realtime.ending import concluded
from souq.server.core.realtime.scenes import resting, scene_of
from souq.server.core.realtime.shots import frame_of, shots_of, story_of
from souq.server.core.realtime.viewers import NOTHING, Since, Viewer, moments

PLAYED, MISSED = 20, 6
"""Maximum numbers of moments animated one by one: `PLAYED` for connected viewers, `MISSED` after a reconnection.

Earlier moments appear only as text. The animation after a reconnection is rendered for one viewer alone, so it is
shorter.
"""

STORY = 100
"""Maximum number of moments whose story lines are sent in one message; :func:`story` returns earlier ones."""

BEHIND = ("ground", "backdrop", "spots")
"""Fields of an area's JSON with its backgrounds and the spots on them, which are sent to a client only once.

They make up most of a scene's size.
"""


async def frames_text(live: Live, viewer: Viewer, since: Since, behind: int) -> tuple[str, int]:
    """Return the message of :func:`frames` as JSON text, and a hash of the backgrounds of its areas.

    The backgrounds are left out if their hash is ``behind``, since the client has them then. The text is made once for
    all viewers with the same view. Only text is cached, since cached scenes would slow the garbage collector down.
    Catching up can take long, so other tasks run in between, and only each viewer's last catch-up is cached.
    """
    if not since.away:
        return live.once(("text", viewer, since, behind), lambda: _text(frames(live, viewer, since), behind))
    since = _bounded(live, viewer, since)
    cache: dict[tuple[Since, int], tuple[str, int]] = live.once(("missed", viewer), dict)
    if (since, behind) not in cache:
        made = []
        for frame in _frames(live, viewer, since):
            made.append(frame)
            await asyncio.sleep(0)
        cache.clear()
        cache[since, behind] = _text(_message(live, viewer, since, made), behind)
    return cache[since, behind]


def frames(live: Live, viewer: Viewer, since: Since) -> dict[str, Any]:
    """Return the message that brings a viewer up to date.

    It has one frame for each moment, with its story lines, its movements and the scene after it. The last frame has the
    present scene with the viewer's choices. All but the last few moments share one frame that is only text. If the
    story is longer than :data:`STORY` moments, the first ones are left out: ``earlier`` is their number, and
    :func:`story` returns them.
    """
    since = _bounded(live, viewer, since)
    return _message(live, viewer, since, list(_frames(live, viewer, since)))


def story(live: Live, seat: int, before: int) -> dict[str, Any]:
    """Return a message with the story lines of up to :data:`STORY` moments that come before the moment ``before``.

    ``earlier`` in the message is the number of moments before these, which are still missing.
    """
    stop = min(before, moments(live, seat))
    start = max(stop - STORY, 0)
    made = [] if start else [frame_of(0, story_of(live, seat, NOTHING, 0))]
    if match := live.match:
        shots = shots_of(live, Viewer(seat), match.at_moment(start), match.at_moment(stop))
        made += [frame_of(shot.moment, shot.lines) for shot in shots]
    return {"type": "story", "before": before, "earlier": start, "frames": made}


def _begins(live: Live, seat: int) -> int:
    """Return the moment after which a new viewer's story begins; `NOTHING` if it begins with the game's setup."""
    now = moments(live, seat)
    return NOTHING if now <= STORY else now - STORY


def _begun(live: Live, seat: int) -> int:
    """Return how many decisions come before a new viewer's story; `NOTHING` if it begins with the game's setup."""
    begins = _begins(live, seat)
    return begins if begins == NOTHING else live.playing.at_moment(begins)


def _bounded(live: Live, viewer: Viewer, since: Since) -> Since:
    """Return ``since`` with ``retold`` set if so much is missing that the whole story must be sent again.

    A viewer with a draft can't have missed anything; if they want the story again, they get everything from the start.
    """
    if since.retold and since.seen > live.playing.mark:
        return Since()
    if NOTHING < since.seen < _begun(live, viewer.seat):
        return replace(since, retold=True)
    return since


def _frames(live: Live, viewer: Viewer, since: Since) -> Iterator[dict[str, Any]]:
    """Yield the frames of a message. :func:`_message` adds the scene of the last one."""
    match = live.playing
    now = match.visible_ply(viewer.seat)
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
    """Add the present scene to the last of the frames ``made``, and return the message with all of them."""
    match, revision = live.playing, live.seq(viewer.seat)
    made[-1]["scene"] = resting(live, viewer)
    for frame in made:
        frame["rev"] = revision
    from_start = since.seen == NOTHING or since.retold
    message = {"type": "frames", "seq": revision, "catchup": since.away}
    message["after"] = NOTHING if from_start else _last_moment(match, viewer.seat, since.seen)
    if from_start and (begins := _begins(live, viewer.seat)) > 0:
        message["earlier"] = begins
    return message | {"frames": made} | ({"race": True} if match.racing else {})


def _last_moment(match: Match, seat: int, seen: int) -> int:
    """Return the number of the last moment that a seat has received; each decision of its own draft is one."""
    if seen <= 0:
        return seen
    if match.log[seen - 1].seat != seat:
        return match.entries.by(seen)
    before = match.entries.of(seen) - 1
    return before + seen - match.at_moment(before)


def _read(live: Live, viewer: Viewer, until: int) -> list[dict[str, Any]]:
    """Return the story up to ``until`` decisions as frames of text, without scenes.

    All settled decisions share one frame. Each decision of a draft has its own, since it can be undone.
    """
    match = live.playing
    settled = min(match.mark, until)
    begins = min(_begun(live, viewer.seat), settled)
    first = frame_of(match.entries.by(settled), story_of(live, viewer.seat, begins, settled))
    return [first, *(frame_of(shot.moment, shot.lines) for shot in shots_of(live, viewer, settled, until))]


def _played(live: Live, viewer: Viewer, seen: int, now: int, most: int) -> Iterator[dict[str, Any]]:
    """Yield the frames of the moments from ``seen`` to ``now``; all but the last ``most`` moments share one frame.

    Of several decisions made as one, only the last has a scene, since nobody chose anything in between.
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
    """Encode a message as JSON text, and return it with a hash of the backgrounds in its last scene.

    Only the first scene contains the backgrounds of the areas, and none does if their hash is ``behind``.
    """
    areas = message["frames"][-1]["scene"]["areas"]
    now = hash(tuple((area["name"], *(str(area.get(part)) for part in BEHIND)) for area in areas))
    known = now == behind
    frames = []
    for frame in message["frames"]:
        frames.append(frame | {"scene": _bare(frame["scene"])} if known else frame)
        known = known or frame["scene"] is not None
    return dump(message | {"frames": frames}), now


def _bare(scene: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a scene without the backgrounds of its areas."""
    if scene is None:
        return None
    return scene | {"areas": [{k: v for k, v in area.items() if k not in BEHIND} for area in scene["areas"]]}


def moment(live: Live, viewer: Viewer, number: int) -> dict[str, Any]:
    """Return the frame of an earlier moment (0: the setup): its story lines and effects, and the scene after it.

    The scene offers no choices.
    """
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
