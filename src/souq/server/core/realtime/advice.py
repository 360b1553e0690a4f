"""The mistakes found by a review of a finished game, in words: what the player did, and what would have been better."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.engine.match.hooks import narrate
from souq.engine.present.scene import Pick
from souq.engine.present.wording import opened
from souq.engine.rules.kinds import visible_events
from souq.engine.rules.record import Batch, clone
from souq.review.grades import GRADES, LEAST, grade
from souq.review.turns import Better
from souq.server.core.live.live import Live
from souq.server.core.realtime.scenes import scene_of
from souq.server.core.realtime.shots import story_of
from souq.server.core.realtime.viewers import Viewer

KEYS = ((1, 2), (3, 4), (5, 6))
"""Random keys with which a choice is tried out that nobody made.

A story line is shown only if the choice produces it with all keys, so lines that depend on chance are left out.
"""

LONGEST = 4
"""Maximum number of story lines shown for one turn."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Choices that a player could have made instead, described by story lines, button labels and sprites."""

    lines: list[str]
    labels: list[str]
    on: tuple[str, ...]


async def lines_of(live: Live, found: dict[int, Better], seat: int = SPECTATOR) -> list[dict[str, Any]]:
    """Return all mistakes of a review in order, as JSON that ``seat`` (-1: a spectator) may see.

    In each, ``ply`` is the number of the moment before the mistake. Other tasks may run between two mistakes.
    """
    made = list[dict[str, Any]]()
    for at, better in found.items():
        named = grade(better.lost)
        if named is not None:
            made.append({"grade": named.name} | _line(live, at, better, seat))
            await asyncio.sleep(0)
    return made


def _line(live: Live, at: int, better: Better, reader: int) -> dict[str, Any]:
    entries = live.playing.entries
    start, end = entries.end(at), entries.end(at + 1)
    way = alternative(live, start, better.choices, reader)
    did, instead = difference(_did(live, reader, start, end), way.lines, way.labels)
    line = {"ply": at, "seat": live.playing.log[start].seat, "lost": better.lost, "why": better.why}
    return line | {"did": did, "better": instead, "on": list(way.on)}


def difference(did: Sequence[str], instead: Sequence[str], labels: Sequence[str] = ()) -> tuple[str, str]:
    """Describe a turn and its alternative by the story lines from where they first differ.

    If their lines don't differ, the alternative is described by its buttons' labels.

    >>> difference(["You lead.", "You bid."], ["You lead.", "You pass."])
    ('You bid.', 'You pass.')
    >>> difference(["You move a lamp."], ["You move a lamp."], ["The lamp at 3·2"])
    ('You move a lamp.', 'The lamp at 3·2.')
    >>> difference(["You build."], [], ["Roll", "take Spice"])
    ('You build.', 'Roll, then take Spice.')
    """
    same = 0
    while same < min(len(did), len(instead)) - 1 and did[same] == instead[same]:
        same += 1
    first, second = (" ".join(lines[same : same + LONGEST]) for lines in (did, instead))
    offered = opened(", then ".join(labels))
    return first, f"{offered}." if offered and (first == second or not second) else second


def alternative(live: Live, ply: int, choices: Sequence[int], reader: int) -> Alternative:
    """Describe what the seat that decided after ``ply`` decisions would have done by making ``choices`` instead."""
    match = live.playing
    seat, state, bindings = match.log[ply].seat, clone(match.at(ply)), match.game.bindings
    lines, labels, on, first = list[str](), list[str](), list[str](), dict[str, tuple[str, float, float]]()
    left = list(choices)
    while left:
        legal = tuple(int(each) for each in bindings.legal(state, seat))
        if left[0] not in legal:
            break
        scene = scene_of(live, Viewer(seat), state, (), legal)
        now = {each.key: (each.art, each.x, each.y) for area in scene.areas for each in area.sprites}
        first = first or now
        pick = _pick(scene.picks, left)
        labels += [said_in_full(pick.label, match.game.choices.name(pick.choice))] if pick else []
        on += [key for key in (pick.on if pick else ()) if key not in on and first.get(key) == now.get(key)]
        for _ in range(1 + len(pick.then) if pick else 1):
            after = [_applied(live, state, seat, left[0], key) for key in KEYS]
            said = [_said(live, each, reader) for each in after]
            lines += [line for line in said[0] if all(line in other for other in said)]
            state = after[0]
            left.pop(0)
    return Alternative(lines, labels, tuple(on))


def said_in_full(label: str, name: str) -> str:
    """Return a button's label, or the name of its choice if the label is only the last words of that name.

    >>> said_in_full("Silk", "take Silk"), said_in_full("Roll", "roll"), said_in_full("Sell for 42", "guild Silk")
    ('take Silk', 'Roll', 'Sell for 42')
    """
    return name if name.lower().endswith(f" {label.lower()}") else label


def counts(lines: Sequence[dict[str, Any]], players: int) -> list[dict[str, int]]:
    """Return how many mistakes of each grade every seat made, as one mapping from grade to number for each seat."""
    return [
        {each.name: sum(line["seat"] == seat and line["grade"] == each.name for line in lines) for each in GRADES}
        for seat in range(players)
    ]


def explained() -> str:
    """Return a sentence that says how much of the chance to win a mistake of each grade costs.

    >>> explained()
    'A slip costs at least 3% of the chance to win, a mistake 8%, a costly mistake 15%.'
    """
    first, *others = reversed(GRADES)
    more = "".join(f", a {each.name} {each.least * 100:.0f}%" for each in others)
    return f"A {first.name} costs at least {LEAST * 100:.0f}% of the chance to win{more}."


def _did(live: Live, reader: int, start: int, end: int) -> list[str]:
    """Return the story lines of the decisions that were really made, from ``start`` to ``end``."""
    return [line.text for line in story_of(live, reader, start, end) if line.tone != "turn"]


def _applied(live: Live, state: Batch, seat: int, choice: int, key: tuple[int, int]) -> Batch:
    after = clone(state)
    live.game.bindings.apply(after, seat, choice, key)
    return after


def _said(live: Live, state: Batch, reader: int) -> list[str]:
    """Return the story lines about the last decision before a position, from events that everyone may see."""
    events = visible_events(state[0], SPECTATOR)
    lines = narrate(live.game, events, live.playing.called, reader)
    return [line.text for line in lines if line.tone != "turn"]


def _pick(picks: Sequence[Pick], way: Sequence[int]) -> Pick | None:
    """Return the pick (a choice on a button or on sprites) that makes the most of the next choices at once.

    Among equal picks, prefer one that is on a sprite. Return None if no pick fits.
    """
    able = [pick for pick in picks if (pick.choice, *pick.then) == tuple(way[: 1 + len(pick.then)])]
    return max(able, key=lambda pick: (len(pick.then), bool(pick.on)), default=None)
