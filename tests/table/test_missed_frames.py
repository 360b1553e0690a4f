"""A player who missed much is sent the latest frames, and the rest of the story on request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import souq
from souq.engine.present.scene import to_json
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.core.realtime import frames, log
from souq.server.core.realtime.frames import MISSED, STORY
from souq.server.core.realtime.log import PAGE
from souq.server.core.realtime.viewers import Since, Viewer

GAMES = Path(__file__).parents[1] / "games"
LONG = ("chatuchak/recorded/greedy-4", "grand_bazaar/recorded/plain-4")


@pytest.fixture(params=LONG)
def live(request: pytest.FixtureRequest) -> Live:
    """A recorded long game as a table."""
    match = souq.load(GAMES / f"{request.param}.souq.json")
    wishes = [seats.Wish("me"), *[seats.Wish("bot", "random")] * (match.players - 1)]
    row = seats.new_table(match.game.name, wishes, {}, None, "Amina", "none").table
    row.state, row.ply, row.mark, row.revision = "finished", match.ply, match.mark, match.ply + 1
    assert match.moments() > 2 * STORY
    return Live(row, match)


def event_lines(message: dict[str, Any]) -> list[Any]:
    """Return the lines of a message's frames."""
    return [line for frame in message["frames"] for line in frame["lines"]]


def whole_story(live: Live, seat: int) -> list[Any]:
    """Return the story from the beginning."""
    return [to_json(line) for line in live.playing.story(seat)]


def earlier(live: Live, seat: int, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rest of the story piece by piece, the latest first."""
    before = message.get("earlier", 0)
    while before:
        yield (piece := frames.story(live, seat, before))
        before = piece["earlier"]


@pytest.mark.parametrize("since", [Since(), Since(1, True), Since(1, True, True), Since(-1, True)])
def test_the_story_is_complete_after_requesting_all_pages(live: Live, since: Since) -> None:
    for seat in (0, -1):
        message = frames.frames(live, Viewer(seat), since)
        pieces = list(earlier(live, seat, message))
        assert message["after"] == -1
        assert len(event_lines(message)) < len(whole_story(live, seat)) and len(pieces) > 1
        lines = [line for piece in reversed(pieces) for line in event_lines(piece)] + event_lines(message)
        assert lines == whole_story(live, seat)
        assert all(len(piece["frames"]) <= STORY + 1 for piece in pieces)


def test_only_the_latest_decisions_are_replayed(live: Live) -> None:
    match, last = live.playing, live.playing.moments()
    for seen in map(match.at_moment, (1, last - STORY, last - 30)):
        for retold in (False, True):
            shown = frames.frames(live, Viewer(0), Since(seen, True, retold))["frames"]
            assert sum(frame["scene"] is not None for frame in shown) <= MISSED + 1
            assert shown[-1]["ply"] == last


def test_a_player_who_missed_little_is_sent_only_that(live: Live) -> None:
    match, last = live.playing, live.playing.moments()
    message = frames.frames(live, Viewer(), Since(match.at_moment(last - 30), True))
    assert message["after"] == last - 30 and "earlier" not in message
    assert event_lines(message) == whole_story(live, -1)[-len(event_lines(message)) :]


def test_missed_frames_are_rendered_once_without_blocking_others(live: Live) -> None:
    served = 0

    async def others() -> None:
        nonlocal served
        while True:
            served += 1
            await asyncio.sleep(0)

    async def ask() -> None:
        beside = asyncio.ensure_future(others())
        text, _ = await frames.frames_text(live, Viewer(0), Since(1, True), 0)
        assert served >= MISSED
        assert await frames.frames_text(live, Viewer(0), Since(1, True), 0) is not None
        assert (await frames.frames_text(live, Viewer(0), Since(1, True), 0))[0] is text
        assert json.loads(text)["earlier"] == live.playing.moments() - STORY
        beside.cancel()

    asyncio.run(ask())


def test_the_log_is_paginated(live: Live) -> None:
    page = log.log(live, 0, 1)
    assert len(page) == min(PAGE, live.playing.moments())
    assert log.log(live, 0, 40)[0]["ply"] == 40
